/* recurrent - the recurrent encoder-decoder, forward and backward.
 *
 * The decoder's input [y, c] is half known beforehand: y W_x of all steps is one product, and only
 * c W_x is left to each step, as is h W_h. h, y and c of a step stand side by side in one row of
 * `features`, which the readout multiplies at once; LSTM and alignment see windows of it. */
#include "recurrent.h"
#include "common/exp_fast.h"
#include "common/layers.h"
#include "common/matmul.h"

#include <math.h>

Recurrent recurrent_new(Params *p, Rng *r, RecurrentShape s)
{
    const int d = s.d_model, h = s.hidden, memory = 2 * h;
    Recurrent m = {.shape = s, .embedding = params_add(p, "embedding", s.vocabulary, d)};
    fill_normal(m.embedding->value, r, 1 / sqrt(d)); /* times sqrt(d): variance 1 */
    m.encoder = bilstm_new(p, r, "encoder", d, h);
    m.w_first = params_weight(p, r, "first", "w", h, h);
    m.b_first = params_row(p, "first", "b", h, 0);
    m.decoder = lstm_new(p, r, "decoder", d + memory, h, false);
    m.alignment = alignment_new(p, r, "alignment", h, memory, h);
    m.w_out = params_weight(p, r, "out", "w", h + d + memory, d);
    m.b_out = params_row(p, "out", "b", d, 0);
    return m;
}

/* The windows of a row of features, or of its gradient. */
static Mat features_h(const Recurrent *m, Mat features)
{
    return mat_cols(features, 0, m->shape.hidden);
}

static Mat features_y(const Recurrent *m, Mat features)
{
    return mat_cols(features, m->shape.hidden, m->shape.d_model);
}

static Mat features_c(const Recurrent *m, Mat features)
{
    return mat_cols(features, m->shape.hidden + m->shape.d_model, 2 * m->shape.hidden);
}

static Mat features_yc(const Recurrent *m, Mat features)
{
    return mat_cols(features, m->shape.hidden, m->shape.d_model + 2 * m->shape.hidden);
}

/* The decoder's weights of y and of c. */
static Mat weight_y(const Recurrent *m, Mat w_x)
{
    return mat_rows(w_x, 0, m->shape.d_model);
}

static Mat weight_c(const Recurrent *m, Mat w_x)
{
    return mat_rows(w_x, m->shape.d_model, 2 * m->shape.hidden);
}

static void squash(Mat x)
{
#pragma omp parallel for if (mat_is_large(x))
    for (int i = 0; i < x.rows; i++) {
        float *row = mat_row(x, i);
        for (int j = 0; j < x.cols; j++) row[j] = tanh_fast(row[j]);
    }
}

/* d_out becomes the gradient of x, out = tanh(x). */
static void squash_backward(Mat d_out, Mat out)
{
#pragma omp parallel for if (mat_is_large(out))
    for (int i = 0; i < out.rows; i++) {
        const float *o = mat_row(out, i);
        float *d = mat_row(d_out, i);
        for (int j = 0; j < out.cols; j++) d[j] *= 1 - o[j] * o[j];
    }
}

/* Dropout in place, and its backward in place, under the choice `drop`. */
static void drop_in_place(const Recurrent *m, Mat x, uint64_t drop)
{
    if (m->rng) dropout_forward(x, x, m->shape.dropout, rng_new(drop));
}

static uint64_t draw(const Recurrent *m)
{
    return m->rng ? rng_next(m->rng) : 0;
}

static void embed(const Recurrent *m, Mat x, const int *ids, uint64_t drop)
{
    embedding_forward(x, m->embedding->value, ids);
    mat_scale(x, sqrtf((float)m->shape.d_model));
    drop_in_place(m, x, drop);
}

/* d_x is overwritten. */
static void embed_backward(const Recurrent *m, Mat d_x, const int *ids, uint64_t drop)
{
    drop_in_place(m, d_x, drop); /* it multiplies by what forward multiplied by */
    mat_scale(d_x, sqrtf((float)m->shape.d_model));
    embedding_backward(m->embedding->grad, ids, d_x);
}

//> recurrent_encode
LstmState recurrent_encode(Recurrent *m, Arena *step, RecurrentPass *pass, Tokens source)
{
    const int h = m->shape.hidden, rows = source.batch * source.length;
    pass->source = source, pass->drop_source = draw(m);
    Mat x = mat_new(step, rows, m->shape.d_model);
    embed(m, x, source.ids, pass->drop_source);
    pass->memory = mat_new(step, rows, 2 * h);
    pass->read =
        bilstm_forward(&m->encoder, step, pass->memory, x, source.valid, source.batch).backward;
    alignment_memory(&m->alignment, step, pass->memory, source.valid, source.batch);

    pass->first = (LstmState){mat_new(step, source.batch, h), mat_zeros(step, source.batch, h)};
    linear_forward(pass->first.hidden, pass->read.hidden, m->w_first->value, m->b_first->value);
    squash(pass->first.hidden);
    return pass->first;
}
//< recurrent_encode

