/* Tests of the text classifiers: against PyTorch, gradients against differences, pooling by hand.
 */
#include "test_classifier_case.h"
#include "common/layers.h"
#include "common/optim.h"
#include "common/parallel.h"

#include <math.h>

static Arena arena;
static TextClassifier model;

static void teardown(void)
{
    text_classifier_free(&model);
    arena_free(&arena);
}

/* ---- pooling ---------------------------------------------------------------------------------*/

START_TEST(max_pooling_takes_the_first_largest_of_the_real_steps)
{
    float x[] = {1, 5, 3, 2, 3, 9, /**/ -4, -2, -3, -2, 0, 0}; /* 2 sequences of 3 steps of 2 */
    const int valid[] = {3, 2};
    int winner[4];
    Mat out = mat_new(&arena, 2, 2);
    max_pool_forward(out, winner, mat_of(6, 2, x), valid);
    float want[] = {3, 9, -3, -2};
    assert_mat_close(out, mat_of(2, 2, want), 0);
    const int steps[] = {1, 2, 1, 0};
    for (int i = 0; i < 4; i++) ck_assert_int_eq(winner[i], steps[i]);
}
END_TEST

START_TEST(the_gradient_of_max_pooling_goes_to_the_step_that_was_taken)
{
    const int winner[] = {1, 2, 1, 0};
    float d[] = {1, 2, 3, 4};
    Mat d_x = mat_zeros(&arena, 6, 2);
    mat_fill(d_x, 10); /* what is there is added to */
    max_pool_backward(d_x, winner, mat_of(2, 2, d));
    float want[] = {10, 10, 11, 10, 10, 12, /**/ 10, 14, 13, 10, 10, 10};
    assert_mat_close(d_x, mat_of(6, 2, want), 0);
}
END_TEST

/* ---- forward and backward --------------------------------------------------------------------*/

START_TEST(logits_loss_and_gradients_of_a_bilstm_equal_pytorch)
{
    case_golden(&model, &arena, (Pooling)_i);
    Mat logits = text_classifier_forward(&model, &arena, case_batch.input);
    assert_mat_close(logits, case_reference(&arena, (Pooling)_i, "", "logits"), 2e-6);
    const double loss = text_classifier_learn(&model, &arena, case_batch, NULL);
    assert_close(loss, (double)case_reference(&arena, (Pooling)_i, "", "loss").data[0], 2e-6);
    case_gradients(&model, &arena, "grad", 5e-6);
}
END_TEST

/* The loss with the dropout of seed 9, or without. */
static bool drops;
static double loss(void *unused)
{
    (void)unused;
    const Arena mark = arena;
    Rng r = rng_new(9);
    text_classifier_train(&model, drops ? &r : NULL);
    Mat logits = text_classifier_forward(&model, &arena, case_batch.input);
    const double value = cross_entropy_forward(logits, logits, case_labels);
    arena_release(&arena, mark);
    return value;
}

START_TEST(every_gradient_agrees_with_differences)
{
    case_design(&model, _i % DESIGNS);
    drops = _i >= DESIGNS;
    Rng r = rng_new(9);
    text_classifier_learn(&model, &arena, case_batch, drops ? &r : NULL);
    for (int i = 0; i < model.bert.params.count; i++) {
        Param *p = model.bert.params.items[i];
        assert_gradient(p->value, p->grad, loss, NULL);
    }
}
END_TEST

START_TEST(padding_never_changes_the_logits)
{
    case_design(&model, _i);
    const int longer[] = {1, 4, 4, 2, 3, 7, 5, 2, 6, 6, 6, 6, 1, 6, 4, 3, 3, 3};
    const BertInput in = {.ids = longer, .valid = case_valid, .batch = 3, .length = 6};
    Mat want = text_classifier_forward(&model, &arena, case_batch.input);
    assert_mat_close(text_classifier_forward(&model, &arena, in), want, 1e-6);
    for (int b = 0; b < 3; b++) { /* and each text alone, without padding */
        const BertInput one = {.ids = case_ids + 5 * b, .batch = 1, .length = case_valid[b]};
        assert_mat_close(text_classifier_forward(&model, &arena, one), mat_rows(want, b, 1), 1e-6);
    }
}
END_TEST

START_TEST(learning_adds_to_the_gradients_and_leaves_the_step_as_it_was)
{
    case_design(&model, _i);
    const Param *p = model.bert.params.items[model.bert.params.count - 2];
    Mat once = mat_new(&arena, p->grad.rows, p->grad.cols);
    const size_t used = arena.used;
    text_classifier_learn(&model, &arena, case_batch, NULL);
    mat_copy(once, p->grad);
    ck_assert_double_gt(mat_dot(once, once), 0);
    text_classifier_learn(&model, &arena, case_batch, NULL);
    mat_scale(once, 2);
    assert_mat_close(p->grad, once, 1e-6);
    ck_assert_uint_eq(arena.used, used);
}
END_TEST

