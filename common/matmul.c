/* matmul - the product of two matrices, in blocks that fit the caches.
 *
 * A product of m x k with k x n does m n k multiply-adds on m k + k n + m n numbers: there is much
 * to reuse, and the processor is busy only when what it reuses is near. While it waits for one
 * number from the second-level cache, a core with AVX2 could do some 200 multiply-adds; for one
 * from memory, some thousands. So each level of storage holds a part that is reused from there:
 *
 *     registers           TILE_ROWS x TILE_COLS of C      for all k of the block (matmul_tile.c)
 *     first-level cache   a strip of A, TILE_ROWS x BLOCK_K      for all columns of the block
 *     second-level cache  a block of B, BLOCK_K x BLOCK_COLS     for all rows of C
 *
 * The block of B is packed (matmul_pack.c): copied into the order in which it is read, which costs
 * one copy for m multiply-adds. A is read where it is, once for each block of B; it is packed only
 * when its columns are the contiguous ones (the form TN) and it is large. C is read and written
 * once for BLOCK_K steps of k. Each thread computes a block of C from its own packed copies, so
 * that no thread waits for another before the end.
 *
 * After K. Goto and R. van de Geijn, "Anatomy of high-performance matrix multiplication", ACM TOMS
 * 34 (2008), with the roles of A and B exchanged because rows are contiguous here. */
#include "matmul.h"
#include "matmul_parts.h"

#include <math.h>
#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef USE_CBLAS
#include <cblas.h>
#endif

/* Each thread's packed copies: static, so that no product allocates or touches new pages. */
static _Thread_local _Alignas(64) float packed_b[BLOCK_K * BLOCK_COLS];
static _Thread_local _Alignas(64) float packed_a[BLOCK_STRIPS * TILE_ROWS * BLOCK_K];

enum {
    WORK_PER_THREAD = 1 << 20, /* multiply-adds: some tens of microseconds */
    COPY_COST = 8,             /* of one number read or packed, in multiply-adds */
};

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* How many parts of `size` cover n. */
static int parts_of(int n, int size)
{
    return (n + size - 1) / size;
}

/* Cuts n into as few parts as `most` allows, as equal as whole units allow: the size of a part. */
static int even_part(int n, int most, int unit)
{
    const int part = parts_of(n, parts_of(n, most));
    return parts_of(part, unit) * unit;
}

void scale_or_clear(Mat c, float beta)
{
    if (beta == 0)
        mat_fill(c, 0);
    else if (beta != 1)
        mat_scale(c, beta);
}

//> matmul_strips
/* C = alpha A B, or C += with x.add, for one packed block of B, strip by strip of A. `cached`: A is
 * small enough to be read as if it were packed. */
static void multiply_strips(Mat c, Operand a, Strip x, bool cached)
{
    const bool pack = a.col != 1 && !(cached && c.cols <= BLOCK_COLS / 2);
    const int strips = strip_count(c.rows);
    for (int s = 0; s < strips; s++) {
        const int first = strip_start(c.rows, s), end = strip_start(c.rows, s + 1);
        x.c = mat_rows(c, first, end - first);
        if (pack) {
            if (s % BLOCK_STRIPS == 0)
                pack_a(packed_a, a, c.rows, x.k, s, smaller(s + BLOCK_STRIPS, strips));
            x.a = (Operand){packed_a + s % BLOCK_STRIPS * x.k * TILE_ROWS, 1, TILE_ROWS};
        } else {
            x.a = operand_at(a, first, 0);
            x.ahead = operand_at(a, end, 0);
            x.ahead_rows = cached || s + 1 == strips ? 0 : strip_start(c.rows, s + 2) - end;
        }
        multiply_strip(&x);
    }
}
//< matmul_strips

//> matmul_block
static void multiply_block(Product x)
{
    if (x.c.rows == 0 || x.c.cols == 0) return; /* more threads than tiles */
    const bool cached = (size_t)x.c.rows * (size_t)x.k <= CACHED_ELEMENTS;
    const int depth = even_part(x.k, BLOCK_K, 4);
    const int width = even_part(x.c.cols, BLOCK_COLS, TILE_COLS);
    if (x.beta != 0) scale_or_clear(x.c, x.beta);
    for (int p = 0; p < x.k; p += depth)
        for (int j = 0; j < x.c.cols; j += width) {
            Mat c = mat_cols(x.c, j, smaller(width, x.c.cols - j));
            Strip strip = {.alpha = x.alpha,
                           .add = x.beta != 0 || p > 0,
                           .k = smaller(depth, x.k - p),
                           .b = packed_b};
            pack_b(packed_b, operand_at(x.b, p, j), strip.k, c.cols);
            multiply_strips(c, operand_at(x.a, 0, p), strip, cached);
        }
}
//< matmul_block

/* As many threads as have WORK_PER_THREAD multiply-adds each: for less it is not worth waking one.
 */
static int threads_for(const Product *x)
{
#ifdef _OPENMP
    const double work = (double)x->c.rows * x->c.cols * x->k / WORK_PER_THREAD;
    const int most = omp_in_parallel() ? 1 : omp_get_max_threads();
    return work >= most ? most : work < 1 ? 1 : (int)work;
#else
    (void)x;
    return 1;
#endif
}

