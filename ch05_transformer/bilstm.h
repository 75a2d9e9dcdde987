/* A bidirectional LSTM: one reads each sequence from its first step to its last, the other from its
 * last to its first, so that the output of every step knows all of the sequence (Schuster and
 * Paliwal 1997). */
#ifndef CH05_BILSTM_H
#define CH05_BILSTM_H

#include "lstm.h"

typedef struct {
    Lstm forward, backward;
} BiLstm;

/* What both directions end with: forward after the last real step, backward after the first. */
typedef struct {
    LstmState forward, backward;
} BiLstmState;

/* `hidden` in each direction. Names PREFIX.forward.w_x, PREFIX.backward.w_x and so on. */
BiLstm bilstm_new(Params *p, Rng *r, const char *prefix, int inputs, int hidden);

/* out: (B T) x 2H, forward's columns before backward's, zeros in padding. x: (B T) x I. Starts from
 * zeros. */
BiLstmState bilstm_forward(BiLstm *l, Arena *step, Mat out, Mat x, const int *valid, int batch);

/* Adds to d_x (data NULL: not wanted) and to the weights' gradients; d_last all zero bytes: none.
 */
void bilstm_backward(const BiLstm *l, Arena *step, Mat d_x, Mat d_out, BiLstmState d_last);

#endif
