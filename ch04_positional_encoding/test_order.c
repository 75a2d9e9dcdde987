/* Tests of the two tasks and of the model: what its kinds can see, its gradients, and that it
 * learns. */
#include "order_model.h"
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

START_TEST(copy_asks_for_the_symbol_three_places_before)
{
    Rng r = rng_new(1);
    Sequences s = order_draw(&arena, &r, COPY, 4, 9);
    for (int i = 0; i < 36; i++) {
        ck_assert(s.tokens[i] >= 0 && s.tokens[i] < SYMBOLS);
        ck_assert_int_eq(s.targets[i], i % 9 < 3 ? IGNORED_TARGET : s.tokens[i - 3]);
    }
}
END_TEST

START_TEST(first_has_one_question_two_marks_and_one_answer)
{
    Rng r = rng_new(2);
    Sequences s = order_draw(&arena, &r, FIRST, 50, 7);
    for (int b = 0; b < 50; b++) {
        const int *tokens = s.tokens + 7 * b, *targets = s.targets + 7 * b;
        int a = 0, second = 0, symbols = 0;
        for (int t = 0; t < 7; t++) {
            if (tokens[t] == MARK_A) a = t;
            if (tokens[t] == MARK_B) second = t;
            symbols += tokens[t] < SYMBOLS;
            ck_assert(t == 0 || targets[t] == IGNORED_TARGET);
        }
        ck_assert(tokens[0] == QUESTION && a > 0 && second > 0 && symbols == 4);
        ck_assert_int_eq(targets[0], a < second ? 0 : 1);
    }
}
END_TEST

START_TEST(without_order_the_guess_is_half_or_the_most_frequent)
{
    int tokens[] = {4, 4, 7, 7, 4, 7}, targets[] = {-100, -100, -100, 4, 4, 7};
    Rng r = rng_new(3);
    /* the others of token 3: 4 4 7 4 7 -> 4; of token 4: 4 4 7 7 7 -> 7; of token 5: 4 4 7 7 4 -> 4
     */
    assert_close(order_guess((Sequences){1, 6, tokens, targets}), 1.0 / 3, 1e-12);
    assert_close(order_guess(order_draw(&arena, &r, FIRST, 200, 30)), 0.5, 0);
}
END_TEST

/* The logits of a new model of that kind for one sequence, given as tokens. */
static Mat logits_of(OrderModel *m, int *tokens, int length)
{
    Mat logits = mat_new(&arena, length, SYMBOLS);
    order_forward(m, &arena, logits, (Sequences){1, length, tokens, NULL});
    return logits;
}

/* The largest difference between the logits of a sequence, its tokens reordered, and the logits of
 * the reordered sequence. */
static double order_matters(Kind kind, const int *order)
{
    int tokens[] = {3, 1, 4, 1, 5, 9, 2, 6}, moved[8];
    Rng r = rng_new(4);
    OrderModel m = order_model_new(&params, &r, kind);
    for (int t = 0; t < 8; t++) moved[t] = tokens[order[t]];
    Mat before = logits_of(&m, tokens, 8), after = logits_of(&m, moved, 8);
    double worst = 0;
    for (int t = 0; t < 8; t++)
        for (int j = 0; j < SYMBOLS; j++)
            worst =
                fmax(worst, fabs((double)(mat_row(after, t)[j] - mat_row(before, order[t])[j])));
    params_free(&params);
    return worst;
}

static const int shuffled[] = {5, 2, 7, 0, 3, 6, 1, 4}, mirrored[] = {7, 6, 5, 4, 3, 2, 1, 0};

//> set_test
START_TEST(without_positions_the_output_follows_every_permutation)
{
    ck_assert_double_lt(order_matters(NONE, shuffled), 1e-5);
    for (Kind kind = SINUSOIDAL; kind < KINDS; kind++) /* and with them it does not */
        ck_assert_double_gt(order_matters(kind, shuffled), 1e-2);
}
END_TEST
//< set_test

START_TEST(a_distance_without_a_sign_cannot_tell_left_from_right)
{
    ck_assert_double_lt(order_matters(SYMMETRIC, mirrored), 1e-5);
    ck_assert_double_gt(order_matters(ALIBI, mirrored), 1e-2);
    ck_assert_double_gt(order_matters(ROTARY, mirrored), 1e-2);
}
END_TEST

