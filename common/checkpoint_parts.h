/* What checkpoint.c takes from checkpoint_state.c. */
#ifndef COMMON_CHECKPOINT_PARTS_H
#define COMMON_CHECKPOINT_PARTS_H

#include "checkpoint.h"

/* Compares a text of the state with that of the file at `path` (NULL: it has none). False: they
 * differ; the message quotes the first setting that does, or says what it means. */
bool state_check_text(const State *state, const char *path, const char *text, Error *e);

#endif
