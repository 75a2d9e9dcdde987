/* The predictors one would try first. Queries: m x d, keys: n x d, values: n x 1, out: m x 1. */
#ifndef CH01_BASELINE_H
#define CH01_BASELINE_H

#include "common/mat.h"

/* The mean of all values for every query: average pooling. */
void mean_predict(Mat out, Mat values);

/* The mean value of the k nearest keys (Euclidean distance). Keys as near as the k-th nearest all
 * count, so that the result does not depend on the order of the samples. 1 <= k <= n. */
void nearest_predict(Arena *scratch, Mat out, Mat queries, Mat keys, Mat values, int k);

/* The plane a + b' x with the least sum of squared errors on the samples. A feature that is
 * constant, or a linear combination of earlier ones, gets coefficient 0. */
void line_predict(Arena *scratch, Mat out, Mat queries, Mat keys, Mat values);

#endif
