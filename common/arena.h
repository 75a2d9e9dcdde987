/* Memory for one training step, one run or one test: taken piece by piece, given back at once.
 *
 * An arena that is all zero bytes is empty and ready. After a few steps of the same size the
 * arena holds one block that fits them, and allocation is one addition. */
#ifndef COMMON_ARENA_H
#define COMMON_ARENA_H

#include <stddef.h>

#include "fail.h"

typedef struct ArenaBlock ArenaBlock;

typedef struct {
    ArenaBlock *last; /* the newest block; each points to the one before it */
    size_t used;      /* bytes taken from the newest block */
    size_t total;     /* bytes taken from all blocks since the last reset */
    size_t most;      /* the largest total since then: what the next step will need */
} Arena;

/* `size` bytes, aligned to 64, not initialised (NaN when floats in a debug build). Owned by the
 * arena: valid until arena_reset, arena_free or arena_release of an earlier mark. Dies when the
 * machine has no memory left. */
void *arena_alloc(Arena *a, size_t size);

/* The same, all bytes zero. */
void *arena_zeros(Arena *a, size_t size);

/* The text that printf would write. */
char *arena_print(Arena *a, const char *format, ...) PRINTF_LIKE(2, 3);

/* Gives back all that was taken since `mark` was copied from *a; what was taken before stays:
 * Arena mark = *a; ... arena_release(a, mark); */
void arena_release(Arena *a, Arena mark);

/* Gives back everything, and keeps the memory for the next step. */
void arena_reset(Arena *a);

/* Gives the memory back to the system; the arena is empty and ready again. */
void arena_free(Arena *a);

#endif
