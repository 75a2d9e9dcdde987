/* dropout - random zeros that keep a network from relying on any single number.
 *
 * E[out] = (1 - p) x / (1 - p) = x, so nothing changes when it is left out at evaluation. Whether
 * element (i, j) is dropped is a hash of j and of a random number of row i: it depends on nothing
 * else, so the rows can be shared among threads and the elements of a row computed together. The
 * hash is C. Wellons' lowbias32 (2018), in which every bit of the result depends evenly on every
 * bit of the input. */
#include "layers.h"
#include "parallel.h"

static uint32_t hash(uint32_t x)
{
    x = (x ^ x >> 16) * UINT32_C(0x7feb352d);
    x = (x ^ x >> 15) * UINT32_C(0x846ca68b);
    return x ^ x >> 16;
}

/* The factor of element j: 0 or 1 / (1 - p). `key` is a random number of the row. */
static float factor(int j, uint64_t key, uint32_t dropped, float keep)
{
    uint32_t random =
        hash(((uint32_t)j * UINT32_C(0x9e3779b9) + (uint32_t)key) ^ (uint32_t)(key >> 32));
    return random < dropped ? 0 : keep;
}

/* Row i of out = row i of x with dropout, or that added to it. */
static void dropout_row(float *out, const float *x, int n, double p, uint64_t key, bool add)
{
    const uint32_t dropped = (uint32_t)(p * 4294967296.0); /* of 2^32 */
    const float keep = (float)(1 / (1 - p));
    if (add)
        for (int j = 0; j < n; j++) out[j] += factor(j, key, dropped, keep) * x[j];
    else
        for (int j = 0; j < n; j++) out[j] = factor(j, key, dropped, keep) * x[j];
}

static void dropout(Mat out, Mat x, double p, Rng r, bool add)
{
    require(p >= 0 && p < 1, "dropout probability %g", p);
    require(out.rows == x.rows && out.cols == x.cols, SHAPE " from " SHAPE, SHAPE_OF(out),
            SHAPE_OF(x));
    const uint64_t first = rng_next(&r);
    PARALLEL_FOR(mat_is_large(x), i, x.rows, uint64_t key = rng_new(first + (uint64_t)i).s[0];
                 dropout_row(mat_row(out, i), mat_row(x, i), x.cols, p, key, add););
}

void dropout_forward(Mat out, Mat x, double p, Rng r)
{
    dropout(out, x, p, r, false);
}

void dropout_backward(Mat d_x, Mat d_out, double p, Rng r)
{
    dropout(d_x, d_out, p, r, true);
}
