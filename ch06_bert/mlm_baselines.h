/* What a guess is worth that does not read: beside a model's accuracy on masked words stand those
 * of two counts.
 *
 *     unigram   always the most frequent piece
 *     bigram    the piece that most often follows the one to the left, as it is seen: [MASK] or a
 *               piece put there at random as well as a right one
 *
 * A loss that stops at that of the unigram has learned how frequent pieces are, and nothing else:
 * every pretraining goes through there, and one with a mistake in it often stays. */
#ifndef CH06_MLM_BASELINES_H
#define CH06_MLM_BASELINES_H

#include "pretraining_batches.h"

typedef struct {
    int vocabulary;
    const long *counts;  /* of each piece that is not special */
    long total;          /* their sum */
    int frequent;        /* the most frequent piece; of equals the one with the smallest id */
    const int *follower; /* by id: what most often follows it; `frequent` where nothing does */
} MlmBaselines;

/* Counts the pieces of one epoch of `train`, before any were hidden, and leaves `train` where it
 * was. Owned by the arena. */
MlmBaselines mlm_baselines_new(Arena *a, PretrainingBatches *train);

/* Sums over masked words; all zero bytes to begin with. */
typedef struct {
    long counted, unigram, bigram; /* words, and those that either baseline names */
    double nll; /* the sum of -log p of the unigram, p = (count + 1) / (total + vocabulary) */
} MlmBaselineScores;

/* Adds a batch of what is held out. */
void mlm_baselines_add(MlmBaselineScores *s, const MlmBaselines *b, const PretrainingBatch *batch);

#endif
