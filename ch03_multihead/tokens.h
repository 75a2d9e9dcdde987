/* A sentence cut into tokens for the eye: at blanks, and around every Chinese or Japanese
 * character, since those languages write no blanks. (Chapter 6 cuts as BERT does.) */
#ifndef CH03_TOKENS_H
#define CH03_TOKENS_H

#include "common/arena.h"

typedef struct {
    int count; /* 0 for a text of nothing but blanks */
    const char *const *text;
} Tokens;

/* Blanks are the white space of Unicode, and control characters. Bytes that are no UTF-8 become
 * U+FFFD, one for each. Owned by the arena. */
Tokens tokens_split(Arena *a, const char *text);

#endif
