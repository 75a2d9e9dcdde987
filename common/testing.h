/* What the tests share: reference values from files, comparison of matrices, gradient checks.
 *
 * A reference file (files under golden/) holds named matrices as text, written by the script beside
 * it:
 *
 *     # any comment
 *     name rows cols
 *     v v v ...          rows * cols numbers, row by row, over any number of lines
 */
#ifndef COMMON_TESTING_H
#define COMMON_TESTING_H

#include <check.h>
#undef fail /* an old name of ck_abort_msg; ours is in fail.h */

#include "mat.h"

/* Reads the matrix `name` of the file at `path` (from the top folder). Fails the test when the file
 * or the name is missing or a number is not one. Owned by the arena. */
Mat golden(Arena *a, const char *path, const char *name);

/* Fails the test unless |got - want| <= tolerance * (1 + |want|) for every element; NaN equals NaN
 * only. The tolerance is for float32; the double build asks for 1e-5 of it. */
void assert_mat_close(Mat got, Mat want, double tolerance);
void assert_close(double got, double want, double tolerance);

/* How far results may differ between numbers of threads: our products give the same bits, those of
 * a BLAS only nearly. */
#ifdef USE_CBLAS
#define THREADS_TOLERANCE 1e-4
#else
#define THREADS_TOLERANCE 0
#endif

/* A loss as a function of what the context holds. */
typedef double Loss(void *context);

/* Compares d_x, the gradient that was derived, with central differences (loss(x + h) - loss(x - h))
 * / 2h, element by element of x. Fails the test when one differs by more than the precision of the
 * build allows: 1e-2 (1 + |gradient|) in float32, 1e-6 in double. Leaves x as it was. */
void assert_gradient(Mat x, Mat d_x, Loss *loss, void *context);

/* Fills with reproducible values between -1 and 1 that float32 holds exactly; `seed` picks them. */
void fill_noise(Mat m, unsigned seed);

/* Runs a suite as CK_RUN_CASE and the other variables of Check ask; prints every failure and
 * Check's closing lines. CK_TAP_LOG_FILE_NAME writes a TAP file. Returns main's exit status. */
int run_suite(Suite *suite);

#endif
