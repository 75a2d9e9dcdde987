/* The product of two matrices, on windows: C = alpha op(A) op(B) + beta C.
 *
 * The three forms are what a linear layer needs: with Y = X W,
 *     Y  = X W        matmul      (forward)
 *     dX = dY W'      matmul_nt   (backward; also attention's scores Q K')
 *     dW = X' dY      matmul_tn   (backward)
 *
 * beta = 0 never reads C, so that NaN there vanishes; alpha = 0 reads neither A nor B. C must
 * overlap neither of them. Any size, 0 included (k = 0 gives beta C), and any stride. float32 sums
 * in an order that depends on the shape alone: the same bits for any number of threads (a BLAS,
 * with BLAS=1, does not promise that). Uses OpenMP's threads unless called from inside a parallel
 * region, where it runs on the calling thread alone. */
#ifndef COMMON_MATMUL_H
#define COMMON_MATMUL_H

#include "mat.h"

void matmul(Mat c, float alpha, Mat a, Mat b, float beta);    /* A: m x k, B: k x n, C: m x n */
void matmul_nt(Mat c, float alpha, Mat a, Mat b, float beta); /* A: m x k, B: n x k, C: m x n */
void matmul_tn(Mat c, float alpha, Mat a, Mat b, float beta); /* A: k x m, B: k x n, C: m x n */

#endif
