/* baseline - mean, nearest neighbours, and the least-squares plane.
 *
 * The plane: with features and values centred at their means, the coefficients solve the normal
 * equations (X'X) b = X'y, here by Cholesky's method in double. */
#include "baseline.h"

#include <math.h>
#include <stdlib.h>

//> mean_predict
void mean_predict(Mat out, Mat values)
{
    mat_fill(out, (float)(mat_sum(values) / values.rows));
}
//< mean_predict

static double squared_distance(const float *a, const float *b, int d)
{
    double sum = 0;
    for (int k = 0; k < d; k++) sum += pow((double)a[k] - (double)b[k], 2);
    return sum;
}

static int ascending(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

//> nearest_mean [exercise=3]
/* The mean of the values whose distance is at most the k-th smallest. `sorted`: room for n. */
static float nearest_mean(const double *distance, Mat values, int k, double *sorted)
{
    const int n = values.rows;
    for (int j = 0; j < n; j++) sorted[j] = distance[j];
    qsort(sorted, (size_t)n, sizeof *sorted, ascending);
    double sum = 0;
    int count = 0;
    for (int j = 0; j < n; j++)
        if (distance[j] <= sorted[k - 1]) {
            sum += (double)mat_row(values, j)[0];
            count++;
        }
    return (float)(sum / count);
}
//< nearest_mean

void nearest_predict(Arena *scratch, Mat out, Mat queries, Mat keys, Mat values, int k)
{
    require(k >= 1 && k <= keys.rows, "k = %d of %d samples", k, keys.rows);
    Arena mark = *scratch;
    double *distance = arena_alloc(scratch, (size_t)keys.rows * sizeof *distance);
    double *sorted = arena_alloc(scratch, (size_t)keys.rows * sizeof *sorted);
    for (int i = 0; i < queries.rows; i++) {
        for (int j = 0; j < keys.rows; j++)
            distance[j] = squared_distance(mat_row(queries, i), mat_row(keys, j), keys.cols);
        mat_row(out, i)[0] = nearest_mean(distance, values, k, sorted);
    }
    arena_release(scratch, mark);
}

/* Solves A b = y in place for a symmetric positive semi-definite A (d x d, by rows): b replaces y.
 * A = L L'; where a pivot vanishes the coefficient is 0. */
static void solve_normal_equations(double *A, double *y, int d)
{
    for (int i = 0; i < d; i++)
        for (int j = 0; j <= i; j++) {
            double size = A[i * d + i], sum = A[i * d + j];
            for (int k = 0; k < j; k++) sum -= A[i * d + k] * A[j * d + k];
            if (i != j)
                A[i * d + j] = A[j * d + j] > 0 ? sum / A[j * d + j] : 0;
            else
                A[i * d + i] = sum > 1e-10 * size ? sqrt(sum) : 0;
        }
    for (int i = 0; i < d; i++) { /* L z = y */
        for (int k = 0; k < i; k++) y[i] -= A[i * d + k] * y[k];
        y[i] = A[i * d + i] > 0 ? y[i] / A[i * d + i] : 0;
    }
    for (int i = d - 1; i >= 0; i--) { /* L' b = z */
        for (int k = i + 1; k < d; k++) y[i] -= A[k * d + i] * y[k];
        y[i] = A[i * d + i] > 0 ? y[i] / A[i * d + i] : 0;
    }
}

/* Means of the columns of m. */
static double *column_means(Arena *a, Mat m)
{
    double *mean = arena_zeros(a, (size_t)m.cols * sizeof *mean);
    for (int i = 0; i < m.rows; i++)
        for (int k = 0; k < m.cols; k++) mean[k] += (double)mat_row(m, i)[k] / m.rows;
    return mean;
}

void line_predict(Arena *scratch, Mat out, Mat queries, Mat keys, Mat values)
{
    Arena mark = *scratch;
    const int d = keys.cols;
    const double *x_mean = column_means(scratch, keys), *y_mean = column_means(scratch, values);
    double *A = arena_zeros(scratch, (size_t)(d * d) * sizeof *A);
    double *b = arena_zeros(scratch, (size_t)d * sizeof *b);
    for (int i = 0; i < keys.rows; i++) {
        const float *x = mat_row(keys, i);
        for (int k = 0; k < d; k++) {
            double centred = (double)x[k] - x_mean[k];
            for (int l = 0; l < d; l++) A[k * d + l] += centred * ((double)x[l] - x_mean[l]);
            b[k] += centred * ((double)mat_row(values, i)[0] - y_mean[0]);
        }
    }
    solve_normal_equations(A, b, d);
    for (int i = 0; i < queries.rows; i++) {
        double sum = y_mean[0];
        for (int k = 0; k < d; k++) sum += b[k] * ((double)mat_row(queries, i)[k] - x_mean[k]);
        mat_row(out, i)[0] = (float)sum;
    }
    arena_release(scratch, mark);
}
