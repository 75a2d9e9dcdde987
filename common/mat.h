/* Everything is a matrix: a window {rows, cols, stride, data} on floats in row-major order,
 * passed by value. A batch of B sequences of T tokens is (B T) x C; one sequence or one head of it
 * is a window of the same memory. A window owns nothing; an arena or a static array does.
 *
 * Element (i, j) is data[i * stride + j]. Windows given to one function must not overlap unless
 * it says so. All shapes are checked with require(). */
#ifndef COMMON_MAT_H
#define COMMON_MAT_H

#include <stddef.h>

#include "arena.h"
#include "fail.h"

typedef struct {
    int rows, cols;
    int stride; /* floats from one row to the next; at least cols */
    float *data;
} Mat;

/* "2x3 against 3x4" for a require(): printf's arguments of a shape. */
#define SHAPE "%dx%d"
#define SHAPE_OF(m) (m).rows, (m).cols

/* Row i: m.cols floats. */
static inline float *mat_row(Mat m, int i)
{
    return m.data + (size_t)i * (size_t)m.stride;
}

/* Whether work on every element is worth sharing among threads. */
static inline bool mat_is_large(Mat m)
{
    return (size_t)m.rows * (size_t)m.cols > 1 << 15;
}

/* A new matrix, not initialised / all zero. Owned by the arena. */
Mat mat_new(Arena *a, int rows, int cols);
Mat mat_zeros(Arena *a, int rows, int cols);

/* A window on rows * cols floats of the caller's, stored without gaps. */
Mat mat_of(int rows, int cols, float *data);

/* Windows of a matrix: a block, whole rows, whole columns. */
Mat mat_block(Mat m, int row, int col, int rows, int cols);
Mat mat_rows(Mat m, int row, int rows);
Mat mat_cols(Mat m, int col, int cols);

/* Element-wise; `to` and `from` have the same shape (and may be the same window). */
void mat_fill(Mat m, float value);
void mat_copy(Mat to, Mat from);
void mat_add(Mat to, Mat from);                 /* to += from */
void mat_add_scaled(Mat to, float s, Mat from); /* to += s * from */
void mat_scale(Mat m, float s);                 /* m *= s */

/* Row-wise: `row` is 1 x m.cols. */
void mat_add_row(Mat m, Mat row);  /* every row of m += row */
void mat_sum_rows(Mat row, Mat m); /* row += the sum of all rows of m */

/* Sums over all elements, in double and in a fixed order. */
double mat_sum(Mat m);
double mat_dot(Mat a, Mat b); /* sum of a_ij b_ij; a and b of the same shape */

/* The largest |a_ij - b_ij|, NaN where one of them is NaN; a and b of the same shape. */
double mat_difference(Mat a, Mat b);

#endif
