/* lstm - long short-term memory, forward and backward through time.
 *
 * What does not depend on the step before is one product for all steps: x W_x on the way forward,
 * and on the way back all three weights' gradients and that of x. Each step multiplies a B x H
 * state by W_h (backward by W_h') and does the rest element by element:
 *
 *     dc_t = dh_t o (1 - tanh(c_t)^2) + what the next step says     dc = dc_t f
 *     do = dh_t tanh(c_t)    di = dc_t g    df = dc_t c    dg = dc_t i
 *
 * each times the derivative of its squashing, s (1 - s) or 1 - g^2. A sequence that has ended
 * passes its state on unchanged, and its state's gradient back unchanged. */
#include "lstm.h"
#include "common/exp_fast.h"
#include "common/layers.h"
#include "common/matmul.h"

Lstm lstm_new(Params *p, Rng *r, const char *prefix, int inputs, int hidden, bool reversed)
{
    Lstm l = {.reversed = reversed};
    l.w_x = params_weight(p, r, prefix, "w_x", inputs, 4 * hidden);
    l.w_h = params_weight(p, r, prefix, "w_h", hidden, 4 * hidden);
    l.b = params_row(p, prefix, "b", 4 * hidden, 0);
    mat_fill(mat_cols(l.b->value, hidden, hidden), 1);
    return l;
}

//> mat_step
Mat mat_step(Mat stack, int t, int batch)
{
    const int length = batch > 0 ? stack.rows / batch : 0;
    require(length * batch == stack.rows && t >= 0 && t < length,
            "step %d of " SHAPE ", %d sequences", t, SHAPE_OF(stack), batch);
    return (Mat){batch, stack.cols, stack.stride * length, mat_row(stack, t)};
}
//< mat_step

static int hidden_size(const Lstm *l)
{
    return l->w_h->value.rows;
}

static bool is_real(const Lstm *l, int b, int t)
{
    return !l->valid || t < l->valid[b];
}

/* The k-th step in the order of reading. */
static int in_order(const Lstm *l, int k)
{
    return l->reversed ? l->length - 1 - k : k;
}

/* The state before the k-th step in the order of reading: that is where the step before it puts
 * what it ends with. */
static LstmState state_at(const Lstm *l, int k)
{
    if (k == l->length) return l->last;
    const int t = in_order(l, k);
    return (LstmState){mat_step(l->from.hidden, t, l->batch), mat_step(l->from.cell, t, l->batch)};
}

static void copy_or_clear(Mat to, Mat from)
{
    if (from.data)
        mat_copy(to, from);
    else
        mat_fill(to, 0);
}

static LstmState state_new(Arena *step, int rows, int cols)
{
    return (LstmState){mat_new(step, rows, cols), mat_new(step, rows, cols)};
}

void lstm_begin(Lstm *l, Arena *step, Mat x, const int *valid, int batch, LstmState first)
{
    const int hidden = hidden_size(l);
    require(batch > 0 && x.rows % batch == 0 && x.cols == l->w_x->value.rows,
            "input " SHAPE ", weight " SHAPE ", %d sequences", SHAPE_OF(x), SHAPE_OF(l->w_x->value),
            batch);
    l->x = x, l->valid = valid, l->batch = batch, l->length = x.rows / batch;
    l->gates = mat_new(step, x.rows, 4 * hidden);
    l->from = state_new(step, x.rows, hidden);
    l->squashed = mat_new(step, x.rows, hidden);
    l->last = state_new(step, batch, hidden);
    copy_or_clear(state_at(l, 0).hidden, first.hidden);
    copy_or_clear(state_at(l, 0).cell, first.cell);
}

/* What forward remembers of one sequence at one step, H numbers each, and where it puts what the
 * step ends with. */
typedef struct {
    float *i, *f, *g, *o, *squashed;
    const float *hidden, *cell; /* before the step */
} Row;
typedef struct {
    float *hidden, *cell, *out;
} RowEnd;

//> cell_forward [exercise=4]
/* The gates come as x_t W_x + h W_h + b and are squashed in place; see lstm.h for the rest. */
static void cell_forward(Row r, RowEnd end, int n)
{
#pragma omp simd
    for (int j = 0; j < n; j++) {
        const float i = sigmoid_fast(r.i[j]), f = sigmoid_fast(r.f[j]);
        const float g = tanh_fast(r.g[j]), o = sigmoid_fast(r.o[j]);
        const float cell = f * r.cell[j] + i * g, squashed = tanh_fast(cell);
        r.i[j] = i, r.f[j] = f, r.g[j] = g, r.o[j] = o;
        end.cell[j] = cell, r.squashed[j] = squashed;
        end.hidden[j] = end.out[j] = o * squashed;
    }
}
//< cell_forward

static Row row_of(const Lstm *l, int b, int t)
{
    const int n = hidden_size(l), at = b * l->length + t;
    float *gates = mat_row(l->gates, at);
    return (Row){gates,
                 gates + n,
                 gates + 2 * n,
                 gates + 3 * n,
                 mat_row(l->squashed, at),
                 mat_row(l->from.hidden, at),
                 mat_row(l->from.cell, at)};
}

