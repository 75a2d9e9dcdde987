/* Tests of the masked softmax: what is hidden has no weight, no influence and no gradient. */
#include "mask.h"
#include "common/layers.h"
#include "common/testing.h"

#include <math.h>

enum { T = 5 };
static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

/* T x T scores, always the same. */
static Mat noisy_scores(void)
{
    Mat scores = mat_new(&arena, T, T);
    fill_noise(scores, 1);
    mat_scale(scores, 3);
    return scores;
}

static Mat masked(Mat scores, Mask mask)
{
    Mat out = mat_new(&arena, scores.rows, scores.cols);
    masked_softmax_forward(out, scores, &mask, 0);
    return out;
}

/* A mask for each test that is repeated: a length, the future, any mask, all of them. */
static Mask some_mask(int which)
{
    static const int valid[] = {3};
    static float allowed[] = {1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0,       1,
                              0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, (float)1};
    const Mask masks[] = {{.valid = valid},
                          {.causal = true},
                          {.allowed = mat_of(T, T, allowed)},
                          {.valid = valid, .causal = true, .allowed = mat_of(T, T, allowed)}};
    return masks[which];
}

enum { SOME_MASKS = 4 };

//> row_sums_test
START_TEST(every_row_that_sees_something_sums_to_one)
{
    Mask mask = some_mask(_i);
    Mat weights = masked(noisy_scores(), mask);
    for (int t = 0; t < T; t++) {
        int visible = 0;
        for (int j = 0; j < T; j++) visible += mask_allows(&mask, 0, t, j, T, T);
        assert_close(mat_sum(mat_rows(weights, t, 1)), visible > 0, 1e-6);
    }
}
END_TEST
//< row_sums_test

START_TEST(visible_scores_share_the_weight_as_a_softmax_of_them_alone)
{
    float scores[] = {1, 2, 3, 1, 2, 3};
    float want[] = {
        (float)0.26894142136999512, (float)0.73105857863000488, 0,
        (float)0.09003057317038046, (float)0.24472847105479764, (float)0.66524095577482187};
    for (int t = 0; t < 2; t++) { /* two sequences of one query, with 2 and 3 keys */
        static const int valid[] = {2, 3};
        Mat out = mat_new(&arena, 1, 3);
        masked_softmax_forward(out, mat_of(1, 3, scores + 3 * t), &(Mask){.valid = valid}, t);
        assert_mat_close(out, mat_of(1, 3, want + 3 * t), 1e-6);
    }
}
END_TEST

START_TEST(what_is_hidden_has_no_influence_even_if_it_is_nan)
{
    static const float poison[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f};
    Mask mask = some_mask(_i);
    Mat scores = noisy_scores(), want = masked(scores, mask);
    for (int p = 0; p < 5; p++) {
        for (int t = 0; t < T; t++)
            for (int j = 0; j < T; j++)
                if (!mask_allows(&mask, 0, t, j, T, T)) mat_row(scores, t)[j] = poison[p];
        Mat got = masked(scores, mask);
        for (int n = 0; n < T * T; n++) ck_assert(got.data[n] == want.data[n]); /* to the bit */
    }
}
END_TEST

//> hidden_weights_test
START_TEST(what_is_hidden_has_weight_zero_and_gradient_zero)
{
    Mask mask = some_mask(_i);
    Mat weights = masked(noisy_scores(), mask);
    Mat d_weights = mat_new(&arena, T, T), d_scores = mat_zeros(&arena, T, T);
    fill_noise(d_weights, 2);
    softmax_backward(d_scores, weights, d_weights);
    for (int t = 0; t < T; t++)
        for (int j = 0; j < T; j++) {
            bool visible = mask_allows(&mask, 0, t, j, T, T);
            ck_assert((mat_row(weights, t)[j] > 0) == visible);
            ck_assert(visible || mat_row(d_scores, t)[j] == 0);
        }
}
END_TEST
//< hidden_weights_test

