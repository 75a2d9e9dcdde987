/* Mistakes that are easily made with a Transformer, as steps of training: the program runs, the
 * loss falls, and yet something is wrong. */
#ifndef CH05_TRAINING_MISTAKES_H
#define CH05_TRAINING_MISTAKES_H

#include "trainer.h"

typedef enum {
    NO_MISTAKE,
    LOOK_AHEAD,  /* the decoder's self-attention without its causal mask */
    NOT_SHIFTED, /* the decoder's input is the target itself: label t is input t */
    PADDING,     /* padding counts in the loss: its label is PAD_ID */
    MISTAKES
} Mistake;

/* "look-ahead" */
const char *training_mistake_name(Mistake mistake);

/* One step of training with the mistake; the loss as such a program would show it, the mean of
 * -log p over what it takes for labels. The model is a post-LN Transformer without dropout. */
double mistaken_step(Trainer *t, Mistake mistake);

/* The loss of a batch as the mistaken program shows it, without learning. */
double mistaken_loss(Translator *m, Arena *step, Batch b, Mistake mistake);

#endif
