/* Experiments 1 and 2: the predictors one would try first, and the kernels. */
#include "main.h"
#include "bandwidth.h"

#include <math.h>

enum { GRID = 501 };

/* x = 0, 0.01, ..., 5 */
static Mat grid(Arena *a)
{
    Mat x = mat_new(a, GRID, 1);
    for (int i = 0; i < GRID; i++) x.data[i] = (float)(5.0 * i / (GRID - 1));
    return x;
}

double test_mse(const Model *model, Arena *a, Dataset samples)
{
    Dataset test = dataset_d2l_test(a);
    Mat out = mat_new(a, test.x.rows, 1);
    model_predict(model, a, out, test.x, samples);
    double error = rmse(out, test.y);
    return error * error;
}

static void put_column(Mat m, int column, Mat values)
{
    mat_copy(mat_cols(m, column, 1), values);
}

/* The samples themselves, as a series x, y. */
static void report_samples(Run *run, Dataset d, const char *name)
{
    Mat both = mat_new(&run->arena, d.x.rows, 2);
    put_column(both, 0, d.x);
    put_column(both, 1, d.y);
    report_series(&run->report, name, "x y", NULL, both);
}

void experiment_predictors(Run *run)
{
    const Options *o = run->options;
    Arena *a = &run->arena;
    Rng r = rng_new((uint64_t)o->run.seed);
    Dataset d = dataset_d2l(a, &r);
    Mat x = grid(a), curves = mat_new(a, GRID, 2 + LEARNED);
    heading(run, "1. The predictors one would try first");
    say(run, "50 samples of y = 2 sin x + x^0.8 + noise; error on 50 points of the "
             "curve itself\n\n");
    put_column(curves, 0, x);
    for (int i = 0; i < GRID; i++) mat_row(curves, i)[1] = (float)d2l_curve((double)x.data[i]);
    for (Predictor p = MEAN; p < LEARNED; p++) {
        Model model = model_fit(a, p, d);
        double error = test_mse(&model, a, d);
        model_predict(&model, a, mat_cols(curves, 2 + (int)p, 1), x, d);
        say(run, "  %-9s mean squared error %.4f\n", predictor_name(p), error);
        result(run, error, "d2l.%s.test_mse", predictor_name(p));
        if (p == KNN) result(run, model.k, "d2l.knn.k");
    }
    report_samples(run, d, "samples");
    report_series(&run->report, "predictors", "x truth mean nearest knn line nw", NULL, curves);
    const TermSeries series[] = {{"truth", x, mat_cols(curves, 1, 1), false},
                                 {"nearest", x, mat_cols(curves, 2 + NEAREST, 1), false},
                                 {"kernel regression", x, mat_cols(curves, 2 + NW, 1), false},
                                 {"samples", d.x, d.y, true}};
    say(run, "\n");
    term_plot(&run->term,
              &(TermPlot){.x_label = "x", .y_label = "y", .series = series, .count = 4});
}

/* K(u) for u = 0, 0.02, ..., 3. */
static void report_shapes(Run *run)
{
    Mat shapes = mat_new(&run->arena, 151, 1 + KERNELS);
    for (int i = 0; i < shapes.rows; i++) {
        float *row = mat_row(shapes, i);
        row[0] = (float)(0.02 * i);
        for (int k = 0; k < KERNELS; k++) row[1 + k] = (float)kernel_value((Kernel)k, 0.02 * i);
    }
    report_series(&run->report, "kernels", "u gaussian boxcar triangular epanechnikov", NULL,
                  shapes);
}

/* The largest difference between softmax(-(x'-x)^2 / 2h^2) and K / sum K, computed as it is
 * written. */
static double softmax_difference(Arena *a, Mat queries, Mat keys, double h)
{
    double worst = 0;
    Mat weights = mat_new(a, queries.rows, keys.rows);
    kernel_weights(weights, queries, keys, GAUSSIAN, kernel_width(a, 1, h), false);
    for (int i = 0; i < queries.rows; i++) {
        double sum = 0;
        for (int pass = 0; pass < 2; pass++)
            for (int j = 0; j < keys.rows; j++) {
                double u = ((double)queries.data[i] - (double)keys.data[j]) / h;
                double k = kernel_value(GAUSSIAN, fabs(u));
                if (pass == 0) sum += k;
                if (pass == 1) worst = fmax(worst, fabs(k / sum - (double)mat_row(weights, i)[j]));
            }
    }
    return worst;
}

/* What the formula and the softmax say about a query far from all samples. */
static void compare_far(Run *run, Dataset d, double h)
{
    Arena *a = &run->arena;
    float far[] = {100}, predicted[1];
    Mat query = mat_of(1, 1, far), weights = mat_new(a, 1, d.x.rows);
    double sum = 0, weighted = 0;
    for (int j = 0; j < d.x.rows; j++) {
        double k = kernel_value(GAUSSIAN, fabs((double)far[0] - (double)d.x.data[j]) / h);
        sum += k, weighted += k * (double)d.y.data[j];
    }
    kernel_weights(weights, query, d.x, GAUSSIAN, kernel_width(a, 1, h), false);
    weighted_mean(mat_of(1, 1, predicted), weights, d.y);
    say(run,
        "\n  at x' = 100 the formula gives %g / %g, the softmax %.4f: the y of the nearest "
        "sample\n",
        weighted, sum, (double)predicted[0]);
    result(run, (double)predicted[0], "d2l.far.prediction");
    result(run, (double)d.y.data[d.y.rows - 1], "d2l.far.last_y");
}

void experiment_kernels(Run *run)
{
    const Options *o = run->options;
    Arena *a = &run->arena;
    Rng r = rng_new((uint64_t)o->run.seed);
    Dataset d = dataset_d2l(a, &r), test = dataset_d2l_test(a);
    Mat curves = mat_new(a, GRID, 1 + KERNELS), x = grid(a), out = mat_new(a, test.x.rows, 1);
    Mat weights = mat_new(a, test.x.rows, d.x.rows), grid_weights = mat_new(a, GRID, d.x.rows);
    heading(run, "2. Kernels: a weight for every sample");
    put_column(curves, 0, x);
    for (Kernel k = GAUSSIAN; k < KERNELS; k++) {
        double h = bandwidth_select(a, d.x, d.y, k);
        Mat width = kernel_width(a, 1, h);
        kernel_weights(weights, test.x, d.x, k, width, false);
        weighted_mean(out, weights, d.y);
        double error = rmse(out, test.y);
        kernel_weights(grid_weights, x, d.x, k, width, false);
        weighted_mean(mat_cols(curves, 1 + (int)k, 1), grid_weights, d.y);
        say(run, "  %-13s h = %.3f   mean squared error %.4f\n", kernel_name(k), h, error * error);
        result(run, h, "d2l.%s.bandwidth", kernel_name(k));
        result(run, error * error, "d2l.%s.test_mse", kernel_name(k));
        if (k == GAUSSIAN)
            result(run, softmax_difference(a, test.x, d.x, h), "d2l.softmax.largest_difference");
    }
    report_shapes(run);
    report_series(&run->report, "kernel_fits", "x gaussian boxcar triangular epanechnikov", NULL,
                  curves);
    compare_far(run, d, 0.25);
}
