/* A text as a row of whole numbers: its Unicode code points. What the scores of translations cut,
 * compare and count. */
#ifndef CH05_SYMBOLS_H
#define CH05_SYMBOLS_H

#include "common/arena.h"

#include <stdbool.h>

typedef struct {
    int *at; /* owned by an arena */
    int count;
} Symbols;

/* The code points of a UTF-8 text of less than LONGEST_SENTENCE bytes; a byte that is not part of
 * any is U+FFFD. */
enum { LONGEST_SENTENCE = 1 << 24 };
Symbols symbols_of(Arena *a, const char *text);

/* Room for `most` symbols, none of them there yet. */
Symbols symbols_new(Arena *a, int most);

/* The text of code points, as UTF-8, owned by the arena. */
char *symbols_text(Arena *a, Symbols s);

/* White space as Unicode has it (property White_Space) and the separators U+001C to U+001F: what
 * Python's str.split() splits at. */
bool symbol_is_space(int code);

#endif
