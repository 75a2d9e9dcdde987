/* Batches for pretraining: pairs of segments with some of their pieces hidden. Each epoch cuts the
 * documents anew (sentence_pairs.h), puts examples of about equal length together and the batches
 * in a new order; each batch hides other pieces (masking.h). Training can be taken up again at any
 * place.
 *
 *     ids     [CLS] a a a [SEP] b b [SEP] [PAD]
 *     types     0   0 0 0   0   1 1   1     0 */
#ifndef CH06_PRETRAINING_BATCHES_H
#define CH06_PRETRAINING_BATCHES_H

#include "bert_heads.h"
#include "masking.h"
#include "sentence_pairs.h"

/* Valid until the next batch. */
typedef struct {
    BertInput input;
    const int *original; /* input.ids before pieces were hidden */
    const int *labels;   /* of masked words, beside input.ids; IGNORED_TARGET where nothing is */
    const int *next;     /* of next-sentence prediction, one for each sequence; IGNORED_TARGET for
                            those without a second segment */
    int masked, pairs;   /* labels of either kind that are not IGNORED_TARGET */
} PretrainingBatch;

/* Where the run through the data is. Saved with a checkpoint and given to pretraining_seek,
 * training goes on with the batch that would have come next. */
typedef struct {
    Rng rng;          /* as it was before this epoch was drawn */
    int epoch, batch; /* the batch that comes next, both from 0 */
} PretrainingPosition;

typedef struct {
    PairRules pairs;
    MaskRules masks;
    int pad, cls, sep; /* ids */
    int rows;          /* sequences in a batch; the last of an epoch may have fewer */
} PretrainingRules;

typedef struct {
    const Spelled *texts; /* the caller's */
    PretrainingRules rules;
    PretrainingPosition position;
    Rng rng;                /* after this epoch was drawn */
    uint64_t seed;          /* of this epoch's masks */
    SentencePair *examples; /* `count` of this epoch */
    int count, batches;     /* in this epoch */
    int *sorted, *spare;    /* numbers of the examples, by length */
    int *start;             /* while sorting: where the next one of each length goes */
    int *order;             /* batch b begins with example sorted[order[b] * rows] */
    int *ids, *original, *types, *labels, *valid, *next;
} PretrainingBatches;

/* Batches of these texts, from epoch 0 on, all of whose draws come from rng. Takes all its memory
 * from the arena now. texts: at least one document. */
PretrainingBatches pretraining_new(Arena *a, const Spelled *texts, PretrainingRules rules, Rng rng);

/* The next batch; after the last of an epoch comes the first of the next. */
PretrainingBatch pretraining_next(PretrainingBatches *b);

/* What became of a piece that was chosen. */
typedef enum { TO_MASK, TO_ANOTHER, TO_ITSELF, BECOMES } Becomes;

/* The batch with only these of its questions about words: the labels of other places become
 * IGNORED_TARGET. mask: the id of [MASK]. The new labels are the arena's. */
PretrainingBatch pretraining_only(Arena *a, const PretrainingBatch *b, Becomes kind, int mask);

/* Goes to a position that was read from b->position, of batches made from the same texts and rules.
 * Going back to where an epoch began gives the same batches again: so that a model is asked the
 * same questions each time it is evaluated. False: the epoch has no such batch, so the texts were
 * others; it is at the epoch's first. */
bool pretraining_seek(PretrainingBatches *b, PretrainingPosition position);

#endif
