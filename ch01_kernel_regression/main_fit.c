/* The sub-command fit: Nadaraya-Watson predictions for samples of one's own. */
#include "main.h"
#include "bandwidth.h"
#include "common/mat_text.h"
#include "common/number.h"

#include <math.h>
#include <stdlib.h>

enum { BLOCK = 256 };

/* --query "a:b,c:d" as a matrix with one row a query. */
static Mat read_queries(Arena *a, const char *text, int features)
{
    Error e;
    Mat queries;
    if (!mat_read(&queries, a, text, &e)) die("--query: %s", e.text);
    if (queries.cols != features)
        die("--query: a query has %d number%s, the samples have %d feature%s (as in 14,30, or "
            "1:2,3:4 with two features)",
            queries.cols, queries.cols > 1 ? "s" : "", features, features > 1 ? "s" : "");
    return queries;
}

/* Predicts all queries, a block at a time; returns how many have no sample in reach. */
static int predict(Arena *a, Mat out, Mat queries, Dataset d, Kernel kernel, Mat width)
{
    int without = 0;
    for (int from = 0; from < queries.rows; from += BLOCK) {
        Arena mark = *a;
        int n = queries.rows - from < BLOCK ? queries.rows - from : BLOCK;
        Mat weights = mat_new(a, n, d.x.rows);
        kernel_weights(weights, mat_rows(queries, from, n), d.x, kernel, width, false);
        without += weighted_mean(mat_rows(out, from, n), weights, d.y);
        arena_release(a, mark);
    }
    return without;
}

/* One line for each query: its features and the prediction. */
static void print_predictions(const Run *run, Mat queries, Mat out)
{
    char text[NUMBER_SIZE];
    for (int i = 0; i < queries.rows; i++) {
        say(run, "  x' = ");
        for (int k = 0; k < queries.cols; k++)
            say(run, "%s%s", k ? ", " : "", number_write(text, (double)mat_row(queries, i)[k]));
        say(run, "   y' = %s\n", number_write(text, (double)mat_row(out, i)[0]));
    }
}

/* The samples and the fitted curve over their range, for a single feature. */
static void plot_fit(Run *run, Dataset d, Kernel kernel, Mat width)
{
    enum { POINTS = 201 };
    Arena *a = &run->arena;
    Mat x = mat_new(a, POINTS, 1), y = mat_new(a, POINTS, 1);
    float low = INFINITY, high = -INFINITY;
    for (int i = 0; i < d.x.rows; i++) {
        low = fminf(low, mat_row(d.x, i)[0]);
        high = fmaxf(high, mat_row(d.x, i)[0]);
    }
    for (int i = 0; i < POINTS; i++) x.data[i] = low + (high - low) * (float)i / (POINTS - 1);
    predict(a, y, x, d, kernel, width);
    const TermSeries series[] = {{"fit", x, y, false}, {"samples", d.x, d.y, true}};
    term_plot(&run->term,
              &(TermPlot){.x_label = "x", .y_label = "y", .series = series, .count = 2});
}

/* The predictions as a file: one row a query. */
static void report_predictions(Run *run, Mat queries, Mat out)
{
    Mat both = mat_new(&run->arena, queries.rows, queries.cols + 1);
    mat_copy(mat_cols(both, 0, queries.cols), queries);
    mat_copy(mat_cols(both, queries.cols, 1), out);
    size_t size = 16 * (size_t)(queries.cols + 1), used = 0;
    char *columns = arena_zeros(&run->arena, size);
    for (int k = 0; k < queries.cols; k++)
        used += (size_t)snprintf(columns + used, size - used, "x%d ", k + 1);
    snprintf(columns + used, size - used, "prediction");
    report_series(&run->report, "predictions", columns, NULL, both);
}

/* The bandwidth of the options, chosen by leave-one-out when it is auto, and its error. */
static double choose_bandwidth(Run *run, Dataset d, Kernel kernel)
{
    const Options *o = run->options;
    bool chosen = isnan(o->bandwidth);
    Dataset some = d.x.rows > MOST_SAMPLES || chosen
                       ? some_samples(&run->arena, d, MOST_SAMPLES, o->run.seed)
                       : d;
    double h = chosen ? bandwidth_select(&run->arena, some.x, some.y, kernel) : o->bandwidth;
    double error = leave_one_out_rmse(&run->arena, some.x, some.y, kernel, h), low, high = 0;
    if (chosen) bandwidth_range(some.x, &low, &high);
    say(run, "%s, %d samples, %s kernel\n", d.name, d.x.rows, kernel_name(kernel));
    say(run, "  bandwidth %.4g (%s%s)\n", h, chosen ? "chosen by leave-one-out" : "as given",
        d.x.cols > 1 ? "; in standard deviations of each feature" : "");
    if (isfinite(error))
        say(run, "  leave-one-out error %.4g (root mean square)\n\n", error);
    else
        say(run, "  no leave-one-out error: a sample has no other within the bandwidth\n\n");
    if (chosen && h > 0.99 * high)
        say(run, "  the largest bandwidth tried: the mean of y does as well\n\n");
    return h;
}

/* Queries in the units of the samples. */
static void scale_queries(const Options *o, Mat queries, Mat unit)
{
    for (int k = 0; k < queries.cols; k++) mat_scale(mat_cols(queries, k, 1), 1 / unit.data[k]);
    for (int i = 0; i < queries.rows * queries.cols; i++)
        if (!isfinite(queries.data[i]))
            die("--query %s: too far from the samples for float32", o->query);
}

int command_fit(void *context, int argc, char **argv)
{
    (void)argc, (void)argv;
    const Options *o = context;
    Arena a = {0};
    Samples s = load_samples(o, &a, 2);
    Kernel kernel = (Kernel)o->kernel;
    Mat queries = o->query ? read_queries(&a, o->query, s.set.x.cols) : s.set.x;
    if (o->query) scale_queries(o, queries, s.unit);
    if (isnan(o->bandwidth)) refuse_constant(s.set);
    Run run = run_start_printing(&o->run, o);
    double h = choose_bandwidth(&run, s.set, kernel);
    Mat width = kernel_width(&a, s.set.x.cols, h), out = mat_new(&a, queries.rows, 1);
    const bool asked = o->query || run.report.folder; /* else nobody sees the predictions */
    int without = asked ? predict(&a, out, queries, s.set, kernel, width) : 0;
    if (s.set.x.cols == 1) plot_fit(&run, s.set, kernel, width);
    for (int k = 0; k < queries.cols; k++) mat_scale(mat_cols(queries, k, 1), s.unit.data[k]);
    if (o->query) print_predictions(&run, queries, out);
    if (without)
        warn("%d of %d queries have no sample within the bandwidth %g: their prediction is nan",
             without, queries.rows, h);
    result(&run, h, "fit.bandwidth");
    if (run.report.folder) report_predictions(&run, queries, out);
    run_finish(&run, NULL);
    arena_free(&a);
    return EXIT_SUCCESS;
}
