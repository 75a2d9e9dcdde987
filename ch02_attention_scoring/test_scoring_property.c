/* Tests of what ties the scoring functions together and sets them apart. */
#include "scoring.h"
#include "common/layers.h"
#include "common/testing.h"

#include <math.h>

static Arena arena;
static Params params;

static void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

START_TEST(additive_scores_are_odd_and_so_cannot_tell_alike_from_unlike)
{
    Rng r = rng_new(1);
    Scoring s = scoring_new(SCORE_ADDITIVE, &params, &r, "s", 3, 4, 5);
    Mat q = mat_new(&arena, 2, 3), k = mat_new(&arena, 6, 4);
    Mat scores = mat_new(&arena, 2, 6), negative = mat_new(&arena, 2, 6);
    fill_noise(q, 1);
    fill_noise(k, 2);
    scores_forward(&s, &arena, scores, q, k, 1);
    mat_scale(q, -1);
    mat_scale(k, -1);
    scores_forward(&s, &arena, negative, q, k, 1);
    mat_scale(negative, -1);
    assert_mat_close(negative, scores, 1e-6); /* s(-q, -k) = -s(q, k) */
    ck_assert(fabsf(scores.data[0]) > 0.01f);
}
END_TEST

/* The five functions on queries and keys of one size, with a softmax on top. */
static Mat weights_of(ScoreKind kind, Mat q, Mat k)
{
    Rng r = rng_new(1);
    Params own = {0};
    Scoring s = scoring_new(kind, &own, &r, "s", q.cols, k.cols, 3);
    Mat scores = mat_new(&arena, q.rows, k.rows);
    scores_forward(&s, &arena, scores, q, k, 1);
    softmax_forward(scores, scores);
    params_free(&own);
    return scores;
}

START_TEST(on_keys_of_equal_length_the_gaussian_is_a_dot_product)
{
    Mat q = mat_new(&arena, 4, 3), k = mat_new(&arena, 6, 3);
    fill_noise(q, 1);
    fill_noise(k, 2);
    for (int j = 0; j < k.rows; j++) {
        Mat key = mat_rows(k, j, 1);
        mat_scale(key, (float)(2 / sqrt(mat_dot(key, key))));
    }
    assert_mat_close(weights_of(SCORE_GAUSSIAN, q, k), weights_of(SCORE_DOT, q, k), 2e-6);
    mat_scale(mat_rows(k, 0, 1), 2);
    ck_assert(fabsf(weights_of(SCORE_GAUSSIAN, q, k).data[0] -
                    weights_of(SCORE_DOT, q, k).data[0]) > 0.01f);
}
END_TEST

START_TEST(bilinear_with_the_unit_matrix_is_the_dot_product)
{
    Mat q = mat_new(&arena, 4, 3), k = mat_new(&arena, 6, 3);
    Mat dot = mat_new(&arena, 4, 6), bilinear = mat_new(&arena, 4, 6);
    Rng r = rng_new(1);
    Scoring d = scoring_new(SCORE_DOT, &params, &r, "d", 3, 3, 0);
    Scoring b = scoring_new(SCORE_BILINEAR, &params, &r, "b", 3, 3, 0);
    fill_noise(q, 1);
    fill_noise(k, 2);
    mat_fill(b.w->value, 0);
    for (int i = 0; i < 3; i++) mat_row(b.w->value, i)[i] = 1;
    scores_forward(&d, &arena, dot, q, k, 1);
    scores_forward(&b, &arena, bilinear, q, k, 1);
    assert_mat_close(bilinear, dot, 1e-6);
}
END_TEST

//> scale_test
START_TEST(the_scale_keeps_the_scores_variance_at_one_for_every_size)
{
    static const int sizes[] = {4, 16, 64, 256};
    enum { N = 400 };
    Rng r = rng_new(3);
    Mat q = mat_new(&arena, N, sizes[_i]), k = mat_new(&arena, N, sizes[_i]);
    Mat scores = mat_new(&arena, N, N);
    fill_normal(q, &r, 1);
    fill_normal(k, &r, 1);
    Scoring s = scoring_new(SCORE_SCALED_DOT, &params, &r, "s", sizes[_i], sizes[_i], 0);
    scores_forward(&s, &arena, scores, q, k, 1);
    ck_assert_double_eq_tol(mat_dot(scores, scores) / (N * N), 1, 0.15);
}
END_TEST
//< scale_test

START_TEST(new_weights_have_the_formulas_shapes_and_xaviers_bound)
{
    Rng r = rng_new(1);
    Scoring a = scoring_new(SCORE_ADDITIVE, &params, &r, "a", 3, 6, 4);
    Scoring b = scoring_new(SCORE_BILINEAR, &params, &r, "b", 3, 6, 0);
    Scoring g = scoring_new(SCORE_GAUSSIAN, &params, &r, "g", 5, 5, 0);
    ck_assert_ptr_eq(params_find(&params, "a.w_q"), a.w_q);
    ck_assert(a.w_q->value.rows == 3 && a.w_k->value.rows == 6 && a.w_v->value.cols == 4);
    ck_assert(b.w->value.rows == 3 && b.w->value.cols == 6 && g.width->value.cols == 5);
    for (int c = 0; c < 5; c++) ck_assert(g.width->value.data[c] == 1);
    float bound = sqrtf(6.0f / 9), largest = 0;
    for (int i = 0; i < 18; i++) largest = fmaxf(largest, fabsf(b.w->value.data[i]));
    ck_assert(largest <= bound && largest > 0.8f * bound);
}
END_TEST

START_TEST(shapes_that_do_not_fit_are_refused)
{
    Rng r = rng_new(1);
    Mat q = mat_zeros(&arena, 4, 3), k = mat_zeros(&arena, 6, 3), other = mat_zeros(&arena, 6, 2);
    Mat scores = mat_zeros(&arena, 4, 3);
    Scoring s = scoring_new(SCORE_ADDITIVE, &params, &r, "s", 3, 3, 5);
    scores_forward(&s, &arena, scores, q, k, 2); /* this one fits */
    if (_i == 0) scoring_new(SCORE_DOT, &params, &r, "t", 3, 2, 0);
    if (_i == 1) scoring_new(SCORE_GAUSSIAN, &params, &r, "t", 3, 2, 0);
    if (_i == 2) scores_forward(&s, &arena, scores, q, other, 2);
    if (_i == 3) scores_forward(&s, &arena, scores, q, k, 1);
    if (_i == 4) scores_forward(&s, &arena, scores, mat_rows(q, 0, 3), k, 2);
    if (_i == 5) scores_forward(&s, &arena, scores, q, k, 0);
    if (_i == 8) scores_forward(&s, &arena, mat_zeros(&arena, 6, 3), q, k, 2);
    if (_i == 6) scores_backward(&s, &arena, mat_rows(q, 0, 2), k, scores);
    if (_i == 7) scores_backward(&s, &arena, q, other, scores);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("scoring_property");
    TCase *t = tcase_create("scoring_property");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, additive_scores_are_odd_and_so_cannot_tell_alike_from_unlike);
    tcase_add_test(t, on_keys_of_equal_length_the_gaussian_is_a_dot_product);
    tcase_add_test(t, bilinear_with_the_unit_matrix_is_the_dot_product);
    tcase_add_loop_test(t, the_scale_keeps_the_scores_variance_at_one_for_every_size, 0, 4);
    tcase_add_test(t, new_weights_have_the_formulas_shapes_and_xaviers_bound);
    tcase_add_loop_test_raise_signal(t, shapes_that_do_not_fit_are_refused, 6, 0, 9);
    suite_add_tcase(s, t);
    return run_suite(s);
}
