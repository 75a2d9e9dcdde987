/* What the parts of chapter 4's program share: the options, the run that is under way, and the
 * experiments of the notes. */
#ifndef CH04_MAIN_H
#define CH04_MAIN_H

#include "order_model.h"
#include "common/report.h"
#include "common/term.h"

typedef struct {
    int seed;
    const char *out; /* folder for results; NULL: build/ch4 for experiments, nothing is written by
                        show and rotate */
    bool quiet;
    int shown; /* a Shown */
    int show_d, positions, first;
    int rotate_d;
    double delta;
    int task, kind, length, steps;
    double rate;
    char **argv;
} Options;

typedef enum { SHOW_SINUSOIDAL, SHOW_ROTARY, SHOW_ALIBI } Shown;

/* A model with its weights. */
typedef struct {
    Params params;
    OrderModel model;
} Trained;

typedef struct {
    const Options *options;
    Report report;
    Term term;
    Arena arena;
    Trained
        copy[KINDS]; /* of the first seed: experiment_order trains them, later ones look at them */
} Run;

/* Starts a run that writes to the folder of the options; dies when that is not possible. */
Run run_start(const Options *options);

/* The same, but nothing is written unless --out names a folder. */
Run run_start_printing(const Options *options);

/* Writes the files, if any, then the figures when wanted. Dies when a file cannot be written. */
void run_finish(Run *run, bool figures);

/* Reports `value` under the key that the format makes. Every key begins with "pe.": result keys
 * share one name space over all chapters. */
void result(Run *run, double value, const char *format, ...) PRINTF_LIKE(3, 4);

/* A series whose columns are named LETTER1, LETTER2, ..., with `first` (n x 1) named before them.
 */
void report_matrix(Run *run, const char *name, const char *first_name, Mat first, char letter,
                   Mat values);

/* Prints a heading. */
void heading(const Run *run, const char *text);

/* 0, 1, 2, ... as n x 1. */
Mat counting(Arena *a, int n);

/* The experiments, in the order of the notes. */
void experiment_example(Run *run);
void experiment_table(Run *run);
void experiment_frequencies(Run *run);
void experiment_precision(Run *run);
void experiment_shift(Run *run);
void experiment_dots(Run *run);
void experiment_projected(Run *run);
void experiment_alibi(Run *run);
void experiment_order(Run *run);
void experiment_maps(Run *run);
void experiment_bugs(Run *run);

/* The sub-commands show, rotate and train. */
int command_show(void *options, int argc, char **argv);
int command_rotate(void *options, int argc, char **argv);
int command_train(void *options, int argc, char **argv);

#endif
