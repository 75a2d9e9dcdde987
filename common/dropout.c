/* dropout - random zeros that keep a network from relying on any single number.
 *
 * E[out] = (1 - p) x / (1 - p) = x, so nothing changes when it is left out at evaluation. Each
 * random number of 64 bits decides four elements, 16 bits each. */
#include "layers.h"

/* out_j = factor of element j (0 or 1 / (1 - p)) times x_j, added to or in the place of out_j. */
static void dropout_row(float *out, const float *x, int n, double p, Rng *r, bool add)
{
    const unsigned dropped = (unsigned)(p * 65536 + 0.5);
    const float keep = (float)(65536.0 / (65536.0 - dropped));
    for (int from = 0; from < n; from += 4) {
        uint64_t bits = rng_next(r);
        for (int j = from; j < from + 4 && j < n; j++, bits >>= 16) {
            float value = (bits & 0xffff) < dropped ? 0 : keep * x[j];
            out[j] = add ? out[j] + value : value;
        }
    }
}

static void dropout(Mat out, Mat x, double p, Rng r, bool add)
{
    require(p >= 0 && p < 1, "dropout probability %g", p);
    require(out.rows == x.rows && out.cols == x.cols, SHAPE " from " SHAPE, SHAPE_OF(out),
            SHAPE_OF(x));
    for (int i = 0; i < x.rows; i++)
        dropout_row(mat_row(out, i), mat_row(x, i), x.cols, p, &r, add);
}

void dropout_forward(Mat out, Mat x, double p, Rng r)
{
    dropout(out, x, p, r, false);
}

void dropout_backward(Mat d_x, Mat d_out, double p, Rng r)
{
    dropout(d_x, d_out, p, r, true);
}
