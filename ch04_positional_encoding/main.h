/* What the parts of chapter 4's program share: the options, the run that is under way, and the
 * experiments of the notes. */
#ifndef CH04_MAIN_H
#define CH04_MAIN_H

#include "order_model.h"
#include "common/run.h"

typedef struct {
    RunOptions run;
    int shown; /* a Shown */
    int show_d, positions, first;
    int rotate_d;
    double delta;
    int task, kind, length, steps;
    double rate;
} Options;

typedef enum { SHOW_SINUSOIDAL, SHOW_ROTARY, SHOW_ALIBI } Shown;

/* A model with its weights. */
typedef struct {
    Params params;
    OrderModel model;
} Trained;

/* 0, 1, 2, ... as n x 1. */
Mat counting(Arena *a, int n);

/* The experiments, in the order of the notes. experiment_order trains models on copy, one for each
 * kind and of the first seed, and the caller frees them; the last two look at them. Every key of a
 * result begins with "pe.": keys share one name space over all chapters. */
void experiment_example(Run *run);
void experiment_table(Run *run);
void experiment_frequencies(Run *run);
void experiment_precision(Run *run);
void experiment_shift(Run *run);
void experiment_dots(Run *run);
void experiment_projected(Run *run);
void experiment_alibi(Run *run);
void experiment_order(Run *run, Trained copy[KINDS]);
void experiment_maps(Run *run, const Trained copy[KINDS]);
void experiment_bugs(Run *run, Trained copy[KINDS]);

/* The sub-commands show, rotate and train. */
int command_show(void *options, int argc, char **argv);
int command_rotate(void *options, int argc, char **argv);
int command_train(void *options, int argc, char **argv);

#endif
