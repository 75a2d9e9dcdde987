/* rivals - a recurrence and a convolution, written with the matrix product. */
#include "rivals.h"
#include "common/layers.h"
#include "common/matmul.h"

#include <math.h>

/* Token t of every sequence: a window whose rows are a whole sequence apart. */
static Mat tokens_at(Mat stack, int t, int batch)
{
    const int length = stack.rows / batch;
    return (Mat){batch, stack.cols, stack.stride * length, mat_row(stack, t)};
}

//> recurrence_forward
void recurrence_forward(Mat out, Mat x, Mat w, Mat u, Mat b, int batch)
{
    require(batch > 0 && x.rows % batch == 0, "%d sequences in " SHAPE, batch, SHAPE_OF(x));
    linear_forward(out, x, w, b); /* what can be done for all tokens at once */
    for (int t = 0; t < x.rows / batch; t++) {
        Mat now = tokens_at(out, t, batch);
        if (t > 0) matmul(now, 1, tokens_at(out, t - 1, batch), u, 1);
        for (int i = 0; i < batch; i++)
            for (int j = 0; j < out.cols; j++) mat_row(now, i)[j] = tanhf(mat_row(now, i)[j]);
    }
}
//< recurrence_forward

//> convolution_forward
void convolution_forward(Mat out, Mat x, Mat w, Mat b)
{
    const int d = x.cols, rest = x.rows - 1;
    linear_forward(out, x, mat_rows(w, d, d), b);
    if (rest < 1) return;
    matmul(mat_rows(out, 1, rest), 1, mat_rows(x, 0, rest), mat_rows(w, 0, d), 1);
    matmul(mat_rows(out, 0, rest), 1, mat_rows(x, 1, rest), mat_rows(w, 2 * d, d), 1);
}
//< convolution_forward
