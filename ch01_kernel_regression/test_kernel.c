/* Tests of the Nadaraya-Watson weights: numpy's and statsmodels' values, limits, extreme queries.
 */
#include "kernel.h"
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

static Mat reference(const char *group, const char *name)
{
    char key[64];
    snprintf(key, sizeof key, "%s.%s", group, name);
    return golden(&arena, GOLDEN, key);
}

/* Nadaraya-Watson with one bandwidth for all features. */
static Mat predict(Mat queries, Mat keys, Mat values, Kernel kernel, double h)
{
    Mat out = mat_new(&arena, queries.rows, values.cols);
    Mat weights = mat_new(&arena, queries.rows, keys.rows);
    kernel_weights(weights, queries, keys, kernel, kernel_width(&arena, keys.cols, h), false);
    weighted_mean(out, weights, values);
    return out;
}

static void assert_kernel(const char *group, Kernel kernel)
{
    char name[32];
    Mat queries = reference(group, "queries"), keys = reference(group, "keys");
    Mat width = kernel_width(&arena, keys.cols, (double)reference(group, "h").data[0]);
    Mat weights = mat_new(&arena, queries.rows, keys.rows), out = mat_new(&arena, queries.rows, 2);
    kernel_weights(weights, queries, keys, kernel, width, false);
    snprintf(name, sizeof name, "%s.weights", kernel_name(kernel));
    assert_mat_close(weights, reference(group, name), 2e-6);
    weighted_mean(out, weights, reference(group, "values"));
    snprintf(name, sizeof name, "%s.out", kernel_name(kernel));
    assert_mat_close(out, reference(group, name), 2e-6);
}

START_TEST(gaussian_weights_equal_numpys)
{
    assert_kernel("kernels1", GAUSSIAN);
    assert_kernel("kernels3", GAUSSIAN);
}
END_TEST

START_TEST(every_kernels_weights_equal_numpys)
{
    assert_kernel("kernels1", (Kernel)_i);
    assert_kernel("kernels3", (Kernel)_i);
}
END_TEST

START_TEST(predictions_equal_statsmodels)
{
    static const char *const names[] = {"out_0.5", "out_1.0", "out_2.5"};
    static const double h[] = {0.5, 1, 2.5};
    Dataset d = dataset_motorcycle(&arena);
    Mat out = predict(reference("motorcycle", "queries"), d.x, d.y, GAUSSIAN, h[_i]);
    assert_mat_close(out, reference("motorcycle", names[_i]), 2e-5);
}
END_TEST

/* The samples of a bug report: statistics programs returned 0/0 far away from them. */
static float few_x[] = {0,          (float)0.4, (float)0.9, (float)1.3, (float)1.8, (float)2.2,
                        (float)2.7, (float)3.1, (float)3.6, 4,          (float)4.5, 5};
static float few_y[] = {(float)0.1, (float)1.05, (float)2.3,  (float)2.75, (float)3.2, (float)3.05,
                        (float)2.6, (float)2.2,  (float)1.55, (float)1.4,  (float)1.6, (float)2.2};

START_TEST(far_from_all_samples_a_gaussian_gives_the_nearest_one)
{
    float x[] = {-100, 50, (float)1e6, (float)5.4, -100, 50, 2.45f};
    Mat out = predict(mat_of(6, 1, x), mat_of(12, 1, few_x), mat_of(12, 1, few_y), GAUSSIAN, 0.05);
    static const double want[] = {0.1, 2.2, 2.2, 2.2, 0.1, 2.2};
    for (int i = 0; i < 6; i++) assert_close((double)out.data[i], want[i], 1e-6);
    out = predict(mat_of(1, 1, x + 6), mat_of(12, 1, few_x), mat_of(12, 1, few_y), GAUSSIAN, 0.05);
    ck_assert(out.data[0] > 2.6f &&
              out.data[0] < 3.05f); /* between two samples: either, or a mean */
}
END_TEST

START_TEST(a_huge_bandwidth_gives_the_mean)
{
    float x[] = {-3, 2, 400};
    Mat out = predict(mat_of(3, 1, x), mat_of(12, 1, few_x), mat_of(12, 1, few_y), (Kernel)_i, 1e6);
    for (int i = 0; i < 3; i++) ck_assert_double_eq_tol((double)out.data[i], 2, 1e-5);
}
END_TEST

START_TEST(data_of_any_scale_give_the_same_weights)
{
    static const double scales[] = {1e-30, 1e-6, 1, 1e6, 1e30};
    Mat want =
        predict(mat_of(12, 1, few_x), mat_of(12, 1, few_x), mat_of(12, 1, few_y), GAUSSIAN, 0.5);
    float x[12];
    for (int i = 0; i < 12; i++) x[i] = (float)((double)few_x[i] * scales[_i]);
    Mat keys = mat_of(12, 1, x);
    Mat out = predict(keys, keys, mat_of(12, 1, few_y), GAUSSIAN, 0.5 * scales[_i]);
    assert_mat_close(out, want, 1e-5);
}
END_TEST

START_TEST(without_a_key_in_reach_the_prediction_is_nan_for_that_query_alone)
{
    float x[] = {2, 9, 3};
    Mat weights = mat_new(&arena, 3, 12), out = mat_new(&arena, 3, 1);
    Mat width = kernel_width(&arena, 1, 0.5);
    for (Kernel k = BOXCAR; k < KERNELS; k++) {
        kernel_weights(weights, mat_of(3, 1, x), mat_of(12, 1, few_x), k, width, false);
        ck_assert_int_eq(weighted_mean(out, weights, mat_of(12, 1, few_y)), 1);
        ck_assert(!isnan(out.data[0]) && isnan(out.data[1]) && !isnan(out.data[2]));
    }
}
END_TEST

