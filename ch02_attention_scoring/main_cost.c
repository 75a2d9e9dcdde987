/* What additive scores cost beside scaled dot products: time for attention forward and backward. */
#include "main.h"
#include "common/clock.h"
#include "common/parallel.h"

#include <math.h>

enum { D = 64, SIZES = 6, FIRST = 16, REPEATS = 5 };

/* Microseconds for attention of n queries on n keys, forward and backward: the best of some runs,
 * each long enough for the clock. */
static double measure(ScoreKind kind, int n)
{
    Arena inputs = {0}, step = {0};
    Params p = {0};
    Rng r = rng_new(1);
    Attention at = {.scoring = scoring_new(kind, &p, &r, "s", D, D, D)};
    Mat m[7]; /* q, k, v, their gradients, and that of the output */
    for (int i = 0; i < 7; i++) {
        m[i] = mat_new(&inputs, n, D);
        fill_normal(m[i], &r, 1);
    }
    double best = INFINITY;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double start = clock_seconds(), took = 0;
        int calls = 0;
        while (took < 0.003) {
            attention_forward(&at, &step, m[0], m[1], m[2], &(Mask){0}, 1);
            attention_backward(&at, &step, m[3], m[4], m[5], m[6]);
            arena_reset(&step);
            calls++;
            took = clock_seconds() - start;
        }
        best = fmin(best, took / calls);
    }
    params_free(&p);
    arena_free(&inputs);
    arena_free(&step);
    return 1e6 * best;
}

/* One row for each n: n, microseconds, their ratio, and the numbers kept for the way back. */
static void fill_table(Run *run, Mat table)
{
    for (int i = 0; i < SIZES; i++) {
        const int n = FIRST << i;
        const double scaled = measure(SCORE_SCALED_DOT, n), additive = measure(SCORE_ADDITIVE, n);
        const double row[] = {
            n, scaled, additive, additive / scaled, (double)n * n, (double)n * n * (D + 1)};
        for (int c = 0; c < 6; c++) mat_row(table, i)[c] = (float)row[c];
        say(run, "  %4d %12.0f %12.0f %8.1f\n", n, scaled, additive, additive / scaled);
        result(run, scaled, "time.n%d.scaled", n);
        result(run, additive, "time.n%d.additive", n);
        result(run, additive / scaled, "time.n%d.ratio", n);
    }
}

void experiment_cost(Run *run)
{
    Mat table = mat_new(&run->arena, SIZES, 6);
    heading(run, "3. The cost of additive scores");
    say(run,
        "  n queries, n keys, d = %d, %d tanh; forward and backward on one thread\n\n"
        "     n    scaled, us  additive, us   ratio\n",
        D, D);
    const int threads = use_threads(1);
    fill_table(run, table);
    use_threads(threads);
    report_series(&run->report, "cost", "n scaled_us additive_us ratio scaled_kept additive_kept",
                  NULL, table);
}
