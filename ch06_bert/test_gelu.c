/* Tests of GELU against scipy and against the C library's erfc in double precision. */
#include "gelu.h"
#include "common/testing.h"

#include <math.h>

#define GOLDEN "ch06_bert/golden/gelu.txt"

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

static const struct {
    const char *value, *slope;
    Activation form;
} forms[] = {{"erf", "erf.slope", GELU_ERF}, {"tanh", "tanh.slope", GELU_TANH}};

START_TEST(both_forms_equal_scipy)
{
    Mat x = golden(&arena, GOLDEN, "x"), out = mat_new(&arena, 1, x.cols);
    activation_function(forms[_i].form).forward(out, x);
    assert_mat_close(out, golden(&arena, GOLDEN, forms[_i].value), 1e-7);
}
END_TEST

START_TEST(derivatives_equal_scipy)
{
    Mat x = golden(&arena, GOLDEN, "x"), d = mat_new(&arena, 1, x.cols);
    mat_fill(d, -2);
    activation_function(forms[_i].form).backward(d, x);
    mat_scale(d, (float)-0.5); /* backward multiplies what it is given */
    assert_mat_close(d, golden(&arena, GOLDEN, forms[_i].slope), 3e-7);
}
END_TEST

static float one(Activation form, float x)
{
    Mat m = mat_of(1, 1, &x);
    activation_function(form).forward(m, m); /* in place */
    return x;
}

/* x P(x) in double precision. */
static double exact(double x)
{
    return x * 0.5 * erfc(-x * sqrt(0.5));
}

/* |got - want| / |want| in units of float's precision. */
static double units(float got, double want)
{
    return fabs(((double)got - want) / want) * (sizeof(float) == 8 ? 0x1p53 : 0x1p24);
}

START_TEST(the_erf_form_is_right_to_a_few_units_in_the_last_place)
{
    double worst = 0;
    for (int i = -2 * 4096; i <= 14 * 4096; i++) {
        const float x = (float)(i / 4096.0 + 0.0001);
        worst = fmax(worst, units(one(GELU_ERF, x), exact((double)x)));
    }
    ck_assert_double_le(worst, 8);
}
END_TEST

/* Far out, the rounding of x^2/2 alone changes the result by x^2/2 units. */
START_TEST(the_tail_keeps_its_relative_precision)
{
    for (int i = 2 * 512; i <= 12 * 512; i++) {
        const float x = (float)(-i / 512.0);
        const double square = (double)x * (double)x;
        ck_assert_double_le(units(one(GELU_ERF, x), exact((double)x)), 8 + square);
    }
}
END_TEST

START_TEST(the_forms_differ_where_and_as_much_as_they_should)
{
    double largest = 0, at = 0;
    for (int i = -6 * 512; i <= 0; i++) {
        const float x = (float)i / 512;
        const double difference = fabs((double)one(GELU_ERF, x) - (double)one(GELU_TANH, x));
        if (difference > largest) largest = difference, at = (double)x;
    }
    ck_assert_double_eq_tol(largest, 4.732e-4, 5e-7);
    ck_assert_double_eq_tol(at, -2.699, 0.01);
}
END_TEST

START_TEST(large_and_small_numbers_end_where_they_should)
{
    const Activation form = forms[_i].form;
    ck_assert(one(form, 0) == 0 && one(form, 100) == 100 && one(form, INFINITY) == INFINITY);
    ck_assert(fabsf(one(form, -100)) < (float)1e-27 && fabsf(one(form, -INFINITY)) < (float)1e-27);
    ck_assert(isnan(one(form, NAN)));
}
END_TEST

START_TEST(far_out_the_derivatives_are_one_and_zero)
{
    const Activation form = forms[_i].form;
    float d[] = {3, 3, 3, 3}, x[] = {INFINITY, 100, -100, -INFINITY};
    activation_function(form).backward(mat_of(1, 4, d), mat_of(1, 4, x));
    ck_assert(d[0] == 3 && d[1] == 3);
    ck_assert(fabsf(d[2]) < (float)1e-26 && fabsf(d[3]) < (float)1e-26);
}
END_TEST

/* By the product rule f' = P + x P': at 0 a half, and f'(x) + f'(-x) = 1. */
START_TEST(derivatives_at_x_and_minus_x_add_up_to_one)
{
    for (int i = 0; i <= 40; i++) {
        float x[] = {(float)i / 8, (float)-i / 8}, d[] = {1, 1};
        activation_function(forms[_i].form).backward(mat_of(1, 2, d), mat_of(1, 2, x));
        assert_close((double)d[0] + (double)d[1], 1, 1e-6);
        if (i == 0) assert_close((double)d[0], 0.5, 1e-6);
        if (i == 8) ck_assert_double_gt((double)d[0], 1.08); /* above 1: f bends over its line */
    }
}
END_TEST

START_TEST(the_third_activation_is_the_rectifier)
{
    float x[] = {-2, 0, 3}, d[] = {5, 5, 5};
    activation_function(RELU).backward(mat_of(1, 3, d), mat_of(1, 3, x));
    ck_assert(d[0] == 0 && d[1] == 0 && d[2] == 5);
    activation_function(RELU).forward(mat_of(1, 3, x), mat_of(1, 3, x));
    ck_assert(x[0] == 0 && x[1] == 0 && x[2] == 3);
}
END_TEST

/* Two rows, so large that threads share them. */
START_TEST(a_large_matrix_gives_what_its_numbers_give)
{
    Mat x = mat_new(&arena, 2, 1 << 15), out = mat_new(&arena, 2, 1 << 15);
    fill_noise(x, 1);
    gelu_erf_forward(out, x);
    for (int j = 0; j < x.cols; j += 999) {
        ck_assert_double_le(units(mat_row(out, 0)[j], exact((double)mat_row(x, 0)[j])), 8);
        ck_assert_double_le(units(mat_row(out, 1)[j], exact((double)mat_row(x, 1)[j])), 8);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("gelu");
    TCase *t = tcase_create("gelu");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, both_forms_equal_scipy, 0, 2);
    tcase_add_test(t, the_erf_form_is_right_to_a_few_units_in_the_last_place);
    tcase_add_test(t, the_tail_keeps_its_relative_precision);
    tcase_add_test(t, the_forms_differ_where_and_as_much_as_they_should);
    tcase_add_loop_test(t, large_and_small_numbers_end_where_they_should, 0, 2);
    tcase_add_test(t, the_third_activation_is_the_rectifier);
    tcase_add_test(t, a_large_matrix_gives_what_its_numbers_give);
    suite_add_tcase(s, t);
    t = tcase_create("gelu_slope");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, derivatives_equal_scipy, 0, 2);
    tcase_add_loop_test(t, derivatives_at_x_and_minus_x_add_up_to_one, 0, 2);
    tcase_add_loop_test(t, far_out_the_derivatives_are_one_and_zero, 0, 2);
    suite_add_tcase(s, t);
    return run_suite(s);
}
