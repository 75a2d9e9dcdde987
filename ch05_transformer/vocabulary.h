/* Choosing the next token: the scores of all V pieces, and the label-smoothed loss of the right
 * one.
 *
 * The projection shares its weights with the embedding (Press and Wolf 2017): logits = H E', E: V x
 * d. hidden: T x d. Rows whose target is IGNORED_TARGET (padding) are not projected at all. */
#ifndef CH05_VOCABULARY_H
#define CH05_VOCABULARY_H

#include "common/params.h"

typedef struct {
    double loss;  /* the sum over counted rows of (1 - e) (-log p_target) + e mean_v(-log p_v) */
    double nll;   /* the sum of -log p_target: its mean's exponential is the perplexity */
    long counted; /* rows with a target */
    long right;   /* rows whose target has the largest score */
} VocabularyLoss;

/* The loss of the targets under label smoothing e (Szegedy et al. 2016), and, unless d_hidden.data
 * is NULL, its gradient times `scale`: added to d_hidden and to embedding->grad. Forward and
 * backward run block of rows by block of rows, so that T x V scores never exist at once. */
VocabularyLoss vocabulary_loss(Mat d_hidden, Arena *step, Mat hidden, Param *embedding,
                               const int *targets, double smoothing, double scale);

/* The same without smoothing for scores with a bias, 1 x V: logits = H E' + bias. */
VocabularyLoss vocabulary_loss_biased(Mat d_hidden, Arena *step, Mat hidden, Param *embedding,
                                      Param *bias, const int *targets, double scale);

/* logits = hidden E': T x V, for decoding. */
void vocabulary_logits(Mat logits, Mat hidden, const Param *embedding);

#endif
