/* text_classifier_file - writes and reads a folder with a text classifier. */
#include "text_classifier_file.h"
#include "ch05_transformer/translator_file.h"
#include "common/checkpoint.h"
#include "common/text.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_DESCRIPTION = 1 << 24 }; /* bytes */

/* The numbers of a BiLSTM without BERT, by the names they have in the file, with their limits. */
static const struct {
    const char *name;
    size_t offset; /* of an int in BertShape */
    int most;
} whole[] = {{"vocabulary", offsetof(BertShape, vocabulary), 1 << 24},
             {"d_model", offsetof(BertShape, d_model), 1 << 16},
             {"positions", offsetof(BertShape, positions), 1 << 20}};
enum { WHOLE = sizeof whole / sizeof *whole };

/* ---- writing ---------------------------------------------------------------------------------*/

static void put_bilstm(cJSON *root, const BertConfig *config)
{
    const BertShape *s = &config->shape;
    for (int i = 0; i < WHOLE; i++)
        cJSON_AddNumberToObject(root, whole[i].name,
                                *(const int *)((const char *)s + whole[i].offset));
    cJSON_AddNumberToObject(root, "dropout", s->dropout);
    cJSON_AddNumberToObject(root, "classifier_dropout", config->classifier_dropout);
    cJSON *labels = cJSON_AddArrayToObject(root, "labels");
    for (int i = 0; i < config->label_count; i++)
        cJSON_AddItemToArray(labels, cJSON_CreateString(config->labels[i]));
}

static bool save_description(const TextClassifier *c, const char *path, Error *e)
{
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "model", text_model_name(c->shape.model));
    if (c->shape.model != BERT_CLS) {
        cJSON_AddStringToObject(root, "pooling", pooling_name(c->shape.pooling));
        cJSON_AddNumberToObject(root, "hidden", c->shape.hidden);
    }
    if (c->shape.model == BILSTM) put_bilstm(root, &c->bert.config);
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    if (!text) die("out of memory");
    const bool ok = text_save(path, text, strlen(text), e);
    cJSON_free(text);
    return ok;
}

bool text_classifier_save(TextClassifier *c, const char *folder, Error *e)
{
    Arena a = {0};
    const Checkpoint weights = {.params = &c->bert.params};
    /* The weights first: where they find no room, the folder stays as it was. */
    bool ok = c->shape.model == BILSTM
                  ? checkpoint_save(&weights, path_in(&a, folder, "model.safetensors"), e)
                  : bert_save(&c->bert, folder, e);
    ok = ok && save_description(c, path_in(&a, folder, "classifier.json"), e);
    arena_free(&a);
    return ok;
}

/* ---- reading the description -----------------------------------------------------------------*/

typedef struct {
    const char *path;
    const cJSON *root;
} Description;

static bool whole_of(const Description *d, const char *name, int most, int *value, Error *e)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(d->root, name);
    const double x = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    if (!(x >= 1 && x <= most && x == floor(x)))
        return fail(e, "%s: \"%s\" must be a whole number from 1 to %d", d->path, name, most);
    *value = (int)x;
    return true;
}

static bool share_of(const Description *d, const char *name, double *value, Error *e)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(d->root, name);
    *value = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    if (!(*value >= 0 && *value < 1))
        return fail(e, "%s: \"%s\" must be a number from 0 to below 1", d->path, name);
    return true;
}

/* The text under a name, or "" when there is none. */
static const char *word_of(const Description *d, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(d->root, name));
    return text ? text : "";
}

static bool labels_of(const Description *d, Arena *a, BertConfig *config, Error *e)
{
    const cJSON *labels = cJSON_GetObjectItemCaseSensitive(d->root, "labels"), *item;
    const int count = cJSON_IsArray(labels) ? cJSON_GetArraySize(labels) : 0;
    const char **texts = arena_alloc(a, (size_t)(count + 1) * sizeof *texts);
    int n = 0;
    cJSON_ArrayForEach(item, labels)
    {
        if (!cJSON_IsString(item)) return fail(e, "%s: label %d is not a text", d->path, n);
        const char *text = item->valuestring;
        texts[n++] = strcpy(arena_alloc(a, strlen(text) + 1), text);
    }
    if (n < 2) return fail(e, "%s: \"labels\" must be at least two texts", d->path);
    config->labels = texts;
    config->label_count = n;
    return true;
}

