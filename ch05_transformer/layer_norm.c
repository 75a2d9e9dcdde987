/* layer_norm - forward and backward of layer normalisation.
 *
 * With y = (x - m) / s, m the mean and s the deviation of the row, and g = d_out gamma the gradient
 * of y: d_x = (g - mean(g) - y mean(g y)) / s. The two means are what m and s, which depend on
 * every x of the row, take away. */
#include "layer_norm.h"

#include <math.h>

LayerNorm layer_norm_new(Params *p, const char *prefix, int columns, double epsilon)
{
    return (LayerNorm){.epsilon = epsilon,
                       .gamma = params_row(p, prefix, "gamma", columns, 1),
                       .beta = params_row(p, prefix, "beta", columns, 0)};
}

static float mean(const float *x, int n)
{
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < n; j++) sum += x[j];
    return sum / (float)n;
}

static float mean_product(const float *x, const float *y, int n)
{
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < n; j++) sum += x[j] * y[j];
    return sum / (float)n;
}

//> layer_norm_row [exercise=4]
/* normed = (x - mean) / deviation for one row of n numbers; returns 1 / deviation. */
static float layer_norm_row(float *normed, const float *x, int n, double epsilon)
{
    const float m = mean(x, n);
    for (int j = 0; j < n; j++) normed[j] = x[j] - m; /* first: a small variance of large numbers */
    const float inverse = 1 / sqrtf(mean_product(normed, normed, n) + (float)epsilon);
    for (int j = 0; j < n; j++) normed[j] *= inverse;
    return inverse;
}
//< layer_norm_row

void layer_norm_forward(LayerNorm *n, Arena *step, Mat out, Mat x)
{
    require(out.rows == x.rows && out.cols == x.cols && x.cols == n->gamma->value.cols,
            SHAPE " from " SHAPE, SHAPE_OF(out), SHAPE_OF(x));
    n->normed = mat_new(step, x.rows, x.cols);
    n->inverse = mat_new(step, x.rows, 1);
    const float *gamma = n->gamma->value.data, *beta = n->beta->value.data;
#pragma omp parallel for
    for (int i = 0; i < x.rows; i++) {
        float *normed = mat_row(n->normed, i), *o = mat_row(out, i);
        n->inverse.data[i] = layer_norm_row(normed, mat_row(x, i), x.cols, n->epsilon);
        for (int j = 0; j < x.cols; j++) o[j] = gamma[j] * normed[j] + beta[j];
    }
}

//> layer_norm_row_backward [exercise=5]
/* d_x += (g - mean(g) - normed mean(g normed)) inverse for one row; g: the gradient of normed. */
static void layer_norm_row_backward(float *d_x, const float *g, const float *normed, float inverse,
                                    int n)
{
    const float mean_g = mean(g, n), mean_gy = mean_product(g, normed, n);
    for (int j = 0; j < n; j++) d_x[j] += inverse * (g[j] - mean_g - normed[j] * mean_gy);
}
//< layer_norm_row_backward

/* d_gamma += sum of d_out normed over the rows, d_beta += sum of d_out: columns from .. to-1. */
static void column_gradients(const LayerNorm *n, Mat d_out, int from, int to)
{
    float *d_gamma = n->gamma->grad.data, *d_beta = n->beta->grad.data;
    for (int i = 0; i < d_out.rows; i++) {
        const float *d = mat_row(d_out, i), *normed = mat_row(n->normed, i);
        for (int j = from; j < to; j++) {
            d_gamma[j] += d[j] * normed[j];
            d_beta[j] += d[j];
        }
    }
}

void layer_norm_backward(const LayerNorm *n, Mat d_x, Mat d_out)
{
    enum { COLUMNS = 64, LONGEST = 4096 };
    const int cols = d_out.cols;
    require(cols <= LONGEST, "%d columns, at most %d", cols, LONGEST);
#pragma omp parallel
    {
        float g[LONGEST];
#pragma omp for nowait
        for (int i = 0; i < d_out.rows; i++) {
            const float *d = mat_row(d_out, i), *gamma = n->gamma->value.data;
            for (int j = 0; j < cols; j++) g[j] = d[j] * gamma[j];
            layer_norm_row_backward(mat_row(d_x, i), g, mat_row(n->normed, i), n->inverse.data[i],
                                    cols);
        }
#pragma omp for
        for (int from = 0; from < cols;
             from += COLUMNS) /* by columns: the same sums for any threads */
            column_gradients(n, d_out, from, from + COLUMNS < cols ? from + COLUMNS : cols);
    }
}
