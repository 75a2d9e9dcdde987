/* pair_merge - rows, their pairs, and a heap of the most frequent.
 *
 * For every pair of neighbours it is known how often it occurs and in which rows. Joining one
 * changes only the rows that hold it, and of those only the counts beside the new id:
 *
 *     ... p a b q ...  ->  ... p c q ...     (p,a) and (b,q) lose, (p,c) and (c,q) gain
 *
 * The most frequent pair is at the top of the heap. Pairs that gain enter it, once more if they are
 * in it, when the join is done; the largest of a pair's counts in the heap is therefore never too
 * small, and one that is too large is corrected when it comes to the top. */
#include "pair_merge.h"

#include <string.h>

typedef struct MergeRow {
    int *ids, length;
    long count;
} Row;

typedef struct MergePair {
    long count;
    int places;   /* 1 + the newest of its places, or 0 */
    int last_row; /* the row of that place */
    bool gained;  /* it is among those */
} Pair;

/* A row where a pair occurs, or has occurred. */
typedef struct MergePlace {
    int row, older; /* 1 + the place before this one, or 0 */
} Place;

typedef struct MergeCandidate {
    long count; /* the pair's at the time when this was written */
    int pair;
} Candidate;

/* ---- the heap --------------------------------------------------------------------------------*/

static bool comes_before(const PairMerger *m, Candidate x, Candidate y)
{
    if (x.count != y.count) return x.count > y.count;
    return m->index.keys[x.pair] < m->index.keys[y.pair]; /* the left id first, then the right */
}

/* Writes a candidate at place i or above it. */
static void sift_up(PairMerger *m, Candidate c, int i)
{
    for (; i > 0 && comes_before(m, c, m->heap[(i - 1) / 2]); i = (i - 1) / 2)
        m->heap[i] = m->heap[(i - 1) / 2];
    m->heap[i] = c;
}

/* Writes a candidate at the top or below it. */
static void sift_down(PairMerger *m, Candidate c)
{
    int i = 0;
    for (int child; (child = 2 * i + 1) < m->heap_count; i = child) {
        if (child + 1 < m->heap_count && comes_before(m, m->heap[child + 1], m->heap[child]))
            child++;
        if (!comes_before(m, m->heap[child], c)) break;
        m->heap[i] = m->heap[child];
    }
    m->heap[i] = c;
}

/* Enters the pairs that have gained. One that occurs once can only lose, or gain again. */
static void enter_candidates(PairMerger *m)
{
    for (int i = 0; i < m->gained_count; i++) {
        Pair *p = &m->pairs[m->gained[i]];
        p->gained = false;
        if (p->count < 2) continue;
        m->heap = bpe_grown(&m->arena, m->heap, sizeof *m->heap, m->heap_count, &m->heap_room);
        sift_up(m, (Candidate){p->count, m->gained[i]}, m->heap_count++);
    }
    m->gained_count = 0;
}

bool merger_next(PairMerger *m, int *left, int *right)
{
    enter_candidates(m);
    while (m->heap_count) {
        const Candidate top = m->heap[0];
        const long count = m->pairs[top.pair].count;
        const uint64_t key = m->index.keys[top.pair];
        if (count < 2 || count == top.count) sift_down(m, m->heap[--m->heap_count]);
        *left = (int)(key >> 32), *right = (int)(uint32_t)key;
        if (count >= 2 && count == top.count) return true;
        if (count >= 2) sift_down(m, (Candidate){count, top.pair});
    }
    return false;
}

/* ---- pairs -----------------------------------------------------------------------------------*/

static void lose(PairMerger *m, int left, int right, long count)
{
    m->pairs[bpe_pair_find(&m->index, left, right)].count -= count;
}

/* The pair, new if need be. */
static int pair_number(PairMerger *m, int left, int right)
{
    const int i = bpe_pair_add(&m->index, &m->arena, left, right);
    if (i >= m->pair_room) {
        m->pairs = bpe_grown(&m->arena, m->pairs, sizeof *m->pairs, i, &m->pair_room);
        memset(m->pairs + i, 0, (size_t)(m->pair_room - i) * sizeof *m->pairs);
    }
    return i;
}

static void gain(PairMerger *m, int left, int right, int row)
{
    const int i = pair_number(m, left, right);
    Pair *p = &m->pairs[i];
    p->count += m->rows[row].count;
    if (!p->gained) {
        m->gained =
            bpe_grown(&m->arena, m->gained, sizeof *m->gained, m->gained_count, &m->gained_room);
        m->gained[m->gained_count++] = i;
        p->gained = true;
    }
    if (p->places && p->last_row == row) return;
    m->places = bpe_grown(&m->arena, m->places, sizeof *m->places, m->place_count, &m->place_room);
    m->places[m->place_count++] = (Place){row, p->places};
    p->places = m->place_count;
    p->last_row = row;
}

/* ---- rows ------------------------------------------------------------------------------------*/

void merger_add(PairMerger *m, const int *ids, int length, long count)
{
    if (length < 2) return;
    const size_t size = (size_t)length * sizeof *ids;
    m->rows = bpe_grown(&m->arena, m->rows, sizeof *m->rows, m->row_count, &m->row_room);
    m->rows[m->row_count++] = (Row){memcpy(arena_alloc(&m->arena, size), ids, size), length, count};
    for (int j = 0; j + 1 < length; j++) gain(m, ids[j], ids[j + 1], m->row_count - 1);
}

/* Joins the pair everywhere in a row, from left to right. */
static void join_in_row(PairMerger *m, int row, int left, int right, int joined)
{
    Row *r = &m->rows[row];
    int length = 0;
    for (int i = 0; i < r->length; i++) {
        const int id = r->ids[i], next = i + 1 < r->length ? r->ids[i + 1] : -1;
        r->ids[length++] = id;
        if (id != left || next != right) continue;
        r->ids[length - 1] = joined;
        i++;
        if (length > 1) {
            lose(m, r->ids[length - 2], left, r->count);
            gain(m, r->ids[length - 2], joined, row);
        }
        if (i + 1 < r->length) {
            lose(m, right, r->ids[i + 1], r->count);
            gain(m, joined, r->ids[i + 1], row);
        }
    }
    r->length = length;
}

void merger_join(PairMerger *m, int left, int right, int joined)
{
    const int pair = bpe_pair_find(&m->index, left, right);
    require(pair >= 0, "%d and %d are no neighbours", left, right);
    for (int place = m->pairs[pair].places; place; place = m->places[place - 1].older)
        join_in_row(m, m->places[place - 1].row, left, right, joined);
    m->pairs[pair].count = 0; /* in a row such as a a a, one of two overlapping was not joined */
}

void merger_free(PairMerger *m)
{
    arena_free(&m->arena);
    *m = (PairMerger){0};
}
