/* Tests of the matrix product against plain sums in long double, on windows of larger matrices:
 * around the operands lies NaN, which must not get in, and around C a value that must stay. */
#include "matmul.h"
#include "matmul_parts.h"
#include "parallel.h"
#include "testing.h"

#include <float.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 3 };
static const float OUTSIDE = 12345;

typedef void Multiply(Mat c, float alpha, Mat a, Mat b, float beta);
static Multiply *const multiply[] = {[NN] = matmul, [NT] = matmul_nt, [TN] = matmul_tn};

/* The inside of a matrix that has a margin all round. */
static Mat framed(Arena *arena, int rows, int cols, float margin)
{
    Mat whole = mat_new(arena, rows + 2 * MARGIN, cols + 2 * MARGIN);
    mat_fill(whole, margin);
    return mat_block(whole, MARGIN, MARGIN, rows, cols);
}

static Mat noise(Arena *arena, int rows, int cols, unsigned seed)
{
    Mat m = framed(arena, rows, cols, NAN);
    fill_noise(m, seed);
    return m;
}

static Mat noise_a(Arena *arena, Form form, int m, int k)
{
    return form == TN ? noise(arena, k, m, 1) : noise(arena, m, k, 1);
}

static Mat noise_b(Arena *arena, Form form, int k, int n)
{
    return form == NT ? noise(arena, n, k, 2) : noise(arena, k, n, 2);
}

static float at(Mat m, bool transposed, int i, int j)
{
    return transposed ? mat_row(m, j)[i] : mat_row(m, i)[j];
}

static void assert_margin_kept(Mat inside)
{
    for (int i = -MARGIN; i < inside.rows + MARGIN; i++)
        for (int j = -MARGIN; j < inside.cols + MARGIN; j++) {
            bool within = i >= 0 && i < inside.rows && j >= 0 && j < inside.cols;
            const float *row = inside.data + (ptrdiff_t)i * inside.stride;
            if (!within && row[j] != OUTSIDE) ck_abort_msg("written at (%d, %d)", i, j);
        }
}

/* Every element within the bound for a sum of k products in any order. */
static void assert_product(Form form, Mat c, float alpha, Mat a, Mat b, float beta, Mat before)
{
    const int k = form == TN ? a.rows : a.cols;
    const long double epsilon = sizeof(float) == 8 ? (long double)DBL_EPSILON : FLT_EPSILON;
    for (int i = 0; i < c.rows; i++)
        for (int j = 0; j < c.cols; j++) {
            long double old = beta == 0 ? 0 : (long double)beta * at(before, false, i, j);
            long double sum = old, size = fabsl(old);
            for (int p = 0; p < k; p++) {
                long double product = (long double)alpha * at(a, form == TN, i, p);
                product *= at(b, form == NT, p, j);
                sum += product;
                size += fabsl(product);
            }
            long double error = fabsl(at(c, false, i, j) - sum);
            if (!(error <= epsilon * (k + 3) * size))
                ck_abort_msg(
                    "form %d, %dx%dx%d, alpha %g, beta %g: (%d, %d) is %.9g, should be %.9Lg", form,
                    c.rows, k, c.cols, (double)alpha, (double)beta, i, j,
                    (double)at(c, false, i, j), sum);
        }
}

/* One product of every form. C is NaN before when beta is 0. */
static void check_size(int m, int k, int n, float alpha, float beta)
{
    static Arena arena;
    for (Form form = NN; form <= TN; form++) {
        Mat a = noise_a(&arena, form, m, k), b = noise_b(&arena, form, k, n);
        Mat c = framed(&arena, m, n, OUTSIDE), before = framed(&arena, m, n, 0);
        fill_noise(before, 3);
        if (beta == 0) mat_fill(before, NAN);
        mat_copy(c, before);
        multiply[form](c, alpha, a, b, beta);
        assert_product(form, c, alpha, a, b, beta, before);
        assert_margin_kept(c);
        arena_reset(&arena);
    }
}

START_TEST(two_by_two_is_as_by_hand)
{
    const float want[3][4] = {{19, 22, 43, 50}, {17, 23, 39, 53}, {26, 30, 38, 44}};
    float a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8}, c[4];
    for (Form form = NN; form <= TN; form++) {
        multiply[form](mat_of(2, 2, c), 1, mat_of(2, 2, a), mat_of(2, 2, b), 0);
        for (int i = 0; i < 4; i++) ck_assert(c[i] == want[form][i]);
    }
}
END_TEST

