/* What the files of byte-pair encoding share among themselves. */
#ifndef COMMON_BPE_PARTS_H
#define COMMON_BPE_PARTS_H

#include "bpe_table.h"

/* ---- words (bpe_split.c) ---------------------------------------------------------------------*/

/* The bytes of the first word of text[0 .. size-1], size >= 1. */
int bpe_word_length(const char *text, size_t size);

/* ---- symbols (bpe_symbols.c) -----------------------------------------------------------------*/

/* An encoding without merges, of these characters (ascending code points, not ASCII: a byte is a
 * symbol already), with room for `merges` merges. */
void bpe_start(Bpe *b, Arena *a, const int *characters, int count, int merges);

/* Adds the merge of a new pair. */
void bpe_add_merge(Bpe *b, Arena *a, int left, int right);

/* The base symbols of a word: at most one a byte. Returns how many. */
int bpe_base_ids(const Bpe *b, const char *word, int size, int *ids);

#endif
