/* Positions as vectors: the sinusoidal encoding, and adding one vector for each place.
 *
 *     PE(p)_2i = sin(p w_i)    PE(p)_2i+1 = cos(p w_i)    w_i = 10000^(-2i/d)
 *
 * i is a pair of columns: both use the same frequency w_i. When d is odd the last column is a sine
 * without its cosine. Positions begin with 0. Source: Vaswani et al. 2017, section 3.5. */
#ifndef CH04_POSITION_H
#define CH04_POSITION_H

#include "common/mat.h"

/* w_i = 10000^(-2i/d), in radians for each position; 0 <= i, d >= 1. */
double position_frequency(int i, int d);

/* row = PE(position), d floats. The angle is computed in double, so that the encoding is right to
 * float32's precision for positions up to 10^6 and far beyond. */
void sinusoidal_row(float *row, double position, int d);

/* Row t of out = PE(first + t). */
void sinusoidal_fill(Mat out, int first);

/* m = the matrix with PE(p + delta) = m PE(p) for every p, PE(p) as a column: a rotation in each
 * pair of columns, zero elsewhere. d x d; d must be even, a sine alone cannot be shifted. */
void shift_matrix(Mat m, double delta);

/* Row t of every sequence += row t of the table: how a position gets into a token. x: (B T) x d,
 * table: at least T rows of d. The table holds sinusoidal encodings or learned weights. */
void position_add(Mat x, Mat table, int batch);

/* For a learned table: d_table_t += the sum over all sequences of row t of d_x. Rows that no
 * sequence reaches get nothing. d_x itself passes through unchanged. */
void position_add_backward(Mat d_table, Mat d_x, int batch);

#endif