START_TEST(predictions_are_log_probabilities_without_dropout)
{
    case_design(&model, _i);
    Rng r = rng_new(1);
    Mat first = mat_new(&arena, 3, CASE_CLASSES), again = mat_new(&arena, 3, CASE_CLASSES);
    text_classifier_predict(&model, &arena, first, case_batch.input);
    text_classifier_train(&model, &r);
    text_classifier_predict(&model, &arena, again, case_batch.input);
    assert_mat_close(again, first, 0);
    for (int b = 0; b < 3; b++) {
        double sum = 0;
        for (int c = 0; c < CASE_CLASSES; c++) sum += exp((double)mat_row(first, b)[c]);
        assert_close(sum, 1, 1e-6);
    }
}
END_TEST

START_TEST(the_classifier_drops_in_training_alone)
{
    Rng r = rng_new(3), drop = rng_new(1);
    BertConfig config = case_config();
    config.shape.dropout = config.shape.attention_dropout = 0;
    config.classifier_dropout = 0.5;
    text_classifier_new(&model, &r,
                        (TextClassifierShape){case_designs[_i].model, 5, case_designs[_i].pooling},
                        config);
    Mat plain = text_classifier_forward(&model, &arena, case_batch.input);
    text_classifier_train(&model, &drop);
    Mat dropped = text_classifier_forward(&model, &arena, case_batch.input);
    ck_assert_double_gt(mat_difference(dropped, plain), 0.01);
    text_classifier_train(&model, NULL);
    assert_mat_close(text_classifier_forward(&model, &arena, case_batch.input), plain, 0);
}
END_TEST

START_TEST(a_handful_of_texts_is_learned_by_heart)
{
    case_design(&model, _i);
    Adam adam = adam_new(0.01);
    double last = 0;
    for (int n = 0; n < 150; n++) {
        params_zero_grad(&model.bert.params);
        last = text_classifier_learn(&model, &arena, case_batch, NULL);
        adam_step(&adam, &model.bert.params);
    }
    ck_assert_double_lt(last, 0.02);
}
END_TEST

/* ---- threads ---------------------------------------------------------------------------------*/

START_TEST(the_number_of_threads_makes_no_difference)
{
    case_design(&model, _i);
    const int before = use_threads(1);
    Rng r = rng_new(4), same = r;
    text_classifier_learn(&model, &arena, case_batch, &r);
    Mat want = mat_new(&arena, CASE_VOCABULARY, 8);
    mat_copy(want, model.words->grad);
    use_threads(3);
    params_zero_grad(&model.bert.params);
    text_classifier_learn(&model, &arena, case_batch, &same);
    use_threads(before);
    assert_mat_close(model.words->grad, want, THREADS_TOLERANCE);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("ch06_text_classifier");
    TCase *c = tcase_create("pooling");
    tcase_add_checked_fixture(c, NULL, teardown);
    tcase_add_test(c, max_pooling_takes_the_first_largest_of_the_real_steps);
    suite_add_tcase(s, c);
    c = tcase_create("max_pool_backward");
    tcase_add_checked_fixture(c, NULL, teardown);
    tcase_add_test(c, the_gradient_of_max_pooling_goes_to_the_step_that_was_taken);
    suite_add_tcase(s, c);
    c = tcase_create("learning");
    tcase_set_timeout(c, 60);
    tcase_add_checked_fixture(c, NULL, teardown);
    tcase_add_loop_test(c, logits_loss_and_gradients_of_a_bilstm_equal_pytorch, 0, 2);
    tcase_add_loop_test(c, every_gradient_agrees_with_differences, 0, 2 * DESIGNS);
    tcase_add_loop_test(c, padding_never_changes_the_logits, 0, DESIGNS);
    tcase_add_loop_test(c, learning_adds_to_the_gradients_and_leaves_the_step_as_it_was, 0,
                        DESIGNS);
    tcase_add_loop_test(c, predictions_are_log_probabilities_without_dropout, 0, DESIGNS);
    tcase_add_loop_test(c, the_classifier_drops_in_training_alone, 0, DESIGNS);
    tcase_add_loop_test(c, a_handful_of_texts_is_learned_by_heart, 0, DESIGNS);
    tcase_add_loop_test(c, the_number_of_threads_makes_no_difference, 0, DESIGNS);
    suite_add_tcase(s, c);
    return run_suite(s);
}
