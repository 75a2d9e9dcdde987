/* The minimum of a smooth function by L-BFGS (Liu and Nocedal 1989, "On the limited memory BFGS
 * method for large scale optimization"): Newton's direction -H^-1 g, with H known only from how the
 * gradient changed over the last few steps (Nocedal and Wright 2006, algorithms 7.4 and 3.1). */
#ifndef CH06_MINIMISE_H
#define CH06_MINIMISE_H

#include "common/mat.h"

/* Returns the function's value at x and writes its gradient there, of x's shape. */
typedef double Objective(void *context, Mat x, Mat gradient);

typedef struct {
    int iterations;
    double value;    /* at the end */
    double gradient; /* the largest |element| of the gradient at the end */
} Minimum;

/* Moves x downhill until no element of the gradient is larger than `tolerance`, no step finds
 * anything lower (the precision of floats is used up), or `most` iterations are done. */
Minimum minimise(Mat x, Objective *objective, void *context, double tolerance, int most);

#endif
