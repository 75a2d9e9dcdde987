/* batches - an epoch's order: examples are shuffled, sorted by length (so that only equals stay
 * shuffled), cut into batches, and the batches are shuffled. */
#include "batches.h"
#include "common/layers.h"

#include <string.h>

//> teacher_forcing
int teacher_forcing(int *input, int *labels, Sequence target, int steps)
{
    require(steps >= 1, "%d steps", steps);
    const int kept = target.length < steps ? target.length : steps - 1;
    for (int t = 0; t < steps; t++) {
        input[t] = t == 0 ? BEGIN_ID : t <= kept ? target.ids[t - 1] : PAD_ID;
        labels[t] = t < kept ? target.ids[t] : t == kept ? END_ID : IGNORED_TARGET;
    }
    return kept + 1;
}
//< teacher_forcing

//> batch_pack
/* Of a stack of padded rows of `length`, what is real: sentence b begins at start[b]. */
static const int *pack(Arena *a, const int *padded, int length, const int *start, int batch)
{
    int *packed = arena_alloc(a, (size_t)start[batch] * sizeof *packed);
    for (int b = 0; b < batch; b++)
        memcpy(packed + start[b], padded + b * length,
               (size_t)(start[b + 1] - start[b]) * sizeof *packed);
    return packed;
}

static Tokens pack_tokens(Arena *a, Tokens t)
{
    int *start = arena_alloc(a, (size_t)(t.batch + 1) * sizeof *start);
    start[0] = 0;
    for (int b = 0; b < t.batch; b++) start[b + 1] = start[b] + t.valid[b];
    return (Tokens){pack(a, t.ids, t.length, start, t.batch), NULL, t.batch, t.length, start};
}

Batch batch_pack(Arena *a, Batch b)
{
    const int length = b.target.length;
    b.source = pack_tokens(a, b.source), b.target = pack_tokens(a, b.target);
    b.labels = pack(a, b.labels, length, b.target.start, b.target.batch);
    return b;
}
//< batch_pack

/* ---- the order of an epoch -------------------------------------------------------------------*/

static int larger(int x, int y)
{
    return x > y ? x : y;
}

static int smaller(int x, int y)
{
    return x < y ? x : y;
}

/* Ids in the rows of an example, END included. */
static int source_length(const Batches *b, int example)
{
    return smaller(b->examples[example].source.length, b->longest);
}

static int target_length(const Batches *b, int example)
{
    return smaller(b->examples[example].target.length + 1, b->longest);
}

/* Sources get longer among targets of one length and shorter among those of the next, so that a
 * batch which holds both has sources of like length. */
static int source_place(const Batches *b, int example)
{
    const int length = source_length(b, example);
    return target_length(b, example) % 2 ? length : b->longest - length;
}

/* Sorts by counting how many have each place, 0 to b->longest; equals stay in their order. */
static void sort(int *to, const int *from, const Batches *b, int place(const Batches *b, int i))
{
    memset(b->next, 0, (size_t)(b->longest + 2) * sizeof *b->next);
    for (int i = 0; i < b->count; i++) b->next[place(b, i) + 1]++;
    for (int p = 0; p <= b->longest; p++) b->next[p + 1] += b->next[p];
    for (int i = 0; i < b->count; i++) to[b->next[place(b, from[i])]++] = from[i];
}

//> cut
/* Fills b->start: a batch takes examples as long as its padded rows stay within the limit. */
static void cut(Batches *b)
{
    int longest = 0, rows = 0;
    b->batches = 0;
    for (int i = 0; i < b->count; i++) {
        const int length = larger(source_length(b, b->sorted[i]), target_length(b, b->sorted[i]));
        longest = larger(longest, length);
        if (i == 0 || ++rows * longest > b->limit) {
            b->start[b->batches++] = i;
            longest = length;
            rows = 1;
        }
    }
    b->start[b->batches] = b->count;
}
//< cut

static void draw_epoch(Batches *b)
{
    b->rng = b->position.rng;
    rng_permutation(&b->rng, b->count, b->sorted);
    sort(b->spare, b->sorted, b, source_place);
    sort(b->sorted, b->spare, b, target_length);
    cut(b);
    rng_permutation(&b->rng, b->batches, b->order);
}

static int *ints(Arena *a, int count)
{
    return arena_alloc(a, (size_t)count * sizeof(int));
}

Batches batches_new(Arena *a, const Example *examples, int count, int limit, int longest, Rng rng)
{
    require(count >= 1 && longest >= 2 && longest <= limit, "%d examples, longest %d, limit %d",
            count, longest, limit);
    for (int i = 0; i < count; i++)
        require(examples[i].source.length >= 1, "example %d has no source", i);
    Batches b = {.examples = examples, .count = count, .limit = limit, .longest = longest};
    b.position.rng = rng;
    b.sorted = ints(a, count);
    b.spare = ints(a, count);
    b.next = ints(a, longest + 2);
    b.start = ints(a, count + 1);
    b.order = ints(a, count);
    b.source = ints(a, limit);
    b.input = ints(a, limit);
    b.labels = ints(a, limit);
    b.source_valid = ints(a, limit);
    b.target_valid = ints(a, limit);
    draw_epoch(&b);
    return b;
}

/* ---- batches ---------------------------------------------------------------------------------*/

bool batches_seek(Batches *b, BatchPosition position)
{
    b->position = position;
    draw_epoch(b);
    if (position.batch >= 0 && position.batch < b->batches) return true;
    b->position.batch = 0;
    return false;
}

static void step(Batches *b)
{
    if (++b->position.batch < b->batches) return;
    b->position = (BatchPosition){b->rng, b->position.epoch + 1, 0};
    draw_epoch(b);
}

static void fill_source(int *row, Sequence source, int valid, int steps)
{
    memcpy(row, source.ids, (size_t)valid * sizeof *row);
    for (int t = valid; t < steps; t++) row[t] = PAD_ID;
}

Batch batches_next(Batches *b)
{
    const int *from = b->start + b->order[b->position.batch], rows = from[1] - from[0];
    const int *example = b->sorted + from[0];
    int source = 0, target = 0, counted = 0;
    for (int i = 0; i < rows; i++) {
        source = larger(source, source_length(b, example[i]));
        target = larger(target, target_length(b, example[i]));
    }
    for (int i = 0; i < rows; i++) {
        const Example *e = &b->examples[example[i]];
        b->source_valid[i] = source_length(b, example[i]);
        fill_source(b->source + i * source, e->source, b->source_valid[i], source);
        b->target_valid[i] =
            teacher_forcing(b->input + i * target, b->labels + i * target, e->target, target);
        counted += b->target_valid[i];
    }
    step(b);
    return (Batch){{b->source, b->source_valid, rows, source, NULL},
                   {b->input, b->target_valid, rows, target, NULL},
                   b->labels,
                   counted};
}
