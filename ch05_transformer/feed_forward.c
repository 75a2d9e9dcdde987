/* feed_forward - two linear layers with an activation between them, forward and backward.
 *
 * relu(z) = max(z, 0) has the derivative 1 where its result is positive and 0 elsewhere: it can
 * work in place. Other functions' derivatives need z itself. */
#include "feed_forward.h"
#include "common/layers.h"

FeedForward feed_forward_new(Params *p, Rng *r, const char *prefix, int d_model, int d_hidden)
{
    FeedForward f = {0};
    f.w_1 = params_weight(p, r, prefix, "w_1", d_model, d_hidden);
    f.b_1 = params_row(p, prefix, "b_1", d_hidden, 0);
    f.w_2 = params_weight(p, r, prefix, "w_2", d_hidden, d_model);
    f.b_2 = params_row(p, prefix, "b_2", d_model, 0);
    return f;
}

/* What is after f. Backward computes it again: a little time, where remembering it would
 * add about a third to what a layer remembers. */
static Mat activated(const FeedForward *f, Arena *step)
{
    if (!f->activation.forward) return f->sum;
    Mat hidden = mat_new(step, f->sum.rows, f->sum.cols);
    f->activation.forward(hidden, f->sum);
    return hidden;
}

//> feed_forward_forward
void feed_forward_forward(FeedForward *f, Arena *step, Mat out, Mat x)
{
    f->x = x;
    f->sum = mat_new(step, x.rows, f->w_1->value.cols);
    linear_forward(f->sum, x, f->w_1->value, f->b_1->value);
    if (!f->activation.forward) relu_forward(f->sum, f->sum);
    const Arena mark = *step;
    linear_forward(out, activated(f, step), f->w_2->value, f->b_2->value);
    arena_release(step, mark);
}
//< feed_forward_forward

//> feed_forward_backward
void feed_forward_backward(const FeedForward *f, Arena *step, Mat d_x, Mat d_out)
{
    const Arena mark = *step;
    Mat hidden = activated(f, step), d_hidden = mat_zeros(step, hidden.rows, hidden.cols);
    linear_backward(d_hidden, f->w_2->grad, f->b_2->grad, hidden, f->w_2->value, d_out);
    if (f->activation.backward)
        f->activation.backward(d_hidden, f->sum);
    else
        relu_backward(d_hidden, hidden);
    linear_backward(d_x, f->w_1->grad, f->b_1->grad, f->x, f->w_1->value, d_hidden);
    arena_release(step, mark);
}
//< feed_forward_backward
