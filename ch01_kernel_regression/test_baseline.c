/* Tests of the simple predictors against scikit-learn, and of what it leaves undefined. */
#include "baseline.h"
#include "common/testing.h"

#include <stdio.h>

#define GOLDEN "ch01_kernel_regression/golden/kernel.txt"

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

static Mat reference(const char *name)
{
    return golden(&arena, GOLDEN, name);
}

START_TEST(nearest_neighbours_equal_scikit_learn)
{
    static const int k[] = {1, 2, 5, 12};
    char name[32];
    snprintf(name, sizeof name, "baseline.nearest%d", k[_i]);
    Mat out = mat_new(&arena, 8, 1);
    nearest_predict(&arena, out, reference("baseline.queries"), reference("baseline.keys"),
                    reference("baseline.values"), k[_i]);
    assert_mat_close(out, reference(name), 1e-6);
}
END_TEST

START_TEST(samples_as_near_as_the_kth_all_count)
{
    float x[] = {1, 3, 2, 2, 9}, y[] = {10, 20, 1, 2, 99}, query[] = {2}, out[1];
    Mat q = mat_of(1, 1, query), keys = mat_of(5, 1, x), values = mat_of(5, 1, y);
    nearest_predict(&arena, mat_of(1, 1, out), q, keys, values, 1); /* both samples at x = 2 */
    assert_close((double)out[0], 1.5, 1e-6);
    nearest_predict(&arena, mat_of(1, 1, out), q, keys, values, 3); /* 1 and 3 are equally near */
    assert_close((double)out[0], 33.0 / 4, 1e-6);
}
END_TEST

START_TEST(the_plane_equals_scikit_learn)
{
    Mat out = mat_new(&arena, 8, 1);
    line_predict(&arena, out, reference("baseline.queries"), reference("baseline.keys"),
                 reference("baseline.values"));
    assert_mat_close(out, reference("baseline.line"), 1e-5);
}
END_TEST

START_TEST(features_that_say_nothing_new_change_nothing)
{
    float x[] = {1, 5, 2, 2, 5, 4, 3, 5, 6, 4, 5, 8}, y[] = {3, 5, 7, 9.5f}, q[] = {5, 5, 10},
          out[1];
    Mat keys = mat_of(4, 3, x); /* the second is constant, the third twice the first */
    line_predict(&arena, mat_of(1, 1, out), mat_of(1, 3, q), keys, mat_of(4, 1, y));
    assert_close((double)out[0], 6.125 + 2.15 * 2.5, 1e-5); /* mean + slope * (5 - 2.5), by hand */
}
END_TEST

START_TEST(a_feature_that_repeats_another_up_to_rounding_gets_no_weight)
{
    float x[8], y[] = {1, 2, 4, 8}, q[] = {(float)0.5, 100}, first[] = {(float)0.5}, out[2],
                alone[4];
    static const float value[] = {(float)0.1, (float)0.7, (float)0.3, (float)0.9};
    for (int i = 0; i < 4; i++) x[2 * i] = alone[i] = value[i], x[2 * i + 1] = value[i] / 3;
    Mat values = mat_of(4, 1, y);
    line_predict(&arena, mat_of(1, 1, out), mat_of(1, 2, q), mat_of(4, 2, x), values);
    line_predict(&arena, mat_of(1, 1, out + 1), mat_of(1, 1, first), mat_of(4, 1, alone), values);
    assert_close((double)out[0], (double)out[1], 1e-6);
}
END_TEST

START_TEST(the_mean_is_the_mean)
{
    float y[] = {1, 2, 6}, out[2];
    mean_predict(mat_of(2, 1, out), mat_of(3, 1, y));
    ck_assert(out[0] == 3 && out[1] == 3);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("baseline");
    TCase *t = tcase_create("nearest_mean");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, nearest_neighbours_equal_scikit_learn, 0, 4);
    tcase_add_test(t, samples_as_near_as_the_kth_all_count);
    suite_add_tcase(s, t);
    t = tcase_create("line");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, the_plane_equals_scikit_learn);
    tcase_add_test(t, features_that_say_nothing_new_change_nothing);
    tcase_add_test(t, a_feature_that_repeats_another_up_to_rounding_gets_no_weight);
    tcase_add_test(t, the_mean_is_the_mean);
    suite_add_tcase(s, t);
    return run_suite(s);
}
