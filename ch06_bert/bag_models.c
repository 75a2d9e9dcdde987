/* bag_models - majority, naive Bayes and logistic regression on counts; see bag_models.h.
 *
 * The gradient of the mean cross-entropy is X'R with R = (softmax - one-hot) / T, and what naive
 * Bayes counts is X'Y with Y one-hot: one product with the transposed counts serves both. */
#include "bag_models.h"
#include "minimise.h"
#include "common/layers.h"

#include <math.h>

/* Where the loss, a mean over texts, is within 1e-5 of its smallest in all that we have seen. */
#define TOLERANCE 1e-5
enum { MOST_ITERATIONS = 500 };

static BagModel model_new(Arena *a, int words, int classes)
{
    return (BagModel){mat_zeros(a, words, classes), mat_zeros(a, 1, classes)};
}

/* ---- counting --------------------------------------------------------------------------------*/

BagModel bag_majority(Arena *a, const SparseMat *x, const int *labels, int classes)
{
    require(x->rows >= 1, "no text to learn from");
    BagModel m = model_new(a, x->cols, classes);
    for (int i = 0; i < x->rows; i++) {
        require(labels[i] >= 0 && labels[i] < classes, "label %d of %d", labels[i], classes);
        m.bias.data[labels[i]]++;
    }
    for (int c = 0; c < classes; c++) m.bias.data[c] = logf(m.bias.data[c] / (float)x->rows);
    return m;
}

/* counts: V x C, how often the texts of each class have each word. */
static void count_words(Mat counts, const SparseMat *x, const int *labels)
{
    Arena scratch = {0};
    const SparseMat transposed = sparse_transpose(&scratch, x);
    Mat classes = mat_zeros(&scratch, x->rows, counts.cols);
    for (int i = 0; i < x->rows; i++) mat_row(classes, i)[labels[i]] = 1;
    sparse_multiply(counts, &transposed, classes);
    arena_free(&scratch);
}

//> naive_bayes
BagModel bag_naive_bayes(Arena *a, const SparseMat *x, const int *labels, int classes, double alpha)
{
    BagModel m = bag_majority(a, x, labels, classes);
    require(alpha > 0, "alpha %g", alpha);
    count_words(m.weight, x, labels);
    for (int c = 0; c < classes; c++) {
        double total = 0;
        for (int w = 0; w < x->cols; w++) total += (double)mat_row(m.weight, w)[c] + alpha;
        for (int w = 0; w < x->cols; w++) {
            float *weight = &mat_row(m.weight, w)[c];
            *weight = (float)log(((double)*weight + alpha) / total);
        }
    }
    return m;
}
//< naive_bayes

/* ---- logistic regression ---------------------------------------------------------------------*/

/* W and b are minimised together, as the first V rows and the last row of one matrix. */
static BagModel model_of(Mat both)
{
    return (BagModel){mat_rows(both, 0, both.rows - 1), mat_rows(both, both.rows - 1, 1)};
}

typedef struct {
    const SparseMat *x;
    SparseMat transposed;
    const int *labels;
    double decay;
    Mat scores, d_scores; /* T x C */
} Regression;

//> logistic
static double regression_loss(void *context, Mat both, Mat gradient)
{
    const Regression *r = context;
    const BagModel m = model_of(both), d = model_of(gradient);
    bag_scores(r->scores, &m, r->x);
    const double loss = cross_entropy_forward(r->scores, r->scores, r->labels);
    mat_fill(r->d_scores, 0);
    cross_entropy_backward(r->d_scores, r->scores, r->labels);
    sparse_multiply(d.weight, &r->transposed, r->d_scores);
    mat_add_scaled(d.weight, (float)r->decay, m.weight);
    mat_fill(d.bias, 0);
    mat_sum_rows(d.bias, r->d_scores);
    return loss + r->decay / 2 * mat_dot(m.weight, m.weight);
}
//< logistic

BagModel bag_logistic(Arena *a, const SparseMat *x, const int *labels, int classes, double decay)
{
    require(x->rows >= 1 && decay >= 0, "%d texts, decay %g", x->rows, decay);
    Arena scratch = {0};
    Mat both = mat_zeros(a, x->cols + 1, classes);
    Regression r = {
        x,     sparse_transpose(&scratch, x),       labels,
        decay, mat_new(&scratch, x->rows, classes), mat_new(&scratch, x->rows, classes)};
    minimise(both, regression_loss, &r, TOLERANCE, MOST_ITERATIONS);
    arena_free(&scratch);
    return model_of(both);
}

/* ---- prediction ------------------------------------------------------------------------------*/

void bag_scores(Mat scores, const BagModel *m, const SparseMat *x)
{
    sparse_multiply(scores, x, m->weight);
    mat_add_row(scores, m->bias);
}

void bag_predict(int *predicted, const BagModel *m, const SparseMat *x)
{
    Arena scratch = {0};
    Mat scores = mat_new(&scratch, x->rows, m->bias.cols);
    bag_scores(scores, m, x);
    for (int i = 0; i < scores.rows; i++) {
        const float *row = mat_row(scores, i);
        predicted[i] = 0;
        for (int c = 1; c < scores.cols; c++)
            if (row[c] > row[predicted[i]]) predicted[i] = c;
    }
    arena_free(&scratch);
}
