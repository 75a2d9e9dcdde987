/* cli_help - the help texts, laid out from the tables: two columns, wrapped at 80. */
#include "cli.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "number.h"
#include "term.h"

enum { WIDTH = 79, WIDEST_LABEL = 24, TEXT_SIZE = 1024 };

static const Option help_option = {.name = "help", .help = "show this help and stop"};

/* Prints the words of the text from column `at` on; following lines start at column `indent`. */
static void print_wrapped(FILE *to, const char *text, int at, int indent)
{
    bool first = true;
    for (const char *word = text; *word;) {
        char copy[WIDTH + 1];
        int length = (int)strcspn(word, " ");
        snprintf(copy, sizeof copy, "%.*s", length, word);
        int columns = term_columns(copy);
        if (!first && at + 1 + columns > WIDTH) {
            fprintf(to, "\n%*s", indent, "");
            at = indent;
        } else if (!first) {
            fputc(' ', to);
            at++;
        }
        fputs(copy, to);
        at += columns;
        first = false;
        word += length;
        word += strspn(word, " ");
    }
    fputc('\n', to);
}

/* One entry of a list: its label, and the text beside it (below it when the label is long). */
static void print_entry(FILE *to, const char *label, const char *text, int widest)
{
    int column = 2 + widest + 2, used = 2 + term_columns(label);
    fprintf(to, "  %s", label);
    if (used + 2 > column)
        fprintf(to, "\n%*s", column, "");
    else
        fprintf(to, "%*s", column - used, "");
    print_wrapped(to, text, column, column);
}

static const char *option_label(const Option *o, char text[TEXT_SIZE])
{
    snprintf(text, TEXT_SIZE, "%s--%s%s%s", o == &help_option ? "-h, " : "", o->name,
             o->value_name ? " " : "", o->value_name ? o->value_name : "");
    return text;
}

/* The index-th word of the choices. */
static void write_choice(char *text, size_t size, const char *choices, int index)
{
    for (; index > 0 && strchr(choices, '|'); index--) choices = strchr(choices, '|') + 1;
    snprintf(text, size, "%.*s", (int)strcspn(choices, "|"), choices);
}

/* What the target holds now; empty when there is nothing to show. */
static void write_default(char *text, size_t size, const Option *o)
{
    char number[NUMBER_SIZE];
    text[0] = '\0';
    if (o->kind == OPTION_INT) {
        const int value = *(const int *)o->target;
        if (value == INT_MIN && o->choices)
            write_choice(text, size, o->choices, 0);
        else
            snprintf(text, size, "%d", value);
    }
    if (o->kind == OPTION_CHOICE) write_choice(text, size, o->choices, *(const int *)o->target);
    if (o->kind == OPTION_TEXT && *(const char **)o->target)
        snprintf(text, size, "%s", *(const char **)o->target);
    if (o->kind == OPTION_REAL) {
        double value = *(const double *)o->target;
        if (isnan(value) && o->choices)
            write_choice(text, size, o->choices, 0);
        else
            snprintf(text, size, "%s", number_write(number, value));
    }
}

/* The help of an option with its range and default in parentheses. */
static const char *option_text(const Option *o, char text[TEXT_SIZE])
{
    char range[OPTION_RANGE_SIZE], value[300];
    option_range(o, range);
    write_default(value, sizeof value, o);
    bool both = *range && *value, none = !*range && !*value;
    snprintf(text, TEXT_SIZE, "%s%s%s%s%s%s%s", o->help, none ? "" : " (", range, both ? "; " : "",
             *value ? "default: " : "", value, none ? "" : ")");
    return text;
}

static int widest_label(const Option *options, int widest)
{
    char label[TEXT_SIZE];
    for (; options && options->name; options++) {
        int columns = term_columns(option_label(options, label));
        if (columns > widest && columns <= WIDEST_LABEL) widest = columns;
    }
    return widest;
}

static void print_options(FILE *to, const Option *options, int widest)
{
    char label[TEXT_SIZE], text[TEXT_SIZE];
    for (; options && options->name; options++)
        print_entry(to, option_label(options, label), option_text(options, text), widest);
}

static void print_commands(const Cli *cli, FILE *to)
{
    int widest = 0;
    char text[TEXT_SIZE];
    for (const Command *c = cli->commands; c->name; c++)
        if (term_columns(c->name) > widest) widest = term_columns(c->name);
    fputs("\nCommands:\n", to);
    for (const Command *c = cli->commands; c->name; c++) {
        snprintf(text, sizeof text, "%s%s", c->help, c == cli->commands ? " (default)" : "");
        print_entry(to, c->name, text, widest);
    }
    snprintf(text, sizeof text, "./%s COMMAND --help shows the options of a command.",
             cli->program);
    fputc('\n', to);
    print_wrapped(to, text, 0, 0);
}

static void print_usage(const Cli *cli, const Command *c, bool several, FILE *to)
{
    const char *name = !several ? "" : c ? c->name : "[COMMAND]";
    const char *arguments = c && c->arguments ? c->arguments : "";
    fprintf(to, "Usage: ./%s%s%s [OPTIONS]%s%s\n", cli->program, *name ? " " : "", name,
            *arguments ? " " : "", arguments);
}

/* A text as it stands, set off by a blank line. */
static void print_epilogue(FILE *to, const char *text)
{
    if (!text || !*text) return;
    fprintf(to, "\n%s%s", text, text[strlen(text) - 1] == '\n' ? "" : "\n");
}

void cli_help(const Cli *cli, const Command *command, FILE *to)
{
    bool several = cli->commands[1].name != NULL, whole = !command;
    if (!several) command = cli->commands;
    fprintf(to, "%s: ", cli->program);
    print_wrapped(to, command && several ? command->help : cli->title,
                  term_columns(cli->program) + 2, 0);
    fputc('\n', to);
    print_usage(cli, command, several, to);
    if (!command) print_commands(cli, to);

    const Option *own = command ? command->options : cli->commands->options;
    char label[TEXT_SIZE];
    int widest = term_columns(option_label(&help_option, label));
    widest = widest_label(cli->common, widest_label(own, widest));
    if (own && own->name) {
        if (command)
            fputs("\nOptions:\n", to);
        else
            fprintf(to, "\nOptions of %s:\n", cli->commands->name);
        print_options(to, own, widest);
    }
    fputs(several ? "\nOptions of every command:\n" : own && own->name ? "" : "\nOptions:\n", to);
    print_options(to, cli->common, widest);
    print_entry(to, label, help_option.help, widest);
    print_epilogue(to, whole ? cli->epilogue : command->epilogue);
}
