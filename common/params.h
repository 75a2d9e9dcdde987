/* A model's weights, by name, with their gradients and the optimiser's memory.
 *
 * Params owns all of them. A layer keeps the Param pointers that params_add returned: they stay
 * valid until params_free. */
#ifndef COMMON_PARAMS_H
#define COMMON_PARAMS_H

#include "rng.h"

typedef struct {
    char *name;
    Mat value, grad;  /* the weights and the gradient of the loss, of the same shape */
    Mat mean, square; /* the optimiser's running means of the gradient and of its square */
} Param;

typedef struct {
    Arena arena;
    Param **items; /* in the order they were added */
    int count, capacity;
} Params; /* all zero bytes: empty and ready */

/* Adds a rows x cols parameter, everything zero. The name is copied and must be new. */
Param *params_add(Params *p, const char *name, int rows, int cols);

/* The weight PREFIX.NAME, drawn uniformly between -b and b, b = sqrt(6 / (rows + cols)), which
 * keeps the size of signals and gradients from layer to layer (Glorot and Bengio 2010, "Xavier").
 */
Param *params_weight(Params *p, Rng *r, const char *prefix, const char *name, int rows, int cols);

/* The row PREFIX.NAME, 1 x cols, all `value`: a bias, or a scale. */
Param *params_row(Params *p, const char *prefix, const char *name, int cols, float value);

/* The parameter of that name, or NULL. */
Param *params_find(const Params *p, const char *name);

/* How many numbers all parameters have together. */
long params_size(const Params *p);

/* Sets all gradients to zero: at the start of every step, since backward adds. */
void params_zero_grad(Params *p);

void params_free(Params *p);

#endif
