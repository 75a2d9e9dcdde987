/* sparse - products with a matrix of few entries; see sparse.h. */
#include "sparse.h"
#include "common/parallel.h"

#include <string.h>

static void multiply_row(float *out, const SparseMat *x, int row, Mat w)
{
    memset(out, 0, (size_t)w.cols * sizeof *out);
    for (int k = x->start[row]; k < x->start[row + 1]; k++) {
        const float *w_row = mat_row(w, x->col[k]), value = x->value[k];
        for (int j = 0; j < w.cols; j++) out[j] += value * w_row[j];
    }
}

void sparse_multiply(Mat out, const SparseMat *x, Mat w)
{
    require(x->cols == w.rows && out.rows == x->rows && out.cols == w.cols,
            SHAPE " times " SHAPE " into " SHAPE, x->rows, x->cols, SHAPE_OF(w), SHAPE_OF(out));
    PARALLEL_FOR(mat_is_large(out), i, x->rows, multiply_row(mat_row(out, i), x, i, w););
}

/* Sorts the entries by column: first where each column begins, then each entry to its place. */
SparseMat sparse_transpose(Arena *a, const SparseMat *x)
{
    const int entries = x->start[x->rows];
    SparseMat t = {x->cols, x->rows, arena_zeros(a, ((size_t)x->cols + 2) * sizeof(int)),
                   arena_alloc(a, (size_t)entries * sizeof(int)),
                   arena_alloc(a, (size_t)entries * sizeof(float))};
    int *next = t.start + 1; /* of each column; in the end, where the one after it begins */
    for (int k = 0; k < entries; k++) next[x->col[k] + 1]++;
    for (int j = 0; j < x->cols; j++) next[j + 1] += next[j];
    for (int i = 0; i < x->rows; i++)
        for (int k = x->start[i]; k < x->start[i + 1]; k++) {
            const int at = next[x->col[k]]++;
            t.col[at] = i;
            t.value[at] = x->value[k];
        }
    return t;
}
