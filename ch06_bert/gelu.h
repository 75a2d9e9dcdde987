/* GELU, the activation of BERT: every number is multiplied by the probability that a standard
 * normal variable is smaller.
 *
 *     erf form   x P(x),  P(x) = (1 + erf(x / sqrt 2)) / 2            "gelu" in config.json
 *     tanh form  x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2    "gelu_new"
 *
 * The two differ by up to 4.7e-4: a model must be run with the form it was trained with. Source:
 * Hendrycks and Gimpel 2016, "Gaussian Error Linear Units". */
#ifndef CH06_GELU_H
#define CH06_GELU_H

#include "ch05_transformer/feed_forward.h"

typedef enum { GELU_ERF, GELU_TANH, RELU } Activation;

/* out = the activation of x, element by element; out may be x. */
void gelu_erf_forward(Mat out, Mat x);
void gelu_tanh_forward(Mat out, Mat x);

/* In place, d_out becomes the gradient of x: d_out times the derivative at x. */
void gelu_erf_backward(Mat d_out, Mat x);
void gelu_tanh_backward(Mat d_out, Mat x);

/* Forward and backward of an activation, for a feed-forward network. */
ActivationFunction activation_function(Activation a);

#endif
