/* Choosing the bandwidth by leave-one-out cross-validation: every sample is predicted from all the
 * others, and the h with the least error wins. Sources: Stone 1974; Silverman 1985, section 4.
 * x: n x d, y: n x 1. */
#ifndef CH01_BANDWIDTH_H
#define CH01_BANDWIDTH_H

#include "kernel.h"

/* The root of the mean squared error of `out` against y, both n x 1; in the units of y. */
double rmse(Mat out, Mat y);

/* out_i = the prediction at x_i from all samples but i: n x 1, NaN where no other is in reach. */
void leave_one_out(Arena *scratch, Mat out, Mat x, Mat y, Kernel kernel, Mat width);

/* The error of these predictions; INFINITY when a sample has no other in reach. */
double leave_one_out_rmse(Arena *scratch, Mat x, Mat y, Kernel kernel, double h);

/* The bandwidths worth trying: from half the smallest distance between two different keys (or
 * 1/1000 of the largest, if that is more) to twice the largest. False when all keys are the same.
 */
bool bandwidth_range(Mat x, double *low, double *high);

/* The bandwidth of least leave-one-out error, to 1 part in 1000 where the curve is smooth: 61
 * values between low and high, then three finer grids around the best. Of equals the smallest. */
double bandwidth_select(Arena *scratch, Mat x, Mat y, Kernel kernel);

/* value k of n in a geometric series from low (k = 0) to high (k = n - 1); n >= 2. */
double geometric(double low, double high, int k, int n);

#endif
