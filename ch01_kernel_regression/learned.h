/* A kernel whose width is learned by gradient descent: attention with a learnable score.
 *
 *     s_ij = -1/2 sum_k (w_k (x'_ik - x_jk))^2,   A = softmax(S),   out = A values
 *
 * One weight per feature; w_k = 1/h_k, its sign does not matter. Source: the parametric attention
 * pooling of Dive into Deep Learning (there d = 1). Queries: m x d, keys: n x d, values: n x 1. */
#ifndef CH01_LEARNED_H
#define CH01_LEARNED_H

#include <stdbool.h>

#include "common/params.h"

typedef struct {
    Param *width;              /* w: 1 x d */
    Mat queries, keys, values; /* the last inputs, remembered by forward until the step ends */
    Mat weights;               /* the last attention weights A, m x n */
} LearnedKernel;

/* out = softmax(scores) values, m x 1. With leave_one_out the queries are the keys and no sample
 * sees itself. The weights are allocated from `step`. */
void learned_forward(LearnedKernel *l, Arena *step, Mat out, Mat queries, Mat keys, Mat values,
                     bool leave_one_out);

/* Adds into l->width->grad, given d_out (m x 1) of the last forward. The samples are data: they get
 * no gradient. */
void learned_backward(const LearnedKernel *l, Arena *step, Mat d_out);

/* The width's part of it: d_width_k -= w_k sum_ij d_scores_ij (x'_ik - x_jk)^2. d_scores: m x n. */
void width_backward(Mat d_width, Mat width, Mat d_scores, Mat queries, Mat keys);

/* The sum of (out - y)^2; d_out += its gradient 2 (out - y). All m x 1. */
double squared_error(Mat d_out, Mat out, Mat y);

typedef enum { SGD, ADAM } Optimiser;

typedef struct {
    int steps;
    double rate;
    Optimiser optimiser;
    bool see_itself; /* the deliberate bug: train without leaving each sample out */
} Training;

/* Trains l->width on the samples, each predicted from the others, full batch, sum of squared
 * errors. p holds the width and nothing else. trace: (steps + 1) x (1 + d), row t: the root mean
 * squared error with the width after t steps, and that width. Stops early and returns false when
 * the width is no longer finite (the rate was too large); the rows of trace from there on are NaN.
 */
bool learned_train(LearnedKernel *l, Params *p, Mat x, Mat y, Training how, Mat trace);

#endif
