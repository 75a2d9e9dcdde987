/* The two rivals of self-attention: layers that move information along a sequence in another way.
 * Forward only, for the comparison of cost. */
#ifndef CH03_RIVALS_H
#define CH03_RIVALS_H

#include "common/mat.h"

/* Recurrence (Elman 1990): out_t = tanh(x_t W + out_{t-1} U + b), out_{-1} = 0, for each of `batch`
 * sequences. x, out: (B T) x d, W and U: d x d, b: 1 x d. T steps, each waits for the one before.
 */
void recurrence_forward(Mat out, Mat x, Mat w, Mat u, Mat b, int batch);

/* Convolution of width 3: out_t = x_{t-1} W_1 + x_t W_2 + x_{t+1} W_3 + b, zeros beyond the ends of
 * the sequence. w: W_1, W_2, W_3 one below the other, 3d x d. One sequence: x, out: T x d. */
void convolution_forward(Mat out, Mat x, Mat w, Mat b);

#endif
