/* cli_option - the value of one option: which values fit, and how text becomes one of them. */
#include "cli.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "number.h"

/* Walks through "gaussian|boxcar": returns a word and its length, and moves *choices behind it. */
static const char *next_word(const char **choices, size_t *length)
{
    const char *word = *choices;
    if (!word || !*word) return NULL;
    *length = strcspn(word, "|");
    *choices = word + *length + (word[*length] == '|');
    return word;
}

/* The index of a word in the choices, or -1. */
static int find_choice(const char *choices, const char *value)
{
    size_t length;
    const char *word;
    for (int i = 0; (word = next_word(&choices, &length)); i++)
        if (strlen(value) == length && strncmp(word, value, length) == 0) return i;
    return -1;
}

static bool any_value(const Option *o)
{
    return o->min == 0 && o->max == 0;
}

static double lowest(const Option *o)
{
    if (o->kind == OPTION_INT) return any_value(o) ? INT_MIN : fmax(o->min, INT_MIN);
    return any_value(o) ? -DBL_MAX : o->min;
}

static double highest(const Option *o)
{
    if (o->kind == OPTION_INT) return any_value(o) ? INT_MAX : fmin(o->max, INT_MAX);
    return any_value(o) ? DBL_MAX : o->max;
}

/* Appends, and cuts off what does not fit: a help line is no place to fail. */
static void append(char text[OPTION_RANGE_SIZE], const char *more)
{
    size_t used = strlen(text);
    snprintf(text + used, OPTION_RANGE_SIZE - used, "%s", more);
}

static void append_number(char text[OPTION_RANGE_SIZE], const char *before, double value)
{
    char number[NUMBER_SIZE];
    /* A whole number shows all its digits: %.6g would turn 2147483647 into 2.14748e+09. */
    if (value == floor(value) && fabs(value) < 1e15)
        snprintf(number, sizeof number, "%.0f", value);
    else
        number_write(number, value);
    append(text, before);
    append(text, number);
}

static void append_choices(char text[OPTION_RANGE_SIZE], const char *choices)
{
    size_t length;
    const char *word;
    for (int i = 0; (word = next_word(&choices, &length)); i++) {
        char copy[64];
        snprintf(copy, sizeof copy, "%.*s", (int)length, word);
        if (i) append(text, *choices ? ", " : " or ");
        append(text, copy);
    }
}

static void append_bounds(char text[OPTION_RANGE_SIZE], const Option *o)
{
    const double open = o->kind == OPTION_INT ? INT_MAX : NO_MAXIMUM;
    bool below = lowest(o) > -open, above = highest(o) < open, positive = o->min == ABOVE_ZERO;
    if (!below && !above)
        append(text, o->kind == OPTION_INT ? "a whole number" : "a number");
    else if (positive)
        append(text, "above 0");
    else if (below)
        append_number(text, above ? "from " : "at least ", o->min);
    if (above)
        append_number(text, positive ? " and at most " : below ? " to " : "at most ", o->max);
}

const char *option_range(const Option *o, char text[OPTION_RANGE_SIZE])
{
    text[0] = '\0';
    if (o->kind == OPTION_CHOICE) append_choices(text, o->choices);
    if (o->kind != OPTION_CHOICE && o->choices) {
        append_choices(text, o->choices);
        append(text, ", or ");
    }
    if (o->kind == OPTION_INT || o->kind == OPTION_REAL) append_bounds(text, o);
    return text;
}

static bool set_number(const Option *o, const char *value, Error *e)
{
    double number;
    char range[OPTION_RANGE_SIZE];
    const char *problem = number_read(value, &number);
    if (!problem && o->kind == OPTION_INT && number != floor(number))
        problem = "is not a whole number";
    if (problem)
        return fail(e, "--%s: \"%.60s\" %s (expected: %s)", o->name, value, problem,
                    option_range(o, range));
    if (!(number >= lowest(o) && number <= highest(o)))
        return fail(e, "--%s: %.60s is too %s (expected: %s)", o->name, value,
                    number > highest(o) ? "large" : "small", option_range(o, range));
    if (o->kind == OPTION_INT)
        *(int *)o->target = (int)number;
    else
        *(double *)o->target = number;
    return true;
}

bool option_set(const Option *o, const char *value, Error *e)
{
    char range[OPTION_RANGE_SIZE];
    int choice = find_choice(o->choices, value);
    switch (o->kind) {
    case OPTION_FLAG: return fail(e, "--%s takes no value", o->name);
    case OPTION_TEXT: *(const char **)o->target = value; return true;
    case OPTION_INT:
        if (choice < 0) return set_number(o, value, e);
        *(int *)o->target = INT_MIN;
        return true;
    case OPTION_REAL:
        if (choice < 0) return set_number(o, value, e);
        *(double *)o->target = (double)NAN;
        return true;
    case OPTION_CHOICE:
        if (choice < 0)
            return fail(e, "--%s: \"%.60s\" is none of its values (expected: %s)", o->name, value,
                        option_range(o, range));
        *(int *)o->target = choice;
        return true;
    }
    return false;
}
