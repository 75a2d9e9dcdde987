/* The program that the tests of the command line run: three commands, or one, and what they saw. */
#ifndef COMMON_TEST_CLI_PROGRAM_H
#define COMMON_TEST_CLI_PROGRAM_H

#include "cli.h"
#include "test_capture.h"

typedef struct {
    bool quiet;
    int seed, epochs, kernel;
    double bandwidth, rate;
    const char *out, *data;
    const char *ran;    /* the command that ran */
    char arguments[99]; /* what it got, each followed by '|' */
} Run;

static inline int run_command(Run *r, const char *name, int argc, char **argv)
{
    r->ran = name;
    for (int i = 0; i < argc; i++)
        snprintf(r->arguments + strlen(r->arguments), 40, "%.30s|", argv[i]);
    return 0;
}

static inline int run_all(void *context, int argc, char **argv)
{
    return run_command(context, "all", argc, argv);
}

static inline int run_fit(void *context, int argc, char **argv)
{
    return run_command(context, "fit", argc, argv);
}

static inline int run_show(void *context, int argc, char **argv)
{
    run_command(context, "show", argc, argv);
    return 1;
}

static char printed[8000], errors[8000]; /* by the last run */

/* Runs "ch1 LINE" (words separated by single blanks) with fresh settings. */
static inline int run_words(Run *r, int argc, char **argv, bool single)
{
    *r = (Run){.seed = 7, .epochs = 200, .bandwidth = 0.5, .rate = (double)NAN, .out = "build/ch1"};
    const Option fit[] = {
        {"data", "FILE", "the table", OPTION_TEXT, &r->data, 0, 0, NULL},
        {"kernel", "K", "shape", OPTION_CHOICE, &r->kernel, 0, 0, "gaussian|boxcar|triangular"},
        {"bandwidth", "H", "width of the kernel, in the units of x, which is a long explanation",
         OPTION_REAL, &r->bandwidth, ABOVE_ZERO, NO_MAXIMUM, NULL},
        {"rate", "R", "learning rate", OPTION_REAL, &r->rate, ABOVE_ZERO, 1, "auto"},
        {"epochs", "N", "passes over the data", OPTION_INT, &r->epochs, 1, 5000, NULL},
        {0}};
    const Option common[] = {
        {"seed", "N", "seed of the random numbers", OPTION_INT, &r->seed, 0, 0, NULL},
        {"out", "FOLDER", "where the results go", OPTION_TEXT, &r->out, 0, 0, NULL},
        {"quiet", NULL, "print only errors", OPTION_FLAG, &r->quiet, 0, 0, NULL},
        {0}};
    const Command several[] = {
        {"all", NULL, "run every experiment", run_all, NULL, "Keys:\n  loss"},
        {"fit", NULL, "predict from a table", run_fit, fit, NULL},
        {"show", "MODEL [TEXT...]", "show a model", run_show, NULL, NULL},
        {0}};
    const Command only[] = {{"show", "MODEL [TEXT]", "show a model", run_show, fit, NULL}, {0}};
    const Cli cli = {"ch1", "Kernel regression", single ? only : several, common,
                     "Examples:\n  ./ch1 fit --bandwidth 0.5"};
    Capture out = capture_start(stdout), err = capture_start(stderr);
    int status = cli_run(&cli, r, argc, argv);
    capture_end(err, errors, sizeof errors);
    capture_end(out, printed, sizeof printed);
    return status;
}

static inline int run_line(Run *r, const char *line, bool single)
{
    static char copy[500];
    char *argv[40] = {copy};
    int argc = 1;
    snprintf(copy, sizeof copy, "ch1 %s", line);
    for (char *blank = *line ? strchr(copy, ' ') : NULL; blank; blank = strchr(blank, ' ')) {
        *blank++ = '\0';
        argv[argc++] = blank;
    }
    return run_words(r, argc, argv, single);
}

static inline int run(Run *r, const char *line)
{
    return run_line(r, line, false);
}

#endif
