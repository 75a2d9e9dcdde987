/* decode - the decoder one token at a time.
 *
 * Row t of causal attention needs the query of token t alone, and the keys and values of tokens
 * 0..t. Those of earlier tokens do not change when a token is appended, so they are kept. The
 * encoder's keys and values never change at all. */
#include "decode.h"
#include "ch04_positional_encoding/position.h"
#include "common/layers.h"
#include "common/matmul.h"
#include "common/parallel.h"

#include <math.h>
#include <string.h>

DecodeCache decode_start(Transformer *t, Arena *a, Mat memory, Tokens source, int hypotheses,
                         int longest)
{
    require(!t->rng, "dropout is on while %d sentences are translated", source.batch);
    require(longest <= t->shape.longest, "%d tokens, at most %d", longest, t->shape.longest);
    require(!source.start, "packed sources are not decoded from");
    DecodeCache c = {.t = t, .batch = source.batch, .hypotheses = hypotheses, .longest = longest};
    c.valid = arena_alloc(a, (size_t)source.batch * sizeof *c.valid);
    for (int b = 0; b < source.batch; b++)
        c.valid[b] = source.valid ? source.valid[b] : source.length;
    const int rows = source.batch * hypotheses * longest, d = t->shape.d_model;
    for (int l = 0; l < t->shape.layers; l++) {
        MultiHead *m = &t->decoder[l].cross;
        c.self_k[l] = mat_new(a, rows, d), c.self_v[l] = mat_new(a, rows, d);
        c.memory_k[l] = mat_new(a, memory.rows, d), c.memory_v[l] = mat_new(a, memory.rows, d);
        linear_forward(c.memory_k[l], memory, m->w_k->value, m->b_k->value);
        linear_forward(c.memory_v[l], memory, m->w_v->value, m->b_v->value);
    }
    return c;
}

/* One query for all keys of a row: every head's softmax(q K' / sqrt(d_h)) V. weights: 1 x keys. */
static void attend(const MultiHead *m, Mat out, Mat q, Mat k, Mat v, Mat weights)
{
    const int size = m->d_model / m->heads;
    for (int head = 0; head < m->heads; head++) {
        int col = head * size;
        matmul_nt(weights, 1 / sqrtf((float)size), mat_cols(q, col, size), mat_cols(k, col, size),
                  0);
        softmax_forward(weights, weights);
        matmul(mat_cols(out, col, size), 1, weights, mat_cols(v, col, size), 0);
    }
}

/* The same for row r of the cache, in layer l. */
static void attend_row(const DecodeCache *c, int l, bool cross, int r, Mat context, Mat q,
                       Mat weights)
{
    const MultiHead *m = cross ? &c->t->decoder[l].cross : &c->t->decoder[l].self;
    const int stacks = cross ? c->batch : c->batch * c->hypotheses;
    const int stack = cross ? r / c->hypotheses : r, used = cross ? c->valid[stack] : c->length + 1;
    Mat k = mat_sequence(cross ? c->memory_k[l] : c->self_k[l], stack, stacks);
    Mat v = mat_sequence(cross ? c->memory_v[l] : c->self_v[l], stack, stacks);
    attend(m, mat_rows(context, r, 1), mat_rows(q, r, 1), mat_rows(k, 0, used),
           mat_rows(v, 0, used), mat_block(weights, r, 0, 1, used));
}

/* What the self- or cross-attention of layer l says to the rows of `seen`. */
static Mat attention_step(DecodeCache *c, Arena *step, int l, bool cross, Mat seen)
{
    const MultiHead *m = cross ? &c->t->decoder[l].cross : &c->t->decoder[l].self;
    Mat said = mat_new(step, seen.rows, seen.cols), q = mat_new(step, seen.rows, seen.cols);
    Mat context = mat_new(step, seen.rows, seen.cols);
    const int keys = cross ? c->memory_k[l].rows / c->batch : c->longest;
    Mat weights = mat_new(step, seen.rows, keys);
    linear_forward(q, seen, m->w_q->value, m->b_q->value);
    PARALLEL_FOR(mat_is_large(weights), r, seen.rows,
                 attend_row(c, l, cross, r, context, q, weights););
    linear_forward(said, context, m->w_o->value, m->b_o->value);
    return said;
}

