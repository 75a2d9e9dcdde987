/* position - the sinusoidal encoding and the sum with the tokens.
 *
 * Angle addition makes a shift a rotation: with a = w p and b = w delta
 *     sin(a + b) =  cos(b) sin(a) + sin(b) cos(a)
 *     cos(a + b) = -sin(b) sin(a) + cos(b) cos(a)
 * so the pair (sin, cos) at p + delta is a 2 x 2 matrix, which knows delta alone, times the pair
 * at p. */
#include "position.h"
#include "ch02_attention_scoring/mask.h"

#include <math.h>

//> position_frequency
double position_frequency(int i, int d)
{
    require(i >= 0 && d >= 1, "pair %d of %d columns", i, d);
    return pow(10000, -2.0 * i / d);
}
//< position_frequency

//> sinusoidal_row [exercise=3]
void sinusoidal_row(float *row, double position, int d)
{
    for (int i = 0; 2 * i < d; i++) {
        double angle = position * position_frequency(i, d);
        row[2 * i] = (float)sin(angle);
        if (2 * i + 1 < d) row[2 * i + 1] = (float)cos(angle);
    }
}
//< sinusoidal_row

void sinusoidal_fill(Mat out, int first)
{
    for (int t = 0; t < out.rows; t++) sinusoidal_row(mat_row(out, t), (double)first + t, out.cols);
}

//> shift_matrix [exercise=4]
void shift_matrix(Mat m, double delta)
{
    require(m.rows == m.cols && m.cols % 2 == 0, "a shift of " SHAPE, SHAPE_OF(m));
    mat_fill(m, 0);
    for (int i = 0; 2 * i < m.cols; i++) {
        double angle = delta * position_frequency(i, m.cols);
        float *sine = mat_row(m, 2 * i) + 2 * i, *cosine = mat_row(m, 2 * i + 1) + 2 * i;
        sine[0] = (float)cos(angle), sine[1] = (float)sin(angle);
        cosine[0] = -(float)sin(angle), cosine[1] = (float)cos(angle);
    }
}
//< shift_matrix

/* The rows of the table that sequences of x use. */
static Mat used(Mat table, Mat x, int batch)
{
    require(
        batch > 0 && x.rows % batch == 0 && table.rows >= x.rows / batch && table.cols == x.cols,
        "a table of " SHAPE " for " SHAPE " in %d sequences", SHAPE_OF(table), SHAPE_OF(x), batch);
    return mat_rows(table, 0, x.rows / batch);
}

//> position_add
void position_add(Mat x, Mat table, int batch)
{
    for (int b = 0; b < batch; b++) mat_add(mat_sequence(x, b, batch), used(table, x, batch));
}
//< position_add

//> position_add_backward [exercise=2]
void position_add_backward(Mat d_table, Mat d_x, int batch)
{
    for (int b = 0; b < batch; b++) mat_add(used(d_table, d_x, batch), mat_sequence(d_x, b, batch));
}
//< position_add_backward
