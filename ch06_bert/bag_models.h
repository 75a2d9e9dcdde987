/* Three ways to guess a text's class from its bag of words: what BERT must beat, in rising order.
 *
 * All of them give class c the score b_c + sum over words w of (count of w) W_wc, and choose the
 * largest; they differ in where W and b come from. Classes without a text to learn from are chosen
 * by none of the first two. */
#ifndef CH06_BAG_MODELS_H
#define CH06_BAG_MODELS_H

#include "sparse.h"

typedef struct {
    Mat weight; /* V x C */
    Mat bias;   /* 1 x C */
} BagModel;     /* owned by an arena */

/* The largest class, always: W = 0, b = log of the classes' shares (-INFINITY for none). In all
 * three, x: T x V are the counts, T >= 1, labels: T of them from 0 to classes - 1. */
BagModel bag_majority(Arena *a, const SparseMat *x, const int *labels, int classes);

/* Multinomial naive Bayes (McCallum and Nigam 1998): words are drawn one by one from a distribution
 * that the class has. W_wc = log((N_wc + alpha) / (sum_w N_wc + alpha V)), N_wc how often texts of
 * class c have word w, alpha > 0; b as in bag_majority. */
BagModel bag_naive_bayes(Arena *a, const SparseMat *x, const int *labels, int classes,
                         double alpha);

/* Logistic regression: W and b are where
 *
 *     mean over texts of -log softmax(x W + b)[label] + decay / 2 sum W_wc^2
 *
 * is smallest. It is convex: there is one such place for decay > 0 (b up to a common shift). */
BagModel bag_logistic(Arena *a, const SparseMat *x, const int *labels, int classes, double decay);

/* Writes the scores of all texts, T x C, or the class of each text: the first with the largest. */
void bag_scores(Mat scores, const BagModel *m, const SparseMat *x);
void bag_predict(int *predicted, const BagModel *m, const SparseMat *x);

#endif
