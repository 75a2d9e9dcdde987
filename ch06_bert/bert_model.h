/* A whole model: the encoder, the heads it has, and their weights. */
#ifndef CH06_BERT_MODEL_H
#define CH06_BERT_MODEL_H

#include "bert_config.h"
#include "bert_heads.h"

/* What a model has beside the encoder. CLASSIFIER reads the pooled vector (PARTS_POOLER) or, with
 * PARTS_TOKENS, every token. */
enum {
    PARTS_POOLER = 1,
    PARTS_MLM = 2,
    PARTS_NSP = 4,
    PARTS_CLASSIFIER = 8,
    PARTS_PRETRAINING = PARTS_POOLER | PARTS_MLM | PARTS_NSP
};

typedef struct {
    BertConfig config;
    unsigned parts;
    Params params; /* whoever adds layers of their own may add their weights here */
    Bert bert;
    Pooler pooler;
    MlmHead mlm;
    Classifier nsp, classifier; /* names nsp.w, classifier.w */
    Arena arena;                /* layers and texts, until bert_model_free */
} BertModel;

/* A model with fresh weights. The texts of config are copied. PARTS_CLASSIFIER has
 * config.label_count classes. */
void bert_model_new(BertModel *m, Rng *r, BertConfig config, unsigned parts);

/* Dropout on, drawn from rng, or off (NULL), in all parts. */
void bert_model_train(BertModel *m, Rng *rng);

void bert_model_free(BertModel *m);

#endif
