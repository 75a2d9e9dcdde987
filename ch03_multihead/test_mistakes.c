/* Tests that catch the three mistakes of the notes, each by what gives it away. */
#include "mistakes.h"
#include "test_multihead_case.h"

#include <math.h>

static Arena arena;
static Case c;
static Mat out, weights;

/* Attends to the first sequence of the reference case "self" (two heads of four columns). */
static void attend(Mistake mistake)
{
    c = case_new(&arena, 0);
    case_load(&c);
    out = mat_new(&arena, 5, 8), weights = mat_new(&arena, 2 * 5, 5);
    mistaken_forward(&c.m, &arena, mistake, out, weights, mat_rows(c.x, 0, 5));
}

static void teardown(void)
{
    params_free(&c.params);
    arena_free(&arena);
}

static double difference(Mat a, Mat b)
{
    double most = 0;
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < a.cols; j++)
            most = fmax(most, fabs((double)mat_row(a, i)[j] - (double)mat_row(b, i)[j]));
    return most;
}

START_TEST(without_a_mistake_the_plain_way_equals_pytorch)
{
    attend(NO_MISTAKE);
    assert_mat_close(out, mat_rows(case_golden(&c, "out"), 0, 5), 5e-6);
    assert_mat_close(mat_rows(weights, 0, 5), mat_rows(case_golden(&c, "weights"), 0, 5), 2e-6);
}
END_TEST

//> interleaved_test
/* Heads (d_h, H) in the place of (H, d_h): all shapes fit, training works, each row of weights sums
 * to one. Only values from elsewhere tell. */
START_TEST(interleaved_heads_are_caught_by_reference_values_alone)
{
    attend(INTERLEAVED_HEADS);
    for (int i = 0; i < weights.rows; i++) assert_close(mat_sum(mat_rows(weights, i, 1)), 1, 1e-6);
    ck_assert_double_gt(difference(out, mat_rows(case_golden(&c, "out"), 0, 5)), 0.1);
}
END_TEST
//< interleaved_test

/* Queries and keys of independent numbers of variance 1 give scores of variance 1. */
static double variance_of_scores(Mistake mistake)
{
    enum { SIZE = 64, HEADS = 16, TOKENS = 256 };
    double squares = 0;
    Params p = {0};
    Rng r = rng_new(3);
    MultiHead m = multihead_new(&p, &r, "m", SIZE, HEADS);
    for (int i = 0; i < SIZE; i++) /* W_q: the identity; W_k: a rotation by 32 columns */
        for (int j = 0; j < SIZE; j++) {
            mat_row(m.w_q->value, i)[j] = i == j;
            mat_row(m.w_k->value, i)[j] = i == (j + SIZE / 2) % SIZE;
        }
    Mat x = mat_new(&arena, TOKENS, SIZE), y = mat_new(&arena, TOKENS, SIZE);
    Mat w = mat_new(&arena, HEADS * TOKENS, TOKENS);
    fill_normal(x, &r, 1);
    mistaken_forward(&m, &arena, mistake, y, w, x);
    /* log w is the score less a constant of its row */
    for (int i = 0; i < w.rows; i++) {
        double sum = 0, sum_squares = 0;
        for (int j = 0; j < TOKENS; j++) {
            double s = log((double)mat_row(w, i)[j]);
            sum += s / TOKENS, sum_squares += s * s / TOKENS;
        }
        squares += (sum_squares - sum * sum) / w.rows;
    }
    params_free(&p);
    return squares;
}

//> scale_test
START_TEST(the_scores_of_a_head_have_variance_one)
{
    ck_assert_double_eq_tol(variance_of_scores(NO_MISTAKE), 1, 0.05);
    ck_assert_double_lt(variance_of_scores(SCALED_BY_MODEL), 0.1); /* 1 / 16 heads */
}
END_TEST
//< scale_test

/* A row of weights says how one query divides its attention: it sums to one. */
static bool every_row_sums_to_one(void)
{
    for (int i = 0; i < weights.rows; i++)
        if (fabs(mat_sum(mat_rows(weights, i, 1)) - 1) > 1e-5) return false;
    return true;
}

//> axis_test
START_TEST(every_query_divides_its_attention_among_the_keys)
{
    attend(NO_MISTAKE);
    ck_assert(every_row_sums_to_one());
    params_free(&c.params);
    attend(SOFTMAX_OVER_QUERIES);
    ck_assert(!every_row_sums_to_one());
}
END_TEST
//< axis_test

/* With equal keys the scores of a query are equal, and so are its weights, whatever other queries
 * ask. */
START_TEST(equal_keys_get_equal_weights_unless_the_axis_is_wrong)
{
    for (int wrong = 0; wrong < 2; wrong++) {
        Mistake mistake = wrong ? SOFTMAX_OVER_QUERIES : NO_MISTAKE;
        attend(mistake);
        mat_fill(c.m.w_k->value, 0);
        mat_fill(c.m.b_k->value, 1);
        mistaken_forward(&c.m, &arena, mistake, out, weights, mat_rows(c.x, 0, 5));
        ck_assert(wrong == (fabs((double)weights.data[0] - 0.2) > 1e-3));
        params_free(&c.params);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("mistakes");
    TCase *t = tcase_create("mistakes");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, without_a_mistake_the_plain_way_equals_pytorch);
    tcase_add_test(t, interleaved_heads_are_caught_by_reference_values_alone);
    tcase_add_test(t, the_scores_of_a_head_have_variance_one);
    tcase_add_test(t, every_query_divides_its_attention_among_the_keys);
    tcase_add_test(t, equal_keys_get_equal_weights_unless_the_axis_is_wrong);
    suite_add_tcase(s, t);
    return run_suite(s);
}
