/* alignment - additive attention step by step, forward and backward; chapter 2 derives it. The
 * sequences of a batch are independent of each other and are shared out among the threads. */
#include "alignment.h"
#include "lstm.h"
#include "common/exp_fast.h"
#include "common/layers.h"
#include "common/matmul.h"

Alignment alignment_new(Params *p, Rng *r, const char *prefix, int d_query, int d_memory, int a)
{
    return (Alignment){.scoring = scoring_new(SCORE_ADDITIVE, p, r, prefix, d_query, d_memory, a)};
}

static int features(const Alignment *al)
{
    return al->scoring.w_v->value.cols;
}

void alignment_memory(Alignment *al, Arena *step, Mat memory, const int *valid, int batch)
{
    require(batch > 0 && memory.rows % batch == 0, "memory " SHAPE ", %d sequences",
            SHAPE_OF(memory), batch);
    al->mask = (Mask){.valid = valid}, al->batch = batch, al->memory = memory;
    al->projected = mat_new(step, memory.rows, features(al));
    matmul(al->projected, 1, memory, al->scoring.w_k->value, 0);
}

void alignment_begin(Alignment *al, Arena *step, int length)
{
    al->queries = mat_new(step, al->batch * length, features(al));
    al->weights = mat_new(step, al->batch * length, al->memory.rows / al->batch);
}

/* How many rows of sequence b's memory are real. */
static int reach(const Alignment *al, int b)
{
    return al->mask.valid ? al->mask.valid[b] : al->weights.cols;
}

/* Whether a step is worth sharing among threads: each feature costs an e^x. */
static bool large(const Alignment *al)
{
    return (size_t)al->projected.rows * (size_t)al->projected.cols > 1 << 12;
}

//> alignment_step
/* w_v . tanh(query + key) */
static float score(const float *query, const float *key, const float *w_v, int n)
{
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int c = 0; c < n; c++) sum += w_v[c] * tanh_fast(query[c] + key[c]);
    return sum;
}

void alignment_step(Alignment *al, Mat context, Mat query, int t)
{
    Mat queries = mat_step(al->queries, t, al->batch), all = mat_step(al->weights, t, al->batch);
    matmul(queries, 1, query, al->scoring.w_q->value, 0);
#pragma omp parallel for if (large(al))
    for (int b = 0; b < al->batch; b++) {
        Mat weights = mat_rows(all, b, 1), keys = mat_sequence(al->projected, b, al->batch);
        for (int j = 0; j < reach(al, b); j++)
            weights.data[j] = score(mat_row(queries, b), mat_row(keys, j),
                                    al->scoring.w_v->value.data, features(al));
        masked_softmax_forward(weights, weights, &al->mask, b);
        matmul(mat_rows(context, b, 1), 1, weights, mat_sequence(al->memory, b, al->batch), 0);
    }
}
//< alignment_step

AlignmentGrad alignment_begin_backward(const Alignment *al, Arena *step)
{
    const int keys = al->weights.cols;
    return (AlignmentGrad){.queries = mat_zeros(step, al->queries.rows, features(al)),
                           .projected = mat_zeros(step, al->projected.rows, features(al)),
                           .scores = mat_new(step, al->batch, keys),
                           .weights = mat_new(step, al->batch, keys),
                           .w_v = mat_zeros(step, al->batch, features(al))};
}

//> score_backward
/* From d, the gradient of score(): adds to d_query, d_key and d_w_v. */
static void score_backward(float *d_query, float *d_key, float *d_w_v, float d, const float *query,
                           const float *key, Mat w_v)
{
#pragma omp simd
    for (int c = 0; c < w_v.cols; c++) {
        const float f = tanh_fast(query[c] + key[c]), g = d * w_v.data[c] * (1 - f * f);
        d_query[c] += g;
        d_key[c] += g;
        d_w_v[c] += d * f;
    }
}
//< score_backward

void alignment_step_backward(const Alignment *al, AlignmentGrad *d, Mat d_query, Mat d_context,
                             int t)
{
    Mat queries = mat_step(al->queries, t, al->batch), all = mat_step(al->weights, t, al->batch);
    Mat d_queries = mat_step(d->queries, t, al->batch);
#pragma omp parallel for if (large(al))
    for (int b = 0; b < al->batch; b++) {
        Mat keys = mat_sequence(al->projected, b, al->batch);
        Mat d_keys = mat_sequence(d->projected, b, al->batch);
        Mat d_weights = mat_rows(d->weights, b, 1), d_scores = mat_rows(d->scores, b, 1);
        matmul_nt(d_weights, 1, mat_rows(d_context, b, 1), mat_sequence(al->memory, b, al->batch),
                  0);
        mat_fill(d_scores, 0);
        softmax_backward(d_scores, mat_rows(all, b, 1), d_weights);
        for (int j = 0; j < reach(al, b); j++)
            score_backward(mat_row(d_queries, b), mat_row(d_keys, j), mat_row(d->w_v, b),
                           d_scores.data[j], mat_row(queries, b), mat_row(keys, j),
                           al->scoring.w_v->value);
    }
    matmul_nt(d_query, 1, d_queries, al->scoring.w_q->value, 1);
}

void alignment_end_backward(const Alignment *al, const AlignmentGrad *d, Mat d_memory, Mat queries,
                            Mat d_contexts)
{
    const Mat none = {0};
    for (int b = 0; b < al->batch; b++) /* c = A m */
        matmul_tn(mat_sequence(d_memory, b, al->batch), 1, mat_sequence(al->weights, b, al->batch),
                  mat_sequence(d_contexts, b, al->batch), 1);
    linear_backward(d_memory, al->scoring.w_k->grad, none, al->memory, al->scoring.w_k->value,
                    d->projected);
    matmul_tn(al->scoring.w_q->grad, 1, queries, d->queries, 1);
    mat_sum_rows(al->scoring.w_v->grad, d->w_v);
}
