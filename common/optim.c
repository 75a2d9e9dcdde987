/* optim - stochastic gradient descent and Adam.
 *
 * Adam keeps running means of the gradient g and of its square, m = b1 m + (1 - b1) g and
 * v = b2 v + (1 - b2) g^2. Both start at 0, so after t steps they are too small by the factor
 * 1 - b^t, which is divided out: value -= rate * (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + eps).
 * Every weight moves about `rate` a step, whatever the size of its gradient. */
#include "optim.h"

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

static void adam_update(const Adam *adam, Param *p)
{
    const double b1 = adam->beta1, b2 = adam->beta2;
    /* 1 - b in double: float32's 1 - 0.999 is wrong in the fifth digit */
    const float keep1 = (float)b1, take1 = (float)(1 - b1);
    const float keep2 = (float)b2, take2 = (float)(1 - b2);
    const float rate = (float)(adam->rate / (1 - pow(b1, adam->step)));
    const float scale2 = (float)(1 / (1 - pow(b2, adam->step))), eps = (float)adam->epsilon;
    const int size = p->value.rows * p->value.cols; /* parameters are stored without gaps */
    float *value = p->value.data, *m = p->mean.data, *v = p->square.data;
    const float *g = p->grad.data;
#pragma omp parallel for simd if (mat_is_large(p->value))
    for (int i = 0; i < size; i++) {
        m[i] = keep1 * m[i] + take1 * g[i];
        v[i] = keep2 * v[i] + take2 * g[i] * g[i];
        value[i] -= rate * m[i] / (sqrtf(scale2 * v[i]) + eps);
    }
}

void adam_step(Adam *adam, Params *p)
{
    adam->step++;
    for (int n = 0; n < p->count; n++) adam_update(adam, p->items[n]);
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
