/* The heart of byte-pair encoding: rows of ids, in which the most frequent pair of neighbours is
 * found again and again and replaced by one id (Gage 1994; Sennrich, Haddow and Birch 2016). What
 * the ids stand for is the caller's. */
#ifndef COMMON_PAIR_MERGE_H
#define COMMON_PAIR_MERGE_H

#include "bpe_table.h"

typedef struct {
    Arena arena;
    struct MergeRow *rows;
    int row_count, row_room;
    BpePairs index; /* numbers the pairs */
    struct MergePair *pairs;
    int pair_room;
    struct MergePlace *places;
    int place_count, place_room;
    struct MergeCandidate *heap;
    int heap_count, heap_room;
    int *gained; /* the pairs that have become more frequent since the heap has known them */
    int gained_count, gained_room;
} PairMerger; /* all zero bytes: empty */

/* Adds a row that stands `count` times in the text; the ids are copied. */
void merger_add(PairMerger *m, const int *ids, int length, long count);

/* The most frequent pair; of equals the one with the smaller left id, then the smaller right id.
 * False: none occurs twice. It is to be joined before the next one is asked for. */
bool merger_next(PairMerger *m, int *left, int *right);

/* Replaces the pair everywhere, in each row from left to right, by `joined`: a new id, or one that
 * is in the rows already. */
void merger_join(PairMerger *m, int left, int right, int joined);

void merger_free(PairMerger *m);

#endif
