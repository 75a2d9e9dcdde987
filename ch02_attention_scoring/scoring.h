/* Attention scoring functions: how well does a query match a key? One interface for five answers.
 *
 *     gaussian    s = -1/2 |w * (q - k)|^2            chapter 1's kernel; w: 1 x d
 *     additive    s = w_v . tanh(W_q q + W_k k)       Bahdanau, Cho and Bengio 2015, section A.1.2
 *     dot         s = q . k                           Luong, Pham and Manning 2015, "dot"
 *     bilinear    s = q' W k                          the same, "general"
 *     scaled dot  s = q . k / sqrt(d)                 Vaswani et al. 2017, equation (1)
 *
 * Vectors are rows, so that W_q q is written q W_q in the code. Queries (B Tq) x d_q, keys (B Tk) x
 * d_k, scores (B Tq) x Tk; d_q and d_k may differ for additive and bilinear only. */
#ifndef CH02_SCORING_H
#define CH02_SCORING_H

#include <stdbool.h>

#include "common/params.h"
#include "common/rng.h"

typedef enum {
    SCORE_GAUSSIAN,
    SCORE_ADDITIVE,
    SCORE_DOT,
    SCORE_BILINEAR,
    SCORE_SCALED_DOT,
    SCORE_KINDS
} ScoreKind;

typedef struct {
    ScoreKind kind;
    Param *width;           /* gaussian: 1 x d */
    Param *w_q, *w_k, *w_v; /* additive: d_q x a, d_k x a, 1 x a */
    Param *w;               /* bilinear: d_q x d_k */
    int batch;              /* the rest is remembered by forward until the step ends */
    Mat q, k;
    Mat projected_q, projected_k; /* what meets: q, q W_q or q W; k or k W_k */
    Mat features;                 /* additive: tanh(...), (B Tq Tk) x a */
} Scoring;

/* "gaussian", "additive", "dot", "bilinear", "scaled" */
const char *score_name(ScoreKind kind);

/* Whether queries and keys may be of different sizes. */
bool score_allows_two_sizes(ScoreKind kind);

/* The weights, PREFIX.width and so on, are added to p: 1 for the width, Xavier-uniform numbers from
 * r for the others. additive_size: a, used by additive only. */
Scoring scoring_new(ScoreKind kind, Params *p, Rng *r, const char *prefix, int d_q, int d_k,
                    int additive_size);

/* scores = the scores of all queries of each sequence for its keys. Gaussian scores are measured
 * from the nearest key (see gaussian_scores): a constant for each query, which softmax ignores. */
void scores_forward(Scoring *s, Arena *step, Mat scores, Mat q, Mat k, int batch);

/* Adds to d_q, d_k and to the weights' gradients, given d_scores of the last forward (for the
 * Gaussian with rows that sum to zero, as those of softmax_backward do). */
void scores_backward(const Scoring *s, Arena *step, Mat d_q, Mat d_k, Mat d_scores);

#endif