START_TEST(every_size_of_a_dimension_is_right)
{
    for (int size = 0; size <= 70; size++) {
        check_size(size, 9, 17, 1, 0);
        check_size(13, size, 5, 1, 0);
        check_size(7, 11, size, 1, 0);
        check_size(1, size, 70 - size, 1, 0);
        check_size(size, size, 1, 1, 0);
    }
}
END_TEST

START_TEST(sampled_sizes_with_alpha_and_beta_are_right)
{
    const float factors[] = {1, 0, -0.5f, 2, 1e-3f};
    unsigned r = 2024;
    for (int i = 0; i < 700; i++) {
        int size[5];
        for (int d = 0; d < 5; d++) {
            r = r * 1664525 + 1013904223;
            size[d] = (int)(r >> 16) % 71;
        }
        check_size(size[0], size[1], size[2], factors[size[3] % 5], factors[size[4] % 5]);
    }
}
END_TEST

START_TEST(sizes_around_every_block_are_right)
{
    const int rows = BLOCK_STRIPS * TILE_ROWS;
    check_size(2 * TILE_ROWS + 1, BLOCK_K - 1, BLOCK_COLS - 1, 1, 1);
    check_size(TILE_ROWS, BLOCK_K, BLOCK_COLS, 1, 0);
    check_size(TILE_ROWS + 1, BLOCK_K + 1, BLOCK_COLS + 1, -1, 0.5f);
    check_size(3, 3 * BLOCK_K + 2, 2 * BLOCK_COLS + 3, 1, 0);
    check_size(rows + 1, BLOCK_K + 5, BLOCK_COLS + 9, 1, 0);
    check_size(2 * rows + 5, BLOCK_K / 2, BLOCK_COLS / 2 + 1, 1, 1);
    check_size(rows, 2 * BLOCK_K, 5, 1, 0);
    check_size(1, CACHED_ELEMENTS / 64, 129, 1, 0);
}
END_TEST

/* In memory that ends where the matrices end: the sanitizers see a step outside. */
START_TEST(nothing_is_read_beyond_the_operands)
{
    for (int n = 1; n < 40; n++)
        for (Form form = NN; form <= TN; form++) {
            const int k = n + 1;
            const size_t bytes = sizeof(float) * (size_t)(n * k);
            Mat a = form == TN ? mat_of(k, n, malloc(bytes)) : mat_of(n, k, malloc(bytes));
            Mat b = form == NT ? mat_of(n, k, malloc(bytes)) : mat_of(k, n, malloc(bytes));
            Mat c = mat_of(n, n, malloc(bytes));
            fill_noise(a, 1);
            fill_noise(b, 2);
            multiply[form](c, 1, a, b, 0);
            assert_product(form, c, 1, a, b, 0, c);
            free(a.data);
            free(b.data);
            free(c.data);
        }
}
END_TEST

START_TEST(an_empty_sum_leaves_beta_times_c)
{
    float c[] = {1, 2, 3, 4, 5, 6};
    Mat m = mat_of(2, 3, c), nan = mat_of(2, 3, (float[]){NAN, NAN, NAN, NAN, NAN, NAN});
    matmul(m, 1, mat_of(2, 0, NULL), mat_of(0, 3, NULL), 0.5f);
    for (int i = 0; i < 6; i++) ck_assert(c[i] == 0.5f * (float)(i + 1));
    matmul(m, 0, mat_of(2, 2, nan.data), nan, 1); /* alpha = 0 reads neither */
    for (int i = 0; i < 6; i++) ck_assert(c[i] == 0.5f * (float)(i + 1));
    matmul_nt(nan, 1, mat_of(2, 0, NULL), mat_of(3, 0, NULL), 0);
    for (int i = 0; i < 6; i++) ck_assert(nan.data[i] == 0);
}
END_TEST

/* Puts `value` into one element of A or B: it may change one row or one column of C, no other. */
static void check_spread(Form form, int m, int k, int n, float value, bool in_a)
{
    Arena arena = {0};
    Mat a = noise_a(&arena, form, m, k), b = noise_b(&arena, form, k, n);
    Mat clean = mat_zeros(&arena, m, n), c = mat_zeros(&arena, m, n);
    const int i = m - 1, p = k / 2, j = n - 1;
    multiply[form](clean, 1, a, b, 0);
    if (in_a)
        *(form == TN ? mat_row(a, p) + i : mat_row(a, i) + p) = value;
    else
        *(form == NT ? mat_row(b, j) + p : mat_row(b, p) + j) = value;
    multiply[form](c, 1, a, b, 0);
    for (int y = 0; y < m; y++)
        for (int x = 0; x < n; x++) {
            if (in_a ? y == i : x == j)
                ck_assert(!isfinite(mat_row(c, y)[x]));
            else
                ck_assert(mat_row(c, y)[x] == mat_row(clean, y)[x]);
        }
    arena_free(&arena);
}

