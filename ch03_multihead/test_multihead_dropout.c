/* Tests of the rest of multi-head attention: dropout of the weights, the hooks for positions, and
 * what it refuses. */
#include "test_multihead_case.h"
#include "test_multihead_small.h"

#include <math.h>
#include <signal.h>

START_TEST(no_head_looks_at_anything_when_every_weight_is_dropped_but_the_bias_stays)
{
    m.dropout = 65535.0 / 65536, m.rng = &rng;
    Mat out = attend(noise(T, 1), &everything, 1);
    for (int t = 0; t < T; t++) ck_assert(equal(mat_rows(out, t, 1), m.b_o->value));
}
END_TEST

START_TEST(dropout_changes_the_output_but_not_its_mean)
{
    enum { DRAWS = 20000 };
    Mat x = noise(2, 1), mean = mat_zeros(&arena, 2, D), without = attend(x, &everything, 1);
    m.dropout = 0.25, m.rng = &rng;
    for (int i = 0; i < DRAWS; i++) {
        Arena mark = arena;
        mat_add_scaled(mean, (float)(1.0 / DRAWS), attend(x, &everything, 1));
        arena_release(&arena, mark);
    }
    ck_assert(!equal(attend(x, &everything, 1), without));
    for (int i = 0; i < 2 * D; i++)
        ck_assert_double_eq_tol((double)mean.data[i], (double)without.data[i], 0.02);
    m.rng = NULL; /* evaluation */
    ck_assert(equal(attend(x, &everything, 1), without));
}
END_TEST

START_TEST(every_head_and_sequence_drops_other_weights)
{
    m.dropout = 0.5, m.rng = &rng;
    Mat same = mat_zeros(&arena, BATCH * T, D); /* every head and sequence sees the same */
    mat_fill(m.b_v->value, 1);
    show_heads();
    Mat out = attend(same, &everything, BATCH);
    for (int i = 1; i < BATCH; i++)
        ck_assert(!equal(mat_sequence(out, i, BATCH), mat_sequence(out, 0, BATCH)));
    ck_assert(!equal(mat_cols(out, 0, D / 2), mat_cols(out, D / 2, D / 2)));
}
END_TEST

START_TEST(numbers_added_to_the_scores_have_the_effect_that_pytorch_gives_them)
{
    Case c = {.name = "biased", .heads = 2, .batch = 2, .a = &arena};
    MultiHead biased = multihead_new(&c.params, &rng, "m", 4, 2);
    Param *const weights[] = {biased.w_q, biased.w_k, biased.w_v, biased.w_o};
    for (int i = 0; i < 4; i++) mat_copy(weights[i]->value, case_golden(&c, weights[i]->name + 2));
    biased.score_bias = case_golden(&c, "bias");
    Mat x = case_golden(&c, "x"), out = mat_new(&arena, x.rows, x.cols);
    multihead_forward(&biased, &arena, out, x, x, &everything, 2);
    assert_mat_close(biased.weights, case_golden(&c, "weights"), 2e-6);
    assert_mat_close(out, case_golden(&c, "out"), 5e-6);
    params_free(&c.params);
}
END_TEST

static void turn_by_halves(const void *context, Mat rows, int heads, int batch, int direction)
{
    ck_assert_int_eq(heads * 10 + batch, HEADS * 10 + BATCH);
    mat_scale(rows, direction > 0 ? *(const float *)context : 1);
}

START_TEST(queries_and_keys_are_turned_before_they_meet)
{
    const float half = 0.5f;
    Mat x = noise(BATCH * T, 1), want = mat_new(&arena, BATCH * T, D);
    m.turn = turn_by_halves, m.turn_context = &half;
    mat_copy(want, attend(x, &everything, BATCH));
    m.turn = NULL;
    mat_scale(m.w_q->value, half), mat_scale(m.b_q->value, half);
    mat_scale(m.w_k->value, half), mat_scale(m.b_k->value, half);
    assert_mat_close(attend(x, &everything, BATCH), want, 1e-6);
}
END_TEST

