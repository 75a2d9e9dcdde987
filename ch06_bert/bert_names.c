/* bert_names - two tables, of what is there once and of what is there in every layer. */
#include "bert_names.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *own, *published;
    unsigned part;
    StoredForm form;
} Entry;

static const Entry once[] = {
    {"embeddings.words", "embeddings.word_embeddings.weight", 0, TABLE},
    {"embeddings.positions", "embeddings.position_embeddings.weight", 0, TABLE},
    {"embeddings.types", "embeddings.token_type_embeddings.weight", 0, TABLE},
    {"embeddings.norm.gamma", "embeddings.LayerNorm.weight", 0, VECTOR},
    {"embeddings.norm.beta", "embeddings.LayerNorm.bias", 0, VECTOR},
    {"pooler.w", "pooler.dense.weight", PART_POOLER, LINEAR},
    {"pooler.b", "pooler.dense.bias", PART_POOLER, VECTOR},
    {"mlm.w", "cls.predictions.transform.dense.weight", PART_MLM, LINEAR},
    {"mlm.b", "cls.predictions.transform.dense.bias", PART_MLM, VECTOR},
    {"mlm.norm.gamma", "cls.predictions.transform.LayerNorm.weight", PART_MLM, VECTOR},
    {"mlm.norm.beta", "cls.predictions.transform.LayerNorm.bias", PART_MLM, VECTOR},
    {"mlm.bias", "cls.predictions.bias", PART_MLM, VECTOR},
    {"nsp.w", "cls.seq_relationship.weight", PART_NSP, LINEAR},
    {"nsp.b", "cls.seq_relationship.bias", PART_NSP, VECTOR},
    {"classifier.w", "classifier.weight", PART_CLASSIFIER, LINEAR},
    {"classifier.b", "classifier.bias", PART_CLASSIFIER, VECTOR}};

/* After "layer.N." and "encoder.layer.N.". */
static const Entry in_layer[] = {{"self.w_q", "attention.self.query.weight", 0, LINEAR},
                                 {"self.b_q", "attention.self.query.bias", 0, VECTOR},
                                 {"self.w_k", "attention.self.key.weight", 0, LINEAR},
                                 {"self.b_k", "attention.self.key.bias", 0, VECTOR},
                                 {"self.w_v", "attention.self.value.weight", 0, LINEAR},
                                 {"self.b_v", "attention.self.value.bias", 0, VECTOR},
                                 {"self.w_o", "attention.output.dense.weight", 0, LINEAR},
                                 {"self.b_o", "attention.output.dense.bias", 0, VECTOR},
                                 {"norm_1.gamma", "attention.output.LayerNorm.weight", 0, VECTOR},
                                 {"norm_1.beta", "attention.output.LayerNorm.bias", 0, VECTOR},
                                 {"ffn.w_1", "intermediate.dense.weight", 0, LINEAR},
                                 {"ffn.b_1", "intermediate.dense.bias", 0, VECTOR},
                                 {"ffn.w_2", "output.dense.weight", 0, LINEAR},
                                 {"ffn.b_2", "output.dense.bias", 0, VECTOR},
                                 {"norm_3.gamma", "output.LayerNorm.weight", 0, VECTOR},
                                 {"norm_3.beta", "output.LayerNorm.bias", 0, VECTOR}};

enum { ONCE = sizeof once / sizeof *once, IN_LAYER = sizeof in_layer / sizeof *in_layer };

/* The first checkpoints, made by TensorFlow, say gamma and beta; some have the bias of the masked
 * words only under the decoder's name. */
static void set_old_name(BertName *n)
{
    const char *norm = strstr(n->published, "LayerNorm.");
    if (norm)
        snprintf(n->old, sizeof n->old, "%.*sLayerNorm.%s", (int)(norm - n->published),
                 n->published, strcmp(norm, "LayerNorm.weight") == 0 ? "gamma" : "beta");
    if (strcmp(n->own, "mlm.bias") == 0)
        snprintf(n->old, sizeof n->old, "cls.predictions.decoder.bias");
}

/* The entry with these beginnings of its names. */
static BertName name_of(const Entry *e, const char *own, const char *published)
{
    BertName n = {
        .part = e->part, .encoder = e->part == 0 || e->part == PART_POOLER, .form = e->form};
    snprintf(n.own, sizeof n.own, "%s%s", own, e->own);
    snprintf(n.published, sizeof n.published, "%s%s", published, e->published);
    n.by_piece = strcmp(n.own, "embeddings.words") == 0 || strcmp(n.own, "mlm.bias") == 0;
    set_old_name(&n);
    return n;
}

const BertName *bert_names(Arena *a, int layers, int *count)
{
    BertName *names = arena_alloc(a, (size_t)(ONCE + layers * IN_LAYER) * sizeof *names);
    *count = 0;
    for (int i = 0; i < ONCE; i++) names[(*count)++] = name_of(&once[i], "", "");
    for (int l = 0; l < layers; l++)
        for (int i = 0; i < IN_LAYER; i++) {
            char own[24], published[32];
            snprintf(own, sizeof own, "layer.%d.", l);
            snprintf(published, sizeof published, "encoder.layer.%d.", l);
            names[(*count)++] = name_of(&in_layer[i], own, published);
        }
    return names;
}

char *join(Arena *a, const char *first, const char *second)
{
    const size_t size = strlen(first) + strlen(second) + 1;
    char *text = arena_alloc(a, size);
    snprintf(text, size, "%s%s", first, second);
    return text;
}
