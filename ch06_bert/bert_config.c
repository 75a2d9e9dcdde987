/* bert_config - reads and writes config.json. What the file says is compared with tables of keys,
 * kinds and ranges; whatever would silently give other numbers than the model was trained with
 * (another activation, other positions) is refused. */
#include "bert_config.h"
#include "common/safetensors_parts.h"
#include "common/text.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* The numbers: key, place in BertConfig, range, and what holds when the key is not there. */
typedef struct {
    const char *key;
    size_t offset;
    double least, most, otherwise; /* otherwise NAN: the key must be there */
} NumberKey;

#define SHAPE_AT(member) offsetof(BertConfig, shape.member)

static const NumberKey whole[] = {
    {"vocab_size", SHAPE_AT(vocabulary), 1, 1 << 24, NAN},
    {"num_hidden_layers", SHAPE_AT(layers), 1, 1000, NAN},
    {"hidden_size", SHAPE_AT(d_model), 1, 4096, NAN}, /* the limit of layer_norm_backward */
    {"num_attention_heads", SHAPE_AT(heads), 1, 4096, NAN},
    {"intermediate_size", SHAPE_AT(d_hidden), 1, 1 << 20, NAN},
    {"max_position_embeddings", SHAPE_AT(positions), 3, 1 << 20, NAN},
    {"type_vocab_size", SHAPE_AT(types), 1, 1 << 16, 2},
    {"pad_token_id", offsetof(BertConfig, pad), 0, 1 << 24, 0}};
static const double below_one = 1 - 1e-6;
static const NumberKey real[] = {
    {"layer_norm_eps", SHAPE_AT(epsilon), 0, 1, 1e-12},
    {"hidden_dropout_prob", SHAPE_AT(dropout), 0, below_one, 0.1},
    {"attention_probs_dropout_prob", SHAPE_AT(attention_dropout), 0, below_one, 0.1},
    {"initializer_range", SHAPE_AT(initial), 0, 100, 0.02}};
enum { WHOLE = sizeof whole / sizeof *whole, REAL = sizeof real / sizeof *real };

/* Names of activations; the first of each is the one that is written. */
static const struct {
    const char *name;
    Activation activation;
} activations[] = {{"gelu", GELU_ERF},       {"gelu_new", GELU_TANH},
                   {"relu", RELU},           {"gelu_python", GELU_ERF},
                   {"gelu_fast", GELU_TANH}, {"gelu_pytorch_tanh", GELU_TANH}};
enum { ACTIVATIONS = sizeof activations / sizeof *activations };

BertConfig bert_config(BertShape shape)
{
    static const char *const labels[] = {"LABEL_0", "LABEL_1"};
    return (BertConfig){.shape = shape,
                        .classifier_dropout = shape.dropout,
                        .labels = labels,
                        .label_count = 2,
                        .tied = true};
}

/* ---- reading ---------------------------------------------------------------------------------*/

/* The file while it is read. */
typedef struct {
    const char *path;
    const cJSON *root;
    Error *e;
} Reader;

/* The value of the key, or NULL when it is not there or null. */
static const cJSON *value_of(const Reader *r, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(r->root, key);
    return item && !cJSON_IsNull(item) ? item : NULL;
}

/* A message "PATH: KEY is VALUE; EXPECTED was expected". */
static bool wrong(const Reader *r, const char *key, const cJSON *value, const char *expected)
{
    char *text = value ? cJSON_PrintUnformatted(value) : NULL;
    fail(r->e, "%s: %s is %.80s; %s was expected", r->path, key, text ? text : "not there",
         expected);
    cJSON_free(text);
    hide_controls(r->e);
    return false;
}

static bool take_number(const Reader *r, const NumberKey *k, bool is_whole, double *number)
{
    char expected[100];
    const cJSON *value = value_of(r, k->key);
    *number = value && cJSON_IsNumber(value) ? value->valuedouble : value ? NAN : k->otherwise;
    const bool fits = *number >= k->least && *number <= k->most;
    if (fits && (!is_whole || floor(*number) == *number)) return true;
    snprintf(expected, sizeof expected, "%s from %.10g to %.10g",
             is_whole ? "a whole number" : "a number", k->least, k->most);
    return wrong(r, k->key, value, expected);
}