START_TEST(a_row_with_nothing_visible_is_zeros_and_has_gradient_zero)
{
    static const int none[] = {0};
    float row[] = {1, 2, 3}, d_row[] = {(float)0.5, -1, 2};
    Mat weights = masked(mat_of(1, 3, row), (Mask){.valid = none});
    Mat d_scores = mat_zeros(&arena, 1, 3);
    softmax_backward(d_scores, weights, mat_of(1, 3, d_row));
    for (int j = 0; j < 3; j++) ck_assert(weights.data[j] == 0 && d_scores.data[j] == 0);
}
END_TEST

START_TEST(of_fewer_causal_queries_than_keys_the_last_sees_all)
{
    Mat scores = mat_zeros(&arena, 2, 4), weights = masked(scores, (Mask){.causal = true});
    float want[] = {(float)(1 / 3.), (float)(1 / 3.), (float)(1 / 3.), 0, 0.25, 0.25, 0.25, 0.25};
    assert_mat_close(weights, mat_of(2, 4, want), 1e-6);
}
END_TEST

START_TEST(of_more_causal_queries_than_keys_the_first_see_nothing)
{
    Mat scores = mat_zeros(&arena, 3, 2), weights = masked(scores, (Mask){.causal = true});
    float want[] = {0, 0, 1, 0, 0.5, 0.5};
    assert_mat_close(weights, mat_of(3, 2, want), 1e-6);
}
END_TEST

START_TEST(each_sequence_has_its_own_length_and_may_have_its_own_mask)
{
    static const int valid[] = {3, 1};
    float own[] = {1, 1, 0, /* the row of sequence 0 */ 1, 1, 1}, shared[] = {0, 1, 1};
    float want[][3] = {{0.5, 0.5, 0}, {1, 0, 0}, {0, 0.5, 0.5}, {0, 0, 0}};
    Mat scores = mat_zeros(&arena, 1, 3), out = mat_new(&arena, 1, 3);
    const Mask masks[] = {{.valid = valid, .allowed = mat_of(2, 3, own)},
                          {.valid = valid, .allowed = mat_of(1, 3, shared)}};
    for (int n = 0; n < 4; n++) {
        masked_softmax_forward(out, scores, &masks[n / 2], n % 2);
        assert_mat_close(out, mat_of(1, 3, want[n]), 1e-6);
    }
}
END_TEST

START_TEST(scores_of_any_size_are_safe)
{
    static const struct {
        float x[3], want[3];
        int n;
    } cases[] = {
        {{1000, 1000}, {0.5, 0.5}, 2},
        {{1000, -1000}, {1, 0}, 2},
        {{-1000, -1001}, {(float)0.7310585786, (float)0.2689414214}, 2},
        {{-104, -104}, {0.5, 0.5}, 2},
        {{0, (float)-1e30}, {1, 0}, 2},
        {{(float)3e38, (float)3e38}, {0.5, 0.5}, 2},
        {{(float)1e8, (float)1e8}, {0.5, 0.5}, 2},
        {{-200, -201, -205}, {(float)0.727475157, (float)0.267623154, (float)0.00490168905}, 3},
        {{-INFINITY, 0}, {0, 1}, 2},
        {{-INFINITY, -INFINITY}, {0, 0}, 2},
        {{(float)7.5}, {1}, 1},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        Mat x = mat_new(&arena, 1, cases[c].n);
        for (int j = 0; j < x.cols; j++) x.data[j] = cases[c].x[j];
        Mat got = masked(x, (Mask){0});
        for (int j = 0; j < x.cols; j++)
            ck_assert_double_eq_tol((double)got.data[j], (double)cases[c].want[j], 1e-6);
    }
}
END_TEST

START_TEST(a_visible_nan_stays_visible_in_its_row_alone)
{
    float x[] = {NAN, 0, 1, 0};
    Mat got = masked(mat_of(2, 2, x), (Mask){0});
    ck_assert(isnan(got.data[0]) && isnan(got.data[1]));
    ck_assert(got.data[2] > got.data[3]);
}
END_TEST

