/* e^x, and what follows from it, in a form that compilers turn into vector instructions, with any C
 * library.
 *
 * x = n ln 2 + r with n whole and |r| <= ln 2 / 2: e^x = 2^n e^r. e^r is its Taylor polynomial of
 * degree 7 (truncation under 1e-8 of the value), 2^n is made by writing n into the exponent bits.
 * ln 2 is subtracted in two parts, the first short enough for n times it to be exact (Cody and
 * Waite 1980). */
#ifndef COMMON_EXP_FAST_H
#define COMMON_EXP_FAST_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* e^x to within 3 units in the last place; exactly 0 below -87.3, where e^x is no normal float32
 * any more; infinity above 88.7; NaN for NaN. Double precision in the double build. */
static inline float exp_fast(float x)
{
    if (sizeof(float) == sizeof(double)) return expf(x);
    const float shift = 12582912; /* 1.5 * 2^23: adding it rounds to a whole number */
    const float log2_e = (float)1.44269504, ln2_high = (float)0.693359375;
    const float ln2_low = (float)-2.12194440e-4;
    float n = (x * log2_e + shift) - shift, r = (x - n * ln2_high) - n * ln2_low;
    float p = (float)(1 / 5040.);
    p = p * r + (float)(1 / 720.);
    p = p * r + (float)(1 / 120.);
    p = p * r + (float)(1 / 24.);
    p = p * r + (float)(1 / 6.);
    p = p * r + (float)0.5;
    p = p * r + 1;
    p = p * r + 1;
    /* n is at most 128 in size where the result is used; other values are replaced below */
    int32_t bits = (int32_t)((uint32_t)(int32_t)(n < 128 ? (n > -127 ? n : -127) : 127) + 127)
                   << 23;
    float power;
    memcpy(&power, &bits, sizeof bits < sizeof power ? sizeof bits : sizeof power);
    p = n >= 128 ? p * power * 2 : p * power;
    p = x < (float)-87.33654 ? 0 : p;
    p = x > (float)88.72283 ? INFINITY : p;
    return x == x ? p : x; /* NaN */
}

/* tanh x = 1 - 2 / (e^2x + 1), into [-1, 1]. The error is that of rounding numbers of the size of
 * 1: a tiny x is right to 1e-7, not to 1e-7 x. Where e^2x overflows the quotient is 0, as it should
 * be; NaN stays NaN. */
static inline float tanh_fast(float x)
{
    return 1 - 2 / (exp_fast(2 * x) + 1);
}

/* The logistic function 1 / (1 + e^-x), into [0, 1]; likewise. */
static inline float sigmoid_fast(float x)
{
    return 1 / (1 + exp_fast(-x));
}

#endif
