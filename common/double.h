/* Turns a build into double precision: `make DOUBLE=1` includes this file before every other.
 *
 * The tests run once more in this build, where a gradient by central differences agrees with the
 * derivation to seven digits and reference values to ten: a rounding error cannot hide a wrong
 * formula there. The system's headers are read first, so that only the book's own floats change. */
#ifndef COMMON_DOUBLE_H
#define COMMON_DOUBLE_H

#include <check.h>
#undef fail /* an old name of ck_abort_msg; ours is in fail.h */
#include <float.h>
#include <math.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#define float double
#define cosf cos
#define expf exp
#define fabsf fabs
#define fmaxf fmax
#define fminf fmin
#define log1pf log1p
#define logf log

#define powf pow
#define sinf sin
#define sqrtf sqrt
#define tanhf tanh

#endif
