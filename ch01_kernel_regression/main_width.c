/* Experiments 3 and 4: choosing the bandwidth by leave-one-out, and learning it by gradient
 * descent. */
#include "main.h"
#include "bandwidth.h"
#include "common/statistics.h"

#include <math.h>
#include <stdlib.h>

enum { CURVE = 61, EPOCHS = 5, STEPS = 200 };

/* A model of the Gaussian kernel with one width for all features. */
static Model gaussian_model(Arena *a, int features, double h)
{
    return (Model){.predictor = NW, .k = 1, .width = kernel_width(a, features, h)};
}

/* Rows h, leave-one-out error; the range is where the curve says something: INFINITY is left out.
 */
static Mat error_curve(Arena *a, Dataset d, Kernel kernel, double h)
{
    double low, high;
    bandwidth_range(d.x, &low, &high);
    low = fmax(low, h / 8), high = fmin(high, 12 * h);
    Mat curve = mat_new(a, CURVE, 2);
    for (int i = 0; i < CURVE; i++) {
        double at = geometric(low, high, i, CURVE);
        mat_row(curve, i)[0] = (float)at;
        mat_row(curve, i)[1] = (float)leave_one_out_rmse(a, d.x, d.y, kernel, at);
    }
    return curve;
}

void experiment_bandwidth(Run *run, Dataset d, const char *key)
{
    const Options *o = run->options;
    Arena *a = &run->arena;
    Kernel kernel = (Kernel)o->kernel;
    double h = bandwidth_select(a, d.x, d.y, kernel);
    double error = leave_one_out_rmse(a, d.x, d.y, kernel, h);
    heading(run, "3. The bandwidth by leave-one-out");
    say(run,
        "  %d samples, %s kernel: h = %.4g predicts each sample from the others\n"
        "  with the least error, %.4g (root mean square)\n\n",
        d.x.rows, kernel_name(kernel), h, error);
    result(run, h, "%s.nw.bandwidth", key);
    result(run, error, "%s.nw.loo_rmse", key);
    Mat curve = error_curve(a, d, kernel, h);
    report_series(&run->report, "bandwidth", "h loo_rmse", NULL, curve);
    const TermSeries series = {"leave-one-out error", mat_cols(curve, 0, 1), mat_cols(curve, 1, 1),
                               false};
    term_plot(&run->term, &(TermPlot){.x_label = "bandwidth h",
                                      .y_label = "error",
                                      .series = &series,
                                      .count = 1,
                                      .log_x = true,
                                      .height = 12});
}

void experiment_smoothing(Run *run)
{
    const Options *o = run->options;
    Arena *a = &run->arena;
    Rng r = rng_new((uint64_t)o->run.seed);
    Dataset d = dataset_d2l(a, &r);
    double h = bandwidth_select(a, d.x, d.y, GAUSSIAN);
    static const struct {
        const char *name;
        double factor;
    } cases[] = {{"under", 0.125}, {"chosen", 1}, {"over", 8}};
    Mat fits = mat_new(a, 501, 4);
    for (int i = 0; i < fits.rows; i++) mat_row(fits, i)[0] = (float)(0.01 * i);
    say(run, "\n  too small, right and too large:\n");
    for (int c = 0; c < 3; c++) {
        Model model = gaussian_model(a, 1, h * cases[c].factor);
        double error = test_mse(&model, a, d);
        model_predict(&model, a, mat_cols(fits, 1 + c, 1), mat_cols(fits, 0, 1), d);
        say(run, "    h = %.3f   mean squared error %.4f\n", h * cases[c].factor, error);
        result(run, h * cases[c].factor, "d2l.%s.bandwidth", cases[c].name);
        result(run, error, "d2l.%s.test_mse", cases[c].name);
    }
    report_series(&run->report, "smoothing", "x under chosen over", NULL, fits);
}

Mat trained(Arena *a, Dataset d, double start, Training how, Mat *trace)
{
    Params p = {0};
    LearnedKernel l = {.width = params_add(&p, "width", 1, d.x.cols)};
    *trace = mat_new(a, how.steps + 1, 1 + d.x.cols);
    mat_fill(l.width->value, (float)start);
    if (!learned_train(&l, &p, d.x, d.y, how, *trace))
        warn("the width is no longer finite: the learning rate %g is too large", how.rate);
    Mat width = mat_new(a, 1, d.x.cols);
    mat_copy(width, l.width->value);
    params_free(&p);
    return width;
}

