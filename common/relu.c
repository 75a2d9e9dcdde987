/* relu - the rectifier: max(z, 0). */
#include "layers.h"
#include "parallel.h"

static void relu_row(float *out, const float *x, int n)
{
    for (int j = 0; j < n; j++) out[j] = x[j] < 0 ? 0 : x[j]; /* NaN stays visible */
}

static void relu_row_backward(float *d_out, const float *out, int n)
{
    for (int j = 0; j < n; j++) d_out[j] = out[j] > 0 ? d_out[j] : 0;
}

void relu_forward(Mat out, Mat x)
{
    require(out.rows == x.rows && out.cols == x.cols, SHAPE " from " SHAPE, SHAPE_OF(out),
            SHAPE_OF(x));
    PARALLEL_FOR(mat_is_large(out), i, x.rows, relu_row(mat_row(out, i), mat_row(x, i), x.cols););
}

void relu_backward(Mat d_out, Mat out)
{
    require(out.rows == d_out.rows && out.cols == d_out.cols, SHAPE " of " SHAPE, SHAPE_OF(d_out),
            SHAPE_OF(out));
    PARALLEL_FOR(mat_is_large(out), i, out.rows,
                 relu_row_backward(mat_row(d_out, i), mat_row(out, i), out.cols););
}
