/* Multi-head attention with one of three mistakes that people make, for the notes. None of them
 * crashes, and none is seen in the shape of the output. */
#ifndef CH03_MISTAKES_H
#define CH03_MISTAKES_H

#include "multihead.h"

typedef enum {
    NO_MISTAKE,
    INTERLEAVED_HEADS, /* head h owns the columns h, h + H, h + 2H, ... : (d_h, H), not (H, d_h) */
    SCALED_BY_MODEL,   /* scores divided by sqrt(d_model), not by sqrt(d_h) */
    SOFTMAX_OVER_QUERIES, /* every column of the weights sums to one, not every row */
    MISTAKES
} Mistake;

/* "none", "interleaved", "scale", "axis" */
const char *mistake_name(Mistake mistake);

/* Self-attention of one sequence with the weights of m and no mask. x, out: T x d; weights: (H T) x
 * T, head by head. */
void mistaken_forward(const MultiHead *m, Arena *step, Mistake mistake, Mat out, Mat weights,
                      Mat x);

#endif
