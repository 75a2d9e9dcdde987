/* recall - noisy associative recall: the task, its loss, and the training of a scoring function.
 *
 * The output of a query is o = sum_j alpha_j v_j with v_j the unit vector of key j's class, so o_y
 * is the weight of all keys of class y: a probability. L = -log o_y for the right class y, hence
 * dL/do_y = -1 / o_y, and 0 for the other classes. */
#include "recall.h"
#include "common/matmul.h"
#include "common/optim.h"

#include <math.h>

RecallTask recall_task(Arena *a, Rng *r, int d_q, int d_k, double least, double most)
{
    RecallTask t = {.map = mat_zeros(a, d_k, d_q), .noise = mat_new(a, 1, d_q)};
    if (d_q != d_k) fill_normal(t.map, r, 1 / sqrt(d_k));
    for (int c = 0; c < d_q; c++) {
        if (d_q == d_k) mat_row(t.map, c)[c] = 1;
        t.noise.data[c] = (float)(least * pow(most / least, d_q > 1 ? (double)c / (d_q - 1) : 0));
    }
    return t;
}

/* Keys of one length: directions. */
static void make_equal_length(Mat keys)
{
    for (int j = 0; j < keys.rows; j++) {
        Mat key = mat_rows(keys, j, 1);
        mat_scale(key, (float)sqrt(keys.cols / mat_dot(key, key)));
    }
}

//> recall_query
/* Query i of the batch: a noisy copy of one of its memory's keys. Returns the key's number. */
static int make_query(const RecallTask *task, RecallBatch *b, Rng *r, int i)
{
    const int key = i / RECALL_QUERIES * RECALL_KEYS + rng_below(r, RECALL_KEYS);
    const float *shown = mat_row(b->shown, key);
    float *query = mat_row(b->q, i);
    for (int c = 0; c < b->shown.cols; c++)
        query[c] = shown[c] + task->noise.data[c] * (float)rng_normal(r);
    if (task->constant) query[b->shown.cols] = 1;
    return key;
}
//< recall_query

RecallBatch recall_batch(const RecallTask *task, Arena *a, Rng *r, int memories)
{
    const int d_q = task->map.cols, d_k = task->map.rows;
    const int keys = memories * RECALL_KEYS, queries = memories * RECALL_QUERIES;
    RecallBatch b = {memories,
                     mat_new(a, queries, d_q + task->constant),
                     mat_new(a, keys, d_k),
                     mat_zeros(a, keys, RECALL_CLASSES),
                     mat_new(a, keys, d_q),
                     arena_alloc(a, (size_t)queries * sizeof *b.right)};
    int *classes = arena_alloc(a, (size_t)keys * sizeof *classes);
    fill_normal(b.k, r, 1);
    if (task->equal_length) make_equal_length(b.k);
    matmul(b.shown, 1, b.k, task->map, 0);
    for (int j = 0; j < keys; j++) {
        classes[j] = rng_below(r, RECALL_CLASSES);
        mat_row(b.v, j)[classes[j]] = 1;
    }
    for (int i = 0; i < queries; i++) b.right[i] = classes[make_query(task, &b, r, i)];
    return b;
}

//> recall_loss
double recall_loss(Mat d_out, Mat out, const RecallBatch *batch)
{
    double sum = 0;
    for (int i = 0; i < out.rows; i++) {
        const int y = batch->right[i];
        const float share = fmaxf(mat_row(out, i)[y], (float)1e-7);
        sum -= log((double)share);
        mat_row(d_out, i)[y] -= 1 / (share * (float)out.rows);
    }
    return sum / out.rows;
}
//< recall_loss

double recall_accuracy(Mat out, const RecallBatch *batch)
{
    int right = 0;
    for (int i = 0; i < out.rows; i++) {
        const float *share = mat_row(out, i);
        int best = 0;
        for (int c = 1; c < out.cols; c++)
            if (share[c] > share[best]) best = c;
        right += best == batch->right[i];
    }
    return (double)right / out.rows;
}

Mat recall_by_width(Arena *step, const RecallBatch *batch, Mat width)
{
    Param known = {.value = width};
    Attention at = {.scoring = {.kind = SCORE_GAUSSIAN, .width = &known}};
    Mat q = mat_cols(batch->q, 0, batch->shown.cols); /* without the constant */
    return attention_forward(&at, step, q, batch->shown, batch->v, &(Mask){0}, batch->memories);
}

/* One row of the trace. */
static void measure(Attention *at, Arena *step, const RecallBatch *test, int done, float *row)
{
    Mat unused = mat_zeros(step, test->q.rows, RECALL_CLASSES);
    Mat out = attention_forward(at, step, test->q, test->k, test->v, &(Mask){0}, test->memories);
    row[0] = (float)done;
    row[1] = (float)recall_loss(unused, out, test);
    row[2] = (float)recall_accuracy(out, test);
}

/* One step on one batch. */
//> recall_step
static void train_step(Attention *at, Params *p, Adam *adam, Arena *step, const RecallBatch *b)
{
    Mat d_out = mat_zeros(step, b->q.rows, RECALL_CLASSES);
    Mat d_q = mat_zeros(step, b->q.rows, b->q.cols), d_k = mat_zeros(step, b->k.rows, b->k.cols);
    Mat d_v = mat_zeros(step, b->v.rows, b->v.cols); /* the inputs are data: not used further */
    params_zero_grad(p);
    Mat out = attention_forward(at, step, b->q, b->k, b->v, &(Mask){0}, b->memories);
    recall_loss(d_out, out, b);
    attention_backward(at, step, d_q, d_k, d_v, d_out);
    adam_step(adam, p);
}
//< recall_step

void recall_train(Attention *at, Params *p, const RecallTask *task, Rng *r, RecallTraining how,
                  const RecallBatch *test, Mat trace)
{
    require(trace.rows >= 2 && trace.cols == 3, "trace " SHAPE, SHAPE_OF(trace));
    Arena step = {0};
    Adam adam = adam_new(how.rate);
    int row = 0;
    for (int t = 0; t <= how.steps; t++) {
        for (; row < trace.rows && (long)row * how.steps <= (long)t * (trace.rows - 1); row++)
            measure(at, &step, test, t, mat_row(trace, row));
        if (t == how.steps) break;
        RecallBatch batch = recall_batch(task, &step, r, how.memories);
        train_step(at, p, &adam, &step, &batch);
        arena_reset(&step);
    }
    arena_free(&step);
}
