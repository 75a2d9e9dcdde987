/* matmul_vector - the product of one row with a matrix.
 *
 * Each element of B is used once, so the time is that of reading B, and nothing is packed: the
 * rows of B are read one after the other as they are stored, four at a time. */
#include "matmul_parts.h"

enum { STREAMS = 4 };

/* c += sum over p < STREAMS of a_p b_p, rows of B with stride `row`. */
static inline void add_rows(float *restrict c, const float a[STREAMS], const float *b, size_t row,
                            int n)
{
    for (int j = 0; j < n; j++) {
        float sum = c[j];
        for (int p = 0; p < STREAMS; p++) sum += a[p] * b[(size_t)p * row + (size_t)j];
        c[j] = sum;
    }
}

/* B's rows are contiguous: C is a sum of rows of B. */
static void add_weighted_rows(Product x)
{
    int p = 0;
    for (; p + STREAMS <= x.k; p += STREAMS) {
        float a[STREAMS];
        for (int s = 0; s < STREAMS; s++) a[s] = x.alpha * *operand_at(x.a, 0, p + s).data;
        add_rows(x.c.data, a, operand_at(x.b, p, 0).data, x.b.row, x.c.cols);
    }
    for (; p < x.k; p++) {
        const float a = x.alpha * *operand_at(x.a, 0, p).data;
        for (int j = 0; j < x.c.cols; j++) x.c.data[j] += a * *operand_at(x.b, p, j).data;
    }
}

/* Four sums of vectors, because one multiply-add must wait for the one before it. */
static float dot(const float *a, const float *b, int k)
{
    Vec sum[STREAMS] = {{0}};
    int p = 0;
    for (; p + STREAMS * LANES <= k; p += STREAMS * LANES)
        for (int s = 0; s < STREAMS; s++)
            sum[s] += load(a + p + s * LANES) * load(b + p + s * LANES);
    Vec lanes = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    float total = 0;
    for (int l = 0; l < LANES; l++) total += lanes[l];
    for (; p < k; p++) total += a[p] * b[p];
    return total;
}

void multiply_vector(Product x)
{
    scale_or_clear(x.c, x.beta);
    if (x.b.col == 1) {
        add_weighted_rows(x);
        return;
    }
    for (int j = 0; j < x.c.cols; j++)
        x.c.data[j] += x.alpha * dot(x.a.data, operand_at(x.b, 0, j).data, x.k);
}
