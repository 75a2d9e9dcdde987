/* checkpoint_state - the variables that a checkpoint keeps, and how its texts differ. */
#include "checkpoint_parts.h"

#include <stdio.h>
#include <string.h>

State state_ints(const char *name, int *values, int count)
{
    return (State){.kind = STATE_INTS, .name = name, .count = count, .ints = values};
}

State state_doubles(const char *name, double *values, int count)
{
    return (State){.kind = STATE_DOUBLES, .name = name, .count = count, .doubles = values};
}

State state_rng(const char *name, Rng *rng)
{
    return (State){.kind = STATE_RNG, .name = name, .count = 4, .rng = rng};
}

State state_text(const char *name, const char *text)
{
    return (State){.kind = STATE_TEXT, .name = name, .text = text};
}

State state_sign(const char *name, const char *text, const char *differs)
{
    return (State){.kind = STATE_TEXT, .name = name, .text = text, .differs = differs};
}

/* ---- texts -----------------------------------------------------------------------------------*/

/* Where the setting begins in which two texts differ, after `same` bytes that they share. */
static size_t setting_begin(const char *text, const char *other, size_t same)
{
    const char a = text[same], b = other[same];
    if ((!a && b == ',') || (!b && a == ',')) return same; /* only one of them has it */
    while (same > 0 && (same < 2 || strncmp(text + same - 2, ", ", 2) != 0)) same--;
    return same;
}

/* The setting that begins there, or as much of it as a message has room for. */
static const char *setting_at(char setting[64], const char *text, size_t begin)
{
    text += begin;
    if (*text == ',') text += strspn(text, ", ");
    const char *end = strstr(text, ", ");
    snprintf(setting, 64, "%.*s", end && end - text < 60 ? (int)(end - text) : 60, text);
    return setting;
}

bool state_check_text(const State *state, const char *path, const char *text, Error *e)
{
    if (!text) return fail(e, "%s: no text \"%s\"", path, state->name);
    size_t same = 0;
    while (text[same] && text[same] == state->text[same]) same++;
    if (text[same] == state->text[same]) return true;
    if (state->differs) return fail(e, "%s: %s", path, state->differs);
    char was[64], is[64];
    const size_t begin = setting_begin(text, state->text, same);
    return fail(e, "%s: \"%s\" differs: it was \"%s\", and is \"%s\"", path, state->name,
                setting_at(was, text, begin), setting_at(is, state->text, begin));
}
