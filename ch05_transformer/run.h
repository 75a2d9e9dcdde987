/* A run of a chapter's program: its report, its plots, its memory, and what all programs say in the
 * same way. */
#ifndef COMMON_RUN_H
#define COMMON_RUN_H

#include "common/cli.h"
#include "common/report.h"
#include "common/term.h"

typedef struct {
    int seed;
    const char *out; /* folder for results */
    bool quiet;
    char **argv; /* main's */
} RunOptions;

/* The options of every command: --seed, --out, --quiet and the end of the table. */
enum { RUN_OPTIONS = 4 };
void run_options(Option options[RUN_OPTIONS], RunOptions *o);

typedef struct {
    const void *options; /* the program's own */
    Report report;
    Term term;
    Arena arena;
} Run;

/* Starts a run that writes to o->out; dies when that is not possible. */
Run run_start(const RunOptions *o, const void *options);

/* Writes the files, then draws the figures of a chapter's folder unless it is NULL. Dies when a
 * file cannot be written. */
void run_finish(Run *run, const char *chapter_folder);

/* Reports `value` under the key that the format makes. */
void result(Run *run, double value, const char *format, ...) PRINTF_LIKE(3, 4);

/* Prints, unless the run is quiet. */
#define say(run, ...) report_note(&(run)->report, __VA_ARGS__)

/* Prints a heading. */
void heading(const Run *run, const char *text);

#endif
