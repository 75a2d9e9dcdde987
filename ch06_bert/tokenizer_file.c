/* tokenizer_file - vocab.txt and tokenizer_config.json, as Hugging Face's folders have them. */
#include "tokenizer.h"
#include "common/text.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char CONFIG[] = "tokenizer_config.json";
enum { LARGEST_CONFIG = 1 << 26 }; /* bytes: the file may list every piece that was added */

/* The first `length` bytes of a path and a name. */
static char *joined(Arena *a, const char *path, size_t length, const char *name)
{
    char *both = arena_alloc(a, length + strlen(name) + 1);
    memcpy(both, path, length);
    strcpy(both + length, name);
    return both;
}

/* ---- reading ---------------------------------------------------------------------------------*/

/* The value of a member that is true or false; *value stays without it, or if it is null. */
static bool read_flag(bool *value, const cJSON *config, const char *name, const char *path,
                      Error *e)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(config, name);
    if (!item || cJSON_IsNull(item)) return true;
    if (!cJSON_IsBool(item)) return fail(e, "%s: %s is neither true nor false", path, name);
    *value = cJSON_IsTrue(item);
    return true;
}

static bool read_rules(TokenizerRules *r, const cJSON *config, const char *path, Error *e)
{
    if (!cJSON_IsObject(config)) return fail(e, "%s: not a JSON object", path);
    if (!read_flag(&r->lower_case, config, "do_lower_case", path, e)) return false;
    r->strip_accents = r->lower_case;
    return read_flag(&r->strip_accents, config, "strip_accents", path, e) &&
           read_flag(&r->ideographs, config, "tokenize_chinese_chars", path, e);
}

/* The JSON of a file; *end: where it is none. */
static cJSON *parse(const char *text, size_t size, const char **end)
{
    *end = text + strlen(text);
    return *end == text + size ? cJSON_ParseWithLengthOpts(text, size + 1, end, true) : NULL;
}

static bool load_rules(TokenizerRules *r, const char *path, Error *e)
{
    Arena scratch = {0};
    size_t size;
    *r = (TokenizerRules){true, true, true, true};
    if (access(path, F_OK) != 0 && errno == ENOENT) return true;
    const char *text = text_file(&scratch, path, LARGEST_CONFIG, &size, e), *end;
    cJSON *config = text ? parse(text, size, &end) : NULL;
    if (text && !config) fail(e, "%s: byte %td: not JSON", path, end - text + 1);
    const bool done = config && read_rules(r, config, path, e);
    cJSON_Delete(config);
    arena_free(&scratch);
    return done;
}

bool tokenizer_load(Tokenizer *t, Arena *a, const char *folder_or_vocab_file, Error *e)
{
    struct stat status;
    const char *path = folder_or_vocab_file;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        path = joined(a, path, strlen(path), "/vocab.txt");
    const char *slash = strrchr(path, '/');
    const char *config = joined(a, path, slash ? (size_t)(slash + 1 - path) : 0, CONFIG);
    return load_rules(&t->rules, config, e) && pieces_load(&t->vocabulary, a, path, e);
}

/* ---- writing ---------------------------------------------------------------------------------*/

static const char *json_bool(bool value)
{
    return value ? "true" : "false";
}

bool tokenizer_save(const Tokenizer *t, const char *folder, Error *e)
{
    Arena scratch = {0};
    char text[512];
    const TokenizerRules r = t->rules;
    const int size = snprintf(text, sizeof text,
                              "{\n"
                              "  \"cls_token\": \"[CLS]\",\n"
                              "  \"do_lower_case\": %s,\n"
                              "  \"mask_token\": \"[MASK]\",\n"
                              "  \"pad_token\": \"[PAD]\",\n"
                              "  \"sep_token\": \"[SEP]\",\n"
                              "  \"strip_accents\": %s,\n"
                              "  \"tokenize_chinese_chars\": %s,\n"
                              "  \"tokenizer_class\": \"BertTokenizer\",\n"
                              "  \"unk_token\": \"[UNK]\"\n"
                              "}\n",
                              json_bool(r.lower_case),
                              r.strip_accents == r.lower_case ? "null" : json_bool(r.strip_accents),
                              json_bool(r.ideographs));
    const size_t length = strlen(folder);
    const char *vocabulary = joined(&scratch, folder, length, "/vocab.txt");
    const char *config = joined(&scratch, folder, length, "/tokenizer_config.json");
    const bool saved =
        pieces_save(&t->vocabulary, vocabulary, e) && text_save(config, text, (size_t)size, e);
    arena_free(&scratch);
    return saved;
}
