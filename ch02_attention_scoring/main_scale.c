/* Why the scores are divided by sqrt(d): the variance of q.k, and what it does to the softmax. */
#include "main.h"
#include "common/layers.h"
#include "common/statistics.h"

#include <math.h>
#include <stdlib.h>

enum { SIZES = 11, LARGEST = 1024, PAIRS = 10000, QUERIES = 200, KEYS = 64, COLUMNS = 8 };

//> variance
/* variance[i] = that of q.k over random pairs, of which the first 2^i features are used. */
static void measure_variance(Rng *r, double variance[SIZES])
{
    for (int i = 0; i < SIZES; i++) variance[i] = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
        double product = 0;
        for (int c = 1, i = 0; c <= LARGEST; c++) {
            product += rng_normal(r) * rng_normal(r);
            if (c == 1 << i) variance[i++] += product * product / PAIRS; /* the mean is 0 */
        }
    }
}
//< variance

//> jacobian_norm
/* The norm of the softmax's derivative, the matrix with p_j ([j = l] - p_l) in place (j, l). */
static double jacobian_norm(const float *p, int n)
{
    double squares = 0, cubes = 0;
    for (int j = 0; j < n; j++) {
        double square = (double)p[j] * (double)p[j];
        squares += square, cubes += square * (double)p[j];
    }
    return sqrt(fmax(squares - 2 * cubes + squares * squares, 0));
}
//< jacobian_norm

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Over the queries: the mean of the keys looked at, mean and median of the derivative's norm. */
static void measure_softmax(Arena *a, ScoreKind kind, Mat q, Mat k, float row[3])
{
    Params p = {0};
    Rng unused = rng_new(1);
    Scoring s = scoring_new(kind, &p, &unused, "s", q.cols, k.cols, 0);
    Mat weights = mat_new(a, q.rows, k.rows);
    scores_forward(&s, a, weights, q, k, 1);
    softmax_forward(weights, weights);
    double looked = 0, gradient = 0, norms[QUERIES] = {0};
    for (int i = 0; i < q.rows; i++) {
        norms[i] = jacobian_norm(mat_row(weights, i), k.rows);
        looked += looked_at(mat_row(weights, i), k.rows) / q.rows;
        gradient += norms[i] / q.rows;
    }
    qsort(norms, QUERIES, sizeof *norms, compare);
    row[0] = (float)looked, row[1] = (float)gradient, row[2] = (float)norms[QUERIES / 2];
    params_free(&p);
}

/* One row of the table: d, variance; then looked at and the two gradients, without and with the
 * scale. */
static void measure_size(Run *run, Rng *r, int d, double variance, float row[COLUMNS])
{
    Arena *a = &run->arena, mark = *a;
    Mat q = mat_new(a, QUERIES, d), k = mat_new(a, KEYS, d);
    fill_normal(q, r, 1);
    fill_normal(k, r, 1);
    row[0] = (float)d, row[1] = (float)variance;
    measure_softmax(a, SCORE_DOT, q, k, row + 2);
    measure_softmax(a, SCORE_SCALED_DOT, q, k, row + 5);
    arena_release(a, mark);
    say(run, "  %5d %9.2f", d, variance);
    static const char *const names[] = {"variance",     "dot.looked_at",    "dot.gradient",
                                        "dot.median",   "scaled.looked_at", "scaled.gradient",
                                        "scaled.median"};
    for (int c = 0; c < COLUMNS - 1; c++) {
        if (c) say(run, " %9.3g", (double)row[c + 1]);
        result(run, (double)row[c + 1], "scale.d%d.%s", d, names[c]);
    }
    say(run, "\n");
}

void experiment_scale(Run *run)
{
    const Options *o = run->options;
    Rng r = rng_new((uint64_t)o->run.seed);
    double variance[SIZES];
    Mat table = mat_new(&run->arena, SIZES, COLUMNS);
    measure_variance(&r, variance);
    heading(run, "1. Why the dot product is divided by sqrt(d)");
    say(run,
        "  normal queries and keys; %d keys, %d queries; gradient: norm of the softmax's\n"
        "  derivative\n\n"
        "                 -------- q . k ------------  ------ q . k / sqrt(d) ------\n"
        "      d  variance  looked at gradient median   looked at gradient median\n",
        KEYS, QUERIES);
    for (int i = 0; i < SIZES; i++) measure_size(run, &r, 1 << i, variance[i], mat_row(table, i));
    report_series(
        &run->report, "scale",
        "d variance dot_looked_at dot_gradient dot_median scaled_looked_at scaled_gradient "
        "scaled_median",
        NULL, table);
    const TermSeries series[] = {
        {"q.k", mat_cols(table, 0, 1), mat_cols(table, 2, 1), false},
        {"q.k / sqrt(d)", mat_cols(table, 0, 1), mat_cols(table, 5, 1), false}};
    say(run, "\n");
    term_plot(&run->term, &(TermPlot){.title = "keys looked at, of 64",
                                      .x_label = "d",
                                      .series = series,
                                      .count = 2,
                                      .log_x = true,
                                      .height = 10});
}
