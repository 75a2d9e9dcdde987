/* Mistakes that are easily made in pretraining a BERT, as steps of training: the program runs, the
 * loss falls, and yet something is wrong. */
#ifndef CH06_PRETRAINING_MISTAKES_H
#define CH06_PRETRAINING_MISTAKES_H

#include "pretrainer.h"

typedef enum {
    NO_MISTAKE,
    SWAPPED,     /* next sentence: 0 where it does not follow */
    ALL_PLACES,  /* every place counts in the loss, hidden or not */
    OUTPUT_LOST, /* the table of words gets no gradient as the output's weights */
    INPUT_LOST,  /* ... none as the embedding of the input */
    NOT_HIDDEN,  /* the input is the text before words were hidden */
    ONE_DRAW,    /* one random number decides whether a piece is chosen and what becomes of it */
    MISTAKES
} PretrainingMistake;

/* "output-lost" */
const char *pretraining_mistake_name(PretrainingMistake mistake);

/* mask_pieces without whole words, of ONE_DRAW. Of a text without a chosen piece there is nothing
 * to learn. */
int mask_pieces_one_draw(int *ids, int *labels, int n, const MaskRules *m, Rng *r);

/* The batch as the mistaken program makes it, of memory of the step. */
PretrainingBatch mistaken_batch(Arena *step, const PretrainingBatch *b, const MaskRules *m, Rng *r,
                                PretrainingMistake mistake);

/* Adds the gradients of a batch to those of the weights, all but those that the mistake loses, and
 * its score to s. */
void mistaken_learn(BertModel *m, Arena *step, const PretrainingBatch *b, PretrainingScore *s,
                    PretrainingMistake mistake);

/* pretrainer_step with the mistake, of one batch; adds the score that such a program would show. */
void mistaken_pretraining_step(Pretrainer *t, PretrainingScore *s, PretrainingMistake mistake);

#endif
