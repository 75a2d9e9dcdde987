/* pretraining_batches - an epoch's examples, their order, and batches of them. */
#include "pretraining_batches.h"
#include "common/layers.h"

#include <string.h>

/* ---- epochs ----------------------------------------------------------------------------------*/

static int length_of(const PretrainingBatches *b, int example)
{
    return pair_length(b->examples[example]);
}

/* Sorts the examples by length, by counting; those of one length are shuffled. */
static void sort(PretrainingBatches *b)
{
    const int longest = b->rules.pairs.longest;
    rng_permutation(&b->rng, b->count, b->spare);
    memset(b->start, 0, (size_t)(longest + 2) * sizeof *b->start);
    for (int i = 0; i < b->count; i++) b->start[length_of(b, i) + 1]++;
    for (int n = 0; n <= longest; n++) b->start[n + 1] += b->start[n];
    for (int i = 0; i < b->count; i++)
        b->sorted[b->start[length_of(b, b->spare[i])]++] = b->spare[i];
}

static void draw_epoch(PretrainingBatches *b)
{
    b->rng = b->position.rng;
    b->count = sentence_pairs(b->examples, b->texts, b->rules.pairs, &b->rng);
    sort(b);
    b->batches = (b->count + b->rules.rows - 1) / b->rules.rows;
    rng_permutation(&b->rng, b->batches, b->order);
    b->seed = rng_next(&b->rng);
}

static int *ints(Arena *a, int count)
{
    return arena_alloc(a, (size_t)count * sizeof(int));
}

PretrainingBatches pretraining_new(Arena *a, const Spelled *texts, PretrainingRules rules, Rng rng)
{
    require(texts->document_count >= 1 && rules.rows >= 1, "%d documents, %d rows",
            texts->document_count, rules.rows);
    const int most = texts->sentence_count, longest = rules.pairs.longest;
    PretrainingBatches b = {.texts = texts, .rules = rules};
    b.position.rng = rng;
    b.examples = arena_alloc(a, (size_t)most * sizeof *b.examples);
    b.sorted = ints(a, most);
    b.spare = ints(a, most);
    b.start = ints(a, longest + 2);
    b.order = ints(a, most);
    b.ids = ints(a, rules.rows * longest);
    b.original = ints(a, rules.rows * longest);
    b.types = ints(a, rules.rows * longest);
    b.labels = ints(a, rules.rows * longest);
    b.valid = ints(a, rules.rows);
    b.next = ints(a, rules.rows);
    draw_epoch(&b);
    return b;
}

bool pretraining_seek(PretrainingBatches *b, PretrainingPosition position)
{
    b->position = position;
    draw_epoch(b);
    if (position.batch >= 0 && position.batch < b->batches) return true;
    b->position.batch = 0;
    return false;
}

static void step(PretrainingBatches *b)
{
    if (++b->position.batch < b->batches) return;
    b->position = (PretrainingPosition){b->rng, b->position.epoch + 1, 0};
    draw_epoch(b);
}

/* ---- batches ---------------------------------------------------------------------------------*/

static int *copy(int *to, const Spelled *s, Span span)
{
    const int size = span.end - span.begin;
    if (size) memcpy(to, s->ids + span.begin, (size_t)size * sizeof *to);
    return to + size;
}

/* Writes an example and padding up to `length`. Returns how many tokens are real. */
static int fill(const PretrainingBatches *b, int *row, int *types, SentencePair p, int length)
{
    int *to = row;
    *to++ = b->rules.cls;
    to = copy(to, b->texts, p.a);
    *to++ = b->rules.sep;
    const int first = (int)(to - row);
    if (p.b.end > p.b.begin) {
        to = copy(to, b->texts, p.b);
        *to++ = b->rules.sep;
    }
    const int valid = (int)(to - row);
    for (int t = valid; t < length; t++) row[t] = b->rules.pad;
    for (int t = 0; t < length; t++) types[t] = t >= first && t < valid;
    return valid;
}

PretrainingBatch pretraining_next(PretrainingBatches *b)
{
    const int from = b->order[b->position.batch] * b->rules.rows;
    const int rows = from + b->rules.rows > b->count ? b->count - from : b->rules.rows;
    const int length = length_of(b, b->sorted[from + rows - 1]); /* the longest comes last */
    Rng r = rng_new(b->seed + (uint64_t)b->position.batch);
    int masked = 0, pairs = 0;
    for (int i = 0; i < rows; i++) {
        const SentencePair p = b->examples[b->sorted[from + i]];
        int *original = b->original + i * length, *ids = b->ids + i * length;
        b->valid[i] = fill(b, original, b->types + i * length, p, length);
        memcpy(ids, original, (size_t)length * sizeof *ids);
        masked += mask_pieces(ids, b->labels + i * length, length, &b->rules.masks, &r);
        b->next[i] = p.next;
        pairs += p.next != IGNORED_TARGET;
    }
    step(b);
    const BertInput input = {
        .ids = b->ids, .types = b->types, .valid = b->valid, .batch = rows, .length = length};
    return (PretrainingBatch){input, b->original, b->labels, b->next, masked, pairs};
}

static Becomes becomes(int seen, int label, int mask)
{
    return seen == mask ? TO_MASK : seen == label ? TO_ITSELF : TO_ANOTHER;
}

PretrainingBatch pretraining_only(Arena *a, const PretrainingBatch *b, Becomes kind, int mask)
{
    PretrainingBatch some = *b;
    const int places = b->input.batch * b->input.length;
    int *labels = arena_alloc(a, (size_t)places * sizeof *labels);
    some.labels = labels, some.masked = 0;
    for (int i = 0; i < places; i++) {
        const int label = b->labels[i];
        const bool kept = label != IGNORED_TARGET && becomes(b->input.ids[i], label, mask) == kind;
        labels[i] = kept ? label : IGNORED_TARGET;
        some.masked += kept;
    }
    return some;
}
