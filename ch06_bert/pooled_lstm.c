/* pooled_lstm - an LSTM in both directions, and from all its steps to one vector. */
#include "pooled_lstm.h"

/* ---- max pooling -----------------------------------------------------------------------------*/

/* T, of B sequences in a stack. */
static int length_of(Mat stack, int batch)
{
    require(batch >= 1 && stack.rows % batch == 0, SHAPE " are no %d sequences", SHAPE_OF(stack),
            batch);
    return stack.rows / batch;
}

//> max_pool_forward
/* The same for one sequence: x is T x C with its real steps only. */
static void max_pool_sequence(float *out, int *winner, Mat x)
{
    for (int j = 0; j < x.cols; j++) {
        winner[j] = 0;
        for (int t = 1; t < x.rows; t++)
            if (mat_row(x, t)[j] > mat_row(x, winner[j])[j]) winner[j] = t;
        out[j] = mat_row(x, winner[j])[j];
    }
}

void max_pool_forward(Mat out, int *winner, Mat x, const int *valid)
{
    const int length = length_of(x, out.rows);
    require(out.cols == x.cols, SHAPE " of " SHAPE, SHAPE_OF(out), SHAPE_OF(x));
    for (int b = 0; b < out.rows; b++) {
        const int steps = valid ? valid[b] : length;
        require(steps >= 1 && steps <= length, "%d real steps of %d", steps, length);
        max_pool_sequence(mat_row(out, b), winner + b * x.cols, mat_rows(x, b * length, steps));
    }
}
//< max_pool_forward

//> max_pool_backward [exercise=3]
void max_pool_backward(Mat d_x, const int *winner, Mat d_out)
{
    const int length = length_of(d_x, d_out.rows);
    for (int b = 0; b < d_out.rows; b++)
        for (int j = 0; j < d_out.cols; j++)
            mat_row(d_x, b * length + winner[b * d_out.cols + j])[j] += mat_row(d_out, b)[j];
}
//< max_pool_backward

/* ---- the layer -------------------------------------------------------------------------------*/

PooledLstm pooled_lstm_new(Params *p, Rng *r, const char *prefix, int inputs, int hidden,
                           Pooling pooling)
{
    return (PooledLstm){.lstm = bilstm_new(p, r, prefix, inputs, hidden), .pooling = pooling};
}

Mat pooled_lstm_forward(PooledLstm *l, Arena *step, Mat x, const int *valid, int batch)
{
    const int n = l->lstm.forward.w_h->value.rows;
    Mat pooled = mat_new(step, batch, 2 * n);
    l->valid = valid;
    l->batch = batch;
    l->out = mat_new(step, x.rows, 2 * n);
    const BiLstmState last = bilstm_forward(&l->lstm, step, l->out, x, valid, batch);
    if (l->pooling == POOL_MAX) {
        l->winner = arena_alloc(step, (size_t)(batch * 2 * n) * sizeof *l->winner);
        max_pool_forward(pooled, l->winner, l->out, valid);
    } else {
        mat_copy(mat_cols(pooled, 0, n), last.forward.hidden);
        mat_copy(mat_cols(pooled, n, n), last.backward.hidden);
    }
    return pooled;
}

void pooled_lstm_backward(const PooledLstm *l, Arena *step, Mat d_x, Mat d_pooled)
{
    const int n = l->lstm.forward.w_h->value.rows;
    Mat d_out = mat_zeros(step, l->out.rows, l->out.cols);
    BiLstmState d_last = {0};
    if (l->pooling == POOL_MAX) {
        max_pool_backward(d_out, l->winner, d_pooled);
    } else {
        d_last.forward.hidden = mat_cols(d_pooled, 0, n);
        d_last.backward.hidden = mat_cols(d_pooled, n, n);
    }
    bilstm_backward(&l->lstm, step, d_x, d_out, d_last);
}