static bool shape_of(const Description *d, TextClassifierShape *s, Error *e)
{
    const char *model = word_of(d, "model"), *pooling = word_of(d, "pooling");
    *s = (TextClassifierShape){.model = BILSTM};
    while (s->model < TEXT_MODELS && strcmp(model, text_model_name(s->model)) != 0) s->model++;
    if (s->model == TEXT_MODELS)
        return fail(e, "%s: the model is \"%s\"; expected " TEXT_MODEL_NAMES, d->path, model);
    if (s->model == BERT_CLS) return true;
    s->pooling = strcmp(pooling, "last") == 0 ? POOL_LAST : POOL_MAX;
    if (strcmp(pooling, pooling_name(s->pooling)) != 0)
        return fail(e, "%s: the pooling is \"%s\"; expected " POOLINGS, d->path, pooling);
    return whole_of(d, "hidden", 1 << 16, &s->hidden, e);
}

static bool bilstm_of(const Description *d, Arena *a, BertConfig *config, Error *e)
{
    *config = (BertConfig){0};
    for (int i = 0; i < WHOLE; i++) {
        int *value = (int *)((char *)&config->shape + whole[i].offset);
        if (!whole_of(d, whole[i].name, whole[i].most, value, e)) return false;
    }
    return share_of(d, "dropout", &config->shape.dropout, e) &&
           share_of(d, "classifier_dropout", &config->classifier_dropout, e) &&
           labels_of(d, a, config, e);
}

/* Reads classifier.json: the shape and, of a BiLSTM without BERT, the configuration. */
static bool read_description(TextClassifierShape *s, BertConfig *config, Arena *a, const char *path,
                             Error *e)
{
    size_t size;
    const char *text = text_file(a, path, LARGEST_DESCRIPTION, &size, e);
    if (!text) return false;
    const char *end = text + strlen(text);
    cJSON *root = end == text + size ? cJSON_ParseWithLengthOpts(text, size + 1, &end, true) : NULL;
    if (!root) return fail(e, "%s: byte %td: not JSON", path, end - text + 1);
    const Description d = {path, root};
    bool ok = cJSON_IsObject(root) || fail(e, "%s: not a JSON object", path);
    ok = ok && shape_of(&d, s, e) && (s->model != BILSTM || bilstm_of(&d, a, config, e));
    cJSON_Delete(root);
    return ok;
}

/* ---- reading a folder ------------------------------------------------------------------------*/

bool text_classifier_pretrained(TextClassifier *c, Rng *r, TextClassifierShape shape,
                                BertConfig config, const char *folder, BertReport *report, Error *e)
{
    require(shape.model != BILSTM, "a BiLSTM on no BERT");
    text_classifier_new(c, r, shape, config);
    if (bert_read(&c->bert, folder, 0, r, report, e)) return true;
    text_classifier_free(c);
    return false;
}

/* Makes the model and reads all of its weights. */
static bool read_weights(TextClassifier *c, TextClassifierShape shape, BertConfig config,
                         const char *folder, Arena *a, Error *e)
{
    Rng unused = rng_new(0);
    BertReport report;
    bool ok;
    text_classifier_new(c, &unused, shape, config);
    const Checkpoint weights = {.params = &c->bert.params};
    if (shape.model == BILSTM)
        ok = checkpoint_load(&weights, path_in(a, folder, "model.safetensors"), e);
    else
        ok = bert_read(&c->bert, folder, c->bert.parts | PART_OWN, NULL, &report, e);
    if (ok && shape.model != BILSTM) bert_report_warn(&report);
    if (!ok) text_classifier_free(c);
    return ok;
}

bool text_classifier_load(TextClassifier *c, const char *folder, Error *e)
{
    Arena a = {0};
    TextClassifierShape shape = {.model = BERT_CLS};
    BertConfig config;
    unsigned found = PART_CLASSIFIER; /* until it is known */
    const char *path = path_in(&a, folder, "classifier.json");
    const bool described = access(path, F_OK) == 0;
    bool ok = !described || read_description(&shape, &config, &a, path, e);
    if (ok && shape.model != BILSTM) ok = bert_describe(&config, &found, &a, folder, e);
    ok = ok && read_weights(c, shape, config, folder, &a, e);
    if (!ok && !described && !(found & PART_CLASSIFIER))
        fail(e, "%s (and there is no classifier.json)", e->text);
    arena_free(&a);
    return ok;
}
