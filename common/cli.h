/* The command line of a chapter's program, described by tables: sub-commands, long options with
 * typed and range-checked values, and the help that follows from them.
 *
 *     ./ch1 [COMMAND] [--name VALUE | --name=VALUE | --flag]... [--] [ARGUMENT]...
 *
 * A value may start with '-' (--bandwidth -1 is read, and then refused by its range); the name of
 * an option is never taken for a value. "--" ends the options. -h and --help win over everything
 * else that stands before "--". */
#ifndef COMMON_CLI_H
#define COMMON_CLI_H

#include <float.h>
#include <stdio.h>

#include "fail.h"

typedef enum {
    OPTION_FLAG,  /* bool *: becomes true; takes no value */
    OPTION_INT,   /* int *: a whole number; or one of the words in choices, stored as INT_MIN */
    OPTION_REAL,  /* double *: a finite number; or one of the words in choices, stored as NaN */
    OPTION_TEXT,  /* const char **: any text but the empty one; points into argv */
    OPTION_CHOICE /* int *: the index of a word in choices */
} OptionKind;

typedef struct {
    const char *name;       /* "bandwidth" is written --bandwidth */
    const char *value_name; /* "H": what the help calls the value; NULL for a flag */
    const char *help;       /* one sentence without a full stop; the range and default follow it */
    OptionKind kind;
    void *target;        /* the caller's; what it holds before cli_run is the default */
    double min, max;     /* of INT and REAL, both allowed; both 0: any value. See ABOVE_ZERO */
    const char *choices; /* of CHOICE, INT and REAL: "gaussian|boxcar" */
} Option;

/* As a min: every number above zero that float32 holds, and not zero itself. As a max: no bound. */
#define ABOVE_ZERO ((double)FLT_MIN)
#define NO_MAXIMUM ((double)FLT_MAX)

typedef struct {
    const char *name;
    const char *arguments; /* "MODEL [TEXT...]": at least one, any number; NULL: none */
    const char *help;      /* one line */
    /* Gets the arguments that are not options; returns the exit status of the program. */
    int (*run)(void *context, int argc, char **argv);
    const Option *options; /* ends with a name of NULL; NULL: none of its own */
    const char *epilogue;  /* printed at the end of the command's help; may be NULL */
} Command;

typedef struct {
    const char *program;     /* "ch1": the user types ./ch1 */
    const char *title;       /* one line */
    const Command *commands; /* ends with a name of NULL; the first is run when none is named. */
                             /* A single command is never named: all words are its arguments. */
    const Option *common;    /* options of every command; ends with a name of NULL; may be NULL */
    const char *epilogue;    /* printed at the end of the program's help: examples; may be NULL */
} Cli;

/* Reads the arguments of main into the options' targets and runs the command. Returns the exit
 * status: that of the command; 0 after printing the help; 1 when standard output could not be
 * written; 2 after one line on stderr about what is wrong with the arguments and one about help.
 * Targets may have changed in that last case. argv stays as it is. */
int cli_run(const Cli *cli, void *context, int argc, char **argv);

/* Prints the help of a command, or of the program when command is NULL, in at most 80 columns.
 * Defaults are what the options' targets hold. */
void cli_help(const Cli *cli, const Command *command, FILE *to);

/* Reads one value into the option's target. False: e says which value is wrong and what fits. */
bool option_set(const Option *option, const char *value, Error *e);

/* Writes which values fit, as in "above 0, at most 10" or "gaussian or boxcar"; empty when the
 * option takes no value or any text. Returns `text`. */
enum { OPTION_RANGE_SIZE = 200 };
const char *option_range(const Option *option, char text[OPTION_RANGE_SIZE]);

#endif
