/* The layers that every chapter needs, each as a pair of twins: x_forward writes its output,
 * x_backward adds into the gradients d_... of its inputs, given the gradient of its output. */
#ifndef COMMON_LAYERS_H
#define COMMON_LAYERS_H

#include "mat.h"

/* out_ij = exp(scores_ij) / sum_l exp(scores_il): every row of out sums to one.
 * Both T x C; out may be the same window as scores. A score of -INFINITY gets weight 0; a row of
 * nothing else (nothing to look at) gets all zeros. NaN stays visible: its whole row is NaN. */
void softmax_forward(Mat out, Mat scores);

/* d_scores_ij += out_ij (d_out_ij - sum_l out_il d_out_il). All T x C; a row of zeros in out has
 * gradient zero. */
void softmax_backward(Mat d_scores, Mat out, Mat d_out);

/* out = x weight + bias, the bias added to every row. x: T x I, weight: I x O, bias: 1 x O or with
 * data == NULL for none, out: T x O. */
void linear_forward(Mat out, Mat x, Mat weight, Mat bias);

/* d_x += d_out weight', d_weight += x' d_out, d_bias += the sum of d_out's rows; a gradient with
 * data == NULL is not wanted. Shapes as in linear_forward. */
void linear_backward(Mat d_x, Mat d_weight, Mat d_bias, Mat x, Mat weight, Mat d_out);

#endif
