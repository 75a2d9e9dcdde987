/* run - what the programs of all chapters do at their beginning and end, and how they report. */
#include "run.h"
#include "text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void run_options(Option options[RUN_OPTIONS], RunOptions *o)
{
    const Option all[RUN_OPTIONS] = {
        {"seed", "N", "seed of the random numbers", OPTION_INT, &o->seed, 0, 1e9, NULL},
        {"out", "FOLDER", "folder for results", OPTION_TEXT, &o->out, 0, 0, NULL},
        {"quiet", NULL, "print nothing", OPTION_FLAG, &o->quiet, 0, 0, NULL},
        {0}};
    memcpy(options, all, sizeof all);
}

/* A run that writes to the folder, or only prints when that is NULL. */
static Run start(const char *folder, const RunOptions *o, const void *options)
{
    Run run = {.options = options, .report = {.out = o->quiet ? NULL : stdout}};
    Error e;
    if (folder && !report_open(&run.report, folder, o->argv, o->seed, o->quiet, &e))
        die("%s", e.text);
    run.term = term_open(run.report.out);
    return run;
}

Run run_start(const RunOptions *o, const void *options)
{
    return start(o->out ? o->out : o->folder, o, options);
}

Run run_start_printing(const RunOptions *o, const void *options)
{
    return start(o->out, o, options);
}

void run_finish(Run *run, const char *chapter_folder)
{
    Error e;
    if (run->report.folder) {
        if (!report_close(&run->report, &e)) die("%s", e.text);
        if (chapter_folder) report_figures(&run->report, chapter_folder);
    }
    arena_free(&run->arena);
}

void result(Run *run, double value, const char *format, ...)
{
    char key[128]; /* longer than any that a report takes */
    va_list args;
    if (!run->report.folder) return;
    va_start(args, format);
    vsnprintf(key, sizeof key, format, args);
    va_end(args);
    report_number(&run->report, key, value);
}

/* "FIRST c1 c2 ...": the names of the columns of a series. */
static const char *column_names(Arena *a, const char *first_name, char letter, int count)
{
    const size_t size = strlen(first_name) + 16 * (size_t)count + 1;
    char *names = arena_alloc(a, size);
    size_t used = (size_t)snprintf(names, size, "%s", first_name);
    for (int j = 1; j <= count; j++)
        used += (size_t)snprintf(names + used, size - used, " %c%d", letter, j);
    return names;
}

void report_matrix(Run *run, const char *name, const char *first_name, Mat first, char letter,
                   Mat values)
{
    Arena *a = &run->arena;
    if (!run->report.folder) return;
    const char *columns = column_names(a, first_name ? first_name : "", letter, values.cols);
    Mat all = values;
    if (first_name) {
        all = mat_new(a, values.rows, 1 + values.cols);
        mat_copy(mat_cols(all, 0, 1), first);
        mat_copy(mat_cols(all, 1, values.cols), values);
    }
    report_series(&run->report, name, columns, NULL, all);
}

const char *run_text(Arena *a, int argc, char **argv)
{
    size_t size = 1, used = 0;
    for (int i = 0; i < argc; i++) size += strlen(argv[i]) + 1;
    char *text = arena_zeros(a, size);
    for (int i = 0; i < argc; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? " " : "", argv[i]);
    return text;
}

/* Dies when text `number`, from standard input or the command line, is none. */
static void check_text(const char *from, size_t number, const char *text, size_t size)
{
    Error e;
    char where[64];
    snprintf(where, sizeof where, "%s:%zu", from, number);
    if (!text_check(where, text, size, &e)) die("%s", e.text);
}

void run_check_texts(int argc, char **argv)
{
    for (int i = 0; i < argc; i++) check_text("text", (size_t)i + 1, argv[i], strlen(argv[i]));
}

/* Calls `each` for every line of standard input. */
static void read_lines(RunText *each, void *context)
{
    char *line = NULL;
    size_t room = 0, number = 0;
    ssize_t size;
    while ((size = getline(&line, &room, stdin)) >= 0) {
        if (size && line[size - 1] == '\n') line[--size] = '\0';
        if (size && line[size - 1] == '\r') line[--size] = '\0';
        check_text("standard input", ++number, line, (size_t)size);
        each(context, line);
    }
    free(line);
    if (ferror(stdin)) die("standard input cannot be read");
}

void run_texts(int argc, char **argv, RunText *each, void *context)
{
    run_check_texts(argc, argv);
    for (int i = 0; i < argc; i++) each(context, argv[i]);
    if (!argc) read_lines(each, context);
}

void heading(const Run *run, const char *text)
{
    say(run, "\n%s\n", text);
    for (int i = term_columns(text); i > 0; i--) say(run, "-");
    say(run, "\n");
}
