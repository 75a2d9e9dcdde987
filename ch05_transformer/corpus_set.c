/* corpus_set - strings by number, found by a hash table with linear probing. */
#include "corpus_set.h"
#include "fingerprint.h"

#include <string.h>

uint64_t string_hash(const char *string)
{
    return fingerprint_bytes(FINGERPRINT_BEGIN, string, strlen(string));
}

/* The slot that holds the string, or the empty one where it belongs. */
static int *slot_of(const StringSet *s, const char *string)
{
    uint64_t at = string_hash(string), mask = (uint64_t)s->room - 1;
    while (s->slots[at & mask] && strcmp(s->strings[s->slots[at & mask] - 1], string) != 0) at++;
    return &s->slots[at & mask];
}

static void grow(StringSet *s, Arena *a)
{
    const char **old = s->strings;
    s->room = s->room ? 2 * s->room : 1024;
    s->strings = arena_alloc(a, (size_t)s->room / 2 * sizeof *s->strings);
    s->slots = arena_zeros(a, (size_t)s->room * sizeof *s->slots);
    for (int i = 0; i < s->count; i++) {
        s->strings[i] = old[i];
        *slot_of(s, old[i]) = i + 1;
    }
}

int string_set_find(const StringSet *s, const char *string)
{
    return s->room ? *slot_of(s, string) - 1 : -1;
}

int string_set_add(StringSet *s, Arena *a, const char *string)
{
    if (s->count == s->room / 2) grow(s, a);
    int *slot = slot_of(s, string);
    if (*slot == 0) {
        s->strings[s->count++] = string;
        *slot = s->count;
    }
    return *slot - 1;
}
