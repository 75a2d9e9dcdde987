/* A bidirectional LSTM that reads a text and keeps one vector of it: what stands between the words'
 * vectors and a classifier when there is no [CLS].
 *
 *     max    column j: the largest of that column over the real steps of the text
 *     last   what each direction ends with: the forward one after the last word, the backward one
 *            after the first
 *
 * x: (B T) x I, the result: B x 2H, forward's columns before backward's. */
#ifndef CH06_POOLED_LSTM_H
#define CH06_POOLED_LSTM_H

#include "ch05_transformer/bilstm.h"

typedef enum { POOL_MAX, POOL_LAST } Pooling;
#define POOLINGS "max|last"

typedef struct {
    BiLstm lstm;
    Pooling pooling;
    /* Remembered by forward until the step ends. */
    const int *valid; /* valid[b]: real steps of text b; NULL: all are */
    int batch;
    Mat out;     /* (B T) x 2H: the LSTM's output */
    int *winner; /* B x 2H: the step that max took */
} PooledLstm;

/* Names PREFIX.forward.w_x and so on. */
PooledLstm pooled_lstm_new(Params *p, Rng *r, const char *prefix, int inputs, int hidden,
                           Pooling pooling);

/* B x 2H, owned by the step. valid must stay until backward. */
Mat pooled_lstm_forward(PooledLstm *l, Arena *step, Mat x, const int *valid, int batch);

/* Adds to d_x and to the weights' gradients. */
void pooled_lstm_backward(const PooledLstm *l, Arena *step, Mat d_x, Mat d_pooled);

/* ---- max pooling alone -----------------------------------------------------------------------*/

/* out_bj = the largest x_(b, t)j over the real steps t of sequence b, and winner[b * C + j] the
 * first such t. x: (B T) x C, out: B x C, winner: B * C of them; valid as above, each at least 1.
 */
void max_pool_forward(Mat out, int *winner, Mat x, const int *valid);

/* d_x += the gradient of x: that of out_bj at the step that was taken, 0 elsewhere. */
void max_pool_backward(Mat d_x, const int *winner, Mat d_out);

#endif
