/* text_batches - an epoch's order: examples are shuffled, sorted by length (so that only equals
 * stay shuffled), cut into batches, and the batches are shuffled. */
#include "text_batches.h"
#include "prompt.h"

#include <string.h>

bool text_examples(TextExample **examples, Arena *a, const Tokenizer *t, const Labelled *texts,
                   int n, int longest, Error *e)
{
    Arena scratch = {0};
    bool ok = true;
    *examples = arena_alloc(a, (size_t)n * sizeof **examples);
    for (int i = 0; ok && i < n; i++) {
        Prompt p;
        ok = prompt_new(&p, &scratch, t, texts[i].text, NULL, e);
        if (!ok) break;
        const int cut = prompt_cut(&p, longest);
        const size_t size = (size_t)p.length * sizeof *p.ids;
        (*examples)[i] =
            (TextExample){memcpy(arena_alloc(a, size), p.ids, size), p.length, texts[i].label, cut};
        arena_reset(&scratch);
    }
    arena_free(&scratch);
    return ok;
}

/* ---- the order of an epoch -------------------------------------------------------------------*/

//> sort_by_length
/* Sorts `from` by counting how many examples have each length; equals stay in their order. */
static void sort_by_length(TextBatches *b, const int *from)
{
    memset(b->next, 0, (size_t)(b->longest + 2) * sizeof *b->next);
    for (int i = 0; i < b->count; i++) b->next[b->examples[i].length + 1]++;
    for (int n = 0; n <= b->longest; n++) b->next[n + 1] += b->next[n];
    for (int i = 0; i < b->count; i++) b->sorted[b->next[b->examples[from[i]].length]++] = from[i];
}
//< sort_by_length

static int *ints(Arena *a, int count)
{
    return arena_alloc(a, (size_t)count * sizeof(int));
}

TextBatches text_batches_new(Arena *a, const TextExample *examples, int n, int size, int pad)
{
    require(n >= 1 && size >= 1, "%d examples, %d in a batch", n, size);
    TextBatches b = {.examples = examples, .count = n, .size = size, .pad = pad};
    for (int i = 0; i < n; i++) {
        require(examples[i].length >= 1, "example %d has no pieces", i);
        if (examples[i].length > b.longest) b.longest = examples[i].length;
    }
    b.batches = (n + size - 1) / size;
    b.sorted = ints(a, n);
    b.order = ints(a, n);
    b.next = ints(a, b.longest + 2);
    b.ids = ints(a, size * b.longest);
    b.valid = ints(a, size);
    b.labels = ints(a, size);
    for (int i = 0; i < n; i++) b.order[i] = i;
    sort_by_length(&b, b.order);
    return b;
}

void text_batches_shuffle(TextBatches *b, Rng *r)
{
    rng_permutation(r, b->count, b->order); /* of examples, for a moment */
    sort_by_length(b, b->order);
    rng_permutation(r, b->batches, b->order);
}

/* ---- batches ---------------------------------------------------------------------------------*/

const int *text_batches_examples(const TextBatches *b, int i)
{
    require(i >= 0 && i < b->batches, "batch %d of %d", i, b->batches);
    return b->sorted + b->order[i] * b->size;
}

TextBatch text_batches_get(TextBatches *b, int i)
{
    const int *which = text_batches_examples(b, i), first = b->order[i] * b->size;
    const int count = b->count - first < b->size ? b->count - first : b->size;
    const int length = b->examples[which[count - 1]].length; /* the last is the longest */
    for (int k = 0; k < count; k++) {
        const TextExample *x = &b->examples[which[k]];
        int *row = b->ids + k * length;
        memcpy(row, x->ids, (size_t)x->length * sizeof *row);
        for (int t = x->length; t < length; t++) row[t] = b->pad;
        b->valid[k] = x->length;
        b->labels[k] = x->label;
    }
    return (TextBatch){{.ids = b->ids, .valid = b->valid, .batch = count, .length = length},
                       b->labels};
}