START_TEST(no_queries_and_no_keys_are_no_trouble)
{
    masked_softmax_forward(mat_new(&arena, 0, 3), mat_new(&arena, 0, 3), &(Mask){0}, 0);
    masked_softmax_forward(mat_new(&arena, 2, 0), mat_new(&arena, 2, 0), &(Mask){0}, 0);
}
END_TEST

START_TEST(windows_with_gaps_and_the_same_window_give_the_same)
{
    Mask mask = some_mask(_i);
    Mat wide = mat_zeros(&arena, T, T + 4), window = mat_cols(wide, 2, T);
    mat_copy(window, noisy_scores());
    masked_softmax_forward(window, window, &mask, 0);
    assert_mat_close(window, masked(noisy_scores(), mask), 0);
    for (int t = 0; t < T; t++) /* nothing was written beside the window */
        for (int j = 0; j < T + 4; j++)
            ck_assert((j >= 2 && j < T + 2) || wide.data[t * (T + 4) + j] == 0);
}
END_TEST

START_TEST(a_length_beyond_the_keys_or_below_zero_is_refused)
{
    static const int valid[] = {4, -1};
    masked_softmax_forward(mat_new(&arena, 1, 3), mat_zeros(&arena, 1, 3),
                           &(Mask){.valid = valid + _i}, 0);
}
END_TEST

START_TEST(shapes_that_do_not_fit_are_refused)
{
    Mat scores = mat_zeros(&arena, 2, 3), narrow = mat_zeros(&arena, 2, 2);
    if (_i == 0) masked_softmax_forward(narrow, scores, &(Mask){0}, 0);
    if (_i == 1) masked_softmax_forward(scores, scores, &(Mask){.allowed = narrow}, 0);
    if (_i == 2)
        masked_softmax_forward(mat_zeros(&arena, 3, 3), mat_zeros(&arena, 3, 3),
                               &(Mask){.allowed = scores}, 0);
    if (_i == 5) masked_softmax_forward(mat_zeros(&arena, 2, 4), scores, &(Mask){0}, 0);
    if (_i == 3) mat_sequence(mat_zeros(&arena, 5, 1), 0, 2);
    if (_i == 4) mat_sequence(mat_zeros(&arena, 4, 1), 2, 2);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("mask");
    TCase *t = tcase_create("masked_softmax_forward");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, visible_scores_share_the_weight_as_a_softmax_of_them_alone);
    tcase_add_loop_test(t, every_row_that_sees_something_sums_to_one, 0, SOME_MASKS);
    tcase_add_loop_test(t, what_is_hidden_has_no_influence_even_if_it_is_nan, 0, SOME_MASKS);
    tcase_add_loop_test(t, what_is_hidden_has_weight_zero_and_gradient_zero, 0, SOME_MASKS);
    tcase_add_test(t, a_row_with_nothing_visible_is_zeros_and_has_gradient_zero);
    tcase_add_test(t, of_fewer_causal_queries_than_keys_the_last_sees_all);
    tcase_add_test(t, of_more_causal_queries_than_keys_the_first_see_nothing);
    tcase_add_test(t, each_sequence_has_its_own_length_and_may_have_its_own_mask);
    tcase_add_test(t, scores_of_any_size_are_safe);
    tcase_add_test(t, a_visible_nan_stays_visible_in_its_row_alone);
    tcase_add_test(t, no_queries_and_no_keys_are_no_trouble);
    tcase_add_loop_test(t, windows_with_gaps_and_the_same_window_give_the_same, 0, SOME_MASKS);
    suite_add_tcase(s, t);
    t = tcase_create("mask");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test_raise_signal(t, a_length_beyond_the_keys_or_below_zero_is_refused, 6, 0, 2);
    tcase_add_loop_test_raise_signal(t, shapes_that_do_not_fit_are_refused, 6, 0, 6);
    suite_add_tcase(s, t);
    return run_suite(s);
}