static bool take_numbers(const Reader *r, BertConfig *c)
{
    double number;
    for (int i = 0; i < WHOLE; i++) {
        if (!take_number(r, &whole[i], true, &number)) return false;
        *(int *)((char *)c + whole[i].offset) = (int)number;
    }
    for (int i = 0; i < REAL; i++) {
        if (!take_number(r, &real[i], false, &number)) return false;
        memcpy((char *)c + real[i].offset, &number, sizeof number);
    }
    const NumberKey own = {"classifier_dropout", 0, 0, below_one, c->shape.dropout};
    return take_number(r, &own, false, &c->classifier_dropout);
}

static bool take_activation(const Reader *r, BertConfig *c)
{
    const cJSON *value = value_of(r, "hidden_act");
    if (!value) return c->shape.activation = GELU_ERF, true;
    for (int i = 0; i < ACTIVATIONS && cJSON_IsString(value); i++)
        if (strcmp(value->valuestring, activations[i].name) == 0)
            return c->shape.activation = activations[i].activation, true;
    return wrong(r, "hidden_act", value, "gelu, gelu_new, gelu_pytorch_tanh or relu");
}

/* A key that, if it is there, must have this text. */
static bool expect_text(const Reader *r, const char *key, const char *text)
{
    const cJSON *value = value_of(r, key);
    return !value || (cJSON_IsString(value) && strcmp(value->valuestring, text) == 0) ||
           wrong(r, key, value, text);
}

/* A key that is true or false. */
static bool take_flag(const Reader *r, const char *key, bool otherwise, bool *flag)
{
    const cJSON *value = value_of(r, key);
    *flag = value ? cJSON_IsTrue(value) : otherwise;
    return !value || cJSON_IsBool(value) || wrong(r, key, value, "true or false");
}

/* Whether the model is of the kind that the book has. */
static bool take_kind(const Reader *r, BertConfig *c)
{
    bool decoder, cross;
    if (!expect_text(r, "model_type", "bert") ||
        !expect_text(r, "position_embedding_type", "absolute") ||
        !take_flag(r, "is_decoder", false, &decoder) ||
        !take_flag(r, "add_cross_attention", false, &cross) ||
        !take_flag(r, "tie_word_embeddings", true, &c->tied))
        return false;
    return (!decoder && !cross) || fail(r->e, "%s: a decoder; an encoder was expected", r->path);
}

/* ---- labels ----------------------------------------------------------------------------------*/

/* Whether a text would act on a terminal, or break a line in two. */
static bool has_control(const char *text)
{
    for (int length; *text; text += length) {
        const int code = text_decode(text, strnlen(text, 4), &length);
        if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true;
    }
    return false;
}

/* The name of class i: the text under "i", or LABEL_i without names. NULL: it is no text of one
 * line. */
static const char *label_of(Arena *a, const cJSON *names, int i)
{
    enum { SIZE = 32 };
    char *text = arena_alloc(a, SIZE);
    snprintf(text, SIZE, names ? "%d" : "LABEL_%d", i);
    if (!names) return text;
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(names, text);
    if (!cJSON_IsString(name) || has_control(name->valuestring)) return NULL;
    return strcpy(arena_alloc(a, strlen(name->valuestring) + 1), name->valuestring);
}

static bool take_labels(const Reader *r, Arena *a, BertConfig *c)
{
    const cJSON *names = value_of(r, "id2label");
    const NumberKey count = {"num_labels", 0, 1, 1 << 16, 2};
    double n = cJSON_GetArraySize(names);
    if (names && !(cJSON_IsObject(names) && n >= 1))
        return wrong(r, "id2label", names, "an object of names");
    if (!names && !take_number(r, &count, true, &n)) return false;
    const char **labels = arena_alloc(a, (size_t)n * sizeof *labels);
    for (int i = 0; i < (int)n; i++)
        if (!(labels[i] = label_of(a, names, i)))
            return fail(r->e, "%s: id2label has %g names, but no text of one line for \"%d\"",
                        r->path, n, i);
    c->labels = labels;
    c->label_count = (int)n;
    return true;
}

