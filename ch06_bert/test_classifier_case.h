/* What the tests of the text classifier and of adversarial training share: small models of each
 * design, and three texts. */
#ifndef CH06_TEST_CLASSIFIER_CASE_H
#define CH06_TEST_CLASSIFIER_CASE_H

#include "text_classifier.h"
#include "common/testing.h"

#include <stdio.h>

#define CLASSIFIER_GOLDEN "ch06_bert/golden/classifier.txt"

enum { CASE_VOCABULARY = 8, CASE_CLASSES = 3 };

/* The texts of golden/make_classifier.py. */
static const int case_ids[] = {1, 4, 4, 2, 3, 5, 2, 0, 0, 0, 1, 6, 4, 0, 0};
static const int case_valid[] = {5, 2, 3}, case_labels[] = {2, 0, 1};
static const TextBatch case_batch = {
    {.ids = case_ids, .valid = case_valid, .batch = 3, .length = 5}, case_labels};

static inline BertConfig case_config(void)
{
    static const char *const labels[] = {"red", "green", "blue"};
    BertShape shape = bert_shape(CASE_VOCABULARY, 2, 8, 2, 6);
    shape.d_hidden = 12;
    shape.initial = 0.4; /* so that no gradient is tiny */
    BertConfig config = bert_config(shape);
    config.classifier_dropout = 0.1;
    config.labels = labels;
    config.label_count = CASE_CLASSES;
    return config;
}

static inline void case_new(TextClassifier *c, TextModel model, Pooling pooling, uint64_t seed)
{
    Rng r = rng_new(seed);
    text_classifier_new(c, &r, (TextClassifierShape){model, 5, pooling}, case_config());
}

/* The designs, each BiLSTM with both poolings. */
static const struct {
    TextModel model;
    Pooling pooling;
} case_designs[] = {{BILSTM, POOL_MAX},
                    {BILSTM, POOL_LAST},
                    {BERT_CLS, POOL_MAX},
                    {BERT_BILSTM, POOL_MAX},
                    {BERT_BILSTM, POOL_LAST}};
enum { DESIGNS = sizeof case_designs / sizeof *case_designs };

static inline void case_design(TextClassifier *c, int i)
{
    case_new(c, case_designs[i].model, case_designs[i].pooling, 3);
}

/* The golden matrix PREFIX.NAME of a pooling. */
static inline Mat case_reference(Arena *a, Pooling pooling, const char *prefix, const char *name)
{
    char key[96];
    snprintf(key, sizeof key, "%s.%s%s%s", pooling_name(pooling), prefix, *prefix ? "." : "", name);
    return golden(a, CLASSIFIER_GOLDEN, key);
}

/* The BiLSTM classifier that PyTorch's values are of. */
static inline void case_golden(TextClassifier *c, Arena *a, Pooling pooling)
{
    Rng r = rng_new(1);
    BertConfig config = case_config();
    config.shape.d_model = 3;
    text_classifier_new(c, &r, (TextClassifierShape){BILSTM, 2, pooling}, config);
    for (int i = 0; i < c->bert.params.count; i++) {
        Param *p = c->bert.params.items[i];
        mat_copy(p->value, case_reference(a, pooling, "", p->name));
    }
}

/* Compares all gradients with those of a prefix. */
static inline void case_gradients(const TextClassifier *c, Arena *a, const char *prefix,
                                  double tolerance)
{
    for (int i = 0; i < c->bert.params.count; i++) {
        const Param *p = c->bert.params.items[i];
        assert_mat_close(p->grad, case_reference(a, c->shape.pooling, prefix, p->name), tolerance);
    }
}

#endif
