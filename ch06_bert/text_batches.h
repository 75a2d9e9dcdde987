/* Labelled texts as batches of ids: texts of about equal length together, so that little of a batch
 * is padding, in a new order each epoch. */
#ifndef CH06_TEXT_BATCHES_H
#define CH06_TEXT_BATCHES_H

#include "label_tasks.h"
#include "text_classifier.h"
#include "tokenizer.h"

typedef struct {
    const int *ids;
    int length; /* at least 1 */
    int label;
    int cut; /* pieces that the text had beyond them */
} TextExample;

/* [CLS] TEXT [SEP], cut to `longest` pieces, as ids of each of n texts; owned by the arena. False:
 * the vocabulary has no [CLS] or no [SEP]. */
bool text_examples(TextExample **examples, Arena *a, const Tokenizer *t, const Labelled *texts,
                   int n, int longest, Error *e);

typedef struct {
    const TextExample *examples; /* the caller's */
    int count, size, longest, pad;
    int batches;
    int *sorted, *order; /* batch i: sorted[order[i] * size] and those behind it, `size` at most */
    int *next;           /* while sorting: where the next one of each length goes */
    int *ids, *valid, *labels;
} TextBatches;

/* Batches of at most `size` of the n >= 1 examples, filled up with the id `pad`; the shortest come
 * first. Takes all its memory from the arena now. */
TextBatches text_batches_new(Arena *a, const TextExample *examples, int n, int size, int pad);

/* Another order: examples of the same length meet others, and the batches come as they may. It
 * depends on *r alone. */
void text_batches_shuffle(TextBatches *b, Rng *r);

/* Batch i of b->batches, valid until the next one is asked for. */
TextBatch text_batches_get(TextBatches *b, int i);

/* Which example the batch's first text is, its second and so on: input.batch of them. */
const int *text_batches_examples(const TextBatches *b, int i);

#endif
