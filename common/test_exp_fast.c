/* Tests of exp_fast and what follows from it against the C library in double precision. */
#include "exp_fast.h"
#include "testing.h"

#include <float.h>

/* The distance of got from want in units in the last place of a float. */
static double ulps(double got, double want)
{
    int exponent;
    frexp(want, &exponent);
    return fabs(got - want) / ldexp(1, exponent - (sizeof(float) == sizeof(double) ? 53 : 24));
}

START_TEST(every_value_is_right_to_three_units_in_the_last_place)
{
    double worst = 0;
    for (int i = -87 * 4096; i <= 88 * 4096; i++) {
        float x = (float)(i / 4096.0 + 0.0001);
        worst = fmax(worst, ulps((double)exp_fast(x), exp((double)x)));
    }
    ck_assert_double_le(worst, 3);
}
END_TEST

/* Where the whole part of x / ln 2 changes, and at the ends of the range. */
START_TEST(the_seams_are_as_good)
{
    for (int n = -125; n <= 127; n++)
        for (int side = -3; side <= 3; side++) {
            float x = (float)((n + 0.5) * 0.6931471805599453 + side * 1e-5);
            ck_assert_double_le(ulps((double)exp_fast(x), exp((double)x)), 3);
        }
    const float ends[] = {(float)-87.336, (float)88.722};
    for (int i = 0; i < 2; i++)
        ck_assert_double_le(ulps((double)exp_fast(ends[i]), exp((double)ends[i])), 3);
}
END_TEST

START_TEST(one_is_exact)
{
    ck_assert(exp_fast(0) == 1 && exp_fast(-0.0f) == 1);
}
END_TEST

START_TEST(what_is_too_small_or_too_large_is_zero_or_infinite)
{
    const float small[] = {-INFINITY, (float)-1e30, (float)-1000, (float)-87.34};
    const float large[] = {INFINITY, (float)1e30, (float)1000, (float)88.73};
    for (int i = 0; i < 4; i++) {
        bool normal = sizeof(float) == sizeof(double) && i >= 2; /* double precision holds more */
        ck_assert(normal ? exp_fast(small[i]) <= FLT_MIN : exp_fast(small[i]) == 0);
        ck_assert(normal ? exp_fast(large[i]) > FLT_MAX : isinf(exp_fast(large[i])));
        ck_assert(exp_fast(large[i]) > 0);
    }
}
END_TEST

START_TEST(nan_stays_nan)
{
    ck_assert(isnan(exp_fast(NAN)) && isnan(exp_fast(-NAN)));
}
END_TEST

START_TEST(it_never_falls)
{
    float before = 0;
    for (int i = -90 * 64; i <= 90 * 64; i++) {
        float here = exp_fast((float)i / 64);
        ck_assert(here >= before);
        before = here;
    }
}
END_TEST

/* ---- tanh and the logistic function -----------------------------------------------------------*/

START_TEST(tanh_and_the_logistic_function_are_right_to_the_rounding_of_one)
{
    const double bound = sizeof(float) == sizeof(double) ? 4e-16 : 2e-7;
    for (int i = -30 * 256; i <= 30 * 256; i++) {
        const float x = (float)i / 256;
        ck_assert_double_le(fabs((double)tanh_fast(x) - tanh((double)x)), bound);
        ck_assert_double_le(fabs((double)sigmoid_fast(x) - 1 / (1 + exp(-(double)x))), bound);
    }
}
END_TEST

START_TEST(they_end_where_they_should)
{
    const float large[] = {100, (float)1e30, INFINITY};
    for (int i = 0; i < 3; i++) {
        ck_assert(tanh_fast(large[i]) == 1 && tanh_fast(-large[i]) == -1);
        ck_assert(sigmoid_fast(large[i]) == 1 && sigmoid_fast(-large[i]) < (float)1e-37);
    }
    ck_assert(tanh_fast(0) == 0 && sigmoid_fast(0) == (float)0.5);
    ck_assert(isnan(tanh_fast(NAN)) && isnan(sigmoid_fast(NAN)));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("exp_fast");
    TCase *t = tcase_create("exp_fast");
    tcase_add_test(t, every_value_is_right_to_three_units_in_the_last_place);
    tcase_add_test(t, the_seams_are_as_good);
    tcase_add_test(t, one_is_exact);
    tcase_add_test(t, what_is_too_small_or_too_large_is_zero_or_infinite);
    tcase_add_test(t, nan_stays_nan);
    tcase_add_test(t, it_never_falls);
    tcase_add_test(t, tanh_and_the_logistic_function_are_right_to_the_rounding_of_one);
    tcase_add_test(t, they_end_where_they_should);
    suite_add_tcase(s, t);
    return run_suite(s);
}
