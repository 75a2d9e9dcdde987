/* A set of strings, each with a number: 0 for the first that was added, then 1, 2, ... An open hash
 * table; all zero bytes are an empty set. */
#ifndef CH05_CORPUS_SET_H
#define CH05_CORPUS_SET_H

#include <stdint.h>

#include "common/arena.h"

typedef struct {
    const char **strings; /* count of them, in the order in which they were added */
    int count, room;      /* at most half of the table is used: room slots */
    int *slots;           /* 1 + a string's number, or 0 */
} StringSet;

/* The number of the string, which is added unless it is there already: it was new when the number
 * is the count of before. The set keeps the pointer. */
int string_set_add(StringSet *s, Arena *a, const char *string);

/* The number of the string, or -1. */
int string_set_find(const StringSet *s, const char *string);

/* The string's fingerprint (fingerprint.h). */
uint64_t string_hash(const char *string);

#endif
