/* The two functions that squash any number into an interval, in a form that compilers turn into
 * vector instructions: the logistic function into (0, 1), the hyperbolic tangent into (-1, 1).
 *
 * The error is that of rounding numbers of the size of 1: tanh x = 1 - 2 / (e^2x + 1) of a tiny x
 * is right to 1e-7, not to 1e-7 x. Where e^x overflows the quotient is 0, as it should be; NaN
 * stays NaN. */
#ifndef CH05_SQUASH_H
#define CH05_SQUASH_H

#include "common/exp_fast.h"

static inline float sigmoid_fast(float x)
{
    return 1 / (1 + exp_fast(-x));
}

static inline float tanh_fast(float x)
{
    return 1 - 2 / (exp_fast(2 * x) + 1);
}

#endif
