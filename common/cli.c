/* cli - finds the command and the options that the arguments name, and says what does not fit. */
#include "cli.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPTIONS = 64, LONGEST_NAME = 40 };

typedef struct {
    const Cli *cli;
    const Command *command;
    char **words; /* what main got, without the program and the command */
    int count;
    uint64_t seen; /* bit i: option i was given */
} Parser;

/* The i-th option of the command and then of all commands; NULL after the last. */
static const Option *option_at(const Parser *p, int i)
{
    require(i <= MOST_OPTIONS, "%s has too many options", p->command->name);
    const Option *own = p->command->options, *common = p->cli->common;
    for (; own && own->name; own++)
        if (i-- == 0) return own;
    for (; common && common->name; common++)
        if (i-- == 0) return common;
    return NULL;
}

static bool is_help(const char *word)
{
    return strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0;
}

/* The option that a word names, with or without "=value": its number, or -1. */
static int find_option(const Parser *p, const char *word)
{
    if (strncmp(word, "--", 2) != 0) return -1;
    size_t length = strcspn(word + 2, "=");
    const Option *o;
    for (int i = 0; (o = option_at(p, i)); i++)
        if (strlen(o->name) == length && strncmp(o->name, word + 2, length) == 0) return i;
    return -1;
}

/* ---- the nearest name ---------------------------------------------------------------------- */

static int least(int a, int b, int c)
{
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Levenshtein's distance: the least number of letters to insert, delete or replace. */
static int edits(const char *a, const char *b)
{
    int row[LONGEST_NAME + 1], n = (int)strlen(b);
    if (strlen(a) > LONGEST_NAME || n > LONGEST_NAME) return LONGEST_NAME;
    for (int j = 0; j <= n; j++) row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(replaced, row[j] + 1, row[j - 1] + 1);
        }
    }
    return row[n];
}

/* Keeps `name` as the best guess for `word` when it is near and nearer than the best so far; the
 * start of a name, as in --band, is as near as one wrong letter. */
static void consider(const char *word, const char *name, const char **best, int *distance)
{
    int d = edits(word, name);
    if (*word && d > 1 && strncmp(name, word, strlen(word)) == 0) d = 1;
    if (d < *distance && d <= (int)strlen(word) / 3 + 1 && d < (int)strlen(name)) {
        *best = name;
        *distance = d;
    }
}

/* The command that has this option, when the option is another command's; else NULL. */
static const Command *owner_of(const Parser *p, const char *word)
{
    Parser other = *p;
    for (const Command *c = p->cli->commands; c->name; c++) {
        other.command = c;
        if (find_option(&other, word) >= 0) return c;
    }
    return NULL;
}

static bool unknown_option(const Parser *p, const char *word, Error *e)
{
    const char *best = NULL;
    char name[LONGEST_NAME + 2]; /* one longer than any name that is near */
    const char *start = word + strspn(word, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(start, "="), start);
    int distance = LONGEST_NAME;
    consider(name, "help", &best, &distance);
    const Option *o;
    for (int i = 0; (o = option_at(p, i)); i++) consider(name, o->name, &best, &distance);
    int shown = (int)strcspn(word, "=");
    if (shown > 60) shown = 60;
    const Command *owner = owner_of(p, word);
    if (owner)
        return fail(e, "%.*s is an option of another command: ./%s %s", shown, word,
                    p->cli->program, owner->name);
    if (!best) return fail(e, "unknown option %.*s", shown, word);
    return fail(e, "unknown option %.*s; did you mean --%s?", shown, word, best);
}

static bool unknown_command(const Cli *cli, const char *word, Error *e)
{
    const char *best = NULL;
    int distance = LONGEST_NAME;
    for (const Command *c = cli->commands; c->name; c++) consider(word, c->name, &best, &distance);
    if (!best) return fail(e, "unknown command \"%.60s\"", word);
    return fail(e, "unknown command \"%.60s\"; did you mean %s?", word, best);
}

/* ---- options --------------------------------------------------------------------------------- */

/* The word after words[*i] when it can be a value: any text but the name of an option. */
static const char *next_value(const Parser *p, int *i)
{
    if (*i + 1 >= p->count) return NULL;
    const char *word = p->words[*i + 1];
    if (strcmp(word, "--") == 0 || find_option(p, word) >= 0) return NULL;
    ++*i;
    return word;
}

