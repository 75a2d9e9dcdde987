/* A whole model: the encoder, the heads it has, and their weights. */
#ifndef CH06_BERT_MODEL_H
#define CH06_BERT_MODEL_H

#include "bert_config.h"
#include "bert_heads.h"

/* What a model may have beside the encoder. With PART_POOLER the classifier is meant to read the
 * pooled vector (a class for each sequence), without it every row of the encoder's output (a class
 * for each token). Next-sentence prediction needs the pooler. */
enum {
    PART_POOLER = 1,
    PART_MLM = 2,
    PART_NSP = 4,
    PART_CLASSIFIER = 8,
    PARTS_PRETRAINING = PART_POOLER | PART_MLM | PART_NSP,
    PARTS_SEQUENCE = PART_POOLER | PART_CLASSIFIER,
    PARTS_TOKENS = PART_CLASSIFIER
};

typedef struct {
    BertConfig config;
    unsigned parts;
    Params params; /* whoever adds layers of their own adds their weights here */
    Bert bert;
    Pooler pooler; /* what is not among the parts is all zero */
    MlmHead mlm;
    Classifier nsp, classifier; /* weights nsp.w, classifier.w, ... */
    Arena arena;                /* layers and texts, until bert_model_free */
} BertModel;

/* A model with fresh weights (r NULL: of no use, to be read from a file). The texts of config are
 * copied. The classifier has config.label_count classes. */
void bert_model_new(BertModel *m, Rng *r, BertConfig config, unsigned parts);

/* Dropout on, drawn from rng, or off (NULL), in all parts. */
void bert_model_train(BertModel *m, Rng *rng);

void bert_model_free(BertModel *m);

#endif