START_TEST(relative_positions_may_begin_anywhere)
{
    static const Kind relative[] = {ROTARY, ALIBI, SYMMETRIC, SIDES};
    int tokens[] = {3, 1, 4, 1, 5, 9, 2, 6};
    Rng r = rng_new(5);
    OrderModel m = order_model_new(&params, &r, relative[_i]);
    Mat before = logits_of(&m, tokens, 8);
    m.first = 400;
    assert_mat_close(logits_of(&m, tokens, 8), before, 5e-5);
}
END_TEST

typedef struct {
    OrderModel *m;
    Sequences s;
} LossCase;

static double model_loss(void *context)
{
    LossCase *c = context;
    Arena step = {0};
    Mat logits = mat_new(&step, c->s.batch * c->s.length, SYMBOLS);
    order_forward(c->m, &step, logits, c->s);
    double loss = cross_entropy_forward(logits, logits, c->s.targets);
    arena_free(&step);
    return loss;
}

START_TEST(every_gradient_equals_differences)
{
    Rng r = rng_new(6);
    OrderModel m = order_model_new(&params, &r, (Kind)_i);
    LossCase c = {&m, order_draw(&arena, &r, COPY, 2, 6)};
    Mat logits = mat_new(&arena, 12, SYMBOLS), d_logits = mat_zeros(&arena, 12, SYMBOLS);
    order_forward(&m, &arena, logits, c.s);
    cross_entropy_forward(logits, logits, c.s.targets);
    cross_entropy_backward(d_logits, logits, c.s.targets);
    order_backward(&m, &arena, d_logits);
    for (int n = 0; n < params.count; n++) { /* a corner of each matrix is enough */
        Param *p = params.items[n];
        int rows = p->value.rows < 3 ? p->value.rows : 3;
        assert_gradient(mat_block(p->value, 0, 0, rows, 5), mat_block(p->grad, 0, 0, rows, 5),
                        model_loss, &c);
    }
}
END_TEST

START_TEST(accuracy_by_place_averages_to_the_accuracy)
{
    Rng r = rng_new(7);
    OrderModel m = order_model_new(&params, &r, SINUSOIDAL);
    Mat by_place = mat_new(&arena, 1, 10);
    double all = order_accuracy(&m, &arena, order_draw(&arena, &r, COPY, 60, 10), by_place);
    for (int t = 0; t < 3; t++) ck_assert(isnan(by_place.data[t]));
    assert_close(mat_sum(mat_cols(by_place, 3, 7)) / 7, all, 1e-6);
    ck_assert(all > 0.02 && all < 0.3); /* untrained: one of ten symbols, more or less */
}
END_TEST

/* The accuracy on the task after 250 steps on up to 12 tokens. */
static double learn(Task task, Kind kind)
{
    Rng r = rng_new(8);
    OrderModel m = order_model_new(&params, &r, kind);
    order_train(&m, &params, &r, (OrderTraining){task, 250, 16, 12, 0.005});
    double accuracy = order_accuracy(&m, &arena, order_draw(&arena, &r, task, 200, 12), (Mat){0});
    params_free(&params);
    return accuracy;
}

START_TEST(with_positions_the_tasks_are_learned_and_without_never)
{
    ck_assert_double_gt(learn(COPY, ROTARY), 0.98);
    ck_assert_double_gt(learn(COPY, LEARNED), 0.98);
    ck_assert_double_lt(learn(COPY, NONE), 0.35);
    ck_assert_double_gt(learn(FIRST, ALIBI), 0.98);
    assert_close(learn(FIRST, NONE), 0.5, 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("order");
    TCase *t = tcase_create("order");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_set_timeout(t, 120);
    tcase_add_test(t, copy_asks_for_the_symbol_three_places_before);
    tcase_add_test(t, first_has_one_question_two_marks_and_one_answer);
    tcase_add_test(t, without_order_the_guess_is_half_or_the_most_frequent);
    tcase_add_test(t, without_positions_the_output_follows_every_permutation);
    tcase_add_test(t, a_distance_without_a_sign_cannot_tell_left_from_right);
    tcase_add_loop_test(t, relative_positions_may_begin_anywhere, 0, 4);
    tcase_add_loop_test(t, every_gradient_equals_differences, 0, KINDS);
    tcase_add_test(t, accuracy_by_place_averages_to_the_accuracy);
    tcase_add_test(t, with_positions_the_tasks_are_learned_and_without_never);
    suite_add_tcase(s, t);
    return run_suite(s);
}