START_TEST(a_constant_is_predicted_as_that_constant)
{
    float x[] = {-1, 0.2f, 4.6f}, seven[12];
    for (int i = 0; i < 12; i++) seven[i] = 7;
    Mat out = predict(mat_of(3, 1, x), mat_of(12, 1, few_x), mat_of(12, 1, seven), GAUSSIAN, 0.3);
    for (int i = 0; i < 3; i++) assert_close((double)out.data[i], 7, 1e-6);
}
END_TEST

START_TEST(samples_at_the_same_place_share_their_weight)
{
    float x[] = {1, 1, 3}, y[] = {2, 4, 100}, query[] = {1};
    Mat out = predict(mat_of(1, 1, query), mat_of(3, 1, x), mat_of(3, 1, y), GAUSSIAN, 0.01);
    assert_close((double)out.data[0], 3, 1e-6);
}
END_TEST

START_TEST(a_hidden_key_gets_no_weight_and_is_not_the_nearest)
{
    Mat keys = mat_of(12, 1, few_x), weights = mat_new(&arena, 12, 12);
    kernel_weights(weights, keys, keys, GAUSSIAN, kernel_width(&arena, 1, 1e-4), true);
    for (int i = 0; i < 12; i++) {
        ck_assert(mat_row(weights, i)[i] == 0);
        assert_close(mat_sum(mat_rows(weights, i, 1)), 1, 1e-6);
    }
}
END_TEST

START_TEST(keys_far_from_the_query_are_told_apart)
{
    /* The squares differ by 1 part in a million: float32 alone would round the difference away. */
    float x[] = {0, (float)0.0009765625}, query[] = {1000};
    double apart = (1000.0 * 1000.0 - (1000 - 0.0009765625) * (1000 - 0.0009765625)) / 2;
    Mat weights = mat_new(&arena, 1, 2);
    kernel_weights(weights, mat_of(1, 1, query), mat_of(2, 1, x), GAUSSIAN,
                   kernel_width(&arena, 1, 1), false);
    assert_close((double)weights.data[1], 1 / (1 + exp(-apart)), 1e-6);
}
END_TEST

START_TEST(keys_far_from_a_hidden_one_are_told_apart)
{
    float x[] = {0, 1000, (float)1000.0009765625};
    double apart = (1000.0009765625 * 1000.0009765625 - 1000.0 * 1000.0) / 2;
    Mat weights = mat_new(&arena, 3, 3), keys = mat_of(3, 1, x);
    kernel_weights(weights, keys, keys, GAUSSIAN, kernel_width(&arena, 1, 1), true);
    assert_close((double)mat_row(weights, 0)[1], 1 / (1 + exp(-apart)), 1e-6);
}
END_TEST

START_TEST(kernel_values_are_those_of_the_formulas)
{
    static const double want[KERNELS][3] = {
        {1, 0.8824969025845955, 0.1353352832366127}, {1, 1, 0}, {1, 0.5, 0}, {1, 0.75, 0}};
    static const double u[] = {0, 0.5, 2};
    for (int k = 0; k < KERNELS; k++)
        for (int i = 0; i < 3; i++)
            ck_assert_double_eq_tol(kernel_value((Kernel)k, u[i]), want[k][i], 1e-15);
}
END_TEST

START_TEST(one_width_for_each_feature_scales_that_feature)
{
    float w[] = {2, 0.5f}, ones[] = {1, 1};
    Mat q = mat_new(&arena, 3, 2), keys = mat_new(&arena, 5, 2);
    Mat a = mat_new(&arena, 3, 5), b = mat_new(&arena, 3, 5);
    fill_noise(q, 1);
    fill_noise(keys, 2);
    gaussian_scores(a, q, keys, mat_of(1, 2, w), false);
    for (int k = 0; k < 2; k++) {
        mat_scale(mat_cols(q, k, 1), w[k]);
        mat_scale(mat_cols(keys, k, 1), w[k]);
    }
    gaussian_scores(b, q, keys, mat_of(1, 2, ones), false);
    assert_mat_close(a, b, 1e-6);
}
END_TEST

START_TEST(an_impossible_bandwidth_is_refused)
{
    static const double h[] = {0, -0.5, NAN, INFINITY, 1e-39, 1e39};
    kernel_width(&arena, 1, h[_i]);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("kernel");
    TCase *t = tcase_create("gaussian_row");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, gaussian_weights_equal_numpys);
    tcase_add_loop_test(t, predictions_equal_statsmodels, 0, 3);
    tcase_add_test(t, far_from_all_samples_a_gaussian_gives_the_nearest_one);
    tcase_add_loop_test(t, data_of_any_scale_give_the_same_weights, 0, 5);
    tcase_add_test(t, a_hidden_key_gets_no_weight_and_is_not_the_nearest);
    tcase_add_test(t, keys_far_from_the_query_are_told_apart);
    tcase_add_test(t, keys_far_from_a_hidden_one_are_told_apart);
    tcase_add_test(t, one_width_for_each_feature_scales_that_feature);
    suite_add_tcase(s, t);
    t = tcase_create("kernels");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, kernel_values_are_those_of_the_formulas);
    tcase_add_loop_test(t, every_kernels_weights_equal_numpys, 0, KERNELS);
    tcase_add_loop_test(t, a_huge_bandwidth_gives_the_mean, 0, KERNELS);
    tcase_add_test(t, without_a_key_in_reach_the_prediction_is_nan_for_that_query_alone);
    tcase_add_test(t, a_constant_is_predicted_as_that_constant);
    tcase_add_test(t, samples_at_the_same_place_share_their_weight);
    tcase_add_loop_test_raise_signal(t, an_impossible_bandwidth_is_refused, 6, 0, 6);
    suite_add_tcase(s, t);
    return run_suite(s);
}
