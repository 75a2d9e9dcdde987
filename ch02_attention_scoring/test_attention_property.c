/* Tests of what attention does whatever its scores: padding, other queries and other sequences have
 * no influence, the order of the keys neither. */
#include "test_attention_case.h"

#include <math.h>

/* To compare with later ones. */
static Mat copy_of(Mat m)
{
    Mat copy = mat_new(&arena, m.rows, m.cols);
    mat_copy(copy, m);
    return copy;
}

//> padding_test
START_TEST(padding_never_changes_the_output_and_gets_no_gradient)
{
    Work w;
    prepare(&w, _i);
    Mat before = copy_of(w.out);
    for (int b = 0; b < BATCH; b++)
        for (int j = w.valid[b]; j < 5; j++) {
            fill_noise(mat_rows(w.k, 5 * b + j, 1), 7);
            fill_noise(mat_rows(w.v, 5 * b + j, 1), 8);
        }
    forward(&w);
    assert_mat_close(w.out, before, 1e-6);
    attention_backward(&w.at, &arena, w.d_q, w.d_k, w.d_v, w.d_out);
    for (int b = 0; b < BATCH; b++)
        for (int j = w.valid[b]; j < 5; j++) {
            for (int c = 0; c < w.k.cols; c++) ck_assert(mat_row(w.d_k, 5 * b + j)[c] == 0);
            for (int c = 0; c < w.v.cols; c++) ck_assert(mat_row(w.d_v, 5 * b + j)[c] == 0);
        }
}
END_TEST
//< padding_test

//> alone_test
START_TEST(each_query_is_answered_as_if_it_were_alone)
{
    Work w;
    prepare(&w, _i);
    Mat before = copy_of(w.out);
    mat_scale(mat_rows(w.q, 0, 1), -2); /* another question first: the rest stays */
    forward(&w);
    assert_mat_close(mat_rows(w.out, 1, 5), mat_rows(before, 1, 5), 1e-6);
    ck_assert(fabsf(w.out.data[0] - before.data[0]) > 1e-3f);
}
END_TEST
//< alone_test

START_TEST(sequences_of_a_batch_do_not_see_each_other)
{
    Work w;
    prepare(&w, _i);
    Mat before = copy_of(w.out);
    fill_noise(mat_sequence(w.q, 0, BATCH), 1);
    fill_noise(mat_sequence(w.k, 0, BATCH), 2);
    fill_noise(mat_sequence(w.v, 0, BATCH), 3);
    forward(&w);
    assert_mat_close(mat_sequence(w.out, 1, BATCH), mat_sequence(before, 1, BATCH), 0);
}
END_TEST

START_TEST(keys_may_come_in_any_order_with_their_values)
{
    static const int order[] = {3, 0, 4, 1, 2};
    Work w;
    prepare(&w, _i);
    w.mask = (Mask){0};
    forward(&w);
    Mat before = copy_of(w.out), k = copy_of(w.k), v = copy_of(w.v);
    for (int n = 0; n < BATCH * 5; n++) {
        int from = n / 5 * 5 + order[n % 5];
        mat_copy(mat_rows(w.k, n, 1), mat_rows(k, from, 1));
        mat_copy(mat_rows(w.v, n, 1), mat_rows(v, from, 1));
    }
    forward(&w);
    assert_mat_close(w.out, before, 2e-6);
}
END_TEST

START_TEST(an_output_lies_between_the_least_and_the_largest_value)
{
    Work w;
    prepare(&w, _i);
    w.mask = (Mask){0};
    forward(&w);
    for (int t = 0; t < w.q.rows; t++)
        for (int c = 0; c < w.v.cols; c++) {
            float low = INFINITY, high = -INFINITY;
            for (int j = 0; j < 5; j++) {
                float value = mat_row(w.v, t / 3 * 5 + j)[c];
                low = fminf(low, value), high = fmaxf(high, value);
            }
            float got = mat_row(w.out, t)[c];
            ck_assert(got >= low - 1e-6f && got <= high + 1e-6f);
        }
}
END_TEST

