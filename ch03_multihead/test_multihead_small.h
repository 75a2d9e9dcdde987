/* A small attention with weights drawn once, for the tests that need no reference values. */
#ifndef CH03_TEST_MULTIHEAD_SMALL_H
#define CH03_TEST_MULTIHEAD_SMALL_H

#include "multihead.h"
#include "common/testing.h"

enum { D = 8, HEADS = 2, T = 5, BATCH = 3 };

static Arena arena;
static Params params;
static Rng rng;
static MultiHead m;
static const Mask everything;

static inline void setup(void)
{
    rng = rng_new(5);
    m = multihead_new(&params, &rng, "m", D, HEADS);
    for (int i = 0; i < params.count; i++) fill_noise(params.items[i]->value, (unsigned)i + 1);
}

static inline void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

static inline Mat noise(int rows, unsigned seed)
{
    Mat x = mat_new(&arena, rows, D);
    fill_noise(x, seed);
    return x;
}

/* Self-attention of x. */
static inline Mat attend(Mat x, const Mask *mask, int batch)
{
    Mat out = mat_new(&arena, x.rows, D);
    multihead_forward(&m, &arena, out, x, x, mask, batch);
    return out;
}

static inline bool equal(Mat a, Mat b)
{
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < a.cols; j++)
            if (mat_row(a, i)[j] != mat_row(b, i)[j]) return false;
    return true;
}

/* W_o = 1 and b_o = 0 show the heads' outputs side by side. */
static inline void show_heads(void)
{
    mat_fill(m.w_o->value, 0);
    for (int i = 0; i < D; i++) mat_row(m.w_o->value, i)[i] = 1;
    mat_fill(m.b_o->value, 0);
}

#endif
