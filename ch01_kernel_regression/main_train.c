/* The sub-command train: the width learned on samples of one's own. */
#include "main.h"

#include <math.h>
#include <stdlib.h>

/* The data in units in which the learning rates hold: features in tenths of their spread, y in
 * standard deviations. What one of these units is goes to `tenths` (1 x d) and *deviation. */
static Dataset in_units(Arena *a, Dataset d, Mat tenths, double *deviation)
{
    Dataset scaled = {d.name, mat_new(a, d.x.rows, d.x.cols), mat_new(a, d.y.rows, 1)};
    for (int k = 0; k < d.x.cols; k++) {
        tenths.data[k] = (float)feature_tenth(d.x, k);
        for (int i = 0; i < d.x.rows; i++)
            mat_row(scaled.x, i)[k] = mat_row(d.x, i)[k] / tenths.data[k];
    }
    *deviation = target_deviation(d.y);
    for (int i = 0; i < d.y.rows; i++)
        mat_row(scaled.y, i)[0] = (float)((double)mat_row(d.y, i)[0] / *deviation);
    return scaled;
}

int command_train(void *context, int argc, char **argv)
{
    (void)argc, (void)argv;
    const Options *o = context;
    Arena a = {0};
    double deviation = 1;
    Samples samples = load_samples(o, &a, 3);
    Dataset d = some_samples(&a, samples.set, MOST_SAMPLES, o->run.seed);
    Mat trace, unit = mat_new(&a, 1, d.x.cols);
    mat_fill(unit, 1);
    if (samples.own) d = in_units(&a, d, unit, &deviation);
    Run run = run_start(&o->run, o);
    const Training how = {o->steps, o->rate, (Optimiser)o->optimiser, o->see_itself};
    Mat width = trained(&a, d, o->start, how, &trace);
    const double error = deviation * (double)mat_row(trace, o->steps)[0];
    heading(&run, "Learning the width of the Gaussian kernel");
    if (samples.own)
        say(&run, "  (while training, features are in tenths of their spread, y in deviations)\n");
    plot_trace(&run, trace);
    for (int k = 0; k < width.cols; k++) {
        double w = fabs((double)width.data[k]) / (double)(unit.data[k] * samples.unit.data[k]);
        say(&run, "  feature %d: |w| = %.4g, bandwidth 1/|w| = %.4g\n", k + 1, w, 1 / w);
        result(&run, w, "data.learned.w%d", k + 1);
    }
    result(&run, error, "data.learned.rmse");
    say(&run, "  error of the last step: %.4g\n", error);
    report_trace(&run, "training", trace);
    run_finish(&run, NULL);
    arena_free(&a);
    return EXIT_SUCCESS;
}
