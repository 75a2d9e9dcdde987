/* Experiment 5: the attention weights themselves, as a picture and as a number. */
#include "main.h"
#include "bandwidth.h"

#include <math.h>

/* exp of the entropy of each row's weights: n when n samples are looked at equally, 1 when one is.
 */
//> looked_at
static double looked_at(const float *weights, int n)
{
    double entropy = 0;
    for (int j = 0; j < n; j++)
        if (weights[j] > 0) entropy -= (double)weights[j] * log((double)weights[j]);
    return exp(entropy);
}
//< looked_at

/* The weights of test queries (rows) for the sorted samples (columns), with the queries in front.
 */
static void report_weights(Run *run, const char *name, Mat queries, Mat weights)
{
    Mat m = mat_new(&run->arena, weights.rows, 1 + weights.cols);
    char columns[D2L_ROWS * 4 + 8], *end = columns;
    end += snprintf(end, 8, "x");
    for (int j = 0; j < weights.cols; j++) end += snprintf(end, 5, " a%d", j + 1);
    mat_copy(mat_cols(m, 0, 1), queries);
    mat_copy(mat_cols(m, 1, weights.cols), weights);
    report_series(&run->report, name, columns, NULL, m);
}

void experiment_weights(Run *run)
{
    Arena *a = &run->arena;
    Rng r = rng_new((uint64_t)run->options->seed);
    Dataset d = dataset_d2l(a, &r), test = dataset_d2l_test(a);
    Model trained = model_fit(a, LEARNED, d);
    Mat widths[] = {kernel_width(a, 1, 1), trained.width};
    static const char *const names[] = {"before", "after"};
    static const char *const titles[] = {"before training, w = 1: queries down, samples across",
                                         "after training"};
    heading(run, "5. The attention weights");
    Mat seen = mat_new(a, test.x.rows, 3);
    mat_copy(mat_cols(seen, 0, 1), test.x);
    for (int c = 0; c < 2; c++) {
        Mat weights = mat_new(a, test.x.rows, d.x.rows);
        kernel_weights(weights, test.x, d.x, GAUSSIAN, widths[c], false);
        for (int i = 0; i < weights.rows; i++)
            mat_row(seen, i)[1 + c] = (float)looked_at(mat_row(weights, i), weights.cols);
        term_heat(&run->term, &(TermHeat){.title = titles[c], .values = weights});
        double mean = mat_sum(mat_cols(seen, 1 + c, 1)) / seen.rows;
        report_note(&run->report,
                    "  a query looks at %.1f of %d samples (exp of the entropy, mean)\n\n", mean,
                    d.x.rows);
        result(run, mean, "d2l.%s.looked_at", names[c]);
        report_weights(run, c ? "weights_after" : "weights_before", test.x, weights);
    }
    report_series(&run->report, "looked_at", "x before after", NULL, seen);
}
