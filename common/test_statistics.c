/* Tests of means, deviations and entropies against values calculated by hand. */
#include "statistics.h"
#include "testing.h"

#include <math.h>

/* The squares of the distances from the mean 5 of 2, 4, 4, 4, 5, 5, 7, 9 sum up to 32. */
START_TEST(the_deviation_divides_by_n_minus_one)
{
    const double x[] = {2, 4, 4, 4, 5, 5, 7, 9};
    double deviation, mean = mean_of(x, 8, &deviation);
    ck_assert_double_eq(mean, 5);
    ck_assert_double_eq_tol(deviation, sqrt(32.0 / 7), 1e-12);
}
END_TEST

START_TEST(equal_numbers_do_not_deviate)
{
    const double x[] = {-3, -3};
    double deviation = 1;
    ck_assert_double_eq(mean_of(x, 2, &deviation), -3);
    ck_assert_double_eq(deviation, 0);
}
END_TEST

/* 1/2 log 2 + 2 (1/4 log 4) = 1.5 log 2. */
START_TEST(entropy_is_in_nats)
{
    const float weights[] = {0.5f, 0.25f, 0.25f};
    ck_assert_double_eq_tol(entropy_of(weights, 3), 1.5 * log(2), 1e-12);
    ck_assert_double_eq_tol(looked_at(weights, 3), 2 * sqrt(2), 1e-12);
}
END_TEST

START_TEST(equal_weights_look_at_all_and_a_single_one_at_one)
{
    const float equal[] = {0.25f, 0.25f, 0.25f, 0.25f}, one[] = {0, 1, 0, 0};
    ck_assert_double_eq_tol(looked_at(equal, 4), 4, 1e-12);
    ck_assert_double_eq(looked_at(one, 4), 1);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("statistics");
    TCase *t = tcase_create("statistics");
    tcase_add_test(t, the_deviation_divides_by_n_minus_one);
    tcase_add_test(t, equal_numbers_do_not_deviate);
    tcase_add_test(t, entropy_is_in_nats);
    tcase_add_test(t, equal_weights_look_at_all_and_a_single_one_at_one);
    suite_add_tcase(s, t);
    return run_suite(s);
}
