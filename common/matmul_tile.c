/* matmul_tile - the innermost loops of the matrix product: tiles of C that live in registers.
 *
 * A tile is a sum of outer products: for each p, a column of TILE_ROWS elements of A times a row of
 * TILE_COLS elements of B. The compiler turns the arrays of vectors into registers when all loop
 * bounds but k are constants; so each number of rows has its own copy of the code, and no strip
 * computes rows that do not exist. Every element is alpha times one sum over p in ascending order,
 * in every copy: its bits do not depend on where a strip begins. */
#include "matmul_parts.h"

#define INLINE static inline __attribute__((always_inline))

/* C = alpha sum + C, or + 0: one expression, so that a compiler that fuses the product and the sum
 * into one rounding does so in every copy of the code. */
INLINE void store_tile(const Strip *s, Mat c, Vec sum[TILE_ROWS][TILE_VECTORS], const int rows)
{
    foreach (i, rows) {
        float *row = mat_row(c, i);
        foreach (j, TILE_VECTORS) {
            Vec old = {0};
            if (s->add) old = load(row + j * LANES);
            store(row + j * LANES, old + s->alpha * sum[i][j]);
        }
    }
}

/* Asks for a row of the tile while the sums are formed, so that the store need not wait. */
INLINE void fetch_to_write(const float *c_row)
{
    for (int j = 0; j < TILE_COLS; j += CACHE_LINE) __builtin_prefetch(c_row + j, 1);
}

//> matmul_tile
/* C, rows x TILE_COLS, from rows x k of A and one panel of B. Element (i, p) of A is
 * data[i * row + p * step]; three rows share a pointer, which saves registers for addresses. */
INLINE void multiply_tile(const Strip *s, Mat c, const float *b, const int rows, const size_t row,
                          const size_t step)
{
    Vec sum[TILE_ROWS][TILE_VECTORS];
    const float *a[(TILE_ROWS + 2) / 3];
    foreach (i, rows) {
        a[i / 3] = s->a.data + (size_t)(i - i % 3) * row;
        foreach (j, TILE_VECTORS) sum[i][j] = (Vec){0};
    }
    foreach (i, rows) fetch_to_write(mat_row(c, i));
    UNROLL_4
    for (int p = 0; p < s->k; p++) {
        Vec b_row[TILE_VECTORS];
        foreach (j, TILE_VECTORS) b_row[j] = load(b + j * LANES);
        foreach (i, rows) {
            float a_ip = a[i / 3][(size_t)(i % 3) * row];
            foreach (j, TILE_VECTORS) sum[i][j] += a_ip * b_row[j];
        }
        foreach (i, (rows + 2) / 3) a[i] += step;
        b += TILE_COLS;
    }
    store_tile(s, c, sum, rows);
}
//< matmul_tile

/* Asks for a part of what the next strip will read: k is cut into `parts`. */
INLINE void fetch_ahead(const Strip *s, int part, int parts)
{
    const int end = (int)((long long)s->k * (part + 1) / parts);
    for (int p = (int)((long long)s->k * part / parts); p < end; p += CACHE_LINE)
        for (int i = 0; i < s->ahead_rows; i++) __builtin_prefetch(operand_at(s->ahead, i, p).data);
}

INLINE void copy_tile(Mat to, Mat from)
{
    for (int i = 0; i < to.rows; i++)
        memcpy(mat_row(to, i), mat_row(from, i), (size_t)to.cols * sizeof(float));
}

/* All panels of one strip. The last one may have more columns than C: then the tile is computed in
 * a buffer, and what C has of it is copied. */
INLINE void multiply_rows(const Strip *s, const int rows, const size_t row, const size_t step)
{
    const int panels = (s->c.cols + TILE_COLS - 1) / TILE_COLS;
    const float *b = s->b;
    for (int t = 0; t < panels; t++, b += (size_t)s->k * TILE_COLS) {
        float buffer[TILE_ROWS * TILE_COLS];
        Mat c = {rows, s->c.cols - t * TILE_COLS, s->c.stride, s->c.data + t * TILE_COLS};
        Mat used = {rows, c.cols, TILE_COLS, buffer};
        const bool whole = c.cols >= TILE_COLS;
        if (!whole) {
            memset(buffer, 0, sizeof buffer);
            copy_tile(used, c);
        }
        fetch_ahead(s, t, panels);
        multiply_tile(s, whole ? c : used, b, rows, row, step);
        if (!whole) copy_tile(c, used);
    }
}

/* A whose rows are contiguous (step 1), or whose columns are (row 1): with one of the steps a
 * constant, the other one is enough to address three rows. */
INLINE void multiply_either(const Strip *s, const int rows)
{
    if (s->a.col == 1)
        multiply_rows(s, rows, s->a.row, 1);
    else
        multiply_rows(s, rows, 1, s->a.col);
}

_Static_assert(TILE_ROWS <= 12, "multiply_strip needs a CASE for every number of rows");

#define CASE(rows)                                                                                 \
    case rows:                                                                                     \
        if (rows <= TILE_ROWS) multiply_either(s, rows);                                           \
        break;

void multiply_strip(const Strip *s)
{
    switch (s->c.rows) {
        CASE(1)
        CASE(2)
        CASE(3)
        CASE(4)
        CASE(5)
        CASE(6)
        CASE(7)
        CASE(8)
        CASE(9)
        CASE(10)
        CASE(11)
        CASE(12)
    default: require(false, "a strip of %d rows in tiles of %d", s->c.rows, TILE_ROWS);
    }
}
