/* bpe - encoding and decoding with byte pairs that were learned. A word starts as its base symbols;
 * the pair of neighbours that was learned first is joined, again and again, until no neighbours
 * form a learned pair. */
#include "bpe_parts.h"

#include <limits.h>
#include <string.h>

enum { NO_MERGE = INT_MAX };

/* A word on its way: symbol i and symbol i + 1 would be joined by the merge ranks[i]. */
typedef struct {
    int *ids, count;
    int ranks[BPE_LONGEST_WORD];
} Joining;

static void rank(const Bpe *b, Joining *j, int i)
{
    if (i < 0 || i + 1 >= j->count) return;
    const int merge = bpe_pair_find(&b->merges, j->ids[i], j->ids[i + 1]);
    j->ranks[i] = merge < 0 ? NO_MERGE : merge;
}

/* The leftmost of the pairs that were learned first, or -1. */
static int first_merge(const Joining *j)
{
    int best = -1, rank_of_best = NO_MERGE;
    for (int i = 0; i + 1 < j->count; i++) {
        if (j->ranks[i] >= rank_of_best) continue;
        best = i;
        rank_of_best = j->ranks[i];
    }
    return best;
}

static void join(const Bpe *b, Joining *j, int i)
{
    j->ids[i] = BPE_CHARACTER + b->character_count + j->ranks[i];
    const size_t after = (size_t)(--j->count - i - 1) * sizeof(int);
    memmove(j->ids + i + 1, j->ids + i + 2, after);
    memmove(j->ranks + i, j->ranks + i + 1, after);
    rank(b, j, i - 1);
    rank(b, j, i);
}

//> encode_word
/* Writes the ids of one word, at most one a byte. Returns how many. */
static int encode_word(const Bpe *b, const char *word, int size, int *ids)
{
    Joining j = {.ids = ids, .count = bpe_base_ids(b, word, size, ids)};
    for (int i = 0; i + 1 < j.count; i++) rank(b, &j, i);
    for (int i; (i = first_merge(&j)) >= 0;) join(b, &j, i);
    return j.count;
}
//< encode_word

int *bpe_encode(const Bpe *b, Arena *a, const char *text, size_t size, int *count)
{
    int word[BPE_LONGEST_WORD], room = 0;
    int *ids = bpe_grown(a, NULL, sizeof *ids, 0, &room);
    *count = 0;
    for (int length; size; text += length, size -= (size_t)length) {
        length = bpe_word_length(text, size);
        const int n = encode_word(b, text, length, word);
        for (int i = 0; i < n; i++) {
            ids = bpe_grown(a, ids, sizeof *ids, *count, &room);
            ids[(*count)++] = word[i];
        }
    }
    return ids;
}

char *bpe_decode(const Bpe *b, Arena *a, const int *ids, int n, size_t *size)
{
    size_t length = 0;
    for (int i = 0; i < n; i++) {
        require(ids[i] >= 0 && ids[i] < b->count, "id %d of %d", ids[i], b->count);
        length += (size_t)b->symbols[ids[i]].length;
    }
    char *text = arena_alloc(a, length + 1), *to = text;
    for (int i = 0; i < n; to += b->symbols[ids[i++]].length)
        memcpy(to, b->symbols[ids[i]].bytes, (size_t)b->symbols[ids[i]].length);
    *to = '\0';
    if (size) *size = length;
    return text;
}
