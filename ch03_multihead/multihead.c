/* multihead - multi-head attention, forward and backward.
 *
 * A pair (head, sequence) is one small attention on windows of Q, K and V; the pairs are
 * independent of each other, so they are shared out among the threads. The backward pass is the
 * forward pass read from its end: for every product C = A B, dA = dC B' and dB = A' dC. */
#include "multihead.h"
#include "common/layers.h"
#include "common/matmul.h"
#include "common/parallel.h"

#include <math.h>

MultiHead multihead_new(Params *p, Rng *r, const char *prefix, int d_model, int heads)
{
    require(heads > 0 && d_model % heads == 0, "%d heads do not divide d_model = %d", heads,
            d_model);
    const int d = d_model;
    MultiHead m = {.d_model = d, .heads = heads};
    m.w_q = params_weight(p, r, prefix, "w_q", d, d), m.b_q = params_row(p, prefix, "b_q", d, 0);
    m.w_k = params_weight(p, r, prefix, "w_k", d, d), m.b_k = params_row(p, prefix, "b_k", d, 0);
    m.w_v = params_weight(p, r, prefix, "w_v", d, d), m.b_v = params_row(p, prefix, "b_v", d, 0);
    m.w_o = params_weight(p, r, prefix, "w_o", d, d), m.b_o = params_row(p, prefix, "b_o", d, 0);
    return m;
}

//> window [exercise=3]
/* The window of one head on the rows of one sequence; start: where the sequences of a packed stack
 * begin (ch02_attention_scoring/mask.h), or NULL. */
static Mat window(const MultiHead *m, Mat stack, const int *start, int head, int b)
{
    int size = m->d_model / m->heads;
    return mat_cols(mat_packed(stack, b, m->batch, start), head * size, size);
}
//< window

/* How many rows sequence b has, of at most `most`. */
static int rows_of(const int *start, int b, int most)
{
    return start ? start[b + 1] - start[b] : most;
}

Mat multihead_weights(const MultiHead *m, int head, int b)
{
    return mat_block(m->weights, (head * m->batch + b) * m->queries, 0,
                     rows_of(m->query_start, b, m->queries), rows_of(m->key_start, b, m->keys));
}

static float scale_of(const MultiHead *m)
{
    const int size = m->d_model / m->heads;
    return 1 / sqrtf((float)size);
}

/* What chooses the dropped weights of one (head, sequence): random numbers of its own, so that the
 * threads need not wait for each other. */
static Rng drop_of(const MultiHead *m, int head, int b)
{
    return rng_new(m->drop + (uint64_t)(head * m->batch + b));
}

/* Room for the intermediate matrices of one (head, sequence), all of the size of its weights. */
typedef struct {
    Mat kept;     /* the weights after dropout */
    Mat d_kept;   /* their gradient, and then that of the weights before dropout */
    Mat d_scores; /* the gradient of the scores */
} Scratch;

/* Multiply-adds of Q K' in all pairs. Below SHARED sharing them out among the threads costs more
 * than it saves. */
enum { SHARED = 1 << 19 };
static bool large(const MultiHead *m)
{
    return (double)m->weights.rows * m->weights.cols * m->d_model / m->heads > SHARED;
}

/* One Scratch for each thread. */
static Mat scratch_new(const MultiHead *m, Arena *step)
{
    return mat_new(step, most_threads() * 3 * m->queries, m->keys);
}

/* The calling thread's, for weights of this shape. */
static Scratch scratch_here(const MultiHead *m, Mat all, Mat weights)
{
    int thread = 0;
    const int rows = weights.rows;
#ifdef _OPENMP
    thread = omp_get_thread_num();
#endif
    Mat mine = mat_block(all, thread * 3 * m->queries, 0, 3 * rows, weights.cols);
    return (Scratch){mat_rows(mine, 0, rows), mat_rows(mine, rows, rows),
                     mat_rows(mine, 2 * rows, rows)};
}

//> pair_forward [exercise=6]
/* O = dropout(softmax(Q K' / sqrt(d_h))) V for one head and one sequence; see multihead.h. */
static void pair_forward(const MultiHead *m, int head, int b, const Mask *mask, Mat scratch)
{
    const int *queries = m->query_start, *keys = m->key_start;
    Mat q = window(m, m->q, queries, head, b);
    Mat k = window(m, m->k, keys, head, b), v = window(m, m->v, keys, head, b);
    Mat weights = multihead_weights(m, head, b), kept = weights;
    if (m->score_bias.data) mat_copy(weights, mat_sequence(m->score_bias, head, m->heads));
    matmul_nt(weights, scale_of(m), q, k, m->score_bias.data ? 1 : 0);
    masked_softmax_forward(weights, weights, mask, b);
    if (m->dropped) {
        kept = scratch_here(m, scratch, weights).kept;
        dropout_forward(kept, weights, m->dropout, drop_of(m, head, b));
    }
    matmul(window(m, m->context, queries, head, b), 1, kept, v, 0);
}
//< pair_forward

static void turn(const MultiHead *m, int direction, Mat q, Mat k)
{
    if (!m->turn) return;
    m->turn(m->turn_context, q, m->heads, m->batch, direction);
    m->turn(m->turn_context, k, m->heads, m->batch, direction);
}