/* In padding the state stays as it is, and the output is zero. */
static void skip_forward(Row r, RowEnd end, int n)
{
    for (int j = 0; j < n; j++) {
        end.hidden[j] = r.hidden[j];
        end.cell[j] = r.cell[j];
        end.out[j] = 0;
    }
}

void lstm_step(Lstm *l, Mat out, int t)
{
    const int n = hidden_size(l), k = in_order(l, t); /* in_order is its own inverse */
    Mat gates = mat_step(l->gates, t, l->batch);
    LstmState next = state_at(l, k + 1);
    require(out.rows == l->x.rows && out.cols == n, "output " SHAPE " of state " SHAPE,
            SHAPE_OF(out), SHAPE_OF(next.hidden));
    matmul(gates, 1, state_at(l, k).hidden, l->w_h->value, 1);
#pragma omp parallel for if (mat_is_large(gates))
    for (int b = 0; b < l->batch; b++) {
        RowEnd end = {mat_row(next.hidden, b), mat_row(next.cell, b),
                      mat_row(out, b * l->length + t)};
        if (is_real(l, b, t))
            cell_forward(row_of(l, b, t), end, n);
        else
            skip_forward(row_of(l, b, t), end, n);
    }
}

//> lstm_forward
LstmState lstm_forward(Lstm *l, Arena *step, Mat out, Mat x, const int *valid, int batch,
                       LstmState first)
{
    lstm_begin(l, step, x, valid, batch, first);
    linear_forward(l->gates, x, l->w_x->value, l->b->value);
    for (int k = 0; k < l->length; k++) lstm_step(l, out, in_order(l, k));
    return l->last;
}
//< lstm_forward

/* Gradients of one sequence at one step: of the gates before they are squashed, of the state and of
 * the output. That of the state comes as that after the step, and becomes that before it. */
typedef struct {
    float *i, *f, *g, *o, *hidden, *cell;
    const float *out;
} RowGrad;

//> cell_backward [exercise=6]
/* Leaves d.hidden at zero: what it becomes is the product with W_h'. */
static void cell_backward(RowGrad d, Row r, int n)
{
#pragma omp simd
    for (int j = 0; j < n; j++) {
        const float i = r.i[j], f = r.f[j], g = r.g[j], o = r.o[j], squashed = r.squashed[j];
        const float d_hidden = d.out[j] + d.hidden[j];
        const float d_cell = d.cell[j] + d_hidden * o * (1 - squashed * squashed);
        d.i[j] = d_cell * g * i * (1 - i);
        d.f[j] = d_cell * r.cell[j] * f * (1 - f);
        d.g[j] = d_cell * i * (1 - g * g);
        d.o[j] = d_hidden * squashed * o * (1 - o);
        d.cell[j] = d_cell * f;
        d.hidden[j] = 0;
    }
}
//< cell_backward

LstmGrad lstm_begin_backward(const Lstm *l, Arena *step, LstmState d_last)
{
    LstmGrad d = {mat_new(step, l->gates.rows, l->gates.cols),
                  state_new(step, l->batch, hidden_size(l))};
    copy_or_clear(d.state.hidden, d_last.hidden);
    copy_or_clear(d.state.cell, d_last.cell);
    return d;
}

void lstm_step_backward(const Lstm *l, LstmGrad *d, Mat d_out, int t)
{
    const int n = hidden_size(l);
    Mat d_gates = mat_step(d->gates, t, l->batch);
    require(d_out.rows == l->x.rows && d_out.cols == n, "output " SHAPE " of state " SHAPE,
            SHAPE_OF(d_out), SHAPE_OF(d->state.hidden));
#pragma omp parallel for if (mat_is_large(d_gates))
    for (int b = 0; b < l->batch; b++) {
        float *g = mat_row(d_gates, b);
        RowGrad row = {g,
                       g + n,
                       g + 2 * n,
                       g + 3 * n,
                       mat_row(d->state.hidden, b),
                       mat_row(d->state.cell, b),
                       mat_row(d_out, b * l->length + t)};
        if (is_real(l, b, t))
            cell_backward(row, row_of(l, b, t), n);
        else
            mat_fill(mat_rows(d_gates, b, 1), 0);
    }
    matmul_nt(d->state.hidden, 1, d_gates, l->w_h->value, 1);
}

void lstm_end_backward(const Lstm *l, const LstmGrad *d)
{
    matmul_tn(l->w_x->grad, 1, l->x, d->gates, 1);
    matmul_tn(l->w_h->grad, 1, l->from.hidden, d->gates, 1);
    mat_sum_rows(l->b->grad, d->gates);
}

//> lstm_backward
LstmState lstm_backward(const Lstm *l, Arena *step, Mat d_x, Mat d_out, LstmState d_last)
{
    LstmGrad d = lstm_begin_backward(l, step, d_last);
    for (int k = l->length - 1; k >= 0; k--) lstm_step_backward(l, &d, d_out, in_order(l, k));
    lstm_end_backward(l, &d);
    if (d_x.data) matmul_nt(d_x, 1, d.gates, l->w_x->value, 1);
    return d.state;
}
//< lstm_backward
