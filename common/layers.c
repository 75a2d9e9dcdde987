/* layers - forward and backward of the layers that every chapter needs.
 *
 * Softmax. With p_j = exp(s_j) / sum_l exp(s_l), a shift of all scores changes nothing, so the
 * largest is subtracted first and exp never overflows. dp_j/ds_l = p_j (1[j = l] - p_l), hence
 * ds_j = p_j (dp_j - sum_l p_l dp_l).
 *
 * Linear. Y = X W + 1 b: dX = dY W', dW = X' dY, db = the sum of dY's rows. */
#include "layers.h"
#include "exp_fast.h"
#include "matmul.h"

#include <math.h>

//> softmax_row [exercise=4]
/* out = softmax(scores) for one row of n scores; see softmax_forward for the special rows. */
static void softmax_row(float *out, const float *scores, int n)
{
    float largest = -INFINITY, sum = 0;
#pragma omp simd reduction(max : largest)
    for (int j = 0; j < n; j++) largest = scores[j] > largest ? scores[j] : largest;
    if (largest == -INFINITY) largest = 0; /* nothing to look at: exp(-INFINITY - 0) = 0 */
    for (int j = 0; j < n; j++) out[j] = exp_fast(scores[j] - largest);
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < n; j++) sum += out[j];
    for (int j = 0; j < n; j++) out[j] = sum == 0 ? 0 : out[j] / sum;
}
//< softmax_row

void softmax_forward(Mat out, Mat scores)
{
    require(out.rows == scores.rows && out.cols == scores.cols, SHAPE " from " SHAPE, SHAPE_OF(out),
            SHAPE_OF(scores));
    for (int i = 0; i < out.rows; i++) softmax_row(mat_row(out, i), mat_row(scores, i), out.cols);
}

//> softmax_backward
void softmax_backward(Mat d_scores, Mat out, Mat d_out)
{
    require(out.rows == d_out.rows && out.cols == d_out.cols && d_scores.rows == out.rows &&
                d_scores.cols == out.cols,
            "d_scores " SHAPE ", out " SHAPE ", d_out " SHAPE, SHAPE_OF(d_scores), SHAPE_OF(out),
            SHAPE_OF(d_out));
    for (int i = 0; i < out.rows; i++) {
        const float *p = mat_row(out, i), *d_p = mat_row(d_out, i);
        float *d_s = mat_row(d_scores, i), mean = 0;
#pragma omp simd reduction(+ : mean)
        for (int j = 0; j < out.cols; j++) mean += p[j] * d_p[j];
        for (int j = 0; j < out.cols; j++) d_s[j] += p[j] * (d_p[j] - mean);
    }
}
//< softmax_backward

void linear_forward(Mat out, Mat x, Mat weight, Mat bias)
{
    matmul(out, 1, x, weight, 0);
    if (bias.data) mat_add_row(out, bias);
}

void linear_backward(Mat d_x, Mat d_weight, Mat d_bias, Mat x, Mat weight, Mat d_out)
{
    if (d_x.data) matmul_nt(d_x, 1, d_out, weight, 1);
    if (d_weight.data) matmul_tn(d_weight, 1, x, d_out, 1);
    if (d_bias.data) mat_sum_rows(d_bias, d_out);
}
