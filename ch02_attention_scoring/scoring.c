/* scoring - five scoring functions, each forward and backward. The backward passes are derived in
 * the notes; in short, a product C = A B' gives dA = dC B and dB = dC' A. */
#include "scoring.h"
#include "mask.h"
#include "ch01_kernel_regression/kernel.h"
#include "ch01_kernel_regression/learned.h"
#include "common/layers.h"
#include "common/matmul.h"

#include <math.h>
#include <stdio.h>

const char *score_name(ScoreKind kind)
{
    static const char *const names[] = {"gaussian", "additive", "dot", "bilinear", "scaled"};
    require((unsigned)kind < SCORE_KINDS, "kind %d", (int)kind);
    return names[kind];
}

/* A weight named PREFIX.NAME, drawn uniformly with Xavier's bound sqrt(6 / (fan in + fan out)). */
static Param *weight(Params *p, Rng *r, const char *prefix, const char *name, int rows, int cols)
{
    char full[128];
    snprintf(full, sizeof full, "%s.%s", prefix, name);
    Param *w = params_add(p, full, rows, cols);
    double bound = sqrt(6.0 / (rows + cols));
    fill_uniform(w->value, r, -bound, bound);
    return w;
}

Scoring scoring_new(ScoreKind kind, Params *p, Rng *r, const char *prefix, int d_q, int d_k,
                    int additive_size)
{
    Scoring s = {.kind = kind};
    require(d_q == d_k || kind == SCORE_ADDITIVE || kind == SCORE_BILINEAR,
            "%s scores need queries and keys of one size, not %d and %d", score_name(kind), d_q,
            d_k);
    if (kind == SCORE_GAUSSIAN) {
        s.width = weight(p, r, prefix, "width", 1, d_k);
        mat_fill(s.width->value, 1);
    } else if (kind == SCORE_ADDITIVE) {
        s.w_q = weight(p, r, prefix, "w_q", d_q, additive_size);
        s.w_k = weight(p, r, prefix, "w_k", d_k, additive_size);
        s.w_v = weight(p, r, prefix, "w_v", 1, additive_size);
    } else if (kind == SCORE_BILINEAR) {
        s.w = weight(p, r, prefix, "w", d_q, d_k);
    }
    return s;
}

/* The factor of the product of queries and keys. */
static float dot_scale(const Scoring *s, int d)
{
    return s->kind == SCORE_SCALED_DOT ? 1 / sqrtf((float)d) : 1;
}

//> additive_forward
/* features_(ij) = tanh(q_i W_q + k_j W_k), scores_ij = features_(ij) . w_v, for one sequence. */
static void additive_forward(Mat scores, Mat features, Mat pq, Mat pk, Mat w_v)
{
    for (int i = 0; i < pq.rows; i++)
        for (int j = 0; j < pk.rows; j++) {
            const float *q = mat_row(pq, i), *k = mat_row(pk, j);
            float *f = mat_row(features, i * pk.rows + j), sum = 0;
            for (int c = 0; c < w_v.cols; c++) {
                f[c] = tanhf(q[c] + k[c]);
                sum += w_v.data[c] * f[c];
            }
            mat_row(scores, i)[j] = sum;
        }
}
//< additive_forward

//> additive_backward [exercise=6]
/* With g = d_scores_ij w_v (1 - features^2): d_pq_i += g, d_pk_j += g, d_w_v += d_scores_ij
 * features. */
static void additive_backward(Mat d_pq, Mat d_pk, Mat d_w_v, Mat d_scores, Mat features, Mat w_v)
{
    for (int i = 0; i < d_pq.rows; i++)
        for (int j = 0; j < d_pk.rows; j++) {
            const float *f = mat_row(features, i * d_pk.rows + j), d = mat_row(d_scores, i)[j];
            float *d_q = mat_row(d_pq, i), *d_k = mat_row(d_pk, j);
            for (int c = 0; c < w_v.cols; c++) {
                float g = d * w_v.data[c] * (1 - f[c] * f[c]);
                d_q[c] += g;
                d_k[c] += g;
                d_w_v.data[c] += d * f[c];
            }
        }
}
//< additive_backward

