/* A model's weights, by name, with their gradients and the optimiser's memory.
 *
 * Params owns all of them. A layer keeps the Param pointers that params_add returned: they stay
 * valid until params_free. */
#ifndef COMMON_PARAMS_H
#define COMMON_PARAMS_H

#include "mat.h"

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

/* The parameter of that name, or NULL. */
Param *params_find(const Params *p, const char *name);

/* Sets all gradients to zero: at the start of every step, since backward adds. */
void params_zero_grad(Params *p);

void params_free(Params *p);

#endif