/* Row r of `down` rows and column t of `across` columns of blocks. Where the blocks begin changes
 * no bit of C: the sums over k are cut by k alone. */
static Product grid_block(const Product *x, int down, int across, int r, int t)
{
    const long long panels = parts_of(x->c.cols, TILE_COLS);
    const int i = (int)((long long)x->c.rows * r / down);
    const int i_end = (int)((long long)x->c.rows * (r + 1) / down);
    const int j = smaller((int)(panels * t / across) * TILE_COLS, x->c.cols);
    const int j_end = smaller((int)(panels * (t + 1) / across) * TILE_COLS, x->c.cols);
    Product block = *x;
    block.c = mat_block(x->c, i, j, i_end - i, j_end - j);
    block.a = operand_at(x->a, i, 0);
    block.b = operand_at(x->b, 0, j);
    return block;
}

/* How many rows of blocks the grid of `threads` blocks has that is done first. For each step of k
 * a block does rows x cols multiply-adds and reads or copies rows + cols numbers. */
static int grid_rows(const Product *x, int threads)
{
    const int panels = parts_of(x->c.cols, TILE_COLS);
    int best = 1;
    double least = INFINITY;
    for (int down = 1; down <= threads; down++) {
        if (threads % down != 0) continue;
        const double rows = parts_of(x->c.rows, down);
        const double cols = parts_of(panels, threads / down) * TILE_COLS;
        const double cost = rows * cols + COPY_COST * (rows + cols);
        if (cost < least) {
            best = down;
            least = cost;
        }
    }
    return best;
}

static Operand operand_of(Mat m, bool transposed)
{
    const size_t stride = (size_t)m.stride;
    return transposed ? (Operand){m.data, 1, stride} : (Operand){m.data, stride, 1};
}

void matmul_own(Form form, Mat c, float alpha, Mat a, Mat b, float beta)
{
    const Product x = {.c = c,
                       .alpha = alpha,
                       .beta = beta,
                       .a = operand_of(a, form == TN),
                       .b = operand_of(b, form == NT),
                       .k = form == TN ? a.rows : a.cols};
    void (*const engine)(Product) = c.rows == 1 ? multiply_vector : multiply_block;
    const int threads = threads_for(&x);
    if (threads == 1) {
        engine(x);
        return;
    }
    const int down = grid_rows(&x, threads), across = threads / down;
#ifdef _OPENMP
#pragma omp parallel for schedule(static) num_threads(threads)
#endif
    for (int t = 0; t < threads; t++) engine(grid_block(&x, down, across, t / across, t % across));
}

#ifdef USE_CBLAS
void matmul_cblas(Form form, Mat c, float alpha, Mat a, Mat b, float beta)
{
    const CBLAS_TRANSPOSE op_a = form == TN ? CblasTrans : CblasNoTrans;
    const CBLAS_TRANSPOSE op_b = form == NT ? CblasTrans : CblasNoTrans;
    const int k = form == TN ? a.rows : a.cols;
    if (sizeof(float) == 8)
        cblas_dgemm(CblasRowMajor, op_a, op_b, c.rows, c.cols, k, (double)alpha, (void *)a.data,
                    a.stride, (void *)b.data, b.stride, beta, (void *)c.data, c.stride);
    else
        cblas_sgemm(CblasRowMajor, op_a, op_b, c.rows, c.cols, k, alpha, a.data, a.stride, b.data,
                    b.stride, beta, c.data, c.stride);
}
#endif

/* What needs no engine: an empty product, and one of which nothing but beta C is left. */
static void multiply(Form form, Mat c, float alpha, Mat a, Mat b, float beta)
{
    if (c.rows == 0 || c.cols == 0) return;
    if (alpha == 0 || a.rows == 0 || a.cols == 0) {
        scale_or_clear(c, beta);
        return;
    }
#ifdef USE_CBLAS
    matmul_cblas(form, c, alpha, a, b, beta);
#else
    matmul_own(form, c, alpha, a, b, beta);
#endif
}

void matmul(Mat c, float alpha, Mat a, Mat b, float beta)
{
    require(a.cols == b.rows && c.rows == a.rows && c.cols == b.cols,
            SHAPE " = " SHAPE " times " SHAPE, SHAPE_OF(c), SHAPE_OF(a), SHAPE_OF(b));
    multiply(NN, c, alpha, a, b, beta);
}

void matmul_nt(Mat c, float alpha, Mat a, Mat b, float beta)
{
    require(a.cols == b.cols && c.rows == a.rows && c.cols == b.rows,
            SHAPE " = " SHAPE " times the transpose of " SHAPE, SHAPE_OF(c), SHAPE_OF(a),
            SHAPE_OF(b));
    multiply(NT, c, alpha, a, b, beta);
}

void matmul_tn(Mat c, float alpha, Mat a, Mat b, float beta)
{
    require(a.rows == b.rows && c.rows == a.cols && c.cols == b.cols,
            SHAPE " = the transpose of " SHAPE " times " SHAPE, SHAPE_OF(c), SHAPE_OF(a),
            SHAPE_OF(b));
    multiply(TN, c, alpha, a, b, beta);
}
