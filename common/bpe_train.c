/* bpe_train - learns the merges of byte-pair encoding.
 *
 * The text becomes a list of different words with their counts, each a row of symbols. For every
 * pair of neighbours the trainer knows how often it occurs and in which words. A merge changes only
 * the words that hold its pair, and of those only the counts beside the new symbol:
 *
 *     ... p a b q ...  ->  ... p c q ...     (p,a) and (b,q) lose, (p,c) and (c,q) gain
 *
 * The most frequent pair is at the top of a heap. Only pairs with the new symbol gain, and they
 * enter the heap when the merge is done; a count in the heap is therefore never too small, and one
 * that is too large is corrected when it comes to the top. */
#include "bpe_parts.h"
#include "text.h"

#include <string.h>

/* A word's row of symbols. */
typedef struct {
    int *ids, length;
    long count;
} Row;

typedef struct {
    long count;
    int places;   /* 1 + the newest of its places, or 0 */
    int last_row; /* the row of that place */
} Pair;

/* A row where a pair occurs, or has occurred. */
typedef struct {
    int row, older; /* 1 + the place before this one, or 0 */
} Place;

typedef struct {
    long count; /* the pair's at the time when this was written */
    int pair;
} Candidate;

typedef struct {
    Arena arena;
    Row *rows;      /* one for each different word */
    BpePairs index; /* numbers the pairs */
    Pair *pairs;
    int pair_room;
    Place *places;
    int place_count, place_room;
    Candidate *heap;
    int heap_count, heap_room;
} Trainer;

/* ---- the heap --------------------------------------------------------------------------------*/

static bool comes_before(const Trainer *t, Candidate x, Candidate y)
{
    if (x.count != y.count) return x.count > y.count;
    return t->index.keys[x.pair] < t->index.keys[y.pair]; /* the left id first, then the right */
}

/* Writes a candidate at place i or above it. */
static void sift_up(Trainer *t, Candidate c, int i)
{
    for (; i > 0 && comes_before(t, c, t->heap[(i - 1) / 2]); i = (i - 1) / 2)
        t->heap[i] = t->heap[(i - 1) / 2];
    t->heap[i] = c;
}

/* Writes a candidate at the top or below it. */
static void sift_down(Trainer *t, Candidate c)
{
    int i = 0;
    for (int child; (child = 2 * i + 1) < t->heap_count; i = child) {
        if (child + 1 < t->heap_count && comes_before(t, t->heap[child + 1], t->heap[child]))
            child++;
        if (!comes_before(t, t->heap[child], c)) break;
        t->heap[i] = t->heap[child];
    }
    t->heap[i] = c;
}

/* Enters the pairs that are new since there were `from`. One that occurs once can only lose. */
static void enter_candidates(Trainer *t, int from)
{
    for (int i = from; i < t->index.count; i++) {
        if (t->pairs[i].count < 2) continue;
        t->heap = bpe_grown(&t->arena, t->heap, sizeof *t->heap, t->heap_count, &t->heap_room);
        sift_up(t, (Candidate){t->pairs[i].count, i}, t->heap_count++);
    }
}

/* Takes the most frequent pair off the heap; -1 when none occurs twice. */
static int most_frequent(Trainer *t)
{
    while (t->heap_count) {
        Candidate top = t->heap[0];
        const long count = t->pairs[top.pair].count;
        if (count == top.count || count < 2) sift_down(t, t->heap[--t->heap_count]);
        if (count == top.count) return top.pair;
        if (count >= 2) sift_down(t, (Candidate){count, top.pair});
    }
    return -1;
}

/* ---- pairs -----------------------------------------------------------------------------------*/

static void lose(Trainer *t, int left, int right, long count)
{
    t->pairs[bpe_pair_find(&t->index, left, right)].count -= count;
}

static void gain(Trainer *t, int left, int right, int row)
{
    const int i = bpe_pair_add(&t->index, &t->arena, left, right);
    if (i >= t->pair_room) {
        t->pairs = bpe_grown(&t->arena, t->pairs, sizeof *t->pairs, i, &t->pair_room);
        memset(t->pairs + i, 0, (size_t)(t->pair_room - i) * sizeof *t->pairs);
    }
    Pair *p = &t->pairs[i];
    p->count += t->rows[row].count;
    if (p->places && p->last_row == row) return;
    t->places = bpe_grown(&t->arena, t->places, sizeof *t->places, t->place_count, &t->place_room);
    t->places[t->place_count++] = (Place){row, p->places};
    p->places = t->place_count;
    p->last_row = row;
}

/* Joins the pair everywhere in a row, from left to right. */
static void merge_in_row(Trainer *t, int row, int left, int right, int joined)
{
    Row *r = &t->rows[row];
    int length = 0;
    for (int i = 0; i < r->length; i++) {
        const int id = r->ids[i], next = i + 1 < r->length ? r->ids[i + 1] : -1;
        r->ids[length++] = id;
        if (id != left || next != right) continue;
        r->ids[length - 1] = joined;
        i++;
        if (length > 1) {
            lose(t, r->ids[length - 2], left, r->count);
            gain(t, r->ids[length - 2], joined, row);
        }
        if (i + 1 < r->length) {
            lose(t, right, r->ids[i + 1], r->count);
            gain(t, joined, r->ids[i + 1], row);
        }
    }
    r->length = length;
}

static void merge_everywhere(Trainer *t, int pair, int joined)
{
    const int left = (int)(t->index.keys[pair] >> 32), right = (int)(uint32_t)t->index.keys[pair];
    const int known = t->index.count;
    for (int place = t->pairs[pair].places; place; place = t->places[place - 1].older)
        merge_in_row(t, t->places[place - 1].row, left, right, joined);
    enter_candidates(t, known);
}

/* ---- words and characters --------------------------------------------------------------------*/

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

static void start_rows(Trainer *t, const Bpe *b, const BpeWords *words)
{
    t->rows = arena_alloc(&t->arena, (size_t)words->count * sizeof *t->rows);
    for (int i = 0; i < words->count; i++) {
        const BpeWord *w = &words->items[i];
        int ids[BPE_LONGEST_WORD];
        const int length = bpe_base_ids(b, w->bytes, w->length, ids);
        const size_t size = (size_t)length * sizeof *ids;
        t->rows[i] = (Row){memcpy(arena_alloc(&t->arena, size), ids, size), length, w->count};
        for (int j = 0; j + 1 < length; j++) gain(t, ids[j], ids[j + 1], i);
    }
}

//> bpe_train
void bpe_train(Bpe *b, Arena *a, const char *const *lines, size_t n, int merges, int least_count)
{
    require(merges >= 0 && least_count >= 1, "%d merges, least count %d", merges, least_count);
    Trainer t = {0};
    BpeWords words = {0};
    count_words(&words, &t.arena, lines, n);
    start_symbols(b, a, &words, merges, least_count);
    start_rows(&t, b, &words);
    enter_candidates(&t, 0);
    while (b->merges.count < merges) {
        const int pair = most_frequent(&t);
        if (pair < 0) break;
        const uint64_t key = t.index.keys[pair];
        merge_everywhere(&t, pair, b->count);
        bpe_add_merge(b, a, (int)(key >> 32), (int)(uint32_t)key);
    }
    arena_free(&t.arena);
}
//< bpe_train
