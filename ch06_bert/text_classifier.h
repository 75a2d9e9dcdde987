/* Models that tell what kind of text a text is, in three designs with one interface.
 *
 *     bilstm        words -> embedding -> BiLSTM -> pooling            -> classifier
 *     bert          words -> BERT -> pooler: tanh(h_[CLS] W + b)       -> classifier
 *     bert-bilstm   words -> BERT -> BiLSTM -> pooling                 -> classifier
 *
 * The first learns everything from the labelled texts, the others may begin with a BERT that has
 * read much before. All three read the same pieces with [CLS] and [SEP], and end with the same
 * classifier: dropout, then one linear layer. */
#ifndef CH06_TEXT_CLASSIFIER_H
#define CH06_TEXT_CLASSIFIER_H

#include "bert_model.h"
#include "pooled_lstm.h"

typedef enum { BILSTM, BERT_CLS, BERT_BILSTM, TEXT_MODELS } TextModel;
#define TEXT_MODEL_NAMES "bilstm|bert|bert-bilstm"

/* "bert-bilstm", "max" */
const char *text_model_name(TextModel model);
const char *pooling_name(Pooling pooling);

typedef struct {
    TextModel model;
    int hidden; /* of each direction of the BiLSTM */
    Pooling pooling;
} TextClassifierShape;

typedef struct {
    TextClassifierShape shape;
    BertModel bert; /* bert.params: all weights. bert.config.labels: the classes. A BILSTM has its
                       sizes in bert.config too, and no encoder */
    Param *words;   /* V x d: the vectors that the texts' pieces stand for */
    PooledLstm lstm;
    Classifier output; /* weights classifier.w or, on a BiLSTM, output.w */
    Rng *rng;          /* training: what is dropped; NULL: evaluation */
    /* Remembered by forward until the step ends. */
    BertInput input;
    Mat hidden;    /* what BERT makes of the input; BILSTM: its vectors, after dropout */
    uint64_t drop; /* the choice of their dropout */
} TextClassifier;

/* Texts to learn from. */
typedef struct {
    BertInput input;
    const int *labels; /* input.batch of them, from 0 to label_count - 1 */
} TextBatch;

/* A model with fresh weights and config.label_count classes; the labels are copied. Of config,
 * BILSTM takes the vocabulary, d_model (of its embedding), positions (the longest text), initial,
 * both dropouts and the labels. */
void text_classifier_new(TextClassifier *c, Rng *r, TextClassifierShape shape, BertConfig config);
void text_classifier_free(TextClassifier *c);

/* Dropout on, drawn from rng, or off (NULL). All choices of a forward pass come from *rng. */
void text_classifier_train(TextClassifier *c, Rng *rng);

/* The logits, B x label_count, owned by the step. The arrays of the input stay the caller's. */
Mat text_classifier_forward(TextClassifier *c, Arena *step, BertInput in);

/* Adds to the gradients of all weights. */
void text_classifier_backward(TextClassifier *c, Arena *step, Mat d_logits);

/* The mean of -log p(label) over a batch, with dropout from `drops` (NULL: none); adds its gradient
 * to that of all weights. What it takes from the step it gives back. */
double text_classifier_learn(TextClassifier *c, Arena *step, TextBatch b, Rng *drops);

/* log p of every class, B x label_count, without dropout. */
void text_classifier_predict(TextClassifier *c, Arena *step, Mat log_probs, BertInput in);

#endif