START_TEST(nan_and_infinity_spread_along_their_row_or_column_only)
{
    const int sizes[][3] = {{1, 37, 19}, {7, 5, 33}, {13, 300, 17}, {40, 70, 1}, {64, 64, 64}};
    for (Form form = NN; form <= TN; form++)
        for (int i = 0; i < 20; i++) {
            const int *size = sizes[i / 4];
            check_spread(form, size[0], size[1], size[2], i % 2 ? NAN : INFINITY, i / 2 % 2);
        }
}
END_TEST

START_TEST(any_number_of_threads_gives_the_same_bits)
{
    const int sizes[][3] = {{128, 128, 128}, {1, 1000, 777},   {2, 900, 901},  {301, 700, 95},
                            {1111, 257, 65}, {67, 1031, 1027}, {2, 99999, 31}, {700, 300, 1}};
    Arena arena = {0};
    for (int i = 0; i < 8 * 3; i++) {
        const Form form = (Form)(i % 3);
        const int m = sizes[i / 3][0], k = sizes[i / 3][1], n = sizes[i / 3][2];
        Mat a = noise_a(&arena, form, m, k), b = noise_b(&arena, form, k, n);
        Mat one = mat_new(&arena, m, n), many = mat_new(&arena, m, n);
        use_threads(1);
        matmul_own(form, one, 0.7f, a, b, 0);
        /* downwards: LLVM's OpenMP loses memory when its team grows, which a sanitizer reports */
        for (int threads = 6; threads >= 2; threads -= 2) {
            use_threads(threads);
            mat_fill(many, NAN);
            matmul_own(form, many, 0.7f, a, b, 0);
            ck_assert_msg(!memcmp(one.data, many.data, sizeof(float) * (size_t)m * (size_t)n),
                          "form %d, %dx%dx%d, %d threads", form, m, k, n, threads);
        }
        arena_reset(&arena);
    }
    arena_free(&arena);
}
END_TEST

START_TEST(products_inside_a_parallel_region_do_not_disturb_each_other)
{
    enum { PRODUCTS = 8, SIZE = 96 };
    Arena arena = {0};
    Mat a = noise(&arena, SIZE, SIZE, 1), b = noise(&arena, SIZE, SIZE, 2), c[PRODUCTS];
    for (int i = 0; i < PRODUCTS; i++) c[i] = framed(&arena, SIZE, SIZE, OUTSIDE);
    use_threads(2);
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic)
#endif
    for (int i = 0; i < PRODUCTS; i++) multiply[i % 3](c[i], 1, a, b, 0);
    for (int i = 0; i < PRODUCTS; i++) assert_product((Form)(i % 3), c[i], 1, a, b, 0, c[i]);
    arena_free(&arena);
}
END_TEST

START_TEST(shapes_that_do_not_fit_abort)
{
    static float x[64];
    multiply[_i](mat_of(2, 3, x), 1, mat_of(4, 5, x + 20), mat_of(6, 7, x + 20), 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("matmul");
    TCase *t = tcase_create("matmul");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, two_by_two_is_as_by_hand);
    tcase_add_test(t, every_size_of_a_dimension_is_right);
    tcase_add_test(t, sampled_sizes_with_alpha_and_beta_are_right);
    tcase_add_test(t, sizes_around_every_block_are_right);
    tcase_add_test(t, nothing_is_read_beyond_the_operands);
    tcase_add_test(t, an_empty_sum_leaves_beta_times_c);
    tcase_add_test(t, nan_and_infinity_spread_along_their_row_or_column_only);
    tcase_add_test(t, any_number_of_threads_gives_the_same_bits);
    tcase_add_test(t, products_inside_a_parallel_region_do_not_disturb_each_other);
    tcase_add_loop_test_raise_signal(t, shapes_that_do_not_fit_abort, SIGABRT, NN, TN + 1);
    suite_add_tcase(s, t);
    return run_suite(s);
}