/* Rotates every pair of columns, by an angle that grows with the row: a token's own turn. */
static void rotate(const void *context, Mat rows, int heads, int batch, int direction)
{
    (void)context, (void)heads, (void)batch;
    for (int i = 0; i < rows.rows; i++)
        for (int j = 0; j + 1 < rows.cols; j += 2) {
            float *at = mat_row(rows, i) + j, x = at[0], y = at[1];
            float c = cosf((float)i), s = sinf((float)i) * (float)direction;
            at[0] = c * x - s * y, at[1] = s * x + c * y;
        }
}

typedef struct {
    Mat x, d_out;
} TurnCase;

static double turned_loss(void *context)
{
    TurnCase *c = context;
    Arena mark = arena;
    double loss = mat_dot(attend(c->x, &everything, 1), c->d_out);
    arena_release(&arena, mark);
    return loss;
}

START_TEST(gradients_pass_the_turn_in_the_other_direction)
{
    TurnCase c = {noise(T, 1), noise(T, 2)};
    Mat d_x = mat_zeros(&arena, T, D);
    m.turn = rotate;
    attend(c.x, &everything, 1);
    multihead_backward(&m, &arena, d_x, d_x, c.d_out);
    assert_gradient(c.x, d_x, turned_loss, &c);
    assert_gradient(m.w_k->value, m.w_k->grad, turned_loss, &c);
}
END_TEST

START_TEST(heads_that_do_not_divide_the_model_are_refused)
{
    multihead_new(&params, &rng, "n", 8, 3);
}
END_TEST

START_TEST(no_heads_are_refused)
{
    multihead_new(&params, &rng, "n", 8, 0);
}
END_TEST

START_TEST(rows_that_are_no_whole_sequences_are_refused)
{
    attend(noise(7, 1), &everything, 2);
}
END_TEST

START_TEST(an_input_of_another_size_is_refused)
{
    Mat x = mat_zeros(&arena, 4, D + 1);
    multihead_forward(&m, &arena, mat_new(&arena, 4, D), x, x, &everything, 1);
}
END_TEST

START_TEST(a_probability_of_one_is_refused)
{
    m.dropout = 1, m.rng = &rng;
    attend(noise(T, 1), &everything, 1);
}
END_TEST

static TCase *add(Suite *s, TCase *t)
{
    tcase_add_checked_fixture(t, setup, teardown);
    suite_add_tcase(s, t);
    return t;
}

int main(void)
{
    Suite *s = suite_create("multihead_dropout");
    TCase *t = add(s, tcase_create("dropout of weights"));
    tcase_add_test(t, no_head_looks_at_anything_when_every_weight_is_dropped_but_the_bias_stays);
    tcase_add_test(t, dropout_changes_the_output_but_not_its_mean);
    tcase_add_test(t, every_head_and_sequence_drops_other_weights);
    t = add(s, tcase_create("hooks"));
    tcase_add_test(t, numbers_added_to_the_scores_have_the_effect_that_pytorch_gives_them);
    tcase_add_test(t, queries_and_keys_are_turned_before_they_meet);
    tcase_add_test(t, gradients_pass_the_turn_in_the_other_direction);
    t = add(s, tcase_create("refusals"));
    tcase_add_test_raise_signal(t, heads_that_do_not_divide_the_model_are_refused, SIGABRT);
    tcase_add_test_raise_signal(t, no_heads_are_refused, SIGABRT);
    tcase_add_test_raise_signal(t, rows_that_are_no_whole_sequences_are_refused, SIGABRT);
    tcase_add_test_raise_signal(t, an_input_of_another_size_is_refused, SIGABRT);
    tcase_add_test_raise_signal(t, a_probability_of_one_is_refused, SIGABRT);
    return run_suite(s);
}
