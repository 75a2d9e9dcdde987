/* cross_entropy - the loss of choosing among C classes.
 *
 * log softmax(z)_j = (z_j - m) - log sum_l exp(z_l - m) with m the largest logit: nothing
 * overflows, and no logarithm is taken of a probability that has become 0. The gradient is p - y, y
 * the one-hot target. */
#include "layers.h"
#include "exp_fast.h"
#include "parallel.h"

#include <math.h>

static void log_softmax_row(float *out, const float *logits, int n)
{
    float largest = -INFINITY, sum = 0;
#pragma omp simd reduction(max : largest)
    for (int j = 0; j < n; j++) largest = logits[j] > largest ? logits[j] : largest;
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < n; j++) sum += exp_fast(logits[j] - largest);
    const float log_sum = logf(sum); /* cppcheck-suppress invalidFunctionArg ; sum >= 1 */
    for (int j = 0; j < n; j++) out[j] = (logits[j] - largest) - log_sum;
}

void log_softmax_forward(Mat out, Mat logits)
{
    require(out.rows == logits.rows && out.cols == logits.cols, SHAPE " from " SHAPE, SHAPE_OF(out),
            SHAPE_OF(logits));
    PARALLEL_FOR(mat_is_large(logits), i, logits.rows,
                 log_softmax_row(mat_row(out, i), mat_row(logits, i), logits.cols););
}

static int count_targets(const int *targets, int rows, int classes)
{
    int counted = 0;
    for (int i = 0; i < rows; i++) {
        bool ignored = targets[i] == IGNORED_TARGET;
        require(ignored || (targets[i] >= 0 && targets[i] < classes),
                "target %d of row %d: there are %d classes, and %d is ignored", targets[i], i,
                classes, IGNORED_TARGET);
        counted += !ignored;
    }
    return counted;
}

double cross_entropy_forward(Mat log_probs, Mat logits, const int *targets)
{
    const int counted = count_targets(targets, logits.rows, logits.cols);
    double sum = 0;
    log_softmax_forward(log_probs, logits);
    for (int i = 0; i < logits.rows; i++)
        if (targets[i] >= 0) sum -= (double)mat_row(log_probs, i)[targets[i]];
    return counted ? sum / counted : 0;
}

//> cross_entropy_backward [exercise=4]
/* d_logits += (softmax - one-hot) / counted; softmax = e^log_probs. */
void cross_entropy_backward(Mat d_logits, Mat log_probs, const int *targets)
{
    require(d_logits.rows == log_probs.rows && d_logits.cols == log_probs.cols, SHAPE " for " SHAPE,
            SHAPE_OF(d_logits), SHAPE_OF(log_probs));
    const int counted = count_targets(targets, log_probs.rows, log_probs.cols);
    const float scale = counted ? 1 / (float)counted : 0;
    for (int i = 0; i < log_probs.rows; i++) {
        if (targets[i] < 0) continue;
        const float *log_p = mat_row(log_probs, i);
        float *d = mat_row(d_logits, i);
        for (int j = 0; j < log_probs.cols; j++) d[j] += scale * exp_fast(log_p[j]);
        d[targets[i]] -= scale;
    }
}
//< cross_entropy_backward
