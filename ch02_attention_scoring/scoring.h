/* Attention scoring functions: how well does a query match a key? One interface for five answers.
 *
 *     gaussian    s = -1/2 |w * (q - k)|^2            chapter 1's kernel; w: 1 x d
 *     additive    s = w_v . tanh(W_q q + W_k k)       Bahdanau, Cho and Bengio 2015
 *     dot         s = q . k                           Luong, Pham and Manning 2015, "dot"
 *     bilinear    s = q' W k                          the same, "general"
 *     scaled dot  s = q . k / sqrt(d)                 Vaswani et al. 2017, equation (1)
 *
 * Vectors are rows, so that W_q q is written q W_q in the code. Queries (B Tq) x d_q, keys (B Tk) x
 * d_k, scores (B Tq) x Tk; d_q and d_k may differ for additive and bilinear only. */
#ifndef CH02_SCORING_H
#define CH02_SCORING_H

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
    Mat projected_q; /* what meets the keys: q, q W_q or q W */
    Mat features;    /* additive: tanh(...), (B Tq Tk) x a */
} Scoring;

/* "gaussian", "additive", "dot", "bilinear", "scaled" */
const char *score_name(ScoreKind kind);

/* The numbers of weights are drawn from r: Xavier-uniform for the matrices and w_v, 1 for the
 * width. The weights' names are PREFIX.width and so on. additive_size: a, used by additive only. */
Scoring scoring_new(ScoreKind kind, Params *p, Rng *r, const char *prefix, int d_q, int d_k,
                    int additive_size);

/* scores = the scores of all queries of each sequence for its keys. */
void scores_forward(Scoring *s, Arena *step, Mat scores, Mat q, Mat k, int batch);

/* Adds to d_q, d_k and to the weights' gradients, given d_scores of the last forward. */
void scores_backward(const Scoring *s, Arena *step, Mat d_q, Mat d_k, Mat d_scores);

#endif
