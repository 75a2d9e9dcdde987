/* mlm_baselines - counting pieces and pairs of neighbours. */
#include "mlm_baselines.h"
#include "common/layers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int left, right; /* neighbours */
} Neighbours;

typedef struct {
    Neighbours *pairs;
    size_t count, room;
} NeighbourList;

static int by_left_then_right(const void *x, const void *y)
{
    const Neighbours *a = x, *b = y;
    if (a->left != b->left) return a->left < b->left ? -1 : 1;
    return (a->right > b->right) - (a->right < b->right);
}

static void append(NeighbourList *l, Arena *a, Neighbours pair)
{
    if (l->count == l->room) {
        const Neighbours *old = l->pairs;
        l->room = l->room ? 2 * l->room : 1 << 16;
        l->pairs = arena_alloc(a, l->room * sizeof *old);
        if (old) memcpy(l->pairs, old, l->count * sizeof *old);
    }
    l->pairs[l->count++] = pair;
}

/* Counts a batch: what is special is never asked for, but may stand to the left. */
static void count_batch(NeighbourList *l, Arena *a, long *counts, const bool *special,
                        const PretrainingBatch *batch)
{
    for (int i = 0; i < batch->input.batch; i++) {
        const int *row = batch->original + i * batch->input.length;
        for (int t = 1; t < batch->input.valid[i]; t++) {
            if (special[row[t]]) continue;
            counts[row[t]]++;
            append(l, a, (Neighbours){row[t - 1], row[t]});
        }
    }
}

/* Of equals the smaller id wins: runs of the same pair come in the order of their ids. */
static void find_followers(int *follower, NeighbourList *l)
{
    int left = -1;
    size_t most = 0;
    if (l->count) qsort(l->pairs, l->count, sizeof *l->pairs, by_left_then_right);
    for (size_t i = 0, next; i < l->count; i = next) {
        for (next = i + 1; next < l->count; next++)
            if (by_left_then_right(&l->pairs[i], &l->pairs[next]) != 0) break;
        if (l->pairs[i].left != left) most = 0;
        left = l->pairs[i].left;
        if (next - i <= most) continue;
        most = next - i;
        follower[left] = l->pairs[i].right;
    }
}

MlmBaselines mlm_baselines_new(Arena *a, PretrainingBatches *train)
{
    const PretrainingPosition start = train->position;
    const int n = train->rules.masks.vocabulary;
    long *counts = arena_zeros(a, (size_t)n * sizeof *counts);
    int *follower = arena_alloc(a, (size_t)n * sizeof *follower);
    MlmBaselines b = {.vocabulary = n, .counts = counts, .follower = follower};
    Arena scratch = {0};
    NeighbourList l = {0};
    pretraining_seek(train, (PretrainingPosition){start.rng, start.epoch, 0});
    for (int left = train->batches; left > 0; left--) {
        const PretrainingBatch batch = pretraining_next(train);
        count_batch(&l, &scratch, counts, train->rules.masks.special, &batch);
    }
    pretraining_seek(train, start);
    for (int i = 0; i < n; i++) {
        b.total += counts[i];
        if (counts[i] > counts[b.frequent]) b.frequent = i;
    }
    for (int i = 0; i < n; i++) follower[i] = b.frequent;
    find_followers(follower, &l);
    arena_free(&scratch);
    return b;
}

void mlm_baselines_add(MlmBaselineScores *s, const MlmBaselines *b, const PretrainingBatch *batch)
{
    const int places = batch->input.batch * batch->input.length;
    for (int t = 0; t < places; t++) {
        const int label = batch->labels[t];
        if (label == IGNORED_TARGET) continue;
        s->counted++; /* [CLS] comes first and is never asked for: there is a piece to the left */
        s->unigram += label == b->frequent;
        s->bigram += label == b->follower[batch->input.ids[t - 1]];
        s->nll -= log((double)(b->counts[label] + 1) / (double)(b->total + b->vocabulary));
    }
}
