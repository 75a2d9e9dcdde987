/* example - multi-head attention of two tokens, small enough for a pencil. */
#include "example.h"
#include "common/layers.h"
#include "common/matmul.h"

#include <math.h>

enum { T = 2, D = 4, HEADS = 2 };

static const float input[T][D] = {{1, 0, 1, 0}, {0, 1, 0, 1}};
static const float query[D][D] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
static const float key[D][D] = {{1, 0, 0, 1}, {0, 1, 1, 0}, {1, 0, 0, 1}, {0, 1, 1, 0}};
static const float value[D][D] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 1}, {0, 0, 0, 2}};
static const float output[D][D] = {{1, 0, 0, 1}, {0, 1, 1, 0}, {1, 0, 1, 0}, {0, 1, 0, 1}};
static const float from_loss[T][D] = {{1, 0, 0, -1}, {0, 1, 0, 0}};

static void fill(Mat m, const float (*numbers)[D])
{
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < D; j++) mat_row(m, i)[j] = numbers[i][j];
}

/* The lines of the backward pass between the projections, for one head. */
static void head_backward(const Example *e, int h)
{
    const int size = D / HEADS;
    const float scale = 1 / sqrtf((float)size);
    Mat q = mat_cols(e->m.q, h * size, size), k = mat_cols(e->m.k, h * size, size);
    Mat v = mat_cols(e->m.v, h * size, size), d_context = mat_cols(e->d_context, h * size, size);
    Mat weights = multihead_weights(&e->m, h, 0), d_weights = mat_rows(e->d_weights, h * T, T);
    Mat d_scores = mat_rows(e->d_scores, h * T, T);
    matmul_tn(mat_cols(e->d_v, h * size, size), 1, weights, d_context, 0);
    matmul_nt(d_weights, 1, d_context, v, 0);
    softmax_backward(d_scores, weights, d_weights);
    matmul(mat_cols(e->d_q, h * size, size), scale, d_scores, k, 0);
    matmul_tn(mat_cols(e->d_k, h * size, size), scale, d_scores, q, 0);
}

Example example_run(Params *p, Arena *a)
{
    Rng unused = rng_new(0);
    Example e = {.m = multihead_new(p, &unused, "example", D, HEADS)};
    Mat *const pieces[] = {&e.x, &e.out, &e.d_out, &e.d_x, &e.d_q, &e.d_k, &e.d_v, &e.d_context};
    for (int i = 0; i < 8; i++) *pieces[i] = mat_zeros(a, T, D);
    e.d_weights = mat_zeros(a, HEADS * T, T), e.d_scores = mat_zeros(a, HEADS * T, T);
    fill(e.x, input), fill(e.d_out, from_loss);
    fill(e.m.w_q->value, query), fill(e.m.w_k->value, key);
    fill(e.m.w_v->value, value), fill(e.m.w_o->value, output);
    multihead_forward(&e.m, a, e.out, e.x, e.x, &(Mask){0}, 1);
    multihead_backward(&e.m, a, e.d_x, e.d_x, e.d_out);
    matmul_nt(e.d_context, 1, e.d_out, e.m.w_o->value, 0);
    for (int h = 0; h < HEADS; h++) head_backward(&e, h);
    return e;
}
