/* kernel - Nadaraya-Watson weights as the softmax of scores.
 *
 * Any kernel can be written as exp(log K), so its normalised values are a softmax:
 * K_j / sum_l K_l = exp(log K_j) / sum_l exp(log K_l). For the Gaussian log K is -u^2/2 and never
 * has to be exponentiated by itself: far from all samples K underflows to 0/0, the softmax does
 * not. */
#include "kernel.h"
#include "common/layers.h"
#include "common/matmul.h"

#include <float.h>
#include <math.h>

const char *kernel_name(Kernel kernel)
{
    static const char *const names[] = {"gaussian", "boxcar", "triangular", "epanechnikov"};
    require((unsigned)kernel < KERNELS, "kernel %d", (int)kernel);
    return names[kernel];
}

//> kernel_value
double kernel_value(Kernel kernel, double u)
{
    switch (kernel) {
    case GAUSSIAN: return exp(-u * u / 2);
    case BOXCAR: return u <= 1 ? 1 : 0;
    case TRIANGULAR: return u < 1 ? 1 - u : 0;
    case EPANECHNIKOV: return u < 1 ? 1 - u * u : 0;
    default: require(false, "kernel %d", (int)kernel);
    }
    return NAN;
}
//< kernel_value

Mat kernel_width(Arena *a, int d, double h)
{
    require(h >= 1 / (double)FLT_MAX && h <= 1 / (double)FLT_MIN, "bandwidth %g", h);
    Mat width = mat_new(a, 1, d);
    mat_fill(width, (float)(1 / h));
    return width;
}

static void require_shapes(Mat scores, Mat queries, Mat keys, Mat width)
{
    require(scores.rows == queries.rows && scores.cols == keys.rows && queries.cols == keys.cols &&
                width.rows == 1 && width.cols == keys.cols,
            "scores " SHAPE ", queries " SHAPE ", keys " SHAPE ", width " SHAPE, SHAPE_OF(scores),
            SHAPE_OF(queries), SHAPE_OF(keys), SHAPE_OF(width));
}

/* sum_k (w_k (query_k - key_k))^2, in double: the squares of float32 may not fit float32. */
static double squared_distance(const float *query, const float *key, Mat width)
{
    double sum = 0;
    for (int k = 0; k < width.cols; k++) {
        double u = (double)width.data[k] * ((double)query[k] - (double)key[k]);
        sum += u * u;
    }
    return sum;
}

//> gaussian_row [exercise=5]
/* The scores of one query: -1/2 its squared distance to each key, plus 1/2 the smallest of them.
 * The key number `hidden` (-1: none) scores -INFINITY and does not count as the nearest. */
static void gaussian_row(float *scores, const float *query, Mat keys, Mat width, int hidden)
{
    double nearest = INFINITY;
    for (int j = 0; j < keys.rows; j++)
        if (j != hidden) nearest = fmin(nearest, squared_distance(query, mat_row(keys, j), width));
    for (int j = 0; j < keys.rows; j++) {
        double squared = squared_distance(query, mat_row(keys, j), width);
        scores[j] = j == hidden ? -INFINITY : (float)((nearest - squared) / 2);
    }
}
//< gaussian_row

void gaussian_scores(Mat scores, Mat queries, Mat keys, Mat width, bool leave_one_out)
{
    require_shapes(scores, queries, keys, width);
    for (int i = 0; i < queries.rows; i++)
        gaussian_row(mat_row(scores, i), mat_row(queries, i), keys, width, leave_one_out ? i : -1);
}

/* The same for a kernel other than the Gaussian: log K(u). */
static void compact_row(float *scores, const float *query, Mat keys, Kernel kernel, Mat width,
                        int hidden)
{
    for (int j = 0; j < keys.rows; j++) {
        double u = sqrt(squared_distance(query, mat_row(keys, j), width));
        scores[j] = j == hidden ? -INFINITY : (float)log(kernel_value(kernel, u));
    }
}

void kernel_scores(Mat scores, Mat queries, Mat keys, Kernel kernel, Mat width, bool leave_one_out)
{
    if (kernel == GAUSSIAN) {
        gaussian_scores(scores, queries, keys, width, leave_one_out);
        return;
    }
    require_shapes(scores, queries, keys, width);
    for (int i = 0; i < queries.rows; i++)
        compact_row(mat_row(scores, i), mat_row(queries, i), keys, kernel, width,
                    leave_one_out ? i : -1);
}

//> kernel_weights
void kernel_weights(Mat weights, Mat queries, Mat keys, Kernel kernel, Mat width,
                    bool leave_one_out)
{
    kernel_scores(weights, queries, keys, kernel, width, leave_one_out);
    softmax_forward(weights, weights);
}
//< kernel_weights

//> weighted_mean
int weighted_mean(Mat out, Mat weights, Mat values)
{
    matmul(out, 1, weights, values, 0);
    int without = 0;
    for (int i = 0; i < weights.rows; i++)
        if (mat_sum(mat_rows(weights, i, 1)) == 0) {
            mat_fill(mat_rows(out, i, 1), NAN);
            without++;
        }
    return without;
}
//< weighted_mean
