/* Tests of rotary positions: complex numbers and PyTorch's gradients, what they leave unchanged,
 * and attention that uses them. */
#include "rotary.h"
#include "test_attention_case.h"

#include <math.h>
#include <stdio.h>

static Mat reference(Pairing pairing, const char *name)
{
    char key[64];
    snprintf(key, sizeof key, "rotary.%s.%s", pairing == ADJACENT ? "adjacent" : "halves", name);
    return golden(&arena, GOLDEN, key);
}

/* Turns the rows of a copy of m: 2 sequences of 4 tokens, 2 heads of 6 columns. */
static Mat turned(Mat m, Pairing pairing, int direction)
{
    Rotary r = rotary_new(&arena, pairing == ADJACENT ? 0 : 7, 4, 6, pairing);
    Mat copy = mat_new(&arena, m.rows, m.cols);
    mat_copy(copy, m);
    rotary_turn(&r, copy, 2, 2, direction);
    return copy;
}

START_TEST(a_turn_is_a_product_of_complex_numbers)
{
    Pairing pairing = (Pairing)_i;
    assert_mat_close(turned(reference(pairing, "x"), pairing, 1), reference(pairing, "out"), 1e-6);
}
END_TEST

START_TEST(the_gradient_is_turned_back)
{
    Pairing pairing = (Pairing)_i;
    assert_mat_close(turned(reference(pairing, "d_out"), pairing, -1), reference(pairing, "d_x"),
                     1e-6);
}
END_TEST

static double turn_loss(void *context)
{
    Mat *x = context;
    return mat_dot(turned(*x, HALVES, 1), reference(HALVES, "d_out"));
}

START_TEST(the_gradient_equals_differences)
{
    Mat x = reference(HALVES, "x");
    assert_gradient(x, turned(reference(HALVES, "d_out"), HALVES, -1), turn_loss, &x);
}
END_TEST

START_TEST(lengths_do_not_change_and_turning_back_restores)
{
    Pairing pairing = (Pairing)_i;
    Mat x = reference(pairing, "x"), y = turned(x, pairing, 1);
    for (int i = 0; i < x.rows; i++)
        assert_close(mat_dot(mat_rows(y, i, 1), mat_rows(y, i, 1)),
                     mat_dot(mat_rows(x, i, 1), mat_rows(x, i, 1)), 1e-6);
    assert_mat_close(turned(y, pairing, -1), x, 1e-6);
}
END_TEST

/* The scalar product of q turned to position m and k turned to position n. */
static double score(Mat q, Mat k, int m, int n, Pairing pairing)
{
    Mat both = mat_new(&arena, 2, q.cols);
    mat_copy(mat_rows(both, 0, 1), q);
    mat_copy(mat_rows(both, 1, 1), k);
    for (int i = 0; i < 2; i++) {
        Rotary r = rotary_new(&arena, i ? n : m, 1, q.cols, pairing);
        rotary_turn(&r, mat_rows(both, i, 1), 1, 1, 1);
    }
    return mat_dot(mat_rows(both, 0, 1), mat_rows(both, 1, 1));
}

//> relative_test
START_TEST(a_score_depends_on_the_distance_alone)
{
    Pairing pairing = (Pairing)_i;
    Mat q = mat_new(&arena, 1, 16), k = mat_new(&arena, 1, 16);
    fill_noise(q, 1);
    fill_noise(k, 2);
    for (int distance = -40; distance <= 40; distance += 8) {
        double want = score(q, k, 0, distance, pairing);
        for (int m = 1; m < 100000; m = 3 * m + 40)
            assert_close(score(q, k, m, m + distance, pairing), want, 5e-6);
    }
    ck_assert(fabs(score(q, k, 3, 4, pairing) - score(q, k, 3, 5, pairing)) > 0.01);
}
END_TEST
//< relative_test

START_TEST(position_zero_is_not_turned)
{
    Mat x = reference(ADJACENT, "x");
    Rotary r = rotary_new(&arena, 0, 1, 6, ADJACENT);
    Mat y = mat_new(&arena, x.rows, x.cols);
    mat_copy(y, x);
    rotary_turn(&r, y, 2, x.rows, 1); /* every row a sequence of its own */
    assert_mat_close(y, x, 0);
}
END_TEST

START_TEST(the_pairings_differ_in_the_order_of_columns_alone)
{
    Mat x = mat_new(&arena, 4, 8), sorted = mat_new(&arena, 4, 8), want = mat_new(&arena, 4, 8);
    fill_noise(x, 3);
    Rotary adjacent = rotary_new(&arena, 5, 4, 8, ADJACENT);
    Rotary halves = rotary_new(&arena, 5, 4, 8, HALVES);
    for (int j = 0; j < 8; j++) mat_copy(mat_cols(sorted, j / 2 + j % 2 * 4, 1), mat_cols(x, j, 1));
    rotary_turn(&adjacent, x, 1, 1, 1);
    rotary_turn(&halves, sorted, 1, 1, 1);
    for (int j = 0; j < 8; j++) mat_copy(mat_cols(want, j / 2 + j % 2 * 4, 1), mat_cols(x, j, 1));
    assert_mat_close(sorted, want, 1e-6);
}
END_TEST

START_TEST(an_odd_head_is_refused)
{
    rotary_new(&arena, 0, 4, 5, ADJACENT);
}
END_TEST

START_TEST(more_tokens_than_positions_are_refused)
{
    Rotary r = rotary_new(&arena, 0, 3, 6, ADJACENT);
    rotary_turn(&r, mat_zeros(&arena, 8, 12), 2, 2, 1);
}
END_TEST

START_TEST(attention_with_turned_queries_and_keys_equals_pytorch)
{
    Pairing pairing = (Pairing)_i;
    Rotary r = rotary_new(&arena, 0, 5, 4, pairing);
    MultiHead m =
        attention_case(pairing == ADJACENT ? "attention.adjacent" : "attention.halves", 3);
    m.turn = rotary_turn, m.turn_context = &r;
    assert_attention(&m, pairing == ADJACENT ? "attention.adjacent" : "attention.halves",
                     &(Mask){0});
}
END_TEST

int main(void)
{
    Suite *s = suite_create("rotary");
    TCase *t = tcase_create("turn_head");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, a_turn_is_a_product_of_complex_numbers, 0, 2);
    tcase_add_loop_test(t, the_gradient_is_turned_back, 0, 2);
    tcase_add_test(t, the_gradient_equals_differences);
    tcase_add_loop_test(t, lengths_do_not_change_and_turning_back_restores, 0, 2);
    tcase_add_loop_test(t, a_score_depends_on_the_distance_alone, 0, 2);
    tcase_add_test(t, the_pairings_differ_in_the_order_of_columns_alone);
    suite_add_tcase(s, t);
    t = tcase_create("rotary");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, position_zero_is_not_turned);
    tcase_add_loop_test(t, attention_with_turned_queries_and_keys_equals_pytorch, 0, 2);
    tcase_add_test_raise_signal(t, an_odd_head_is_refused, 6);
    tcase_add_test_raise_signal(t, more_tokens_than_positions_are_refused, 6);
    suite_add_tcase(s, t);
    return run_suite(s);
}
