/* Long short-term memory: a recurrent layer whose cell c is added to, not multiplied over and over,
 * so that a gradient survives many steps. From x_t and the state (h, c) of the step before,
 *
 *     i, f, o = sigmoid(x_t W_x + h W_h + b)      input, forget and output gate
 *     g       = tanh(x_t W_x + h W_h + b)         what may be written
 *     c_t = f c + i g       h_t = o tanh(c_t)
 *
 * with W_x, W_h and b in four parts of H columns, in the order i, f, g, o of torch.nn.LSTM. A batch
 * of B sequences of T steps is (B T) x I, sequence after sequence; step t of all of them is a
 * window with every T-th row. Sources: Hochreiter and Schmidhuber 1997; the forget gate is that of
 * Gers, Schmidhuber and Cummins 2000. */
#ifndef CH05_LSTM_H
#define CH05_LSTM_H

#include "common/params.h"

/* B x H each, a row for each sequence. data NULL: zeros (or a gradient of zero). */
typedef struct {
    Mat hidden, cell;
} LstmState;

typedef struct {
    bool reversed;        /* reads each sequence from its last real step to its first */
    Param *w_x, *w_h, *b; /* I x 4H, H x 4H, 1 x 4H */
    /* The last call, remembered by forward until the step ends. */
    int batch, length; /* B, T */
    const int *valid;  /* valid[b]: real steps of sequence b, padding follows; NULL: all are */
    Mat x;
    Mat gates;      /* (B T) x 4H: i, f, g, o */
    LstmState from; /* (B T) x H: the state that each step starts from */
    Mat squashed;   /* (B T) x H: tanh(c_t) */
    LstmState last; /* the state after all steps */
} Lstm;

/* Weights Xavier-uniform, the forget gate's bias 1 (remember at first; Jozefowicz et al. 2015), the
 * others 0. Names PREFIX.w_x and so on. */
Lstm lstm_new(Params *p, Rng *r, const char *prefix, int inputs, int hidden, bool reversed);

/* out, (B T) x H, receives h_t of every step, zeros in padding; it may be a window of columns. x:
 * (B T) x I, first: the state to start from. Returns the state after the last real step (reversed:
 * after the first one), from the step. Padding changes no state and may hold any finite numbers. */
LstmState lstm_forward(Lstm *l, Arena *step, Mat out, Mat x, const int *valid, int batch,
                       LstmState first);

/* Adds to d_x (data NULL: not wanted) and to the weights' gradients, given those of the output and
 * of the last state. Returns the gradient of the first state. d_out in padding is ignored. */
LstmState lstm_backward(const Lstm *l, Arena *step, Mat d_x, Mat d_out, LstmState d_last);

/* ---- step by step ----------------------------------------------------------------------------
 * For who needs the state of one step to make the input of the next: begin; for every t, in the
 * order of reading, put x_t W_x + b into mat_step(l.gates, t) and take the step; backward the same
 * the other way round. x is read only at the end of backward. */

/* Step t of a stack of sequences: a row for each sequence. */
Mat mat_step(Mat stack, int t, int batch);

void lstm_begin(Lstm *l, Arena *step, Mat x, const int *valid, int batch, LstmState first);
void lstm_step(Lstm *l, Mat out, int t);

typedef struct {
    Mat gates;       /* (B T) x 4H: of x_t W_x + h W_h + b */
    LstmState state; /* of the state that the step last gone back to starts from */
} LstmGrad;

LstmGrad lstm_begin_backward(const Lstm *l, Arena *step, LstmState d_last);
void lstm_step_backward(const Lstm *l, LstmGrad *d, Mat d_out, int t);
void lstm_end_backward(const Lstm *l, const LstmGrad *d); /* the weights' gradients */

#endif
