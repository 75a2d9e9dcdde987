/* matmul_pack - copies blocks of a product's operands into the order in which the tiles read them.
 *
 * A tile reads TILE_COLS elements of row p of B, then of row p + 1, and so on. In the stored matrix
 * these rows are far apart: every one costs a cache line of its own, often a page of its own, and
 * strides that are powers of two compete for the same few places in the cache. Packed, they are one
 * sequence. A block of k x n elements is packed once and used for all m rows of C: the copy is one
 * in m of the multiply-adds. */
#include "matmul_parts.h"

enum {
    GROUP = 8, /* rows packed together, so that stored rows are read in long runs */
    QUAD = 4,
};

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Copies rows x cols into rows of `width`, filled up with zeros. The stored rows of the group after
 * this one are asked for in time. */
static inline void copy_rows(float *to, Operand from, int rows, int cols, const int width)
{
    for (int p = 0; p < rows; p++, to += width, from.data += from.row) {
        __builtin_prefetch(from.data + GROUP * from.row);
        if (cols >= width) {
            memcpy(to, from.data, (size_t)width * sizeof(float));
        } else {
            memcpy(to, from.data, (size_t)cols * sizeof(float));
            memset(to + cols, 0, (size_t)(width - cols) * sizeof(float));
        }
    }
}

typedef float Quad __attribute__((vector_size(QUAD * sizeof(float))));

/* Transposes 4 x 4 elements: rows of `from` become columns of `to`. First pairs of rows are
 * interleaved, then pairs of pairs. */
static inline void transpose_quad(float *to, size_t to_row, const float *from, size_t from_row)
{
    Quad a, b, c, d;
    memcpy(&a, from, sizeof a);
    memcpy(&b, from + from_row, sizeof b);
    memcpy(&c, from + 2 * from_row, sizeof c);
    memcpy(&d, from + 3 * from_row, sizeof d);
    const Quad ab_left = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    const Quad ab_right = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Quad cd_left = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const Quad cd_right = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    a = __builtin_shufflevector(ab_left, cd_left, 0, 1, 4, 5);
    b = __builtin_shufflevector(ab_left, cd_left, 2, 3, 6, 7);
    c = __builtin_shufflevector(ab_right, cd_right, 0, 1, 4, 5);
    d = __builtin_shufflevector(ab_right, cd_right, 2, 3, 6, 7);
    memcpy(to, &a, sizeof a);
    memcpy(to + to_row, &b, sizeof b);
    memcpy(to + 2 * to_row, &c, sizeof c);
    memcpy(to + 3 * to_row, &d, sizeof d);
}

/* One panel, k x n, of a B whose columns are contiguous (the form NT). */
static void transpose_panel(float *to, Operand from, int k, int n)
{
    int whole_k = n == TILE_COLS && TILE_COLS % QUAD == 0 ? k - k % QUAD : 0;
    for (int p = 0; p < whole_k; p += QUAD)
        for (int j = 0; j < TILE_COLS; j += QUAD)
            transpose_quad(to + p * TILE_COLS + j, TILE_COLS, operand_at(from, p, j).data,
                           from.col);
    for (int p = whole_k; p < k; p++)
        for (int j = 0; j < TILE_COLS; j++)
            to[p * TILE_COLS + j] = j < n ? *operand_at(from, p, j).data : 0;
}

void pack_b(float *to, Operand b, int k, int n)
{
    if (b.col != 1) {
        for (int j = 0; j < n; j += TILE_COLS)
            transpose_panel(to + (size_t)j * (size_t)k, operand_at(b, 0, j), k,
                            smaller(TILE_COLS, n - j));
        return;
    }
    for (int p = 0; p < k; p += GROUP)
        for (int j = 0; j < n; j += TILE_COLS)
            copy_rows(to + (size_t)j * (size_t)k + p * TILE_COLS, operand_at(b, p, j),
                      smaller(GROUP, k - p), n - j, TILE_COLS);
}

void pack_a(float *to, Operand a, int m, int k, int first, int last)
{
    Operand transposed = {a.data, a.col, a.row};
    for (int p = 0; p < k; p += GROUP)
        for (int s = first; s < last; s++) {
            int i = strip_start(m, s);
            copy_rows(to + ((size_t)(s - first) * (size_t)k + (size_t)p) * TILE_ROWS,
                      operand_at(transposed, p, i), smaller(GROUP, k - p), m - i, TILE_ROWS);
        }
}
