/* Batches of sentences for training: of about equal length, so that little of them is padding, in a
 * new order each epoch, which can be taken up again at any place.
 *
 * A decoder is trained on all places of a sentence at once (teacher forcing): at place t it is
 * given the right pieces before t and must name piece t. Its input is the target shifted by one:
 *
 *     target          y_1    y_2  ...  y_n
 *     decoder input   BEGIN  y_1  ...  y_(n-1)  y_n
 *     labels          y_1    y_2  ...  y_n      END */
#ifndef CH05_BATCHES_H
#define CH05_BATCHES_H

#include "transformer.h"
#include "common/bpe.h"

/* The ids that every vocabulary of the chapter reserves, as byte-pair encoding does. */
enum { PAD_ID = BPE_PAD, BEGIN_ID = BPE_BEGIN, END_ID = BPE_END, FIRST_ID = BPE_BYTE };

typedef struct {
    const int *ids;
    int length;
} Sequence;

typedef struct {
    Sequence source, target; /* source: at least one id; target: without BEGIN and END */
} Example;

/* Decoder input and labels, `steps` of each. A target longer than steps - 1 is cut before END
 * comes: a model that sees targets without their end never learns to stop. What is left of the
 * input is PAD_ID, of the labels IGNORED_TARGET. Returns how many labels count: the valid length of
 * the input. */
int teacher_forcing(int *input, int *labels, Sequence target, int steps);

/* B sentences, padded to the longest of each side. Valid until the next batch. */
typedef struct {
    Tokens source, target; /* target: the decoder's input */
    const int *labels;     /* target.batch * target.length of them; IGNORED_TARGET where padded */
    int counted;           /* labels that are not IGNORED_TARGET */
} Batch;

/* The batch without its padding, for the Transformer: the same loss and gradients from fewer rows.
 * Owned by the arena. */
Batch batch_pack(Arena *a, Batch padded);

/* Where the run through the data is. Saved with a checkpoint and given to batches_seek, training
 * goes on with the batch that would have come next. */
typedef struct {
    Rng rng;          /* as it was before this epoch's order was drawn */
    int epoch, batch; /* the batch that comes next, both from 0 */
} BatchPosition;

typedef struct {
    const Example *examples; /* the caller's */
    int count, limit, longest;
    BatchPosition position;
    Rng rng;             /* after this epoch's order was drawn */
    int *sorted, *spare; /* numbers of the examples, by length */
    int *next;           /* while sorting: where the next one of each place goes */
    int *start, *order;  /* batch b: sorted[start[order[b]]] .. sorted[start[order[b] + 1] - 1] */
    int batches;         /* in this epoch */
    int *source, *input, *labels, *source_valid, *target_valid;
} Batches;

/* Batches of examples[0 .. count-1], from epoch 0 on. Sequences longer than `longest` ids (with
 * END) are cut; a batch holds at most `limit` ids a side, padding included; longest <= limit. Takes
 * all its memory from the arena now. */
Batches batches_new(Arena *a, const Example *examples, int count, int limit, int longest, Rng rng);

/* The next batch; after the last of an epoch comes the first of the next, in a new order. */
Batch batches_next(Batches *b);

/* Goes to a position that was read from b->position, of batches made from the same examples. False:
 * the epoch has no such batch, so they were others; it is at the epoch's first. */
bool batches_seek(Batches *b, BatchPosition position);

#endif
