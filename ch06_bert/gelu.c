/* gelu - both forms of GELU with their derivatives, in loops that compilers turn into vector
 * instructions.
 *
 * erf form, f(x) = x P(x). The tail of the normal distribution is e^(-a^2/2) times a smooth
 * function of a = |x|: P(-a) = e^(-a^2/2) u p(u) with u = 1 / (1 + 0.265 a) and a polynomial p,
 * which golden/make_gelu.py fits (the form is that of Shepherd and Laframboise 1981, "Chebyshev
 * approximation of (1 + 2x) exp(x^2) erfc x"). P(a) = 1 - P(-a). The density is the derivative of
 * P: f'(x) = P(x) + x e^(-x^2/2) / sqrt(2 pi), with the same exponential.
 *
 * tanh form. (1 + tanh v) / 2 = s(2v), s the logistic function, whose derivative is s(w) s(-w):
 * f(x) = x s(w), f'(x) = s(w) + x s(w) s(-w) w', w = 2 sqrt(2/pi) (x + 0.044715 x^3). */
#include "gelu.h"
#include "common/exp_fast.h"
#include "common/layers.h"
#include "common/parallel.h"

/* ---- erf form --------------------------------------------------------------------------------*/

//> normal_probability
/* P(x), the probability that a standard normal variable is smaller than x, given e = e^(-x^2/2). */
static inline float normal_probability(float x, float e)
{
    if (sizeof(float) == sizeof(double)) return (float)(0.5 * erfc(-(double)x * sqrt(0.5)));
    const float u = 1 / (1 + (float)0.265 * fabsf(x));
    float p = (float)0.0309128066;
    p = p * u + (float)-0.144663087;
    p = p * u + (float)0.21868844;
    p = p * u + (float)-0.117336573;
    p = p * u + (float)0.138610514;
    p = p * u + (float)0.0600385893;
    p = p * u + (float)0.102770113;
    p = p * u + (float)0.105237079;
    p = p * u + (float)0.105742124;
    const float tail = e * u * p;
    return x > 0 ? 1 - tail : tail;
}
//< normal_probability

//> gelu_erf
static void erf_row(float *out, const float *x, int n)
{
    for (int j = 0; j < n; j++)
        out[j] = x[j] * normal_probability(x[j], exp_fast(x[j] * x[j] * (float)-0.5));
}

static void erf_row_backward(float *d, const float *x, int n)
{
    const float density_at_0 = (float)0.3989422804014327; /* 1 / sqrt(2 pi) */
    for (int j = 0; j < n; j++) {
        const float e = exp_fast(x[j] * x[j] * (float)-0.5);
        d[j] *= normal_probability(x[j], e) + x[j] * e * density_at_0;
    }
}
//< gelu_erf

/* ---- tanh form -------------------------------------------------------------------------------*/

#define TWICE_ROOT ((float)1.5957691216057308) /* 2 sqrt(2 / pi) */
#define CUBIC ((float)0.044715)

//> gelu_tanh
static void tanh_row(float *out, const float *x, int n)
{
    for (int j = 0; j < n; j++)
        out[j] = x[j] * sigmoid_fast(TWICE_ROOT * x[j] * (1 + CUBIC * x[j] * x[j]));
}

static void tanh_row_backward(float *d, const float *x, int n)
{
    for (int j = 0; j < n; j++) {
        const float square = CUBIC * x[j] * x[j];
        const float e = exp_fast(-fabsf(TWICE_ROOT * x[j] * (1 + square)));
        const float high = 1 / (1 + e), low = e * high; /* s(|w|) and s(-|w|): 1 - s would cancel */
        d[j] *= (x[j] > 0 ? high : low) + x[j] * high * low * TWICE_ROOT * (1 + 3 * square);
    }
}
//< gelu_tanh

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