/* The most rows that one of the sequences in the stack has. */
static int longest(Mat stack, const int *start, int batch)
{
    require(batch > 0 &&
                (start ? start[0] == 0 && start[batch] == stack.rows : stack.rows % batch == 0),
            SHAPE " is no stack of %d sequences", SHAPE_OF(stack), batch);
    int most = start ? 0 : stack.rows / batch;
    for (int b = 0; start && b < batch; b++)
        if (start[b + 1] - start[b] > most) most = start[b + 1] - start[b];
    return most;
}

/* Remembers the inputs of a call, and makes room for what it will compute. */
static void remember(MultiHead *m, Arena *step, Mat x, Mat memory, const Mask *mask, int batch)
{
    m->batch = batch, m->x = x, m->memory = memory;
    m->query_start = mask->query_start, m->key_start = mask->key_start;
    require(!(m->query_start || m->key_start) ||
                !(m->score_bias.data || m->turn || mask->allowed.data),
            "packed sequences know neither score_bias nor turn, and no mask->allowed");
    m->queries = longest(x, m->query_start, batch), m->keys = longest(memory, m->key_start, batch);
    m->dropped = m->rng && m->dropout > 0;
    if (m->dropped) m->drop = rng_next(m->rng);
    m->q = mat_new(step, x.rows, m->d_model);
    m->k = mat_new(step, memory.rows, m->d_model);
    m->v = mat_new(step, memory.rows, m->d_model);
    m->context = mat_new(step, x.rows, m->d_model);
    m->weights = mat_new(step, m->heads * batch * m->queries, m->keys);
}

//> multihead_forward [exercise=4]
void multihead_forward(MultiHead *m, Arena *step, Mat out, Mat x, Mat memory, const Mask *mask,
                       int batch)
{
    remember(m, step, x, memory, mask, batch);
    Mat scratch = scratch_new(m, step);
    linear_forward(m->q, x, m->w_q->value, m->b_q->value);
    linear_forward(m->k, memory, m->w_k->value, m->b_k->value);
    linear_forward(m->v, memory, m->w_v->value, m->b_v->value);
    turn(m, 1, m->q, m->k);
#pragma omp parallel for if (large(m))
    for (int pair = 0; pair < m->heads * batch; pair++)
        pair_forward(m, pair % m->heads, pair / m->heads, mask, scratch);
    linear_forward(out, m->context, m->w_o->value, m->b_o->value);
}
//< multihead_forward

/* The gradients of what lies between the projections. */
typedef struct {
    Mat q, k, v, context;
} Gradients;

//> pair_backward [exercise=8]
/* The lines of pair_forward from the last to the first: writes the windows of d.q, d.k and d.v. */
static void pair_backward(const MultiHead *m, int head, int b, Gradients d, Mat scratch)
{
    const int *queries = m->query_start, *keys = m->key_start;
    Mat q = window(m, m->q, queries, head, b);
    Mat k = window(m, m->k, keys, head, b), v = window(m, m->v, keys, head, b);
    Mat weights = multihead_weights(m, head, b), kept = weights;
    Mat d_context = window(m, d.context, queries, head, b);
    const Scratch s = scratch_here(m, scratch, weights);
    if (m->dropped) { /* the same choices again */
        kept = s.kept;
        dropout_forward(kept, weights, m->dropout, drop_of(m, head, b));
    }
    matmul_tn(window(m, d.v, keys, head, b), 1, kept, d_context, 0); /* O = kept V */
    matmul_nt(s.d_kept, 1, d_context, v, 0);
    if (m->dropped) /* the gradient of dropout is dropout of the gradient, now d_weights */
        dropout_forward(s.d_kept, s.d_kept, m->dropout, drop_of(m, head, b));
    mat_fill(s.d_scores, 0);
    softmax_backward(s.d_scores, weights, s.d_kept); /* weights = softmax(S) */
    matmul(window(m, d.q, queries, head, b), scale_of(m), s.d_scores, k,
           0); /* S = Q K' / sqrt(d_h) */
    matmul_tn(window(m, d.k, keys, head, b), scale_of(m), s.d_scores, q, 0);
}
//< pair_backward

//> multihead_backward [exercise=5]
void multihead_backward(const MultiHead *m, Arena *step, Mat d_x, Mat d_memory, Mat d_out)
{
    Gradients d = {mat_new(step, m->q.rows, m->d_model), mat_new(step, m->k.rows, m->d_model),
                   mat_new(step, m->v.rows, m->d_model), mat_zeros(step, m->q.rows, m->d_model)};
    Mat scratch = scratch_new(m, step);
    linear_backward(d.context, m->w_o->grad, m->b_o->grad, m->context, m->w_o->value, d_out);
#pragma omp parallel for if (large(m))
    for (int pair = 0; pair < m->heads * m->batch; pair++)
        pair_backward(m, pair % m->heads, pair / m->heads, d, scratch);
    turn(m, -1, d.q, d.k);
    linear_backward(d_memory, m->w_v->grad, m->b_v->grad, m->memory, m->w_v->value, d.v);
    linear_backward(d_memory, m->w_k->grad, m->b_k->grad, m->memory, m->w_k->value, d.k);
    linear_backward(d_x, m->w_q->grad, m->b_q->grad, m->x, m->w_q->value, d.q);
}
//< multihead_backward
