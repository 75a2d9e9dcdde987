/* Tests of the random numbers: published values of the generator, moments of the distributions. */
#include "rng.h"
#include "testing.h"

#include <inttypes.h>
#include <math.h>

START_TEST(the_generator_gives_the_published_values)
{
    /* xoshiro256++ from the state 1, 2, 3, 4: the reference vector of the Rust crate rand_xoshiro,
     * made with the authors' C code. */
    static const uint64_t want[] = {41943041,
                                    58720359,
                                    UINT64_C(3588806011781223),
                                    UINT64_C(3591011842654386),
                                    UINT64_C(9228616714210784205),
                                    UINT64_C(9973669472204895162)};
    Rng r = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        ck_assert_uint_eq(rng_next(&r), want[i]);
}
END_TEST

START_TEST(the_seed_goes_through_splitmix64)
{
    /* splitmix64 from 0: the first outputs in its authors' and Java's documentation. */
    Rng r = rng_new(0);
    ck_assert_uint_eq(r.s[0], UINT64_C(0xe220a8397b1dcdaf));
    ck_assert_uint_eq(r.s[1], UINT64_C(0x6e789e6aa1b965f4));
}
END_TEST

START_TEST(normal_numbers_have_the_moments_of_the_normal_distribution)
{
    enum { N = 200000 };
    Rng r = rng_new(7);
    double moment[4] = {0};
    for (int i = 0; i < N; i++) {
        double x = rng_normal(&r);
        moment[0] += x / N, moment[1] += x * x / N;
        moment[2] += x * x * x / N, moment[3] += x * x * x * x / N;
    }
    /* about four standard errors of each: sqrt(1, 2, 15, 96 / N) */
    ck_assert_double_eq_tol(moment[0], 0, 0.009);
    ck_assert_double_eq_tol(moment[1], 1, 0.013);
    ck_assert_double_eq_tol(moment[2], 0, 0.035);
    ck_assert_double_eq_tol(moment[3], 3, 0.09);
}
END_TEST

START_TEST(every_number_below_n_comes_equally_often)
{
    enum { N = 7, DRAWS = 70000 };
    Rng r = rng_new(3);
    double chi_squared = 0;
    int count[N] = {0};
    for (int i = 0; i < DRAWS; i++) count[rng_below(&r, N)]++;
    for (int k = 0; k < N; k++) chi_squared += pow(count[k] - DRAWS / N, 2) / (DRAWS / N);
    ck_assert_double_lt(chi_squared, 22.5); /* 0.1% point with 6 degrees of freedom */
}
END_TEST

START_TEST(a_permutation_holds_every_index_once_and_all_orders_come_up)
{
    Rng r = rng_new(5);
    int seen[27] = {0}, orders = 0;
    for (int i = 0; i < 600; i++) {
        int p[3];
        rng_permutation(&r, 3, p);
        ck_assert_int_eq(1 << p[0] | 1 << p[1] | 1 << p[2], 7);
        seen[9 * p[0] + 3 * p[1] + p[2]]++;
    }
    for (int k = 0; k < 27; k++) {
        orders += seen[k] > 0;
        if (seen[k]) ck_assert_int_ge(seen[k], 60); /* 100 expected, standard deviation 9 */
    }
    ck_assert_int_eq(orders, 6);
}
END_TEST

START_TEST(uniform_numbers_fill_their_range)
{
    float x[1000], low = 9, high = 0;
    Rng r = rng_new(11);
    fill_uniform(mat_of(10, 100, x), &r, 2, 3);
    for (int i = 0; i < 1000; i++) low = fminf(low, x[i]), high = fmaxf(high, x[i]);
    ck_assert(low >= 2 && low < 2.02f && high > 2.98f && high <= 3);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("rng");
    TCase *t = tcase_create("rng");
    tcase_add_test(t, the_generator_gives_the_published_values);
    tcase_add_test(t, the_seed_goes_through_splitmix64);
    tcase_add_test(t, normal_numbers_have_the_moments_of_the_normal_distribution);
    tcase_add_test(t, every_number_below_n_comes_equally_often);
    tcase_add_test(t, a_permutation_holds_every_index_once_and_all_orders_come_up);
    tcase_add_test(t, uniform_numbers_fill_their_range);
    suite_add_tcase(s, t);
    return run_suite(s);
}