/* ---- the file --------------------------------------------------------------------------------*/

static bool take_all(const Reader *r, Arena *a, BertConfig *c)
{
    if (!cJSON_IsObject(r->root)) return fail(r->e, "%s: not a JSON object", r->path);
    if (!take_kind(r, c) || !take_numbers(r, c) || !take_activation(r, c) || !take_labels(r, a, c))
        return false;
    if (c->shape.d_model % c->shape.heads)
        return fail(r->e, "%s: hidden_size %d is no multiple of num_attention_heads %d", r->path,
                    c->shape.d_model, c->shape.heads);
    if (c->pad >= c->shape.vocabulary)
        return fail(r->e, "%s: pad_token_id %d, but vocab_size %d", r->path, c->pad,
                    c->shape.vocabulary);
    return true;
}

bool bert_config_read(BertConfig *c, Arena *a, const char *path, Error *e)
{
    enum { LARGEST = 1 << 24 };
    size_t size;
    const char *text = text_file(a, path, LARGEST, &size, e);
    if (!text) return false;
    if (!utf8_is_valid(text, size)) return fail(e, "%s: not JSON, not even UTF-8", path);
    const char *end = text;
    cJSON *root = cJSON_ParseWithOpts(text, &end, true);
    *c = (BertConfig){0};
    const bool ok = root ? take_all(&(Reader){path, root, e}, a, c)
                         : fail(e, "%s: not JSON: a mistake near byte %zu of %zu", path,
                                (size_t)(end - text) + 1, size);
    cJSON_Delete(root);
    return ok;
}

/* ---- writing ---------------------------------------------------------------------------------*/

/* The labels both ways: {"0": "no", ...} and {"no": 0, ...}. */
static void put_labels(cJSON *root, const BertConfig *c)
{
    cJSON *names = cJSON_AddObjectToObject(root, "id2label");
    cJSON *ids = cJSON_AddObjectToObject(root, "label2id");
    for (int i = 0; i < c->label_count; i++) {
        char key[16];
        snprintf(key, sizeof key, "%d", i);
        cJSON_AddStringToObject(names, key, c->labels[i]);
        cJSON_AddNumberToObject(ids, c->labels[i], i);
    }
}

static const char *activation_name(Activation a)
{
    int i = 0;
    while (activations[i].activation != a) i++;
    return activations[i].name;
}

static cJSON *object_of(const BertConfig *c, const char *architecture)
{
    cJSON *root = cJSON_CreateObject();
    cJSON_AddItemToObject(root, "architectures", cJSON_CreateStringArray(&architecture, 1));
    cJSON_AddStringToObject(root, "model_type", "bert");
    cJSON_AddStringToObject(root, "torch_dtype", sizeof(float) == 4 ? "float32" : "float64");
    for (int i = 0; i < WHOLE; i++)
        cJSON_AddNumberToObject(root, whole[i].key,
                                *(const int *)((const char *)c + whole[i].offset));
    for (int i = 0; i < REAL; i++) {
        double number;
        memcpy(&number, (const char *)c + real[i].offset, sizeof number);
        cJSON_AddNumberToObject(root, real[i].key, number);
    }
    cJSON_AddNumberToObject(root, "classifier_dropout", c->classifier_dropout);
    cJSON_AddStringToObject(root, "hidden_act", activation_name(c->shape.activation));
    cJSON_AddStringToObject(root, "position_embedding_type", "absolute");
    put_labels(root, c);
    return root;
}

bool bert_config_save(const BertConfig *c, const char *architecture, const char *path, Error *e)
{
    cJSON *root = object_of(c, architecture);
    char *text = cJSON_Print(root);
    if (!text) die("no memory left");
    const bool ok = text_save(path, text, strlen(text), e);
    cJSON_free(text);
    cJSON_Delete(root);
    return ok;
}