//> gaussian_backward
/* With g_ij = d_scores_ij w^2 (q_i - k_j), for every feature: d_q_i -= g_ij, d_k_j += g_ij. */
static void gaussian_backward(Mat d_q, Mat d_k, Mat d_scores, Mat q, Mat k, Mat width)
{
    for (int i = 0; i < q.rows; i++)
        for (int j = 0; j < k.rows; j++)
            for (int c = 0; c < q.cols; c++) {
                float w = width.data[c], apart = mat_row(q, i)[c] - mat_row(k, j)[c];
                float g = mat_row(d_scores, i)[j] * w * w * apart;
                mat_row(d_q, i)[c] -= g;
                mat_row(d_k, j)[c] += g;
            }
}
//< gaussian_backward

/* What the queries and keys are turned into before they meet: additive projects both, bilinear the
 * queries. */
static void project(Scoring *s, Arena *step, Mat *pq, Mat *pk)
{
    const Mat none = {0};
    *pq = s->q, *pk = s->k;
    if (s->kind == SCORE_ADDITIVE) {
        *pq = mat_new(step, s->q.rows, s->w_q->value.cols);
        *pk = mat_new(step, s->k.rows, s->w_k->value.cols);
        linear_forward(*pq, s->q, s->w_q->value, none);
        linear_forward(*pk, s->k, s->w_k->value, none);
    } else if (s->kind == SCORE_BILINEAR) {
        *pq = mat_new(step, s->q.rows, s->k.cols);
        linear_forward(*pq, s->q, s->w->value, none);
    }
}

//> scores_forward
void scores_forward(Scoring *s, Arena *step, Mat scores, Mat q, Mat k, int batch)
{
    Mat pq, pk;
    s->q = q, s->k = k, s->batch = batch;
    project(s, step, &pq, &pk);
    s->projected_q = pq;
    if (s->kind == SCORE_ADDITIVE) s->features = mat_new(step, q.rows * (k.rows / batch), pq.cols);
    for (int b = 0; b < batch; b++) {
        Mat out = mat_sequence(scores, b, batch);
        Mat q_b = mat_sequence(pq, b, batch), k_b = mat_sequence(pk, b, batch);
        if (s->kind == SCORE_GAUSSIAN)
            gaussian_scores(out, q_b, k_b, s->width->value, false);
        else if (s->kind == SCORE_ADDITIVE)
            additive_forward(out, mat_sequence(s->features, b, batch), q_b, k_b, s->w_v->value);
        else
            matmul_nt(out, dot_scale(s, q.cols), q_b, k_b, 0);
    }
}
//< scores_forward

/* The gradients of the projections: from what the projected queries and keys got to what went in.
 */
static void project_backward(const Scoring *s, Mat d_q, Mat d_k, Mat d_pq, Mat d_pk)
{
    const Mat none = {0};
    if (s->kind == SCORE_ADDITIVE) {
        linear_backward(d_q, s->w_q->grad, none, s->q, s->w_q->value, d_pq);
        linear_backward(d_k, s->w_k->grad, none, s->k, s->w_k->value, d_pk);
    } else if (s->kind == SCORE_BILINEAR) {
        linear_backward(d_q, s->w->grad, none, s->q, s->w->value, d_pq);
    }
}

//> scores_backward
void scores_backward(const Scoring *s, Arena *step, Mat d_q, Mat d_k, Mat d_scores)
{
    const bool additive = s->kind == SCORE_ADDITIVE, bilinear = s->kind == SCORE_BILINEAR;
    Mat d_pq = additive || bilinear ? mat_zeros(step, s->q.rows, s->projected_q.cols) : d_q;
    Mat d_pk = additive ? mat_zeros(step, s->k.rows, s->projected_q.cols) : d_k;
    for (int b = 0; b < s->batch; b++) {
        Mat d_s = mat_sequence(d_scores, b, s->batch);
        Mat d_qb = mat_sequence(d_pq, b, s->batch), d_kb = mat_sequence(d_pk, b, s->batch);
        Mat q_b = mat_sequence(s->projected_q, b, s->batch), k_b = mat_sequence(s->k, b, s->batch);
        if (s->kind == SCORE_GAUSSIAN) {
            gaussian_backward(d_qb, d_kb, d_s, q_b, k_b, s->width->value);
            width_backward(s->width->grad, s->width->value, d_s, q_b, k_b);
        } else if (additive) {
            additive_backward(d_qb, d_kb, s->w_v->grad, d_s, mat_sequence(s->features, b, s->batch),
                              s->w_v->value);
        } else { /* S = scale Q K' */
            matmul(d_qb, dot_scale(s, s->q.cols), d_s, k_b, 1);
            matmul_tn(d_kb, dot_scale(s, s->q.cols), d_s, q_b, 1);
        }
    }
    project_backward(s, d_q, d_k, d_pq, d_pk);
}
//< scores_backward
