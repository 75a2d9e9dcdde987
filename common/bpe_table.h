/* Growing arrays, and tables that number pairs of ids and strings of bytes. */
#ifndef COMMON_BPE_TABLE_H
#define COMMON_BPE_TABLE_H

#include "bpe.h"

/* `items`, or a larger copy of them, with room for one more than `count` items. */
void *bpe_grown(Arena *a, void *items, size_t item_size, int count, int *room);

/* The number of the pair, or -1; bpe_pair_add gives it the next one when it has none. */
int bpe_pair_find(const BpePairs *p, int left, int right);
int bpe_pair_add(BpePairs *p, Arena *a, int left, int right);

/* Strings of bytes, numbered in the order in which they were added. Those are the caller's. */
typedef struct {
    const char *bytes;
    int length;
    long count; /* the caller's, zero at first */
} BpeWord;

typedef struct {
    BpeWord *items;
    int count, room;
    int *slots;
    int slot_count;
} BpeWords;

int bpe_word_find(const BpeWords *w, const char *bytes, int length);
int bpe_word_add(BpeWords *w, Arena *a, const char *bytes, int length);

#endif