/* Reads the option words[*i] and its value, which may be the next word. */
static bool take_option(Parser *p, int *i, Error *e)
{
    const char *word = p->words[*i], *equals = strchr(word, '=');
    int at = find_option(p, word);
    if (at < 0) return unknown_option(p, word, e);
    const Option *o = option_at(p, at);
    if (p->seen >> at & 1) return fail(e, "--%s is given twice", o->name);
    p->seen |= (uint64_t)1 << at;
    if (o->kind == OPTION_FLAG) {
        if (equals) return fail(e, "--%s takes no value", o->name);
        *(bool *)o->target = true;
        return true;
    }
    const char *value = equals ? equals + 1 : next_value(p, i);
    if (!value || !*value)
        return fail(e, "--%s needs a value: --%s %s", o->name, o->name, o->value_name);
    return option_set(o, value, e);
}

/* Reads all options, and collects the other words in `rest`. */
static bool take_words(Parser *p, char **rest, int *count, Error *e)
{
    bool options = true;
    *count = 0;
    for (int i = 0; i < p->count; i++) {
        char *word = p->words[i];
        if (options && strcmp(word, "--") == 0)
            options = false;
        else if (!options || word[0] != '-' || !word[1])
            rest[(*count)++] = word;
        else if (!take_option(p, &i, e))
            return false;
    }
    return true;
}

/* Compares the number of arguments with what "MODEL [TEXT...]" asks for. */
static bool check_arguments(const Parser *p, char **rest, int count, Error *e)
{
    const char *form = p->command->arguments ? p->command->arguments : "";
    int at = 0;
    for (const char *name = form; *name; at++) {
        int length = (int)strcspn(name, " ");
        if (at >= count && name[0] != '[')
            return fail(e, "%.*s is missing: %s", length, name, form);
        const char *dots = strstr(name, "...");
        if (dots && dots < name + length) return true;
        name += length;
        name += strspn(name, " ");
    }
    if (count <= at) return true;
    for (const Command *c = p->cli->commands; c->name; c++)
        if (strcmp(rest[at], c->name) == 0)
            return fail(e, "the command comes first: ./%s %s", p->cli->program, c->name);
    return fail(e, "unexpected argument \"%.60s\"", rest[at]);
}

/* ---- the program ------------------------------------------------------------------------------
 */

static int usage_error(const Cli *cli, const Command *command, Error e)
{
    for (char *c = e.text; *c; c++) /* one line, whatever bytes the argument had */
        if ((unsigned char)*c < ' ') *c = '?';
    fprintf(stderr, "error: %s\ntry ./%s%s%s --help\n", e.text, cli->program, command ? " " : "",
            command ? command->name : "");
    return 2;
}

/* A full disk shows when the last bytes are written: results must not be lost in silence. */
static int close_stdout(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    fprintf(stderr, "error: standard output: %s\n", strerror(errno));
    return EXIT_FAILURE;
}

static bool asks_for_help(const Parser *p)
{
    for (int i = 0; i < p->count && strcmp(p->words[i], "--") != 0; i++)
        if (is_help(p->words[i])) return true;
    return false;
}

static const Command *find_command(const Cli *cli, const char *name)
{
    for (const Command *c = cli->commands; c->name; c++)
        if (strcmp(c->name, name) == 0) return c;
    return NULL;
}

int cli_run(const Cli *cli, void *context, int argc, char **argv)
{
    Error e;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* a long run shows how far it is in a file, too */
    bool several = cli->commands[1].name != NULL;
    bool named = several && argc > 1 && argv[1][0] != '-';
    int first = named ? 2 : argc > 0;
    const Command *command = named ? find_command(cli, argv[1]) : cli->commands;
    if (!command) {
        unknown_command(cli, argv[1], &e);
        return usage_error(cli, NULL, e);
    }
    Parser p = {.cli = cli, .command = command, .words = argv + first, .count = argc - first};
    if (asks_for_help(&p)) {
        cli_help(cli, named ? command : NULL, stdout);
        return close_stdout(EXIT_SUCCESS);
    }
    char **rest = calloc((size_t)argc + 1, sizeof *rest);
    if (!rest) die("no memory for %d arguments", argc);
    int count, status;
    bool ok = take_words(&p, rest, &count, &e) && check_arguments(&p, rest, count, &e);
    if (ok)
        status = close_stdout(command->run(context, count, rest));
    else
        status = usage_error(cli, named ? command : NULL, e);
    free(rest);
    return status;
}
