/* mat - windows on matrices, and the operations on them that need no more than one loop.
 *
 * The rows of a large matrix are shared out among the threads; sums over rows share out the columns
 * instead, so that each is added up in the same order whatever the number of threads. */
#include "mat.h"
#include "parallel.h"

#include <math.h>
#include <string.h>

static size_t bytes_of(int rows, int cols)
{
    require(rows >= 0 && cols >= 0, SHAPE, rows, cols);
    return (size_t)rows * (size_t)cols * sizeof(float);
}

static void require_same_shape(Mat a, Mat b)
{
    require(a.rows == b.rows && a.cols == b.cols, SHAPE " against " SHAPE, SHAPE_OF(a),
            SHAPE_OF(b));
}

Mat mat_new(Arena *a, int rows, int cols)
{
    return mat_of(rows, cols, arena_alloc(a, bytes_of(rows, cols)));
}

Mat mat_zeros(Arena *a, int rows, int cols)
{
    const Mat m = mat_new(a, rows, cols);
    mat_fill(m, 0);
    return m;
}

Mat mat_of(int rows, int cols, float *data)
{
    return (Mat){rows, cols, cols, data};
}

Mat mat_block(Mat m, int row, int col, int rows, int cols)
{
    require(row >= 0 && col >= 0 && rows >= 0 && cols >= 0 && row <= m.rows - rows &&
                col <= m.cols - cols,
            SHAPE " at (%d, %d) in " SHAPE, rows, cols, row, col, SHAPE_OF(m));
    return (Mat){rows, cols, m.stride, mat_row(m, row) + col};
}

Mat mat_rows(Mat m, int row, int rows)
{
    return mat_block(m, row, 0, rows, m.cols);
}

Mat mat_cols(Mat m, int col, int cols)
{
    return mat_block(m, 0, col, m.rows, cols);
}

void mat_fill(Mat m, float value)
{
    PARALLEL_FOR(mat_is_large(m), i, m.rows,
                 for (int j = 0; j < m.cols; j++) mat_row(m, i)[j] = value;);
}

void mat_copy(Mat to, Mat from)
{
    require_same_shape(to, from);
    const size_t size = (size_t)to.cols * sizeof(float);
    PARALLEL_FOR(mat_is_large(to), i, to.rows, memmove(mat_row(to, i), mat_row(from, i), size););
}

void mat_add(Mat to, Mat from)
{
    mat_add_scaled(to, 1, from);
}

void mat_add_scaled(Mat to, float s, Mat from)
{
    require_same_shape(to, from);
    PARALLEL_FOR(mat_is_large(to), i, to.rows,
                 for (int j = 0; j < to.cols; j++) mat_row(to, i)[j] += s * mat_row(from, i)[j];);
}

void mat_scale(Mat m, float s)
{
    PARALLEL_FOR(mat_is_large(m), i, m.rows,
                 for (int j = 0; j < m.cols; j++) mat_row(m, i)[j] *= s;);
}

void mat_add_row(Mat m, Mat row)
{
    require(row.rows == 1 && row.cols == m.cols, SHAPE " to the rows of " SHAPE, SHAPE_OF(row),
            SHAPE_OF(m));
    PARALLEL_FOR(mat_is_large(m), i, m.rows,
                 for (int j = 0; j < m.cols; j++) mat_row(m, i)[j] += row.data[j];);
}

/* row += the sum of all rows of m, for the columns from .. from + BLOCK - 1. */
enum { BLOCK = 64 };
static void sum_columns(Mat row, Mat m, int from)
{
    const int end = from + BLOCK < m.cols ? from + BLOCK : m.cols;
    for (int i = 0; i < m.rows; i++)
        for (int j = from; j < end; j++) row.data[j] += mat_row(m, i)[j];
}

void mat_sum_rows(Mat row, Mat m)
{
    require(row.rows == 1 && row.cols == m.cols, SHAPE " for the rows of " SHAPE, SHAPE_OF(row),
            SHAPE_OF(m));
    PARALLEL_FOR(mat_is_large(m), b, (m.cols + BLOCK - 1) / BLOCK, sum_columns(row, m, b * BLOCK););
}

double mat_sum(Mat m)
{
    double sum = 0;
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++) sum += (double)mat_row(m, i)[j];
    return sum;
}

double mat_dot(Mat a, Mat b)
{
    require_same_shape(a, b);
    double sum = 0;
    for (int i = 0; i < a.rows; i++) {
        const float *x = mat_row(a, i), *y = mat_row(b, i);
        double row = 0;
#pragma omp simd reduction(+ : row)
        for (int j = 0; j < a.cols; j++) row += (double)x[j] * (double)y[j];
        sum += row;
    }
    return sum;
}

double mat_difference(Mat a, Mat b)
{
    require_same_shape(a, b);
    double largest = 0;
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < a.cols; j++) {
            const double d = fabs((double)mat_row(a, i)[j] - (double)mat_row(b, i)[j]);
            if (isnan(d)) return d;
            largest = fmax(largest, d);
        }
    return largest;
}
