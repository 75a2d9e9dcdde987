/* Optimisers: each step moves every parameter against its gradient. */
#ifndef COMMON_OPTIM_H
#define COMMON_OPTIM_H

#include "params.h"

/* Stochastic gradient descent: value -= rate * grad. */
void sgd_step(Params *p, double rate);

/* Adam (Kingma and Ba 2015, algorithm 1), with its running means in each Param. With decay above 0
 * it is AdamW (Loshchilov and Hutter 2019, algorithm 2): every step also takes rate * decay of the
 * weights off, beside the gradient and not through it. A parameter of one row, which is a bias or a
 * scale or shift of a layer normalisation, is exempt (Devlin et al. 2019, their code). */
typedef struct {
    double rate, beta1, beta2, epsilon;
    double decay;
    int step; /* steps taken so far */
} Adam;

/* The paper's constants: beta1 0.9, beta2 0.999, epsilon 1e-8; no decay. */
Adam adam_new(double rate);
void adam_step(Adam *adam, Params *p);

/* Clipping by global norm (Pascanu, Mikolov and Bengio 2013): scales all gradients by most / norm
 * when their norm, over all parameters together, is larger than `most`. Returns the norm before;
 * NaN or infinite gradients stay as they are, for the caller to notice. */
double clip_gradients(Params *p, double most);

#endif
