/* The example of the notes: two tokens, four features, two heads, whole numbers, so that all of it
 * can be followed on paper. */
#ifndef CH03_EXAMPLE_H
#define CH03_EXAMPLE_H

#include "multihead.h"

typedef struct {
    MultiHead m;
    Mat x, out;                   /* 2 x 4 */
    Mat d_out, d_x;               /* what comes back from the loss, and what goes on to the input */
    Mat d_weights, d_scores;      /* (2 heads x 2 tokens) x 2, head by head */
    Mat d_q, d_k, d_v, d_context; /* 2 x 4 */
} Example;

/* Forward and backward: everything that the notes print, the lines between the projections computed
 * one by one. Weights and gradients are p's, the rest is the arena's. */
Example example_run(Params *p, Arena *a);

#endif
