/* Tests of linear biases: the paper's slopes, distances counted by hand, and attention with them.
 */
#include "alibi.h"
#include "test_attention_case.h"

#include <math.h>

static const struct {
    int heads;
    double exponents[12]; /* slope = 2^-exponent */
} slope_cases[] = {
    {1, {8}},
    {2, {4, 8}},
    {3, {4, 8, 2}},
    {6, {2, 4, 6, 8, 1, 3}},
    {8, {1, 2, 3, 4, 5, 6, 7, 8}},
    {12, {1, 2, 3, 4, 5, 6, 7, 8, 0.5, 1.5, 2.5, 3.5}},
};

START_TEST(slopes_are_the_papers_for_any_number_of_heads)
{
    Mat slopes = mat_new(&arena, 1, slope_cases[_i].heads);
    mat_fill(slopes, NAN); /* is overwritten, not added to */
    alibi_slopes(slopes);
    for (int h = 0; h < slopes.cols; h++)
        assert_close((double)slopes.data[h], pow(2, -slope_cases[_i].exponents[h]), 1e-7);
}
END_TEST

START_TEST(sixteen_heads_begin_with_the_root_of_a_half)
{
    Mat slopes = mat_new(&arena, 1, 16);
    alibi_slopes(slopes);
    assert_close((double)slopes.data[0], 0.70710678118654752, 1e-7);
    for (int h = 1; h < 16; h++)
        assert_close((double)slopes.data[h] / (double)slopes.data[h - 1], 0.70710678118654752,
                     1e-7);
}
END_TEST

START_TEST(a_bias_is_minus_slope_times_distance)
{
    static const double distances[2][4] = {{2, 1, 0, 1}, {3, 2, 1, 0}};
    float slopes[] = {0.5f, 0.25f};
    Mat bias = mat_new(&arena, 4, 4); /* 2 heads, 2 queries at the places 2 and 3 of 4 keys */
    mat_fill(bias, NAN);              /* is overwritten, not added to */
    alibi_fill(bias, mat_of(1, 2, slopes));
    for (int h = 0; h < 2; h++)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 4; j++)
                assert_close((double)mat_row(bias, 2 * h + i)[j],
                             -(double)slopes[h] * distances[i][j], 0);
}
END_TEST

START_TEST(one_sided_heads_see_themselves_and_one_side)
{
    Mat bias = mat_zeros(&arena, 6, 3);
    alibi_one_sided(bias, 2);
    for (int h = 0; h < 2; h++)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                bool seen = h == 0 ? j <= i : j >= i;
                ck_assert((mat_row(bias, 3 * h + i)[j] == 0) == seen);
            }
}
END_TEST

START_TEST(causal_attention_with_biases_equals_pytorch)
{
    float slopes[4];
    MultiHead m = attention_case("attention.causal_alibi", 4);
    alibi_slopes(mat_of(1, 4, slopes));
    m.score_bias = mat_new(&arena, 4 * 5, 5);
    alibi_fill(m.score_bias, mat_of(1, 4, slopes));
    assert_attention(&m, "attention.causal_alibi", &(Mask){.causal = true});
}
END_TEST

START_TEST(attention_of_one_sided_heads_equals_pytorch)
{
    float slopes[3];
    MultiHead m = attention_case("attention.alibi", 3);
    alibi_slopes(mat_of(1, 3, slopes));
    m.score_bias = mat_new(&arena, 3 * 5, 5);
    alibi_fill(m.score_bias, mat_of(1, 3, slopes));
    alibi_one_sided(m.score_bias, 3);
    assert_attention(&m, "attention.alibi", &(Mask){0});
}
END_TEST

int main(void)
{
    Suite *s = suite_create("alibi");
    TCase *t = tcase_create("alibi_slopes");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, slopes_are_the_papers_for_any_number_of_heads, 0, 6);
    tcase_add_test(t, sixteen_heads_begin_with_the_root_of_a_half);
    suite_add_tcase(s, t);
    t = tcase_create("alibi_fill");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, a_bias_is_minus_slope_times_distance);
    tcase_add_test(t, causal_attention_with_biases_equals_pytorch);
    suite_add_tcase(s, t);
    t = tcase_create("alibi_one_sided");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, one_sided_heads_see_themselves_and_one_side);
    tcase_add_test(t, attention_of_one_sided_heads_equals_pytorch);
    suite_add_tcase(s, t);
    return run_suite(s);
}
