/* run - what the programs of all chapters do at their beginning and end. */
#include "ch05_transformer/run.h"

#include <stdarg.h>

void run_options(Option options[RUN_OPTIONS], RunOptions *o)
{
    const Option all[RUN_OPTIONS] = {
        {"seed", "N", "seed of everything that is random", OPTION_INT, &o->seed, 0, 1e9, NULL},
        {"out", "FOLDER", "folder for results", OPTION_TEXT, &o->out, 0, 0, NULL},
        {"quiet", NULL, "print nothing", OPTION_FLAG, &o->quiet, 0, 0, NULL},
        {0}};
    for (int i = 0; i < RUN_OPTIONS; i++) options[i] = all[i];
}

Run run_start(const RunOptions *o, const void *options)
{
    Run run = {.options = options};
    Error e;
    if (!report_open(&run.report, o->out, o->argv, o->seed, o->quiet, &e)) die("%s", e.text);
    run.term = term_open(run.report.out);
    return run;
}

void run_finish(Run *run, const char *chapter_folder)
{
    Error e;
    if (!report_close(&run->report, &e)) die("%s", e.text);
    if (chapter_folder) report_figures(&run->report, chapter_folder);
    arena_free(&run->arena);
}

void result(Run *run, double value, const char *format, ...)
{
    char key[64];
    va_list args;
    va_start(args, format);
    vsnprintf(key, sizeof key, format, args);
    va_end(args);
    report_number(&run->report, key, value);
}

void heading(const Run *run, const char *text)
{
    say(run, "\n%s\n", text);
    for (int i = term_columns(text); i > 0; i--) say(run, "-");
    say(run, "\n");
}
