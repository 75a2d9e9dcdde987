/* Tests of dropout: what is dropped, what the rest becomes, and the same choice again backward. */
#include "layers.h"
#include "testing.h"

#include <math.h>
#include <signal.h>

enum { ROWS = 200, COLS = 101 };

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

static Mat ones(void)
{
    Mat x = mat_new(&arena, ROWS, COLS);
    mat_fill(x, 1);
    return x;
}

/* Dropout of a matrix of ones. */
static Mat dropped(double p, uint64_t seed)
{
    Mat out = mat_new(&arena, ROWS, COLS);
    dropout_forward(out, ones(), p, rng_new(seed));
    return out;
}

START_TEST(every_element_is_zero_or_divided_by_the_share_that_is_kept)
{
    Mat out = dropped(0.25, 1);
    for (int i = 0; i < ROWS * COLS; i++)
        ck_assert(out.data[i] == 0 || out.data[i] == (float)(1 / 0.75));
}
END_TEST

static const double shares[] = {0.1, 0.25, 0.5, 0.9};

START_TEST(the_share_that_is_dropped_is_p_and_the_mean_stays)
{
    double p = shares[_i], zeros = 0, n = ROWS * COLS;
    Mat out = dropped(p, 2);
    for (int i = 0; i < ROWS * COLS; i++) zeros += out.data[i] == 0;
    double deviation = sqrt(p * (1 - p) / n);
    ck_assert_double_eq_tol(zeros / n, p, 4 * deviation);
    ck_assert_double_eq_tol(mat_sum(out) / n, 1, 4 * deviation / (1 - p));
}
END_TEST

START_TEST(neighbours_are_dropped_independently)
{
    Mat out = dropped(0.5, 3);
    for (int apart = 1; apart <= 5; apart++) {
        int both = 0, n = ROWS * COLS - apart;
        for (int i = 0; i < n; i++) both += out.data[i] == 0 && out.data[i + apart] == 0;
        ck_assert_double_eq_tol((double)both / n, 0.25, 4 * sqrt(0.25 * 0.75 / n));
    }
}
END_TEST

START_TEST(backward_drops_what_forward_dropped_and_adds)
{
    Mat out = dropped(0.3, 4), d_x = ones();
    dropout_backward(d_x, ones(), 0.3, rng_new(4));
    for (int i = 0; i < ROWS * COLS; i++) out.data[i] += 1;
    assert_mat_close(d_x, out, 0);
}
END_TEST

START_TEST(another_seed_makes_another_choice)
{
    Mat a = dropped(0.5, 5), b = dropped(0.5, 6);
    int differ = 0;
    for (int i = 0; i < ROWS * COLS; i++) differ += a.data[i] != b.data[i];
    ck_assert_int_gt(differ, ROWS * COLS * 4 / 10);
}
END_TEST

START_TEST(with_probability_zero_nothing_changes)
{
    assert_mat_close(dropped(0, 7), ones(), 0);
}
END_TEST

START_TEST(it_may_work_in_place_and_on_a_window)
{
    Mat want = dropped(0.5, 8), wide = mat_zeros(&arena, ROWS, COLS + 3);
    Mat x = mat_cols(wide, 2, COLS);
    mat_fill(x, 1);
    dropout_forward(x, x, 0.5, rng_new(8));
    assert_mat_close(x, want, 0);
    assert_mat_close(mat_cols(wide, COLS + 2, 1), mat_zeros(&arena, ROWS, 1), 0);
}
END_TEST

static const double bad_probabilities[] = {-0.1, 1, 2, NAN};

START_TEST(a_probability_outside_its_range_is_refused)
{
    dropped(bad_probabilities[_i], 1);
}
END_TEST

START_TEST(an_output_of_another_shape_is_refused)
{
    dropout_forward(mat_new(&arena, COLS, ROWS), ones(), 0.5, rng_new(1));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("dropout");
    TCase *t = tcase_create("dropout");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, every_element_is_zero_or_divided_by_the_share_that_is_kept);
    tcase_add_loop_test(t, the_share_that_is_dropped_is_p_and_the_mean_stays, 0, 4);
    tcase_add_test(t, neighbours_are_dropped_independently);
    tcase_add_test(t, backward_drops_what_forward_dropped_and_adds);
    tcase_add_test(t, another_seed_makes_another_choice);
    tcase_add_test(t, with_probability_zero_nothing_changes);
    tcase_add_test(t, it_may_work_in_place_and_on_a_window);
    tcase_add_loop_test_raise_signal(t, a_probability_outside_its_range_is_refused, SIGABRT, 0, 4);
    tcase_add_test_raise_signal(t, an_output_of_another_shape_is_refused, SIGABRT);
    suite_add_tcase(s, t);
    return run_suite(s);
}