/* D2L's start of the width: uniform in [0, 1), drawn after the samples. */
static Dataset d2l_with_start(Arena *a, int seed, double *start)
{
    Rng r = rng_new((uint64_t)seed);
    Dataset d = dataset_d2l(a, &r);
    *start = rng_uniform(&r);
    return d;
}

void report_trace(Run *run, const char *name, Mat trace)
{
    Mat series = mat_new(&run->arena, trace.rows, 1 + trace.cols);
    for (int t = 0; t < trace.rows; t++) mat_row(series, t)[0] = (float)t;
    mat_copy(mat_cols(series, 1, trace.cols), trace);
    const size_t size = 32 + 16 * (size_t)trace.cols;
    char *columns = arena_alloc(&run->arena, size);
    size_t used = (size_t)snprintf(columns, size, "step loo_rmse");
    if (trace.cols == 2) snprintf(columns + used, size - used, " w");
    for (int k = 1; k < trace.cols && trace.cols > 2; k++)
        used += (size_t)snprintf(columns + used, size - used, " w%d", k);
    report_series(&run->report, name, columns, NULL, series);
}

void plot_trace(Run *run, Mat trace)
{
    Mat step = mat_new(&run->arena, trace.rows, 1);
    for (int t = 0; t < trace.rows; t++) step.data[t] = (float)t;
    const TermSeries series = {"width w", step, mat_cols(trace, 1, 1), false};
    term_plot(&run->term,
              &(TermPlot){
                  .x_label = "step", .y_label = "w", .series = &series, .count = 1, .height = 10});
}

void experiment_training(Run *run)
{
    const Options *o = run->options;
    Arena *a = &run->arena;
    double start, h;
    Dataset d = d2l_with_start(a, o->run.seed, &start);
    Mat sgd, adam;
    Model d2l = {LEARNED, 1, trained(a, d, start, (Training){EPOCHS, 0.5, SGD, false}, &sgd)};
    Model longer = {LEARNED, 1, trained(a, d, 1, (Training){STEPS, 0.1, ADAM, false}, &adam)};
    h = bandwidth_select(a, d.x, d.y, GAUSSIAN);
    double w_d2l = (double)d2l.width.data[0], w = (double)longer.width.data[0];
    heading(run, "4. Learning the width w = 1/h by gradient descent");
    say(run,
        "  SGD, rate 0.5, 5 steps (D2L)   w = %6.3f   1/|w| = %.4f   test error %.4f\n"
        "  Adam, rate 0.1, 200 steps      w = %6.3f   1/|w| = %.4f   test error %.4f\n"
        "  leave-one-out over a grid                    h = %.4f\n\n",
        w_d2l, 1 / fabs(w_d2l), test_mse(&d2l, a, d), w, 1 / fabs(w), test_mse(&longer, a, d), h);
    result(run, start, "d2l.learned.start");
    result(run, w_d2l, "d2l.learned.w");
    result(run, 1 / fabs(w_d2l), "d2l.learned.bandwidth");
    result(run, (double)mat_row(sgd, EPOCHS)[0], "d2l.learned.loo_rmse");
    result(run, test_mse(&d2l, a, d), "d2l.learned.test_mse");
    result(run, w, "d2l.adam.w");
    result(run, 1 / fabs(w), "d2l.adam.bandwidth");
    result(run, (double)mat_row(adam, STEPS)[0], "d2l.adam.loo_rmse");
    result(run, test_mse(&longer, a, d), "d2l.adam.test_mse");
    report_trace(run, "training_sgd", sgd);
    report_trace(run, "training_adam", adam);
    plot_trace(run, adam);
}

