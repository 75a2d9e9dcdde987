/* scoring - five scoring functions, each forward and backward.
 *
 * Three are a product of two matrices, S = c P K' with P = Q or Q W: dP = c dS K and dK = c dS' P.
 * The other two meet every query with every key, feature by feature: the derivative of tanh is
 * 1 - tanh^2, that of a squared distance is twice the difference. The notes derive them all. */
#include "scoring.h"
#include "mask.h"
#include "ch01_kernel_regression/kernel.h"
#include "ch01_kernel_regression/learned.h"
#include "common/exp_fast.h"
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

bool score_allows_two_sizes(ScoreKind kind)
{
    return kind == SCORE_ADDITIVE || kind == SCORE_BILINEAR;
}

/* A new parameter PREFIX.NAME. */
static Param *named(Params *p, const char *prefix, const char *name, int rows, int cols)
{
    char full[128];
    snprintf(full, sizeof full, "%s.%s", prefix, name);
    return params_add(p, full, rows, cols);
}

/* Uniform with Xavier's bound sqrt(6 / (fan in + fan out)). */
static void fill_xavier(Mat m, Rng *r)
{
    double bound = sqrt(6.0 / (m.rows + m.cols));
    fill_uniform(m, r, -bound, bound);
}

Scoring scoring_new(ScoreKind kind, Params *p, Rng *r, const char *prefix, int d_q, int d_k,
                    int additive_size)
{
    Scoring s = {.kind = kind};
    require(d_q == d_k || score_allows_two_sizes(kind),
            "%s scores need queries and keys of one size, not %d and %d", score_name(kind), d_q,
            d_k);
    if (kind == SCORE_GAUSSIAN) {
        s.width = named(p, prefix, "width", 1, d_k);
        mat_fill(s.width->value, 1);
    } else if (kind == SCORE_ADDITIVE) {
        s.w_q = named(p, prefix, "w_q", d_q, additive_size);
        s.w_k = named(p, prefix, "w_k", d_k, additive_size);
        s.w_v = named(p, prefix, "w_v", 1, additive_size);
        fill_xavier(s.w_q->value, r);
        fill_xavier(s.w_k->value, r);
        fill_xavier(s.w_v->value, r);
    } else if (kind == SCORE_BILINEAR) {
        s.w = named(p, prefix, "w", d_q, d_k);
        fill_xavier(s.w->value, r);
    }
    return s;
}

/* The factor of the product of queries and keys. */
static float dot_scale(const Scoring *s)
{
    return s->kind == SCORE_SCALED_DOT ? 1 / sqrtf((float)s->q.cols) : 1;
}

//> dot_backward [exercise=3]
/* S = scale Q K', hence d_Q += scale d_S K and d_K += scale d_S' Q, for one sequence. */
static void dot_backward(Mat d_q, Mat d_k, Mat d_scores, Mat q, Mat k, float scale)
{
    matmul(d_q, scale, d_scores, k, 1);
    matmul_tn(d_k, scale, d_scores, q, 1);
}
//< dot_backward

//> additive_forward [exercise=4]
/* features_(ij) = tanh(pq_i + pk_j), scores_ij = w_v . features_(ij), for one sequence; pq and pk
 * are the projected queries and keys, features has a row for every pair, query by query. */
static void additive_forward(Mat scores, Mat features, Mat pq, Mat pk, Mat w_v)
{
    for (int i = 0; i < pq.rows; i++)
        for (int j = 0; j < pk.rows; j++) {
            const float *q = mat_row(pq, i), *k = mat_row(pk, j);
            float *f = mat_row(features, i * pk.rows + j), sum = 0;
            for (int c = 0; c < w_v.cols; c++) f[c] = tanh_fast(q[c] + k[c]);
            for (int c = 0; c < w_v.cols; c++) sum += w_v.data[c] * f[c];
            mat_row(scores, i)[j] = sum;
        }
}
//< additive_forward

//> additive_backward [exercise=6]
/* With g = d_scores_ij w_v (1 - features^2): d_pq_i += g, d_pk_j += g, and
 * d_w_v += d_scores_ij features. */
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

