/* Sentences as the corpus compares and measures them. All texts are UTF-8. */
#ifndef CH05_CORPUS_TEXT_H
#define CH05_CORPUS_TEXT_H

#include <stdbool.h>

#include "common/arena.h"

/* The text as it is kept: in Unicode's normal form C, a single blank for every run of white space
 * (no-break and ideographic spaces too), none at either end, no controls, soft hyphens or other
 * characters that cannot be seen. Owned by the arena. */
char *corpus_tidy(Arena *a, const char *text, size_t size);

/* What makes two sentences the same: letters, marks and digits alone, in compatibility form and
 * without case ("File name:" and "FILE-NAME" are the same). Owned by the arena. */
char *corpus_key(Arena *a, const char *text);

/* The length in words; where words are not separated by blanks an ideograph counts as one. */
int corpus_length(const char *text);

bool corpus_has_letter(const char *text);    /* of any script */
bool corpus_has_ideograph(const char *text); /* a Han character */

#endif