void experiment_see_itself(Run *run)
{
    Arena *a = &run->arena;
    Dataset d = dataset_motorcycle(a);
    heading(run, "The bug: letting every sample see itself (motorcycle data)");
    for (int wrong = 0; wrong < 2; wrong++) {
        const char *name = wrong ? "see_itself" : "left_out";
        Mat trace, width = trained(a, d, 0.25, (Training){400, 0.1, ADAM, wrong}, &trace);
        double w = (double)width.data[0], seen = (double)mat_row(trace, 400)[0];
        double unseen = leave_one_out_rmse(a, d.x, d.y, GAUSSIAN, 1 / fabs(w));
        say(run, "  %-10s w = %.3f   training error %.2f   error on unseen samples %.2f\n", name, w,
            seen, unseen);
        result(run, w, "motorcycle.%s.w", name);
        result(run, seen, "motorcycle.%s.training_rmse", name);
        result(run, unseen, "motorcycle.%s.loo_rmse", name);
        report_trace(run, name, trace);
    }
}

void experiment_features(Run *run)
{
    const Options *o = run->options;
    Arena *a = &run->arena;
    Rng r = rng_new((uint64_t)o->run.seed);
    Dataset d = dataset_two_features(a, &r, 120);
    Model one = model_fit(a, NW, d), each = model_fit(a, LEARNED, d);
    heading(run, "A width for each feature: 120 samples, the second feature says nothing about y");
    say(run,
        "  one bandwidth      h = %.3f            leave-one-out error %.4f\n"
        "  a width for each   w = %.3f, %.3f     leave-one-out error %.4f\n",
        1 / (double)one.width.data[0], model_loo_rmse(&one, a, d), fabs((double)each.width.data[0]),
        fabs((double)each.width.data[1]), model_loo_rmse(&each, a, d));
    result(run, 1 / (double)one.width.data[0], "features.nw.bandwidth");
    result(run, model_loo_rmse(&one, a, d), "features.nw.loo_rmse");
    result(run, fabs((double)each.width.data[0]), "features.learned.w1");
    result(run, fabs((double)each.width.data[1]), "features.learned.w2");
    result(run, model_loo_rmse(&each, a, d), "features.learned.loo_rmse");
}

enum { SEEDS = 10, METHODS = 7 };

/* The test errors of one seed, in the order of experiment_seeds' names. */
static void errors_of_seed(int seed, double error[METHODS])
{
    Arena a = {0};
    double start;
    Dataset d = d2l_with_start(&a, seed, &start);
    Mat trace, sgd = trained(&a, d, start, (Training){EPOCHS, 0.5, SGD, false}, &trace);
    Mat adam = trained(&a, d, 1, (Training){STEPS, 0.1, ADAM, false}, &trace);
    Model models[METHODS] = {
        model_fit(&a, MEAN, d), model_fit(&a, LINE, d), model_fit(&a, NEAREST, d),
        model_fit(&a, KNN, d),  model_fit(&a, NW, d),   {LEARNED, 1, sgd},
        {LEARNED, 1, adam},
    };
    for (int m = 0; m < METHODS; m++) error[m] = test_mse(&models[m], &a, d);
    arena_free(&a);
}

void experiment_seeds(Run *run)
{
    const Options *o = run->options;
    static const char *const names[METHODS] = {"mean", "line",    "nearest", "knn",
                                               "nw",   "learned", "adam"};
    double error[SEEDS][METHODS];
    heading(run, "The same for ten sets of samples: mean squared error on the curve");
#pragma omp parallel for schedule(dynamic)
    for (int s = 0; s < SEEDS; s++) errors_of_seed(o->run.seed + s, error[s]);
    for (int m = 0; m < METHODS; m++) {
        double of_method[SEEDS], deviation, worst = 0;
        for (int s = 0; s < SEEDS; s++)
            of_method[s] = error[s][m], worst = fmax(worst, error[s][m]);
        const double mean = mean_of(of_method, SEEDS, &deviation);
        say(run, "  %-8s %.4f +- %.4f   worst %.4f\n", names[m], mean, deviation, worst);
        result(run, mean, "d2l.seeds.%s.test_mse", names[m]);
        result(run, deviation, "d2l.seeds.%s.deviation", names[m]);
        result(run, worst, "d2l.seeds.%s.worst", names[m]);
    }
}

int command_bandwidth(void *context, int argc, char **argv)
{
    (void)argc, (void)argv;
    const Options *options = context;
    Arena a = {0};
    Dataset d = some_samples(&a, load_samples(options, &a, 3).set, MOST_SAMPLES, options->run.seed);
    Run run = run_start(&options->run, options);
    experiment_bandwidth(&run, d, "data");
    run_finish(&run, NULL);
    arena_free(&a);
    return EXIT_SUCCESS;
}