//> gaussian_backward [exercise=4]
/* With g_c = d_scores_ij w_c^2 (q_ic - k_jc) for every feature c: d_q_i -= g, d_k_j += g. */
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

//> project
/* What queries and keys are turned into before they meet: additive projects both, bilinear the
 * queries. */
static void project(Scoring *s, Arena *step)
{
    const Mat none = {0};
    s->projected_q = s->q, s->projected_k = s->k;
    if (s->kind == SCORE_ADDITIVE) {
        s->projected_q = mat_new(step, s->q.rows, s->w_q->value.cols);
        s->projected_k = mat_new(step, s->k.rows, s->w_k->value.cols);
        linear_forward(s->projected_q, s->q, s->w_q->value, none);
        linear_forward(s->projected_k, s->k, s->w_k->value, none);
    } else if (s->kind == SCORE_BILINEAR) {
        s->projected_q = mat_new(step, s->q.rows, s->w->value.cols);
        linear_forward(s->projected_q, s->q, s->w->value, none);
    }
}
//< project

static void require_shapes(Mat scores, Mat q, Mat k, int batch)
{
    require(batch > 0 && scores.rows == q.rows && scores.cols * batch == k.rows,
            "scores " SHAPE " of queries " SHAPE " and keys " SHAPE ", %d sequences",
            SHAPE_OF(scores), SHAPE_OF(q), SHAPE_OF(k), batch);
}

//> scores_forward
void scores_forward(Scoring *s, Arena *step, Mat scores, Mat q, Mat k, int batch)
{
    require_shapes(scores, q, k, batch);
    s->q = q, s->k = k, s->batch = batch;
    project(s, step);
    if (s->kind == SCORE_ADDITIVE)
        s->features = mat_new(step, q.rows * scores.cols, s->w_v->value.cols);
    for (int b = 0; b < batch; b++) {
        Mat out = mat_sequence(scores, b, batch);
        Mat q_b = mat_sequence(s->projected_q, b, batch);
        Mat k_b = mat_sequence(s->projected_k, b, batch);
        if (s->kind == SCORE_GAUSSIAN)
            gaussian_scores(out, q_b, k_b, s->width->value, false);
        else if (s->kind == SCORE_ADDITIVE)
            additive_forward(out, mat_sequence(s->features, b, batch), q_b, k_b, s->w_v->value);
        else
            matmul_nt(out, dot_scale(s), q_b, k_b, 0);
    }
}
//< scores_forward

//> project_backward
/* From the gradients of the projected queries and keys to those of what was projected. */
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
//< project_backward

//> scores_backward
void scores_backward(const Scoring *s, Arena *step, Mat d_q, Mat d_k, Mat d_scores)
{
    const bool additive = s->kind == SCORE_ADDITIVE, bilinear = s->kind == SCORE_BILINEAR;
    require_shapes(d_scores, d_q, d_k, s->batch);
    Mat d_pq = additive || bilinear ? mat_zeros(step, s->q.rows, s->projected_q.cols) : d_q;
    Mat d_pk = additive ? mat_zeros(step, s->k.rows, s->projected_k.cols) : d_k;
    for (int b = 0; b < s->batch; b++) {
        Mat d_s = mat_sequence(d_scores, b, s->batch);
        Mat d_qb = mat_sequence(d_pq, b, s->batch), d_kb = mat_sequence(d_pk, b, s->batch);
        Mat q_b = mat_sequence(s->projected_q, b, s->batch);
        Mat k_b = mat_sequence(s->projected_k, b, s->batch);
        if (s->kind == SCORE_GAUSSIAN) {
            gaussian_backward(d_qb, d_kb, d_s, q_b, k_b, s->width->value);
            width_backward(s->width->grad, s->width->value, d_s, q_b, k_b);
        } else if (additive) {
            Mat features = mat_sequence(s->features, b, s->batch);
            additive_backward(d_qb, d_kb, s->w_v->grad, d_s, features, s->w_v->value);
        } else {
            dot_backward(d_qb, d_kb, d_s, q_b, k_b, dot_scale(s));
        }
    }
    project_backward(s, d_q, d_k, d_pq, d_pk);
}
//< scores_backward