/* Appends the keys and values of the new tokens to the cache of layer l. */
static void append(DecodeCache *c, Arena *step, int l, Mat seen)
{
    const MultiHead *m = &c->t->decoder[l].self;
    Mat k = mat_new(step, seen.rows, seen.cols), v = mat_new(step, seen.rows, seen.cols);
    linear_forward(k, seen, m->w_k->value, m->b_k->value);
    linear_forward(v, seen, m->w_v->value, m->b_v->value);
    for (int r = 0; r < seen.rows; r++) {
        mat_copy(mat_rows(c->self_k[l], r * c->longest + c->length, 1), mat_rows(k, r, 1));
        mat_copy(mat_rows(c->self_v[l], r * c->longest + c->length, 1), mat_rows(v, r, 1));
    }
}

//> decode_step
Mat decode_step(DecodeCache *c, Arena *step, const int *ids)
{
    Transformer *t = c->t;
    require(c->length < c->longest, "the cache holds %d tokens", c->longest);
    Mat x = mat_new(step, c->batch * c->hypotheses, t->shape.d_model);
    embedding_forward(x, t->embedding->value, ids);
    mat_scale(x, sqrtf((float)t->shape.d_model));
    mat_add_row(x, mat_rows(t->positions, c->length, 1));
    for (int l = 0; l < t->shape.layers; l++) {
        Block *b = &t->decoder[l];
        Mat seen = block_enter(b, step, SELF, x);
        append(c, step, l, seen);
        x = block_leave(b, step, SELF, x, attention_step(c, step, l, false, seen));
        seen = block_enter(b, step, CROSS, x);
        x = block_leave(b, step, CROSS, x, attention_step(c, step, l, true, seen));
        seen = block_enter(b, step, FEED_FORWARD, x);
        Mat said = mat_new(step, x.rows, x.cols);
        feed_forward_forward(&b->ffn, step, said, seen);
        x = block_leave(b, step, FEED_FORWARD, x, said);
    }
    if (t->shape.pre_norm) layer_norm_forward(&t->decoder_norm, step, x, x);
    c->length++;
    return x;
}
//< decode_step

/* The same for the rows of sentence b, in one of the cache's matrices. */
static void reorder(const DecodeCache *c, Mat all, Arena *step, const int *from, int b)
{
    const int first = b * c->hypotheses;
    Mat old = mat_new(step, c->hypotheses * c->length, all.cols);
    for (int k = 0; k < c->hypotheses; k++)
        mat_copy(mat_rows(old, k * c->length, c->length),
                 mat_rows(all, (first + k) * c->longest, c->length));
    for (int k = 0; k < c->hypotheses; k++)
        mat_copy(mat_rows(all, (first + k) * c->longest, c->length),
                 mat_rows(old, (from[first + k] - first) * c->length, c->length));
}

/* Whether every row of sentence b goes on from itself. */
static bool in_place(const DecodeCache *c, const int *from, int b)
{
    bool same = true;
    for (int r = b * c->hypotheses; r < (b + 1) * c->hypotheses; r++) {
        require(from[r] / c->hypotheses == b, "row %d from row %d", r, from[r]);
        same = same && from[r] == r;
    }
    return same;
}

void decode_reorder(DecodeCache *c, Arena *step, const int *from)
{
    for (int b = 0; b < c->batch; b++) {
        if (in_place(c, from, b)) continue;
        for (int l = 0; l < c->t->shape.layers; l++) {
            reorder(c, c->self_k[l], step, from, b);
            reorder(c, c->self_v[l], step, from, b);
        }
    }
}

/* Of a stack of `batch` sequences, the kept ones: moved to the front. */
static Mat keep(Mat stack, int batch, const int *kept, int n)
{
    const int rows = stack.rows / batch;
    for (int i = 0; i < n; i++)
        if (kept[i] != i)
            mat_copy(mat_rows(stack, i * rows, rows), mat_sequence(stack, kept[i], batch));
    return mat_rows(stack, 0, n * rows);
}

void decode_keep(DecodeCache *c, const int *kept, int n)
{
    for (int i = 0; i < n; i++) {
        require(kept[i] >= i && kept[i] < c->batch && (i == 0 || kept[i] > kept[i - 1]),
                "sentence %d from sentence %d of %d", i, kept[i], c->batch);
        c->valid[i] = c->valid[kept[i]];
    }
    for (int l = 0; l < c->t->shape.layers; l++) {
        c->self_k[l] = keep(c->self_k[l], c->batch, kept, n);
        c->self_v[l] = keep(c->self_v[l], c->batch, kept, n);
        c->memory_k[l] = keep(c->memory_k[l], c->batch, kept, n);
        c->memory_v[l] = keep(c->memory_v[l], c->batch, kept, n);
    }
    c->batch = n;
}
