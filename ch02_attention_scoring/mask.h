/* Which keys a query may look at: masks, and the softmax that obeys them.
 *
 * A batch of B sequences is stacked by rows: queries (B Tq) x d, keys (B Tk) x d; sequence b owns
 * Tq consecutive rows of the one and Tk of the other. Its scores are a Tq x Tk window. A stack may
 * also be packed: each sequence has as many rows as it has tokens, and there is no padding. */
#ifndef CH02_MASK_H
#define CH02_MASK_H

#include <stdbool.h>

#include "common/mat.h"

/* What is visible is what every part allows. All zero bytes: everything. */
typedef struct {
    const int *valid; /* valid[b]: the first so many keys of sequence b are real, the rest is
                         padding; from 0 to Tk; NULL: all are real */
    bool causal;      /* query t sees the keys up to its own place: j <= t + Tk - Tq (the last query
                         sees all keys) */
    Mat allowed; /* Tq x Tk for every sequence, or (B Tq) x Tk: 0 hides; data NULL: no such mask */
    /* Of packed stacks: sequence b owns the rows start[b] .. start[b + 1] - 1 of the queries, of
     * the keys (start[0] is 0, and start[b] <= start[b + 1]); NULL: it owns Tq, Tk of them. They
     * must live until the backward pass is over. */
    const int *query_start, *key_start;
} Mask;

/* The rows of sequence b in a stack of `batch` sequences of equal length. */
Mat mat_sequence(Mat stack, int b, int batch);

/* The same in a stack that is packed unless start is NULL. */
Mat mat_packed(Mat stack, int b, int batch, const int *start);

/* Whether query t of sequence b may look at key j. */
bool mask_allows(const Mask *mask, int b, int t, int j, int queries, int keys);

/* out = softmax of the visible scores of sequence b, zero elsewhere; both Tq x Tk, may be the same
 * window. A row with nothing visible is all zeros. What is hidden may hold anything, NaN too: it
 * has no influence. Its backward is softmax_backward: a weight of zero has gradient zero. */
void masked_softmax_forward(Mat out, Mat scores, const Mask *mask, int b);

#endif
