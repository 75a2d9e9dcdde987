/* bpe_train - learns the merges of byte-pair encoding: the text becomes a list of different words
 * with their counts, each a row of symbols, in which the most frequent pair is merged again and
 * again (pair_merge.h). */
#include "bpe_parts.h"
#include "pair_merge.h"
#include "text.h"

#include <string.h>

static void count_words(BpeWords *words, Arena *a, const char *const *lines, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t size = strlen(lines[i]);
        for (const char *word = lines[i]; size;) {
            const int length = bpe_word_length(word, size);
            const int number = bpe_word_add(words, a, word, length);
            words->items[number].count++;
            word += length;
            size -= (size_t)length;
        }
    }
}

/* Starts the encoding with the characters that occur often enough. ASCII is there as bytes. */
static void start_symbols(Bpe *b, Arena *a, const BpeWords *words, int merges, int least_count)
{
    enum { CODES = 0x110000 };
    Arena scratch = {0};
    long *counts = arena_zeros(&scratch, CODES * sizeof *counts);
    int *kept = arena_alloc(&scratch, CODES * sizeof *kept), kept_count = 0, length;
    for (int i = 0; i < words->count; i++) {
        const BpeWord *w = &words->items[i];
        for (int at = 0; at < w->length; at += length) {
            const int code = text_decode(w->bytes + at, (size_t)(w->length - at), &length);
            if (code >= 0) counts[code] += w->count;
        }
    }
    for (int code = 128; code < CODES; code++)
        if (counts[code] >= least_count) kept[kept_count++] = code;
    bpe_start(b, a, kept, kept_count, merges);
    arena_free(&scratch);
}

static void add_words(PairMerger *m, const Bpe *b, const BpeWords *words)
{
    for (int i = 0; i < words->count; i++) {
        const BpeWord *w = &words->items[i];
        int ids[BPE_LONGEST_WORD];
        merger_add(m, ids, bpe_base_ids(b, w->bytes, w->length, ids), w->count);
    }
}

//> bpe_train
void bpe_train(Bpe *b, Arena *a, const char *const *lines, size_t n, int merges, int least_count)
{
    require(merges >= 0 && least_count >= 1, "%d merges, least count %d", merges, least_count);
    PairMerger m = {0};
    BpeWords words = {0};
    int left, right;
    count_words(&words, &m.arena, lines, n);
    start_symbols(b, a, &words, merges, least_count);
    add_words(&m, b, &words);
    while (b->merges.count < merges && merger_next(&m, &left, &right)) {
        merger_join(&m, left, right, b->count);
        bpe_add_merge(b, a, left, right);
    }
    merger_free(&m);
}
//< bpe_train
