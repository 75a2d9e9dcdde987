/* The position-wise feed-forward network: out = f(x W_1 + b_1) W_2 + b_2, the same for every row; f
 * is the rectifier, unless another activation is set. Source: Vaswani et al. 2017, section 3.3. x,
 * out: T x d, hidden: T x f. */
#ifndef CH05_FEED_FORWARD_H
#define CH05_FEED_FORWARD_H

#include "common/params.h"
#include "common/rng.h"

/* An element-wise function: out = f(x), and in place d_out *= f'(x). */
typedef struct {
    void (*forward)(Mat out, Mat x);
    void (*backward)(Mat d_out, Mat x);
} ActivationFunction;

typedef struct {
    Param *w_1, *b_1, *w_2, *b_2;  /* d x f, 1 x f, f x d, 1 x d */
    ActivationFunction activation; /* forward NULL: the rectifier, which works in place */
    /* Remembered by forward until the step ends: the input, and what is before f; of the rectifier,
     * after it. */
    Mat x, sum;
} FeedForward;

/* Weights Xavier-uniform, biases zero; names PREFIX.w_1 and so on. */
FeedForward feed_forward_new(Params *p, Rng *r, const char *prefix, int d_model, int d_hidden);

void feed_forward_forward(FeedForward *f, Arena *step, Mat out, Mat x);

/* Adds to d_x and the weights' gradients. */
void feed_forward_backward(const FeedForward *f, Arena *step, Mat d_x, Mat d_out);

#endif