//> recurrent_decode
/* y is in the features; writes h and c, step by step. */
static LstmState run_decoder(Recurrent *m, Arena *step, Mat features, Tokens target,
                             LstmState state)
{
    Lstm *l = &m->decoder;
    Mat y = features_y(m, features), c = features_c(m, features), h = features_h(m, features);
    lstm_begin(l, step, features_yc(m, features), target.valid, target.batch, state);
    linear_forward(l->gates, y, weight_y(m, l->w_x->value), l->b->value);
    alignment_begin(&m->alignment, step, target.length);
    for (int t = 0; t < target.length; t++) {
        Mat c_t = mat_step(c, t, target.batch), gates_t = mat_step(l->gates, t, target.batch);
        alignment_step(&m->alignment, c_t, mat_step(l->from.hidden, t, target.batch), t);
        matmul(gates_t, 1, c_t, weight_c(m, l->w_x->value), 1);
        lstm_step(l, h, t);
    }
    return l->last;
}

Mat recurrent_decode(Recurrent *m, Arena *step, RecurrentPass *pass, Tokens target,
                     LstmState *state)
{
    const int rows = target.batch * target.length;
    pass->target = target;
    pass->drop_target = draw(m), pass->drop_readout = draw(m);
    pass->features = mat_new(step, rows, 3 * m->shape.hidden + m->shape.d_model);
    embed(m, features_y(m, pass->features), target.ids, pass->drop_target);
    *state = run_decoder(m, step, pass->features, target, *state);

    pass->readout = mat_new(step, rows, m->shape.d_model);
    linear_forward(pass->readout, pass->features, m->w_out->value, m->b_out->value);
    squash(pass->readout);
    if (!m->rng) return pass->readout;
    Mat dropped = mat_new(step, rows, m->shape.d_model);
    dropout_forward(dropped, pass->readout, m->shape.dropout, rng_new(pass->drop_readout));
    return dropped;
}
//< recurrent_decode

//> recurrent_decode_backward
/* From the gradient of the features: adds to d_memory and the decoder's weights; that of y becomes
 * whole. Returns the gradient of the decoder's first state. */
static LstmState run_decoder_backward(Recurrent *m, Arena *step, Mat d_features, Mat d_memory,
                                      Tokens target)
{
    const Lstm *l = &m->decoder;
    Mat w_x = l->w_x->value, d_c = features_c(m, d_features), d_h = features_h(m, d_features);
    LstmGrad d = lstm_begin_backward(l, step, (LstmState){0});
    AlignmentGrad d_alignment = alignment_begin_backward(&m->alignment, step);
    for (int t = target.length - 1; t >= 0; t--) {
        Mat d_c_t = mat_step(d_c, t, target.batch);
        lstm_step_backward(l, &d, d_h, t);
        matmul_nt(d_c_t, 1, mat_step(d.gates, t, target.batch), weight_c(m, w_x), 1);
        alignment_step_backward(&m->alignment, &d_alignment, d.state.hidden, d_c_t, t);
    }
    lstm_end_backward(l, &d);
    matmul_nt(features_y(m, d_features), 1, d.gates, weight_y(m, w_x), 1);
    alignment_end_backward(&m->alignment, &d_alignment, d_memory, l->from.hidden, d_c);
    return d.state;
}
//< recurrent_decode_backward

//> recurrent_backward
void recurrent_backward(Recurrent *m, Arena *step, const RecurrentPass *pass, Mat d_readout)
{
    const Tokens source = pass->source, target = pass->target;
    const Mat none = {0};
    Mat d_out = mat_new(step, d_readout.rows, d_readout.cols);
    mat_copy(d_out, d_readout);
    drop_in_place(m, d_out, pass->drop_readout);
    squash_backward(d_out, pass->readout);
    Mat d_features = mat_zeros(step, pass->features.rows, pass->features.cols);
    linear_backward(d_features, m->w_out->grad, m->b_out->grad, pass->features, m->w_out->value,
                    d_out);
    Mat d_memory = mat_zeros(step, pass->memory.rows, pass->memory.cols);
    LstmState d_first = run_decoder_backward(m, step, d_features, d_memory, target);
    embed_backward(m, features_y(m, d_features), target.ids, pass->drop_target);

    squash_backward(d_first.hidden, pass->first.hidden);
    Mat d_read = mat_zeros(step, source.batch, m->shape.hidden);
    linear_backward(d_read, m->w_first->grad, m->b_first->grad, pass->read.hidden,
                    m->w_first->value, d_first.hidden);
    Mat d_x = mat_zeros(step, pass->memory.rows, m->shape.d_model);
    bilstm_backward(&m->encoder, step, d_x, d_memory, (BiLstmState){.backward = {d_read, none}});
    embed_backward(m, d_x, source.ids, pass->drop_source);
}
//< recurrent_backward

Mat recurrent_weights(const Recurrent *m, int b, int t)
{
    return mat_rows(mat_sequence(m->alignment.weights, b, m->alignment.batch), t, 1);
}
