/* The results of a run: what the terminal shows, and the files that the notes, the figures and the
 * checks read.
 *
 * results.txt holds key=value lines in the order in which they were reported, below comment lines
 * with the command, the seed and (when the environment has BOOK_COMMIT) the commit. Each series
 * is a TSV file with a header. Everything stays in memory until report_close, which writes every
 * file beside its place and only then moves them there: a run that fails leaves nothing behind. */
#ifndef COMMON_REPORT_H
#define COMMON_REPORT_H

#include <stdio.h>

#include "mat.h"

typedef struct ReportFile ReportFile;

typedef struct {
    const char *folder; /* where the results go; the caller's */
    FILE *out;          /* standard output for text and plots; NULL when the run is quiet */
    ReportFile *files;
} Report;

/* Starts a report and creates its folder, with parents, when it is missing. argv is main's, for
 * the head of results.txt. False: the folder cannot be created or written, or a file is in its way.
 * Open it after the input has been read, so that bad input leaves no folder behind. */
bool report_open(Report *r, const char *folder, char **argv, long seed, bool quiet, Error *e);

/* One line of results.txt. A key is reported once and consists of letters, digits, '.', '_' and
 * '-': ch01.loo.rmse. Numbers have six digits. Control characters in a text become blanks. */
void report_number(Report *r, const char *key, double value);
void report_text(Report *r, const char *key, const char *text);

/* The file NAME.tsv: `columns` are the names in its header, separated by blanks; labels, unless
 * NULL, are values.rows texts for the first column; values (rows x the other columns) follow. */
void report_series(Report *r, const char *name, const char *columns, const char *const *labels,
                   Mat values);

/* Prints on standard output, unless the run is quiet. */
void report_note(const Report *r, const char *format, ...) PRINTF_LIKE(2, 3);

/* Writes all files and ends the report, also when it fails: then it has removed what it had written
 * beside the old results, which stay as they were. */
bool report_close(Report *r, Error *e);

/* Ends the report and writes nothing. */
void report_abandon(Report *r);

/* Draws the chapter's figures from the files of a closed report, with the script
 * docs/plots/render.sh (from the top folder) and gnuplot, and notes which were written. What is
 * missing or fails is a warning: figures are an extra. */
void report_figures(const Report *r, const char *chapter_folder);

/* A progress bar on stderr: drawn when that is a terminal and the run not quiet, at most ten times
 * a second. */
typedef struct {
    const char *label;   /* the caller's */
    long total;          /* steps */
    double start, drawn; /* seconds */
    FILE *to;            /* NULL: no bar */
} Progress;

Progress report_progress(const Report *r, const char *label, long total);
void progress_show(Progress *p, long done); /* so many steps are done */
void progress_end(const Progress *p);       /* removes the bar */

/* The bar as text, without end of line, in fewer than `columns` columns (40 to 200): after so many
 * seconds so many of the steps are done. */
enum { PROGRESS_SIZE = 256 };
void progress_line(char text[PROGRESS_SIZE], const Progress *p, long done, double seconds,
                   int columns);

#endif
