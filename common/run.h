/* A run of a chapter's program: its report, its plots, its memory, and what all programs say in the
 * same way. */
#ifndef COMMON_RUN_H
#define COMMON_RUN_H

#include "cli.h"
#include "report.h"
#include "term.h"

typedef struct {
    int seed;
    const char *out;    /* --out: the folder for results; NULL when it is not given */
    const char *folder; /* where they go without --out, "build/ch1"; NULL: nowhere */
    bool quiet;
    char **argv; /* main's */
} RunOptions;

/* The options of every command: --seed, --out, --quiet and the end of the table. */
enum { RUN_OPTIONS = 4 };
void run_options(Option options[RUN_OPTIONS], RunOptions *o);

/* A run is a value until run_finish; one without a folder (report.folder is NULL) only prints. */
typedef struct {
    const void *options; /* the program's own */
    Report report;
    Term term;
    Arena arena;
} Run;

/* Starts a run that writes to --out, or else to o->folder. Dies when that is not possible. */
Run run_start(const RunOptions *o, const void *options);

/* The same, but nothing is written unless --out names a folder. */
Run run_start_printing(const RunOptions *o, const void *options);

/* Writes the files, if any, then draws the figures of a chapter's folder unless that is NULL; frees
 * the arena. Dies when a file cannot be written. */
void run_finish(Run *run, const char *chapter_folder);

/* Reports `value` under the key that the format makes. Nothing without a folder. */
void result(Run *run, double value, const char *format, ...) PRINTF_LIKE(3, 4);

/* Reports a series whose columns are named LETTER1, LETTER2, ..., after the column `first` (n x 1)
 * with the name first_name; NULL: without such a column. Nothing without a folder. */
void report_matrix(Run *run, const char *name, const char *first_name, Mat first, char letter,
                   Mat values);

/* Prints, unless the run is quiet. */
#define say(run, ...) report_note(&(run)->report, __VA_ARGS__)

/* The arguments of a command as one text, with blanks between them. Owned by the arena. */
const char *run_text(Arena *a, int argc, char **argv);

/* Dies when one of the arguments is not UTF-8, with its number and the byte. */
void run_check_texts(int argc, char **argv);

/* Calls `each` for every argument or, when there is none, for every line of standard input, without
 * its end (LF or CR LF). Dies when that cannot be read, and at a zero byte or one that is not
 * UTF-8; bad arguments are found before the first call, bad lines after the calls for those before.
 */
typedef void RunText(void *context, const char *text);
void run_texts(int argc, char **argv, RunText *each, void *context);

/* Prints an empty line and a heading, underlined. */
void heading(const Run *run, const char *text);

#endif
