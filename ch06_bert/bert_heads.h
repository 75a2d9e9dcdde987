/* What is put on top of BERT: the pooler, the two heads of pretraining, and classifiers of
 * sequences and of tokens. hidden is always the encoder's output, (B T) x d.
 *
 *     pooler       p = tanh(h_[CLS] W + b)                     one row for each sequence, B x d
 *     masked words z = norm(gelu(h W + b)) E' + bias           E: the embedding of words, tied
 *     classifier   z = dropout(x) W + b                        x: pooled, or hidden (one for each
 *                                                              token), or anything of your own
 *
 * Next-sentence prediction is a classifier of two classes on the pooled vector, without dropout.
 * Source: Devlin et al. 2019, section 3.1 and 4; their code, run_pretraining.py. */
#ifndef CH06_BERT_HEADS_H
#define CH06_BERT_HEADS_H

#include "bert.h"
#include "ch05_transformer/vocabulary.h"

/* ---- pooler ----------------------------------------------------------------------------------*/

typedef struct {
    Param *w, *b;   /* d x d, 1 x d: names pooler.w, pooler.b */
    Mat first, out; /* B x d: the first row of each sequence, and the result; remembered by forward
                       until the step ends */
} Pooler;

/* Like all weights here: truncated normal, biases 0; r NULL: of no use, to be read from a file. */
Pooler pooler_new(Params *p, Rng *r, const BertShape *shape);

/* B x d, owned by the step. */
Mat pooler_forward(Pooler *p, Arena *step, Mat hidden, int batch);

/* Adds to the rows of d_hidden that were read, and to the weights' gradients. */
void pooler_backward(const Pooler *p, Arena *step, Mat d_hidden, Mat d_pooled);

/* ---- masked words ----------------------------------------------------------------------------*/

typedef struct {
    Param *w, *b;   /* d x d, 1 x d: names mlm.w, mlm.b */
    LayerNorm norm; /* mlm.norm.gamma, mlm.norm.beta */
    Param *bias;    /* 1 x V: mlm.bias */
    Param *words;   /* the encoder's, V x d */
    ActivationFunction activation;
} MlmHead;

MlmHead mlm_new(Params *p, Rng *r, const Bert *b);

/* The scores of all V pieces (logits) for the rows rows[0 .. count-1] of hidden: count x V, owned
 * by the step. For a batch's losses take mlm_loss, which never holds so many. */
Mat mlm_scores(MlmHead *m, Arena *step, Mat hidden, const int *rows, int count);

/* The loss of labels[0 .. hidden.rows-1]; a row whose label is IGNORED_TARGET costs nothing. Sums,
 * as in vocabulary.h: the mean loss is nll / counted. Unless d_hidden.data is NULL, adds the
 * gradient of `scale` times the sum to d_hidden and to the weights' gradients; scale = 1 / counted
 * makes it that of the mean. */
VocabularyLoss mlm_loss(MlmHead *m, Arena *step, Mat d_hidden, Mat hidden, const int *labels,
                        double scale);

/* ---- classifiers -----------------------------------------------------------------------------*/

typedef struct {
    Param *w, *b;   /* d x C, 1 x C: names PREFIX.w, PREFIX.b */
    double dropout; /* of what it reads */
    Rng *rng;       /* training; NULL: evaluation */
    Mat x;          /* what was read, after dropout; remembered by forward until the step ends */
    uint64_t drop;
} Classifier;

/* The classes of next-sentence prediction, in the order of published models. */
enum { IS_NEXT, NOT_NEXT, NSP_CLASSES };

/* `inputs` numbers in, `classes` out; w truncated normal with standard deviation `initial`. */
Classifier classifier_new(Params *p, Rng *r, const char *prefix, int inputs, int classes,
                          double initial, double dropout);

/* The logits, x.rows x C, owned by the step: for cross_entropy_forward (common/layers.h). */
Mat classifier_forward(Classifier *c, Arena *step, Mat x);

/* Adds to d_x and to the weights' gradients. */
void classifier_backward(const Classifier *c, Arena *step, Mat d_x, Mat d_logits);

#endif
