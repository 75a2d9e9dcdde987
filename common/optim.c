/* optim - stochastic gradient descent, Adam and AdamW.
 *
 * Adam keeps running means of the gradient g and of its square, m = b1 m + (1 - b1) g and
 * v = b2 v + (1 - b2) g^2. Both start at 0, so after t steps they are too small by the factor
 * 1 - b^t, which is divided out: value -= rate * (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + eps).
 * Every weight moves about `rate` a step, whatever the size of its gradient. */
#include "optim.h"
#include "parallel.h"

#include <math.h>

void sgd_step(Params *p, double rate)
{
    for (int n = 0; n < p->count; n++)
        mat_add_scaled(p->items[n]->value, (float)-rate, p->items[n]->grad);
}

Adam adam_new(double rate)
{
    return (Adam){.rate = rate, .beta1 = 0.9, .beta2 = 0.999, .epsilon = 1e-8};
}

/* The constants of one step: what Adam keeps of its means, what it takes of the gradient, and the
 * corrections for the steps taken; shrink is what decay leaves of a weight. 1 - b in double:
 * float32's 1 - 0.999 is wrong in the fifth digit. */
typedef struct {
    float keep1, take1, keep2, take2, rate, scale2, epsilon, shrink;
} AdamStep;

//> adam_row
static void adam_row(Param *p, AdamStep a, int row)
{
    float *value = mat_row(p->value, row), *m = mat_row(p->mean, row), *v = mat_row(p->square, row);
    const float *g = mat_row(p->grad, row);
#pragma omp simd
    for (int i = 0; i < p->value.cols; i++) {
        m[i] = a.keep1 * m[i] + a.take1 * g[i];
        v[i] = a.keep2 * v[i] + a.take2 * g[i] * g[i];
        value[i] = a.shrink * value[i] - a.rate * m[i] / (sqrtf(a.scale2 * v[i]) + a.epsilon);
    }
}
//< adam_row

static AdamStep adam_constants(const Adam *adam, bool decays)
{
    const double b1 = adam->beta1, b2 = adam->beta2;
    return (AdamStep){.keep1 = (float)b1,
                      .take1 = (float)(1 - b1),
                      .keep2 = (float)b2,
                      .take2 = (float)(1 - b2),
                      .rate = (float)(adam->rate / (1 - pow(b1, adam->step))),
                      .scale2 = (float)(1 / (1 - pow(b2, adam->step))),
                      .epsilon = (float)adam->epsilon,
                      .shrink = decays ? (float)(1 - adam->rate * adam->decay) : 1};
}

void adam_step(Adam *adam, Params *p)
{
    adam->step++;
    const AdamStep all = adam_constants(adam, true), exempt = adam_constants(adam, false);
    for (int n = 0; n < p->count; n++) {
        const int rows = p->items[n]->value.rows;
        const AdamStep a = rows > 1 ? all : exempt;
        PARALLEL_FOR(mat_is_large(p->items[n]->value), i, rows, adam_row(p->items[n], a, i););
    }
}

double clip_gradients(Params *p, double most)
{
    double squares = 0;
    for (int n = 0; n < p->count; n++) squares += mat_dot(p->items[n]->grad, p->items[n]->grad);
    double norm = sqrt(squares);
    if (norm > most && isfinite(norm))
        for (int n = 0; n < p->count; n++) mat_scale(p->items[n]->grad, (float)(most / norm));
    return norm;
}