/* A window with gaps that holds the same as m. */
static Mat with_gaps(Mat m)
{
    Mat wide = mat_new(&arena, m.rows, m.cols + 3), window = mat_cols(wide, 1, m.cols);
    mat_fill(wide, 9);
    mat_copy(window, m);
    return window;
}

START_TEST(windows_of_larger_matrices_give_the_same)
{
    Work w;
    prepare(&w, _i);
    attention_backward(&w.at, &arena, w.d_q, w.d_k, w.d_v, w.d_out);
    Work g = w;
    g.q = with_gaps(w.q), g.k = with_gaps(w.k), g.v = with_gaps(w.v);
    g.d_q = with_gaps(w.d_q), g.d_k = with_gaps(w.d_k), g.d_v = with_gaps(w.d_v);
    mat_fill(g.d_q, 0);
    mat_fill(g.d_k, 0);
    mat_fill(g.d_v, 0);
    forward(&g);
    attention_backward(&g.at, &arena, g.d_q, g.d_k, g.d_v, with_gaps(w.d_out));
    assert_mat_close(g.out, w.out, 1e-6);
    assert_mat_close(g.d_q, w.d_q, 1e-6);
    assert_mat_close(g.d_k, w.d_k, 1e-6);
    assert_mat_close(g.d_v, w.d_v, 1e-6);
}
END_TEST

//> paper_test
START_TEST(scaled_dot_product_attention_is_what_paper_gives)
{
    float q[] = {1, 0, 2, -1}, k[] = {1, 1, 0, 0, 0, 2, 1, 1, -1, 0.5, 2, 0};
    float v[] = {1, 0, 0, 1, 2, 2};
    float weights[] = {(float)0.2119415576, (float)0.2119415576, (float)0.5761168847};
    Rng r = rng_new(1);
    Attention at = {.scoring = scoring_new(SCORE_SCALED_DOT, &params, &r, "s", 4, 4, 0)};
    Mat out = attention_forward(&at, &arena, mat_of(1, 4, q), mat_of(3, 4, k), mat_of(3, 2, v),
                                &(Mask){0}, 1);
    for (int j = 0; j < 3; j++) /* scores 1, 1 and 3, divided by sqrt(4) */
        ck_assert_double_eq_tol((double)at.weights.data[j], (double)weights[j], 1e-6);
    ck_assert_double_eq_tol((double)out.data[0], 1.3641753, 1e-6);
}
END_TEST
//< paper_test

START_TEST(shapes_that_do_not_fit_are_refused)
{
    Work w;
    prepare(&w, 5);
    if (_i == 0) w.v = mat_rows(w.v, 0, 8);
    if (_i == 1) w.k = mat_cols(w.k, 0, 3);
    if (_i == 2) w.q = mat_rows(w.q, 0, 5);
    if (_i == 3) w.d_out = mat_cols(w.d_out, 0, 2);
    attention_forward(&w.at, &arena, w.q, w.k, w.v, &w.mask, _i == 4 ? 0 : BATCH);
    attention_backward(&w.at, &arena, w.d_q, w.d_k, w.d_v, w.d_out);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("attention_property");
    TCase *t = tcase_create("attention_property");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, scaled_dot_product_attention_is_what_paper_gives);
    tcase_add_loop_test(t, padding_never_changes_the_output_and_gets_no_gradient, 0, 5);
    tcase_add_loop_test(t, each_query_is_answered_as_if_it_were_alone, 0, 10);
    tcase_add_loop_test(t, sequences_of_a_batch_do_not_see_each_other, 0, CASES);
    tcase_add_loop_test(t, keys_may_come_in_any_order_with_their_values, 0, SCORE_KINDS);
    tcase_add_loop_test(t, an_output_lies_between_the_least_and_the_largest_value, 0, SCORE_KINDS);
    tcase_add_loop_test(t, windows_of_larger_matrices_give_the_same, 0, CASES);
    tcase_add_loop_test_raise_signal(t, shapes_that_do_not_fit_are_refused, 6, 0, 5);
    suite_add_tcase(s, t);
    return run_suite(s);
}
