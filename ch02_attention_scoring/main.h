/* What the parts of chapter 2's program share: the options, the run that is under way, and the
 * experiments of the notes. */
#ifndef CH02_MAIN_H
#define CH02_MAIN_H

#include "recall.h"
#include "common/report.h"
#include "common/term.h"

typedef struct {
    int seed;
    const char *out; /* folder for results; NULL: build/ch2, and attend writes nothing */
    bool quiet;
    int scores; /* which of the five: a ScoreKind */
    char **argv;

    /* attend: matrices as text or as the path of a CSV file, NULL when not given */
    const char *queries, *keys, *values, *width, *w, *w_q, *w_k, *w_v;
    int valid; /* -1: all keys */
    bool causal;

    /* train */
    int task, steps, size;
    double rate;
    bool constant;
} Options;

typedef struct {
    const Options *options;
    Report report;
    Term term;
    Arena arena;
} Run;

/* Starts a run that writes to the folder of the options; dies when that is not possible. */
Run run_start(const Options *options);

/* Writes the files, then the figures when wanted. Dies when a file cannot be written. */
void run_finish(Run *run, bool figures);

/* Reports `value` under the key that the format makes. */
void result(Run *run, double value, const char *format, ...) PRINTF_LIKE(3, 4);

/* Prints a heading. */
void heading(const Run *run, const char *text);

/* exp of the entropy of n weights: how many keys a query looks at. Chapter 1 derives it. */
double looked_at(const float *weights, int n);

/* The experiments, in the order of the notes. */
void experiment_example(Run *run);
void experiment_masks(Run *run);
void experiment_scale(Run *run);
void experiment_recall(Run *run);

void experiment_cost(Run *run);
void experiment_bugs(Run *run);

/* The sub-commands attend and train. */
int command_attend(void *options, int argc, char **argv);
int command_train(void *options, int argc, char **argv);

#endif
