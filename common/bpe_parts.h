/* What the files of byte-pair encoding share among themselves. */
#ifndef COMMON_BPE_PARTS_H
#define COMMON_BPE_PARTS_H

#include "bpe.h"

/* ---- words (bpe_split.c) ---------------------------------------------------------------------*/

/* The bytes of the first word of text[0 .. size-1], size >= 1. */
int bpe_word_length(const char *text, size_t size);

/* ---- tables (bpe_table.c) --------------------------------------------------------------------*/

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

/* ---- symbols (bpe_symbols.c) -----------------------------------------------------------------*/

/* An encoding without merges, of these characters (ascending code points, not ASCII: a byte is a
 * symbol already), with room for `merges` merges. */
void bpe_start(Bpe *b, Arena *a, const int *characters, int count, int merges);

/* Adds the merge of a new pair. */
void bpe_add_merge(Bpe *b, Arena *a, int left, int right);

/* The base symbols of a word: at most one a byte. Returns how many. */
int bpe_base_ids(const Bpe *b, const char *word, int size, int *ids);

#endif
