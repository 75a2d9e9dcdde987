/* Experiment 5: the attention weights themselves, as a picture and as a number. */
#include "main.h"
#include "bandwidth.h"
#include "common/statistics.h"

void experiment_weights(Run *run)
{
    const Options *o = run->options;
    Arena *a = &run->arena;
    Rng r = rng_new((uint64_t)o->run.seed);
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
        say(run, "  a query looks at %.1f of %d samples (exp of the entropy, mean)\n\n", mean,
            d.x.rows);
        result(run, mean, "d2l.%s.looked_at", names[c]);
        report_matrix(run, c ? "weights_after" : "weights_before", "x", test.x, 'a', weights);
    }
    report_series(&run->report, "looked_at", "x before after", NULL, seen);
}
