/* Experiment 6: all predictors on held-out samples of real data; and the sub-command compare. */
#include "main.h"

#include <math.h>
#include <stdlib.h>

enum { FOLDS = 10, REPEATS = 5, CURVE = 201 };

/* What the predictor has chosen, as text. */
static void describe(const Model *model, char text[64])
{
    text[0] = 0;
    if (model->predictor == KNN) snprintf(text, 64, "k = %d", model->k);
    if (model->predictor != NW && model->predictor != LEARNED) return;
    int used = snprintf(text, 64, "h = ");
    int shown = model->predictor == NW ? 1 : model->width.cols;
    for (int k = 0; k < shown && k < 4; k++)
        used += snprintf(text + used, (size_t)(64 - used), "%s%.4g", k ? ", " : "",
                         1 / fabs((double)model->width.data[k]));
}

/* The fits over the range of a single feature, as series and as a plot. */
static void draw_fits(Run *run, Dataset d, const Model models[PREDICTORS])
{
    Arena *a = &run->arena;
    Mat fits = mat_new(a, CURVE, 1 + PREDICTORS), x = mat_cols(fits, 0, 1),
        samples = mat_new(a, d.x.rows, 2);
    float low = INFINITY, high = -INFINITY;
    for (int i = 0; i < d.x.rows; i++) {
        float at = mat_row(d.x, i)[0];
        low = fminf(low, at), high = fmaxf(high, at);
        mat_row(samples, i)[0] = at, mat_row(samples, i)[1] = mat_row(d.y, i)[0];
    }
    for (int i = 0; i < CURVE; i++)
        mat_row(fits, i)[0] = low + (high - low) * (float)i / (CURVE - 1);
    for (int p = 0; p < PREDICTORS; p++)
        model_predict(&models[p], a, mat_cols(fits, 1 + p, 1), x, d);
    report_series(&run->report, "compare_samples", "x y", NULL, samples);
    report_series(&run->report, "compare", "x mean nearest knn line nw learned", NULL, fits);
    const TermSeries series[] = {{"line", x, mat_cols(fits, 1 + LINE, 1), false},
                                 {"kernel regression", x, mat_cols(fits, 1 + NW, 1), false},
                                 {"samples", d.x, d.y, true}};
    term_plot(&run->term,
              &(TermPlot){.x_label = "x", .y_label = "y", .series = series, .count = 3});
}

void experiment_compare(Run *run, Dataset d, const char *key)
{
    const Options *o = run->options;
    Arena *a = &run->arena;
    Model models[PREDICTORS];
    char text[PREDICTORS][64];
    double loo[PREDICTORS], fold[PREDICTORS], deviation[PREDICTORS];
    heading(run, "6. All of them on held-out samples");
    Progress progress = report_progress(&run->report, "cross-validation", PREDICTORS);
    for (int p = 0; p < PREDICTORS; p++) {
        Rng r = rng_new((uint64_t)o->run.seed); /* the same folds for all */
        models[p] = model_fit(a, (Predictor)p, d);
        loo[p] = model_loo_rmse(&models[p], a, d);
        fold[p] = model_fold_rmse(a, (Predictor)p, d, FOLDS, REPEATS, &r, &deviation[p]);
        describe(&models[p], text[p]);
        progress_show(&progress, p + 1);
    }
    progress_end(&progress);
    say(run,
        "  %s, %d samples; root mean squared error\n\n"
        "            leave-one-out   10-fold, 5 times\n",
        d.name, d.x.rows);
    for (int p = 0; p < PREDICTORS; p++) {
        const char *name = predictor_name((Predictor)p);
        say(run, "  %-9s %12.4g   %9.4g +- %-8.2g %s\n", name, loo[p], fold[p], deviation[p],
            text[p]);
        result(run, loo[p], "%s.%s.loo_rmse", key, name);
        result(run, fold[p], "%s.%s.fold_rmse", key, name);
        result(run, deviation[p], "%s.%s.fold_deviation", key, name);
    }
    result(run, models[KNN].k, "%s.knn.k", key);
    result(run, 1 / (double)models[NW].width.data[0], "%s.nw.bandwidth", key);
    for (int k = 0; k < d.x.cols; k++)
        result(run, fabs((double)models[LEARNED].width.data[k]), "%s.learned.w%d", key, k + 1);
    say(run, "\n");
    if (d.x.cols == 1) draw_fits(run, d, models);
}

int command_compare(void *context, int argc, char **argv)
{
    (void)argc, (void)argv;
    const Options *options = context;
    Arena a = {0};
    Dataset d = some_samples(&a, load_samples(options, &a, 2 * FOLDS).set, MOST_COMPARED,
                             options->run.seed);
    Run run = run_start(&options->run, options);
    experiment_compare(&run, d, "data");
    run_finish(&run, NULL);
    arena_free(&a);
    return EXIT_SUCCESS;
}
