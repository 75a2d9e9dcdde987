/* Tests of leave-one-out and of the bandwidth it chooses, against statsmodels. */
#include "bandwidth.h"
#include "dataset.h"
#include "common/testing.h"

#include <math.h>
#include <stdio.h>

#define GOLDEN "ch01_kernel_regression/golden/kernel.txt"

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

START_TEST(leave_one_out_equals_statsmodels_on_all_samples_but_one)
{
    static const double h[] = {0.5, 1, 2.5};
    char name[32];
    Dataset d = dataset_motorcycle(&arena);
    Mat out = mat_new(&arena, d.y.rows, 1);
    leave_one_out(&arena, out, d.x, d.y, GAUSSIAN, kernel_width(&arena, 1, h[_i]));
    snprintf(name, sizeof name, "motorcycle.loo_%.1f", h[_i]);
    assert_mat_close(out, golden(&arena, GOLDEN, name), 2e-5);
}
END_TEST

START_TEST(the_shortcut_formula_gives_the_same_residuals)
{
    /* y_i - f_{-i}(x_i) = (y_i - f(x_i)) / (1 - A_ii): exercise 2 on paper */
    Dataset d = dataset_motorcycle(&arena);
    int n = d.x.rows;
    Mat width = kernel_width(&arena, 1, 1.5), out = mat_new(&arena, n, 1),
        loo = mat_new(&arena, n, 1);
    Mat weights = mat_new(&arena, n, n);
    kernel_weights(weights, d.x, d.x, GAUSSIAN, width, false);
    weighted_mean(out, weights, d.y);
    leave_one_out(&arena, loo, d.x, d.y, GAUSSIAN, width);
    for (int i = 0; i < n; i++) {
        double y = (double)d.y.data[i], itself = (double)mat_row(weights, i)[i];
        assert_close(y - (double)loo.data[i], (y - (double)out.data[i]) / (1 - itself), 1e-4);
    }
}
END_TEST

START_TEST(the_chosen_bandwidth_equals_statsmodels)
{
    Dataset d = dataset_motorcycle(&arena);
    double want = (double)golden(&arena, GOLDEN, "motorcycle.cv_bandwidth").data[0];
    double h = bandwidth_select(&arena, d.x, d.y, GAUSSIAN);
    ck_assert_double_eq_tol(h, want, 0.001 * want); /* both stop at a flat minimum */
    double error = leave_one_out_rmse(&arena, d.x, d.y, GAUSSIAN, h);
    ck_assert_double_le(error, leave_one_out_rmse(&arena, d.x, d.y, GAUSSIAN, want) * 1.000001);
}
END_TEST

START_TEST(the_error_equals_statsmodels)
{
    Dataset d = dataset_motorcycle(&arena);
    double want = (double)golden(&arena, GOLDEN, "motorcycle.loo_rmse_1.0").data[0];
    assert_close(leave_one_out_rmse(&arena, d.x, d.y, GAUSSIAN, 1), want, 1e-6);
}
END_TEST

START_TEST(the_chosen_bandwidth_is_positive_for_data_of_any_kind)
{
    float x[] = {0, 0, 1, 1, 1, 2, 5, 5}, constant[] = {3, 3, 3, 3, 3, 3, 3, 3};
    float steps[] = {0, 0, 1, 1, 1, 2, 5, 5};
    for (Kernel k = GAUSSIAN; k < KERNELS; k++) {
        double h = bandwidth_select(&arena, mat_of(8, 1, x), mat_of(8, 1, constant), k);
        ck_assert(h > 0 && isfinite(h));
        h = bandwidth_select(&arena, mat_of(8, 1, x), mat_of(8, 1, steps), k);
        ck_assert(h > 0 && isfinite(h));
    }
}
END_TEST

START_TEST(a_sample_with_no_other_in_reach_makes_the_error_infinite)
{
    float x[] = {0, 1, 10}, y[] = {1, 2, 3};
    double h = 2;
    ck_assert(isinf(leave_one_out_rmse(&arena, mat_of(3, 1, x), mat_of(3, 1, y), BOXCAR, h)));
    ck_assert(isfinite(leave_one_out_rmse(&arena, mat_of(3, 1, x), mat_of(3, 1, y), GAUSSIAN, h)));
}
END_TEST

START_TEST(the_chosen_bandwidth_grows_with_the_scale_of_x)
{
    static const double scales[] = {1e-30, 1e-3, 1e3, 1e30};
    Rng r = rng_new(1);
    Dataset d = dataset_d2l(&arena, &r);
    double h = bandwidth_select(&arena, d.x, d.y, GAUSSIAN);
    mat_scale(d.x, (float)scales[_i]);
    double scaled = bandwidth_select(&arena, d.x, d.y, GAUSSIAN);
    ck_assert_double_eq_tol(scaled / scales[_i], h, 0.002 * h);
}
END_TEST

START_TEST(keys_that_are_all_the_same_have_no_range_of_bandwidths)
{
    float x[] = {4, 4, 4};
    double low, high;
    ck_assert(!bandwidth_range(mat_of(3, 1, x), &low, &high));
    x[1] = 6;
    ck_assert(bandwidth_range(mat_of(3, 1, x), &low, &high));
    ck_assert(low == 1 && high == 4);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bandwidth");
    TCase *t = tcase_create("leave_one_out");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, leave_one_out_equals_statsmodels_on_all_samples_but_one, 0, 3);
    tcase_add_test(t, the_shortcut_formula_gives_the_same_residuals);
    tcase_add_test(t, the_error_equals_statsmodels);
    suite_add_tcase(s, t);
    t = tcase_create("bandwidth");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, the_chosen_bandwidth_equals_statsmodels);
    tcase_add_test(t, the_chosen_bandwidth_is_positive_for_data_of_any_kind);
    tcase_add_test(t, a_sample_with_no_other_in_reach_makes_the_error_infinite);
    tcase_add_loop_test(t, the_chosen_bandwidth_grows_with_the_scale_of_x, 0, 4);
    tcase_add_test(t, keys_that_are_all_the_same_have_no_range_of_bandwidths);
    suite_add_tcase(s, t);
    return run_suite(s);
}
