/* Matrices that are nearly all zeros: row i keeps only its entries that are not, in the arrays from
 * start[i] to start[i + 1] - 1, by column. A bag of words is one: a text has a dozen of the
 * vocabulary's many thousand words. */
#ifndef CH06_SPARSE_H
#define CH06_SPARSE_H

#include "common/mat.h"

typedef struct {
    int rows, cols;
    int *start; /* rows + 1 of them */
    int *col;   /* ascending within a row */
    float *value;
} SparseMat;

/* out = x w. x: T x V, w: V x C, out: T x C. */
void sparse_multiply(Mat out, const SparseMat *x, Mat w);

/* V x T, owned by the arena. The product with it is the gradient of the product with x, and shares
 * out its rows among threads without two of them adding to the same number. */
SparseMat sparse_transpose(Arena *a, const SparseMat *x);

#endif
