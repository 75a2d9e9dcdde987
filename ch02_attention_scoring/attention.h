/* Attention: score every key, softmax, average the values. O = softmax(score(Q, K)) V.
 *
 * Queries (B Tq) x d_q, keys (B Tk) x d_k, values (B Tk) x d_v, output (B Tq) x d_v. */
#ifndef CH02_ATTENTION_H
#define CH02_ATTENTION_H

#include "mask.h"
#include "scoring.h"

typedef struct {
    Scoring scoring;
    Mat values;  /* the last ones, remembered by forward until the step ends */
    Mat weights; /* the last attention weights, (B Tq) x Tk; allocated from the step */
} Attention;

/* Attention pooling of each sequence under the mask; the output is allocated from the step. A query
 * with nothing to look at gets zeros. Hidden keys and values may hold any finite numbers: their
 * weight is 0. */
Mat attention_forward(Attention *at, Arena *step, Mat q, Mat k, Mat v, const Mask *mask, int batch);

/* Adds to d_q, d_k, d_v and to the scoring's weights, given d_out of the last forward. */
void attention_backward(const Attention *at, Arena *step, Mat d_q, Mat d_k, Mat d_v, Mat d_out);

#endif
