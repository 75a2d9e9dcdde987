/* ch1 - from weighted averages to attention: the program of chapter 1.
 *
 * Without a sub-command it runs every experiment of the notes, in their order. */
#include "main.h"
#include "common/threads.h"

#include <math.h>
#include <stdlib.h>

static const char epilogue[] =
    "Results go to build/ch1 unless --out says otherwise; fit writes files only with --out.\n"
    "\n"
    "  ./ch1\n"
    "  ./ch1 compare --data motorcycle\n"
    "  ./ch1 fit --data FILE.csv --x age,height --y weight --query 30:170\n";

static const char keys[] =
    "results.txt holds, for the generated samples (d2l), the motorcycle data and others:\n"
    "  example.*                      the example on paper: s, a, o, do, da, ds, dw, loss\n"
    "  d2l.PREDICTOR.test_mse         error on the true curve: mean, nearest, knn, line, nw\n"
    "  d2l.KERNEL.{bandwidth,test_mse}   gaussian, boxcar, triangular, epanechnikov\n"
    "  d2l.softmax.largest_difference    between the two forms of the Gaussian weights\n"
    "  d2l.far.{prediction,last_y}    a query far from all samples\n"
    "  d2l.nw.{bandwidth,loo_rmse}    chosen by leave-one-out\n"
    "  d2l.{under,chosen,over}.{bandwidth,test_mse}   h / 8, h and 8 h\n"
    "  d2l.learned.{start,w,bandwidth,loo_rmse,test_mse}   five steps of SGD\n"
    "  d2l.adam.{w,bandwidth,loo_rmse,test_mse}       200 steps of Adam\n"
    "  d2l.seeds.METHOD.{test_mse,deviation,worst}    ten sets of samples\n"
    "  d2l.{before,after}.looked_at   samples that a query looks at, in training's start and end\n"
    "  features.{nw,learned}.*        two features, one of them useless\n"
    "  motorcycle.{left_out,see_itself}.{w,training_rmse,loo_rmse}   the bug of the notes\n"
    "  motorcycle.PREDICTOR.{loo_rmse,fold_rmse,fold_deviation}\n"
    "  motorcycle.knn.k, motorcycle.nw.bandwidth, motorcycle.learned.w1\n";

static int command_runs(void *context, int argc, char **argv)
{
    (void)argc, (void)argv;
    const Options *options = context;
    Run run = run_start(&options->run, options);
    Rng r = rng_new((uint64_t)options->run.seed);
    say(&run, "Chapter 1. From weighted averages to attention\n");
    experiment_example(&run);
    experiment_predictors(&run);
    experiment_kernels(&run);
    experiment_bandwidth(&run, dataset_d2l(&run.arena, &r), "d2l");
    experiment_smoothing(&run);
    experiment_training(&run);
    experiment_see_itself(&run);
    experiment_features(&run);
    experiment_seeds(&run);
    experiment_weights(&run);
    experiment_compare(&run, dataset_motorcycle(&run.arena), "motorcycle");
    heading(&run, "Next");
    say(&run, "Read ch01_kernel_regression/notes.md (make notes: as a page with figures).\n"
              "Try  ./ch1 fit --data motorcycle --kernel epanechnikov --bandwidth 3 --query 14,30\n"
              "     ./ch1 train --data motorcycle --steps 400 --start 0.25 --see-itself\n"
              "     make skeleton, for the exercises\n");
    run_finish(&run, "ch01_kernel_regression");
    return EXIT_SUCCESS;
}

/* The options that the commands share, with their targets in o. */
static Option option_data(Options *o)
{
    return (Option){"data",      "NAME",   "d2l, motorcycle, or a CSV file with a header line",
                    OPTION_TEXT, &o->data, 0,
                    0,           NULL};
}

static Option option_x(Options *o)
{
    return (Option){
        "x",         "NAMES", "the columns of a file that are the features, as in age,height",
        OPTION_TEXT, &o->x,   0,
        0,           NULL};
}

static Option option_y(Options *o)
{
    return (Option){"y",         "NAME", "the column of a file that is to be predicted",
                    OPTION_TEXT, &o->y,  0,
                    0,           NULL};
}

static Option option_kernel(Options *o)
{
    return (Option){"kernel",
                    "K",
                    "the kernel",
                    OPTION_CHOICE,
                    &o->kernel,
                    0,
                    0,
                    "gaussian|boxcar|triangular|epanechnikov"};
}

static int run_command(Options *o, int argc, char **argv)
{
    const Option data = option_data(o), x = option_x(o), y = option_y(o), kernel = option_kernel(o);
    Option common[RUN_OPTIONS];
    run_options(common, &o->run);
    const Option on_data[] = {data, x, y, {0}}, on_kernel[] = {data, x, y, kernel, {0}};
    const Option fit[] = {
        data,
        x,
        y,
        kernel,
        {"bandwidth", "H", "its bandwidth; auto: chosen by leave-one-out cross-validation",
         OPTION_REAL, &o->bandwidth, 1e-37, 1e37, "auto"},
        {"query", "Q",
         "where to predict, as in 14,30, or 1:2,3:4 with two features; without it at "
         "the samples",
         OPTION_TEXT, &o->query, 0, 0, NULL},
        {0}};
    const Option train[] = {
        data,
        x,
        y,
        {"optimiser", "O", "the optimiser", OPTION_CHOICE, &o->optimiser, 0, 0, "sgd|adam"},
        {"rate", "R", "its learning rate", OPTION_REAL, &o->rate, ABOVE_ZERO, 1e6, NULL},
        {"start", "W", "the width before the first step", OPTION_REAL, &o->start, ABOVE_ZERO, 1e6,
         NULL},
        {"steps", "N", "its steps", OPTION_INT, &o->steps, 1, 100000, NULL},
        {"see-itself", NULL, "the bug of the notes: let every sample see itself", OPTION_FLAG,
         &o->see_itself, 0, 0, NULL},
        {0}};
    const Command commands[] = {
        {"runs", NULL, "every experiment of the notes", command_runs, NULL, keys},
        {"compare", NULL, "all predictors of the chapter on held-out samples", command_compare,
         on_data, NULL},
        {"fit", NULL, "predict with Nadaraya-Watson kernel regression", command_fit, fit, NULL},
        {"bandwidth", NULL, "the leave-one-out error against the bandwidth", command_bandwidth,
         on_kernel, NULL},
        {"train", NULL, "learn the width of the Gaussian kernel by gradient descent", command_train,
         train, NULL},
        {0}};
    const Cli cli = {"ch1", "Chapter 1: from weighted averages to attention", commands, common,
                     epilogue};
    return cli_run(&cli, o, argc, argv);
}

int main(int argc, char **argv)
{
    threads_sleep_soon(argv);
    Options options = {.run = {.seed = 10, .folder = "build/ch1", .argv = argv},
                       .data = "d2l",
                       .bandwidth = NAN,
                       .steps = 200,
                       .rate = 0.1,
                       .start = 1,
                       .optimiser = ADAM};
    return run_command(&options, argc, argv);
}
