/* learned - the learnable kernel width, forward, backward and training.
 *
 * Backward, from the loss L to w, one line of the forward at a time:
 *     out = A v         dA_ij = d_out_i v_j
 *     A = softmax(S)    dS_ij = A_ij (dA_ij - sum_l A_il dA_il)
 *     S(w)              dw_k  = -w_k sum_ij dS_ij (x'_ik - x_jk)^2 */
#include "learned.h"
#include "kernel.h"
#include "common/layers.h"
#include "common/matmul.h"
#include "common/optim.h"

#include <math.h>

//> learned_forward
void learned_forward(LearnedKernel *l, Arena *step, Mat out, Mat queries, Mat keys, Mat values,
                     bool leave_one_out)
{
    l->queries = queries, l->keys = keys, l->values = values;
    l->weights = mat_new(step, queries.rows, keys.rows);
    gaussian_scores(l->weights, queries, keys, l->width->value, leave_one_out);
    softmax_forward(l->weights, l->weights);
    matmul(out, 1, l->weights, values, 0);
}
//< learned_forward

//> width_backward [exercise=6]
/* d_width_k -= w_k sum_ij d_scores_ij (x'_ik - x_jk)^2 */
void width_backward(Mat d_width, Mat width, Mat d_scores, Mat queries, Mat keys)
{
    for (int k = 0; k < width.cols; k++) {
        double sum = 0;
        for (int i = 0; i < queries.rows; i++)
            for (int j = 0; j < keys.rows; j++) {
                double apart = (double)mat_row(queries, i)[k] - (double)mat_row(keys, j)[k];
                sum += (double)mat_row(d_scores, i)[j] * apart * apart;
            }
        d_width.data[k] -= (float)((double)width.data[k] * sum);
    }
}
//< width_backward

//> learned_backward
void learned_backward(const LearnedKernel *l, Arena *step, Mat d_out)
{
    Mat d_weights = mat_new(step, l->weights.rows, l->weights.cols);
    Mat d_scores = mat_zeros(step, l->weights.rows, l->weights.cols);
    matmul_nt(d_weights, 1, d_out, l->values, 0);      /* out = A v */
    softmax_backward(d_scores, l->weights, d_weights); /* A = softmax(S) */
    width_backward(l->width->grad, l->width->value, d_scores, l->queries, l->keys); /* S(w) */
}
//< learned_backward

double squared_error(Mat d_out, Mat out, Mat y)
{
    double sum = 0;
    for (int i = 0; i < y.rows; i++) {
        float residual = mat_row(out, i)[0] - mat_row(y, i)[0];
        mat_row(d_out, i)[0] += 2 * residual;
        sum += (double)residual * (double)residual;
    }
    return sum;
}

/* The loss with the present width, and its gradient in l->width->grad. */
static double loss_and_gradient(LearnedKernel *l, Arena *step, Mat x, Mat y, bool leave_one_out)
{
    Mat out = mat_new(step, y.rows, 1), d_out = mat_zeros(step, y.rows, 1);
    learned_forward(l, step, out, x, x, y, leave_one_out);
    double loss = squared_error(d_out, out, y);
    learned_backward(l, step, d_out);
    return loss;
}

bool learned_train(LearnedKernel *l, Params *p, Mat x, Mat y, Training how, Mat trace)
{
    require(trace.rows == how.steps + 1 && trace.cols == 1 + x.cols, "trace " SHAPE,
            SHAPE_OF(trace));
    Arena step = {0};
    Adam adam = adam_new(how.rate);
    bool finite = true;
    mat_fill(trace, NAN);
    for (int t = 0; t <= how.steps && finite; t++) {
        params_zero_grad(p);
        double loss = loss_and_gradient(l, &step, x, y, !how.see_itself);
        mat_row(trace, t)[0] = (float)sqrt(loss / y.rows);
        mat_copy(mat_block(trace, t, 1, 1, x.cols), l->width->value);
        if (t < how.steps && how.optimiser == SGD) sgd_step(p, how.rate);
        if (t < how.steps && how.optimiser == ADAM) adam_step(&adam, p);
        finite = isfinite(loss) && isfinite(mat_sum(l->width->value));
        arena_reset(&step);
    }
    arena_free(&step);
    return finite;
}
