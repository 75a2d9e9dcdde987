/* dataset - generated samples, and subsets of samples for validation. */
#include "dataset.h"

#include <math.h>
#include <stdlib.h>

static const double noise = 0.5;

double d2l_curve(double x)
{
    return 2 * sin(x) + pow(x, 0.8);
}

static Dataset new_dataset(Arena *a, const char *name, int rows, int features)
{
    return (Dataset){name, mat_new(a, rows, features), mat_new(a, rows, 1)};
}

static int ascending(const void *a, const void *b)
{
    const float *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* y = f(the first feature) + noise */
static void observe(Dataset d, Rng *r)
{
    for (int i = 0; i < d.x.rows; i++) {
        double truth = d2l_curve((double)mat_row(d.x, i)[0]);
        mat_row(d.y, i)[0] = (float)(truth + noise * rng_normal(r));
    }
}

Dataset dataset_d2l(Arena *a, Rng *r)
{
    Dataset d = new_dataset(a, "d2l", D2L_ROWS, 1);
    fill_uniform(d.x, r, 0, 5);
    qsort(d.x.data, D2L_ROWS, sizeof(float), ascending);
    observe(d, r);
    return d;
}

Dataset dataset_d2l_test(Arena *a)
{
    Dataset d = new_dataset(a, "d2l test", D2L_ROWS, 1);
    for (int i = 0; i < D2L_ROWS; i++) {
        d.x.data[i] = (float)(0.1 * i);
        d.y.data[i] = (float)d2l_curve(0.1 * i);
    }
    return d;
}

Dataset dataset_two_features(Arena *a, Rng *r, int n)
{
    Dataset d = new_dataset(a, "two features", n, 2);
    fill_uniform(d.x, r, 0, 5);
    observe(d, r);
    return d;
}

Dataset dataset_rows(Arena *a, Dataset d, const int *index, int n)
{
    Dataset part = new_dataset(a, d.name, n, d.x.cols);
    for (int i = 0; i < n; i++) {
        mat_copy(mat_rows(part.x, i, 1), mat_rows(d.x, index[i], 1));
        mat_copy(mat_rows(part.y, i, 1), mat_rows(d.y, index[i], 1));
    }
    return part;
}
