/* Nadaraya-Watson kernel regression as attention: scores, softmax, weighted mean.
 *
 *     f(x') = sum_i K(|x' - x_i| / h) y_i / sum_j K(|x' - x_j| / h)
 *
 * x' is the query, x_i are the keys, y_i the values, K the kernel and h the bandwidth (in units
 * of x). Sources: Nadaraya 1964; Watson 1964. Queries: m x d, keys: n x d, values: n x o. */
#ifndef CH01_KERNEL_H
#define CH01_KERNEL_H

#include <stdbool.h>

#include "common/mat.h"

/* K(u) up to a constant factor, which cancels: exp(-u^2/2); 1 for u <= 1; 1 - u for u < 1;
 * 1 - u^2 for u < 1. The last three are compact: they reach no further than h. */
typedef enum { GAUSSIAN, BOXCAR, TRIANGULAR, EPANECHNIKOV, KERNELS } Kernel;

/* The name of a kernel, as the command line spells it. */
const char *kernel_name(Kernel kernel);

/* K(u) for u >= 0, in double. */
double kernel_value(Kernel kernel, double u);

/* The width of a kernel with bandwidth h for each of d features: 1 x d, all 1/h. Owned by the
 * arena. h: positive, and neither h nor 1/h beyond float32. */
Mat kernel_width(Arena *a, int d, double h);

/* scores_ij = -1/2 sum_k (w_k (x'_ik - x_jk))^2 + c_i, with c_i such that the nearest key of each
 * row scores 0: softmax does not change, and no query is too far away to be told apart in float32.
 * width: 1 x d, w_k = 1/h_k for the bandwidth h_k of feature k. scores: m x n. With leave_one_out
 * the queries are the keys themselves and key i is hidden from query i: score -INFINITY. */
void gaussian_scores(Mat scores, Mat queries, Mat keys, Mat width, bool leave_one_out);

/* scores_ij = log K(u_ij) with u_ij^2 = sum_k (w_k (x'_ik - x_jk))^2, whose softmax is the weight
 * of sample j for query i; a key out of reach scores -INFINITY. The rest as in gaussian_scores. */
void kernel_scores(Mat scores, Mat queries, Mat keys, Kernel kernel, Mat width, bool leave_one_out);

/* The attention weights, m x n: every row sums to one, or is all zeros when no key is in reach. */
void kernel_weights(Mat weights, Mat queries, Mat keys, Kernel kernel, Mat width,
                    bool leave_one_out);

/* out = weights values, m x o. Where a row of weights is all zeros there is nothing to average: its
 * prediction is NaN. Returns the number of such rows. */
int weighted_mean(Mat out, Mat weights, Mat values);

#endif
