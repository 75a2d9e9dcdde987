/* Tests of fitting and validation. */
#include "evaluate.h"
#include "bandwidth.h"
#include "common/testing.h"

#include <math.h>
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#endif

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

START_TEST(the_motorcycle_data_are_silvermans)
{
    /* The sums of the 133 rows and the extreme values, as R's MASS::mcycle has them. */
    Dataset d = dataset_motorcycle(&arena);
    ck_assert_int_eq(d.x.rows, 133);
    assert_close(mat_sum(d.x), 3348.8, 1e-6);
    assert_close(mat_sum(d.y), -3397.6, 1e-6);
    double most = 0, least = 0;
    for (int i = 0; i < 133; i++) {
        most = fmax(most, (double)d.y.data[i]), least = fmin(least, (double)d.y.data[i]);
        ck_assert(i == 0 || d.x.data[i] >= d.x.data[i - 1]);
    }
    ck_assert(most == 75.0 && least == -134.0);
}
END_TEST

START_TEST(the_generated_samples_lie_around_d2ls_curve)
{
    Rng r = rng_new(1);
    double sum = 0, squares = 0;
    int n = 0;
    for (int t = 0; t < 100; t++) {
        Dataset d = dataset_d2l(&arena, &r);
        ck_assert_int_eq(d.x.rows, 50);
        for (int i = 0; i < 50; i++, n++) {
            double x = (double)d.x.data[i], e = (double)d.y.data[i] - (2 * sin(x) + pow(x, 0.8));
            ck_assert(x >= 0 && x <= 5 && (i == 0 || d.x.data[i] >= d.x.data[i - 1]));
            sum += e, squares += e * e;
        }
    }
    ck_assert_double_eq_tol(sum / n, 0, 0.03); /* four standard errors */
    ck_assert_double_eq_tol(sqrt(squares / n), 0.5, 0.02);
}
END_TEST

START_TEST(leaving_one_out_of_a_mean_is_the_textbook_formula)
{
    /* The residual without sample i is n / (n - 1) times the residual with it. */
    Dataset d = dataset_motorcycle(&arena);
    Model mean = model_fit(&arena, MEAN, d);
    double m = mat_sum(d.y) / 133, squares = mat_dot(d.y, d.y) - 133 * m * m;
    assert_close(model_loo_rmse(&mean, &arena, d), 133.0 / 132 * sqrt(squares / 133), 1e-6);
}
END_TEST

START_TEST(the_nw_model_has_the_cross_validated_bandwidth_and_its_error)
{
    Dataset d = dataset_motorcycle(&arena);
    Model nw = model_fit(&arena, NW, d);
    double h = bandwidth_select(&arena, d.x, d.y, GAUSSIAN);
    assert_close(1 / (double)nw.width.data[0], h, 1e-6);
    assert_close(model_loo_rmse(&nw, &arena, d), leave_one_out_rmse(&arena, d.x, d.y, GAUSSIAN, h),
                 1e-5);
}
END_TEST

START_TEST(the_learned_width_ignores_a_feature_without_meaning)
{
    Rng r = rng_new(1);
    Dataset d = dataset_two_features(&arena, &r, 120);
    Model one = model_fit(&arena, NW, d), each = model_fit(&arena, LEARNED, d);
    ck_assert_double_lt(fabs((double)each.width.data[1]), 0.2 * fabs((double)each.width.data[0]));
    ck_assert_double_lt(model_loo_rmse(&each, &arena, d), 0.9 * model_loo_rmse(&one, &arena, d));
}
END_TEST

START_TEST(folds_choose_from_their_training_part_alone)
{
    /* As many folds as samples: each is predicted by a model that was fitted to all others. */
    enum { N = 12 };
    float x[N], y[] = {0, 3, 1, 4, 2, 5, 9, 2, 6, 5, 3, 60}, want[N];
    for (int i = 0; i < N; i++) x[i] = (float)(i * i) / 4;
    Dataset d = {"twelve", mat_of(N, 1, x), mat_of(N, 1, y)};
    for (int i = 0; i < N; i++) {
        int others[N - 1];
        for (int j = 0; j < N - 1; j++) others[j] = j < i ? j : j + 1;
        Dataset kept = dataset_rows(&arena, d, others, N - 1);
        Model model = model_fit(&arena, NW, kept);
        model_predict(&model, &arena, mat_of(1, 1, want + i), mat_rows(d.x, i, 1), kept);
    }
    Rng r = rng_new(1);
    double deviation, error = model_fold_rmse(&arena, NW, d, N, 2, &r, &deviation);
    assert_close(error, rmse(mat_of(N, 1, want), d.y), 1e-5);
    ck_assert_double_lt(deviation, 1e-5 * error); /* the repeats differ by float32's rounding */
}
END_TEST

START_TEST(the_units_of_the_data_make_no_difference_to_what_is_learned)
{
    Dataset d = dataset_motorcycle(&arena);
    Model want = model_fit(&arena, LEARNED, d);
    static const struct {
        float x, y;
    } units[] = {{1, 1e9F}, {1, 1e-9F}, {1e3F, 1}, {1e-3F, 1}, {1e6F, 1e18F}};
    for (int u = 0; u < 5; u++) {
        Dataset scaled = {d.name, mat_new(&arena, d.x.rows, 1), mat_new(&arena, d.y.rows, 1)};
        for (int i = 0; i < d.x.rows; i++) {
            mat_row(scaled.x, i)[0] = units[u].x * mat_row(d.x, i)[0];
            mat_row(scaled.y, i)[0] = units[u].y * mat_row(d.y, i)[0];
        }
        Model got = model_fit(&arena, LEARNED, scaled);
        assert_close((double)(units[u].x * got.width.data[0]), (double)want.width.data[0], 1e-3);
    }
}
END_TEST

START_TEST(one_thread_and_two_give_the_same_bits)
{
    Dataset d = dataset_motorcycle(&arena);
    double errors[2], deviation;
    for (int threads = 1; threads <= 2; threads++) {
#ifdef _OPENMP
        omp_set_num_threads(threads);
#endif
        Rng r = rng_new(2);
        errors[threads - 1] = model_fold_rmse(&arena, LEARNED, d, 3, 2, &r, &deviation);
    }
    ck_assert(errors[0] == errors[1] && deviation > 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("evaluate");
    TCase *t = tcase_create("evaluate");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, the_motorcycle_data_are_silvermans);
    tcase_add_test(t, the_generated_samples_lie_around_d2ls_curve);
    tcase_add_test(t, leaving_one_out_of_a_mean_is_the_textbook_formula);
    tcase_add_test(t, the_nw_model_has_the_cross_validated_bandwidth_and_its_error);
    tcase_add_test(t, the_learned_width_ignores_a_feature_without_meaning);
    tcase_add_test(t, folds_choose_from_their_training_part_alone);
    tcase_add_test(t, the_units_of_the_data_make_no_difference_to_what_is_learned);
    tcase_add_test(t, one_thread_and_two_give_the_same_bits);
    suite_add_tcase(s, t);
    return run_suite(s);
}
