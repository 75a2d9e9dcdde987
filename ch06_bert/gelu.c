/* gelu - both forms of GELU with their derivatives, in loops that compilers turn into vector
 * instructions.
 *
 * Both are f(x) = x P(x) with P(x) + P(-x) = 1, so that the tail P(-a), a = |x|, is enough, and
 * nothing cancels:
 *
 *     f(x) = max(x, 0) - a P(-a)        f'(x) = P(x) + x P'(x),  P'(-a) = P'(a)
 *
 * erf form. P is the normal distribution; P'(a) = e^(-a^2/2) / sqrt(2 pi), and the tail is
 * e^(-a^2/2) u p(u) with u = 1 / (1 + 0.265 a) and a polynomial p, which golden/make_gelu.py fits
 * (the form is that of Shepherd and Laframboise 1981, "Chebyshev approximation of (1 + 2x) exp(x^2)
 * erfc x"). One exponential serves both.
 *
 * tanh form. (1 + tanh v) / 2 = s(2v), s the logistic function, whose derivative is s(w) s(-w):
 * P(x) = s(w), P'(x) = s(w) s(-w) w', w = 2 sqrt(2/pi) (x + 0.044715 x^3). */
#include "gelu.h"
#include "common/layers.h"
#include "common/parallel.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* e^x to within 2 units in the last place for -87.3 <= x <= 0: exp_fast (common/exp_fast.h) without
 * what it needs for other numbers. Adding n to the exponent bits multiplies by 2^n. */
static inline float exp_negative(float x)
{
    if (sizeof(float) == sizeof(double)) return expf(x);
    const float shift = 12582912; /* 1.5 * 2^23: its last bits hold n afterwards */
    const float shifted = x * (float)1.44269504 + shift, n = shifted - shift;
    const float r = (x - n * (float)0.693359375) - n * (float)-2.12194440e-4;
    float p = (float)(1 / 5040.);
    p = p * r + (float)(1 / 720.);
    p = p * r + (float)(1 / 120.);
    p = p * r + (float)(1 / 24.);
    p = p * r + (float)(1 / 6.);
    p = p * r + (float)0.5;
    p = p * r + 1;
    p = p * r + 1;
    uint32_t bits, shifted_bits;
    memcpy(&bits, &p, sizeof bits);
    memcpy(&shifted_bits, &shifted, sizeof bits);
    bits += shifted_bits << 23;
    memcpy(&p, &bits, sizeof bits);
    return p;
}

/* What a function needs to know of P at a. */
typedef struct {
    float tail, slope; /* P(-a), P'(a) */
} Tail;

/* |x|, or `largest`, beyond which the tail is as good as 0. */
static inline float size_of(float x, float largest)
{
    return fabsf(x) < largest ? fabsf(x) : largest;
}

//> gelu_erf
enum { ERF_LARGEST = 13 }; /* P(-13) = 6e-39 */
static inline Tail erf_tail(float a)
{
    const float e = exp_negative(a * a * (float)-0.5), slope = e * (float)0.3989422804014327;
    if (sizeof(float) == sizeof(double))
        return (Tail){(float)(0.5 * erfc((double)a * sqrt(0.5))), slope};
    const float u = 1 / (1 + (float)0.265 * a);
    float p = (float)0.0309128066;
    p = p * u + (float)-0.144663087;
    p = p * u + (float)0.21868844;
    p = p * u + (float)-0.117336573;
    p = p * u + (float)0.138610514;
    p = p * u + (float)0.0600385893;
    p = p * u + (float)0.102770113;
    p = p * u + (float)0.105237079;
    p = p * u + (float)0.105742124;
    return (Tail){e * (u * p), slope};
}
//< gelu_erf

//> gelu_tanh
enum { TANH_LARGEST = 9 }; /* P(-9) = 2e-29 */
static inline Tail tanh_tail(float a)
{
    const float root = (float)1.5957691216057308; /* 2 sqrt(2 / pi) */
    const float cubic = (float)0.044715 * a * a;
    const float e = exp_negative(-root * a * (1 + cubic)), high = 1 / (1 + e), low = e * high;
    return (Tail){low, high * low * root * (1 + 3 * cubic)};
}
//< gelu_tanh

//> gelu_value
/* f(x), given the tail at a = |x|. NaN stays visible. */
static inline float gelu_value(float x, float a, Tail t)
{
    return (x < 0 ? 0 : x) - a * t.tail;
}
//< gelu_value

//> gelu_slope [exercise=3]
/* f'(x), given P(-a) and P'(a) at a = |x|. Only the sign of x is taken from x: it may be infinite,
 * a is not. */
static inline float gelu_slope(float x, float a, Tail t)
{
    const float below = t.tail - a * t.slope;
    return x > 0 ? 1 - below : below;
}
//< gelu_slope

static void erf_row(float *out, const float *x, int n)
{
    for (int j = 0; j < n; j++) {
        const float a = size_of(x[j], ERF_LARGEST);
        out[j] = gelu_value(x[j], a, erf_tail(a));
    }
}

static void erf_row_backward(float *d, const float *x, int n)
{
    for (int j = 0; j < n; j++) {
        const float a = size_of(x[j], ERF_LARGEST);
        d[j] *= gelu_slope(x[j], a, erf_tail(a));
    }
}

static void tanh_row(float *out, const float *x, int n)
{
    for (int j = 0; j < n; j++) {
        const float a = size_of(x[j], TANH_LARGEST);
        out[j] = gelu_value(x[j], a, tanh_tail(a));
    }
}

static void tanh_row_backward(float *d, const float *x, int n)
{
    for (int j = 0; j < n; j++) {
        const float a = size_of(x[j], TANH_LARGEST);
        d[j] *= gelu_slope(x[j], a, tanh_tail(a));
    }
}
/* ---- on matrices -----------------------------------------------------------------------------*/

typedef void RowFunction(float *to, const float *x, int n);

static void each_row(Mat to, Mat x, RowFunction *f)
{
    require(to.rows == x.rows && to.cols == x.cols, SHAPE " from " SHAPE, SHAPE_OF(to),
            SHAPE_OF(x));
    PARALLEL_FOR(mat_is_large(x), i, x.rows, f(mat_row(to, i), mat_row(x, i), x.cols););
}

void gelu_erf_forward(Mat out, Mat x)
{
    each_row(out, x, erf_row);
}

void gelu_erf_backward(Mat d_out, Mat x)
{
    each_row(d_out, x, erf_row_backward);
}

void gelu_tanh_forward(Mat out, Mat x)
{
    each_row(out, x, tanh_row);
}

void gelu_tanh_backward(Mat d_out, Mat x)
{
    each_row(d_out, x, tanh_row_backward);
}

ActivationFunction activation_function(Activation a)
{
    static const ActivationFunction functions[] = {
        [GELU_ERF] = {gelu_erf_forward, gelu_erf_backward},
        [GELU_TANH] = {gelu_tanh_forward, gelu_tanh_backward},
        [RELU] = {relu_forward, relu_backward}}; /* x is positive where relu(x) is */
    return functions[a];
}
