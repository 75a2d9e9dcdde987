/* The layers that every chapter needs, each as a pair of twins: x_forward writes its output,
 * x_backward adds into the gradients d_... of its inputs, given the gradient of its output. */
#ifndef COMMON_LAYERS_H
#define COMMON_LAYERS_H

#include "rng.h"

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

/* out = max(x, 0), element by element; out may be x. Backward needs the output alone: in place,
 * d_out becomes the gradient of x, zero where out is. */
void relu_forward(Mat out, Mat x);
void relu_backward(Mat d_out, Mat out);

/* out_i = row ids[i] of the table: ids has out.rows entries from 0 to table.rows - 1. table: V x C,
 * out: T x C. Backward adds row i of d_out to row ids[i] of d_table. */
void embedding_forward(Mat out, Mat table, const int *ids);
void embedding_backward(Mat d_table, const int *ids, Mat d_out);

/* out = x with each element set to 0 with probability p and the others divided by 1 - p (inverted
 * dropout, Srivastava et al. 2014); out may be x. The same r gives the same choice: backward is
 * called with the r of forward, and adds to d_x. 0 <= p < 1. */
void dropout_forward(Mat out, Mat x, double p, Rng r);
void dropout_backward(Mat d_x, Mat d_out, double p, Rng r);

/* out = log softmax of every row: T x C; out may be the same window as logits. */
void log_softmax_forward(Mat out, Mat logits);

/* The mean over rows of -log softmax(logits_i)[targets[i]]. Rows whose target is IGNORED_TARGET are
 * not counted; any other target outside 0 .. C - 1 is refused; with nothing to count the loss is 0.
 * log_probs receives the log-softmax of every row; it may be logits. Both T x C. */
enum { IGNORED_TARGET = -100 };
double cross_entropy_forward(Mat log_probs, Mat logits, const int *targets);

/* d_logits += the gradient of that mean: (softmax - one-hot) / counted, zero where not counted. */
void cross_entropy_backward(Mat d_logits, Mat log_probs, const int *targets);

#endif
