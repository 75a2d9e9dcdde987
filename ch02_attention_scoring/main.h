/* What the parts of chapter 2's program share: the options, the run that is under way, and the
 * experiments of the notes. */
#ifndef CH02_MAIN_H
#define CH02_MAIN_H

#include "recall.h"
#include "common/run.h"

typedef struct {
    RunOptions run;
    int scores; /* which of the five: a ScoreKind */

    /* attend: matrices as text or as the path of a CSV file, NULL when not given */
    const char *queries, *keys, *values, *width, *w, *w_q, *w_k, *w_v;
    int valid; /* -1: all keys */
    bool causal;

    /* train */
    int task, steps, size;
    double rate;
    bool constant;
} Options;

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
