/* vocabulary - output projection and label-smoothed cross-entropy, forward and backward in one
 * pass.
 *
 * With p = softmax(z) and the smoothed target q = (1 - e) one-hot + e / V, the loss is -sum_v q_v
 * log p_v and its gradient with respect to z is p - q. Then dH = dZ E and dE = dZ' H; that of a
 * bias is the sum of dZ's rows. */
#include "vocabulary.h"
#include "common/exp_fast.h"
#include "common/layers.h"
#include "common/matmul.h"
#include "common/parallel.h"

enum { BLOCK_ROWS = 256 };

void vocabulary_logits(Mat logits, Mat hidden, const Param *embedding)
{
    matmul_nt(logits, 1, hidden, embedding->value, 0);
}

/* The numbers of one row, given its log-probabilities. */
static VocabularyLoss row_loss(const float *log_p, int classes, int target, double smoothing)
{
    float sum = 0;
    int right = 1;
    for (int v = 0; v < classes; v++) right &= log_p[v] <= log_p[target];
    if (smoothing > 0)
#pragma omp simd reduction(+ : sum)
        for (int v = 0; v < classes; v++) sum += log_p[v];
    double nll = -(double)log_p[target];
    double loss = smoothing > 0 ? (1 - smoothing) * nll - smoothing * (double)sum / classes : nll;
    return (VocabularyLoss){loss, nll, 1, right};
}

//> smoothed_gradient [exercise=5]
/* log_p becomes scale (p - q) for one row: p = e^log_p, q = (1 - e) one-hot + e / V. */
static void smoothed_gradient(float *log_p, int classes, int target, double smoothing, double scale)
{
    const float s = (float)scale, uniform = (float)(scale * smoothing / classes);
    for (int v = 0; v < classes; v++) log_p[v] = s * exp_fast(log_p[v]) - uniform;
    log_p[target] -= (float)(scale * (1 - smoothing));
}
//< smoothed_gradient

/* The next rows that have a target, at most BLOCK_ROWS of them: their indices, and how many. */
static int next_rows(int *rows, int *row_targets, const int *targets, int total, int *at)
{
    int n = 0;
    for (; *at < total && n < BLOCK_ROWS; ++*at)
        if (targets[*at] != IGNORED_TARGET) {
            rows[n] = *at;
            row_targets[n++] = targets[*at];
        }
    return n;
}

/* Copies the listed rows of `all` to `some` / adds `some` to the listed rows of `all`. */
static void gather(Mat some, Mat all, const int *rows)
{
    for (int i = 0; i < some.rows; i++) mat_copy(mat_rows(some, i, 1), mat_rows(all, rows[i], 1));
}

static void scatter_add(Mat all, Mat some, const int *rows)
{
    for (int i = 0; i < some.rows; i++) mat_add(mat_rows(all, rows[i], 1), mat_rows(some, i, 1));
}

static void add_rows(VocabularyLoss *total, const VocabularyLoss *row, int n)
{
    for (int i = 0; i < n; i++) {
        total->loss += row[i].loss;
        total->nll += row[i].nll;
        total->counted += row[i].counted;
        total->right += row[i].right;
    }
}

/* What is to be computed: the projection, whose bias may be NULL, and the loss of its scores. */
typedef struct {
    Param *embedding, *bias;
    double smoothing, scale;
} Projection;

static VocabularyLoss projected_loss(Mat d_hidden, Arena *step, Mat hidden, Projection to,
                                     const int *targets)
{
    int rows[BLOCK_ROWS] = {0}, row_targets[BLOCK_ROWS] = {0}, n, at = 0;
    VocabularyLoss total = {0}, row[BLOCK_ROWS];
    Arena mark = *step;
    const int classes = to.embedding->value.rows, d = hidden.cols;
    Mat h = mat_new(step, BLOCK_ROWS, d), d_h = mat_new(step, BLOCK_ROWS, d);
    Mat z = mat_new(step, BLOCK_ROWS, classes);
    while ((n = next_rows(rows, row_targets, targets, hidden.rows, &at)) > 0) {
        Mat h_n = mat_rows(h, 0, n), z_n = mat_rows(z, 0, n);
        gather(h_n, hidden, rows);
        vocabulary_logits(z_n, h_n, to.embedding);
        if (to.bias) mat_add_row(z_n, to.bias->value);
        cross_entropy_forward(z_n, z_n, row_targets); /* z becomes log p */
        PARALLEL_FOR(mat_is_large(z_n), i, n,
                     row[i] = row_loss(mat_row(z_n, i), classes, row_targets[i], to.smoothing);
                     if (d_hidden.data) smoothed_gradient(mat_row(z_n, i), classes, row_targets[i],
                                                          to.smoothing, to.scale););
        add_rows(&total, row, n);
        if (!d_hidden.data) continue;
        //> projection_backward
        matmul(mat_rows(d_h, 0, n), 1, z_n, to.embedding->value, 0); /* z has become dz */
        matmul_tn(to.embedding->grad, 1, z_n, h_n, 1);
        if (to.bias) mat_sum_rows(to.bias->grad, z_n);
        scatter_add(d_hidden, mat_rows(d_h, 0, n), rows);
        //< projection_backward
    }
    arena_release(step, mark);
    return total;
}

VocabularyLoss vocabulary_loss(Mat d_hidden, Arena *step, Mat hidden, Param *embedding,
                               const int *targets, double smoothing, double scale)
{
    return projected_loss(d_hidden, step, hidden, (Projection){embedding, NULL, smoothing, scale},
                          targets);
}

VocabularyLoss vocabulary_loss_biased(Mat d_hidden, Arena *step, Mat hidden, Param *embedding,
                                      Param *bias, const int *targets, double scale)
{
    return projected_loss(d_hidden, step, hidden, (Projection){embedding, bias, 0, scale}, targets);
}
