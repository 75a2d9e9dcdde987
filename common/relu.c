/* relu - the rectifier: max(z, 0). */
#include "layers.h"

void relu_forward(Mat out, Mat x)
{
    require(out.rows == x.rows && out.cols == x.cols, SHAPE " from " SHAPE, SHAPE_OF(out),
            SHAPE_OF(x));
#pragma omp parallel for if (mat_is_large(out))
    for (int i = 0; i < x.rows; i++) {
        const float *in = mat_row(x, i);
        float *o = mat_row(out, i);
        for (int j = 0; j < x.cols; j++) o[j] = in[j] < 0 ? 0 : in[j]; /* NaN stays visible */
    }
}

void relu_backward(Mat d_out, Mat out)
{
    require(out.rows == d_out.rows && out.cols == d_out.cols, SHAPE " of " SHAPE, SHAPE_OF(d_out),
            SHAPE_OF(out));
#pragma omp parallel for if (mat_is_large(out))
    for (int i = 0; i < out.rows; i++) {
        const float *o = mat_row(out, i);
        float *d = mat_row(d_out, i);
        for (int j = 0; j < out.cols; j++) d[j] = o[j] > 0 ? d[j] : 0;
    }
}
