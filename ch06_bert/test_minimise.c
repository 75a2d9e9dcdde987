/* Tests of L-BFGS on functions whose minimum is known. */
#include "minimise.h"
#include "common/testing.h"

#include <math.h>

static int calls;

/* sum_i scale_i / 2 (x_i - i)^2: long and narrow. */
static double valley(void *scales, Mat x, Mat gradient)
{
    double value = 0;
    for (int i = 0; i < x.cols; i++) {
        const float scale = ((const float *)scales)[i], off = x.data[i] - (float)i;
        value += (double)scale / 2 * (double)off * (double)off;
        gradient.data[i] = scale * off;
    }
    calls++;
    return value;
}

/* (1 - x)^2 + 100 (y - x^2)^2: a bent valley (Rosenbrock 1960), lowest at (1, 1). */
static double bent(void *unused, Mat m, Mat gradient)
{
    const double x = (double)m.data[0], y = (double)m.data[1], off = y - x * x;
    gradient.data[0] = (float)(-2 * (1 - x) - 400 * x * off);
    gradient.data[1] = (float)(200 * off);
    (void)unused;
    return (1 - x) * (1 - x) + 100 * off * off;
}

static float scales[] = {1, 100, 3, 40, 1000, 7};
enum { N = sizeof scales / sizeof *scales };

START_TEST(a_narrow_valley_is_followed_to_its_end)
{
    float x[N] = {9, -9, 9, -9, 9, -9};
    const Minimum m = minimise(mat_of(1, N, x), valley, scales, 1e-4, 200);
    for (int i = 0; i < N; i++) ck_assert_double_eq_tol((double)x[i], i, 1e-3);
    ck_assert_msg(m.gradient <= 1e-4 && m.iterations < 100, "%d %g", m.iterations, m.gradient);
    ck_assert_double_eq_tol(m.value, 0, 1e-6);
}
END_TEST

START_TEST(a_bent_valley_is_followed_to_its_end)
{
    float x[] = {-1.2f, 1};
    const Minimum m = minimise(mat_of(1, 2, x), bent, NULL, 1e-3, 200);
    ck_assert_msg(fabs((double)x[0] - 1) < 2e-3 && fabs((double)x[1] - 1) < 4e-3,
                  "(%g, %g) after %d", (double)x[0], (double)x[1], m.iterations);
    ck_assert_int_lt(m.iterations, 100); /* steepest descent takes thousands */
}
END_TEST

START_TEST(the_search_ends_where_it_is_told_to)
{
    float lowest[N] = {0, 1, 2, 3, 4, 5}, x[N] = {0};
    calls = 0;
    ck_assert_int_eq(minimise(mat_of(1, N, lowest), valley, scales, 1e-4, 200).iterations, 0);
    ck_assert_int_eq(calls, 1);
    ck_assert_int_eq(minimise(mat_of(1, N, x), valley, scales, 0, 5).iterations, 5);
    ck_assert_int_lt(minimise(mat_of(1, N, x), valley, scales, 0, 100000).iterations, 1000);
}
END_TEST

START_TEST(every_iteration_ends_lower)
{
    double before = INFINITY;
    for (int most = 0; most < 20; most++) {
        float x[] = {-1.2f, 1};
        const Minimum m = minimise(mat_of(1, 2, x), bent, NULL, 1e-3, most);
        ck_assert_msg(m.value < before, "%d: %g after %g", most, m.value, before);
        before = m.value;
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("minimise");
    TCase *t = tcase_create("minimise");
    tcase_add_test(t, a_narrow_valley_is_followed_to_its_end);
    tcase_add_test(t, a_bent_valley_is_followed_to_its_end);
    tcase_add_test(t, the_search_ends_where_it_is_told_to);
    tcase_add_test(t, every_iteration_ends_lower);
    suite_add_tcase(s, t);
    return run_suite(s);
}
