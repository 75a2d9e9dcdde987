/* What the parts of the matrix product share, and nobody else includes but its tests and benchmark.
 *
 * The product is computed in tiles of TILE_ROWS x TILE_COLS elements of C, each held in vector
 * registers while k runs. One step of k loads TILE_COLS elements of B and TILE_ROWS of A and does
 * TILE_ROWS * TILE_COLS multiply-adds with them: the larger the tile, the fewer loads for one
 * multiply-add, and the limit is the number of registers. With 16 registers of 8 floats (AVX2) a
 * tile of 6 x 16 takes 12 for the sums, 2 for B and 1 for A: 8 loads for 12 vector multiply-adds,
 * where a dot product would need 2 for 1.
 *
 * The three macros may be given to the compiler (-DVECTOR_BYTES=64 -DTILE_ROWS=12) to build the
 * tile of another processor: it is right everywhere, and fast where the registers exist. */
#ifndef COMMON_MATMUL_PARTS_H
#define COMMON_MATMUL_PARTS_H

#include <stdbool.h>
#include <string.h>

#include "mat.h"

#ifndef VECTOR_BYTES
#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16 /* SSE2, Arm NEON, WebAssembly SIMD */
#endif
#endif

#ifndef TILE_ROWS
#if defined(__AVX512F__)
#define TILE_ROWS 12 /* 32 registers */
#elif defined(__AVX__)
#define TILE_ROWS 6 /* 16 registers */
#elif defined(__aarch64__)
#define TILE_ROWS 8 /* 32 registers */
#else
#define TILE_ROWS 4 /* 16 registers, and a product needs one of its own before it is added */
#endif
#endif

#ifndef TILE_VECTORS
#define TILE_VECTORS 2
#endif

enum {
    LANES = VECTOR_BYTES / (int)sizeof(float),
    TILE_COLS = TILE_VECTORS * LANES,
    CACHE_LINE = 64 / (int)sizeof(float), /* in floats */

    /* Blocks: what is packed of B, and of A when it is packed, stays in the second-level cache
     * (AVX2: 256 + 192 KiB), and TILE_ROWS x BLOCK_K of A in the first. */
    BLOCK_K = 256,
    BLOCK_COLS = 16 * TILE_COLS,
    BLOCK_STRIPS = 32,

    /* Elements of A that stay in the second-level cache without being packed. */
    CACHED_ELEMENTS = 1 << 16,
};

typedef float Vec __attribute__((vector_size(VECTOR_BYTES)));

/* Any LANES floats of memory, aligned or not. */
static inline Vec load(const float *from)
{
    Vec v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void store(float *to, Vec v)
{
    memcpy(to, &v, sizeof v);
}

/* A loop whose bound is a constant once its function is inlined, and which then disappears. */
#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#define UNROLL_4 _Pragma("clang loop unroll_count(4)")
#else
#define UNROLL _Pragma("GCC unroll 32")
#define UNROLL_4 _Pragma("GCC unroll 4")
#endif
#define foreach(i, n) UNROLL for (int i = 0; i < (n); i++)

/* How a product reads a stored matrix: element (i, j) of op(X) is data[i * row + j * col]. One of
 * the two steps is 1, the other the stride of the stored rows. */
typedef struct {
    const float *data;
    size_t row, col;
} Operand;

static inline Operand operand_at(Operand x, int i, int j)
{
    x.data += (size_t)i * x.row + (size_t)j * x.col;
    return x;
}

/* TILE_ROWS rows of C or fewer, all columns of a packed block of B:
 * C = alpha A B, or C += alpha A B with `add`. */
typedef struct {
    Mat c;
    float alpha;
    bool add;
    int k;
    Operand a;      /* c.rows x k */
    const float *b; /* packed by pack_b: k x c.cols */
    Operand ahead;  /* what the next strip will read of A, ahead_rows x k: fetched meanwhile */
    int ahead_rows; /* may be 0 */
} Strip;

void multiply_strip(const Strip *s);

/* Copies k x n of B into panels of TILE_COLS columns, one after the other; each panel row by row,
 * the last one filled up with zero columns. `to` has room for k * (n rounded up) floats. */
void pack_b(float *to, Operand b, int k, int n);

/* The strips of m rows are cut as evenly as can be: strip s starts at this row, and ends where the
 * next one starts. */
static inline int strip_count(int m)
{
    return (m + TILE_ROWS - 1) / TILE_ROWS;
}

static inline int strip_start(int m, int s)
{
    return (int)((long long)m * s / strip_count(m));
}

/* Copies strips first .. last - 1 of A (m x k; its columns are contiguous: a.row is 1) so that a
 * strip is k groups of TILE_ROWS floats. Strip s is at to + (s - first) * k * TILE_ROWS. */
void pack_a(float *to, Operand a, int m, int k, int first, int last);

/* C = alpha A B + beta C, where A is c.rows x k and B k x c.cols. */
typedef struct {
    Mat c;
    float alpha, beta;
    Operand a, b;
    int k;
} Product;

/* The product of one row: c.rows is 1. */
void multiply_vector(Product x);

/* c = beta c; zero when beta is 0, whatever c held. */
void scale_or_clear(Mat c, float beta);

/* The two engines behind matmul.h, for shapes that fit and are not empty, and alpha not 0. */
typedef enum { NN, NT, TN } Form;
void matmul_own(Form form, Mat c, float alpha, Mat a, Mat b, float beta);
#ifdef USE_CBLAS
void matmul_cblas(Form form, Mat c, float alpha, Mat a, Mat b, float beta);
#endif

#endif
