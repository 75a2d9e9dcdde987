/* The samples of chapter 1: pairs (x_i, y_i), x_i with d features. */
#ifndef CH01_DATASET_H
#define CH01_DATASET_H

#include "common/rng.h"

enum { MOTORCYCLE_ROWS = 133, D2L_ROWS = 50 };

typedef struct {
    const char *name;
    Mat x; /* n x d: the keys */
    Mat y; /* n x 1: the values */
} Dataset;

/* f(x) = 2 sin x + x^0.8, the curve behind the generated samples; x >= 0. Source: Zhang, Lipton, Li
 * and Smola, Dive into Deep Learning, section "Attention pooling by similarity". */
double d2l_curve(double x);

/* D2L's training samples: 50 sorted x uniform in [0, 5), y = f(x) + normal noise of deviation 0.5.
 */
Dataset dataset_d2l(Arena *a, Rng *r);

/* D2L's test points: x = 0, 0.1, ..., 4.9 with y = f(x), without noise. */
Dataset dataset_d2l_test(Arena *a);

/* n samples with two features, uniform in [0, 5): y = f(x_1) + noise of deviation 0.5. The second
 * feature has nothing to do with y. */
Dataset dataset_two_features(Arena *a, Rng *r, int n);

/* Silverman's motorcycle data: 133 rows, x in milliseconds, y in g. */
Dataset dataset_motorcycle(Arena *a);

/* The rows of d whose index is listed. */
Dataset dataset_rows(Arena *a, Dataset d, const int *index, int n);

#endif
