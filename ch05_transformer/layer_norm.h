/* Layer normalisation: every row of x is shifted and scaled to mean 0 and variance 1, then each
 * column gets a learned scale and shift. Source: Ba, Kiros and Hinton 2016. x, out: T x C. */
#ifndef CH05_LAYER_NORM_H
#define CH05_LAYER_NORM_H

#include "common/params.h"

typedef struct {
    double epsilon;
    Param *gamma, *beta; /* 1 x C: scale, starting at 1, and shift, starting at 0 */
    Mat normed;          /* (x - mean) / deviation, remembered by forward until the step ends */
    Mat inverse;         /* T x 1: 1 / deviation */
} LayerNorm;

/* Names PREFIX.gamma and PREFIX.beta. The paper's models use epsilon 1e-5, BERT 1e-12. */
LayerNorm layer_norm_new(Params *p, const char *prefix, int columns, double epsilon);

/* out = gamma * (x - mean) / sqrt(variance + epsilon) + beta; the variance divides by C. out may be
 * x. */
void layer_norm_forward(LayerNorm *n, Arena *step, Mat out, Mat x);

/* Adds to d_x and to the gradients of gamma and beta, given d_out of the last forward. */
void layer_norm_backward(const LayerNorm *n, Mat d_x, Mat d_out);

#endif
