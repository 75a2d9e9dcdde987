/* mistakes - multi-head attention gone wrong. Columns are copied here, head by head: the plain way,
 * in which these mistakes are made. */
#include "mistakes.h"
#include "common/layers.h"
#include "common/matmul.h"

#include <math.h>

const char *mistake_name(Mistake mistake)
{
    static const char *const names[] = {"none", "interleaved", "scale", "axis"};
    require((unsigned)mistake < MISTAKES, "mistake %d", (int)mistake);
    return names[mistake];
}

/* Column c of head h in the matrix of all heads. */
static Mat column(const MultiHead *m, Mistake mistake, Mat all, int head, int c)
{
    const int size = m->d_model / m->heads;
    return mat_cols(all, mistake == INTERLEAVED_HEADS ? c * m->heads + head : head * size + c, 1);
}

/* The columns of one head, side by side. */
static Mat split(const MultiHead *m, Arena *step, Mistake mistake, Mat all, int head)
{
    Mat part = mat_new(step, all.rows, m->d_model / m->heads);
    for (int c = 0; c < part.cols; c++)
        mat_copy(mat_cols(part, c, 1), column(m, mistake, all, head, c));
    return part;
}

static Mat transposed(Arena *step, Mat m)
{
    Mat t = mat_new(step, m.cols, m.rows);
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++) mat_row(t, j)[i] = mat_row(m, i)[j];
    return t;
}

static void softmax(Arena *step, Mistake mistake, Mat weights)
{
    if (mistake != SOFTMAX_OVER_QUERIES) {
        softmax_forward(weights, weights);
        return;
    }
    Mat t = transposed(step, weights);
    softmax_forward(t, t);
    mat_copy(weights, transposed(step, t));
}

void mistaken_forward(const MultiHead *m, Arena *step, Mistake mistake, Mat out, Mat weights, Mat x)
{
    const int d = m->d_model, size = d / m->heads;
    const float scale = 1 / sqrtf((float)(mistake == SCALED_BY_MODEL ? d : size));
    Mat q = mat_new(step, x.rows, d), k = mat_new(step, x.rows, d), v = mat_new(step, x.rows, d);
    Mat context = mat_new(step, x.rows, d), part = mat_new(step, x.rows, size);
    linear_forward(q, x, m->w_q->value, m->b_q->value);
    linear_forward(k, x, m->w_k->value, m->b_k->value);
    linear_forward(v, x, m->w_v->value, m->b_v->value);
    for (int h = 0; h < m->heads; h++) {
        Mat w = mat_sequence(weights, h, m->heads);
        matmul_nt(w, scale, split(m, step, mistake, q, h), split(m, step, mistake, k, h), 0);
        softmax(step, mistake, w);
        matmul(part, 1, w, split(m, step, mistake, v, h), 0);
        for (int c = 0; c < size; c++)
            mat_copy(column(m, mistake, context, h, c), mat_cols(part, c, 1));
    }
    linear_forward(out, context, m->w_o->value, m->b_o->value);
}
