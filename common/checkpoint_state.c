/* checkpoint_state - the variables that a checkpoint keeps. */
#include "checkpoint.h"

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
