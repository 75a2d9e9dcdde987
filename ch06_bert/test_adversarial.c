/* Tests of FGM and PGD: steps and projections by hand, whole runs against PyTorch, and that nothing
 * is left of the attack but its gradient. */
#include "adversarial.h"
#include "test_classifier_case.h"
#include "common/parallel.h"

#include <math.h>
#include <string.h>

static Arena arena;
static Params params; /* of the cases without a model */
static TextClassifier model;

static void teardown(void)
{
    text_classifier_free(&model);
    params_free(&params);
    arena_free(&arena);
}

/* ---- by hand ---------------------------------------------------------------------------------*/

/* A table of 4 x 2 whose rows 1 and 3 are used; row 2 is only filling. */
static Perturbation small(void)
{
    static const int ids[] = {3, 1, 3, 1, 2, 2}, valid[] = {3, 1};
    Param *words = params_add(&params, "words", 4, 2);
    float values[] = {9, 9, 1, 2, 8, 8, 3, 4};
    mat_copy(words->value, mat_of(4, 2, values));
    return perturbation_begin(&arena, words,
                              (BertInput){.ids = ids, .valid = valid, .batch = 2, .length = 3});
}

START_TEST(the_rows_that_real_tokens_use_are_listed_once_in_order)
{
    const Perturbation p = small();
    ck_assert_int_eq(p.clean.rows, 2);
    ck_assert_int_eq(p.rows[0], 1);
    ck_assert_int_eq(p.rows[1], 3);
    float want[] = {1, 2, 3, 4};
    assert_mat_close(p.clean, mat_of(2, 2, want), 0);
    assert_close(p.size, sqrt(1 + 4 + 9 + 16), 1e-7);
}
END_TEST

START_TEST(a_step_has_the_wanted_length_and_the_direction_of_the_gradient)
{
    const Perturbation p = small();
    float g[] = {7, 7, 2, 0, 7, 7, 0, -1.5}; /* |g| = 2.5 of rows 1 and 3 */
    mat_copy(p.words->grad, mat_of(4, 2, g));
    perturbation_climb(&p, 5);
    float want[] = {9, 9, 1 + 4, 2, 8, 8, 3, 4 - 3};
    assert_mat_close(p.words->value, mat_of(4, 2, want), 1e-6);
    assert_close(perturbation_norm(&p), 5, 1e-6);
    perturbation_climb(&p, 5); /* the next one goes on from there */
    assert_close(perturbation_norm(&p), 10, 1e-6);
}
END_TEST

START_TEST(without_a_finite_gradient_there_is_no_step)
{
    const float bad[] = {0, NAN, INFINITY};
    const Perturbation p = small();
    mat_row(p.words->grad, 3)[0] = bad[_i];
    perturbation_climb(&p, 5);
    float want[] = {9, 9, 1, 2, 8, 8, 3, 4};
    assert_mat_close(p.words->value, mat_of(4, 2, want), 0);
}
END_TEST

START_TEST(the_projection_shrinks_what_is_outside_of_the_ball)
{
    const Perturbation p = small();
    float moved[] = {9, 9, 1 + 2, 2 + 4, 8, 8, 3 - 4, 4 + 8}; /* delta = (2, 4, -4, 8), norm 10 */
    mat_copy(p.words->value, mat_of(4, 2, moved));
    pgd_project(&p, 2.5);
    float want[] = {9, 9, 1 + 0.5, 2 + 1, 8, 8, 3 - 1, 4 + 2};
    assert_mat_close(p.words->value, mat_of(4, 2, want), 1e-6);
    assert_close(perturbation_norm(&p), 2.5, 1e-6);
}
END_TEST

START_TEST(the_projection_leaves_what_is_inside_of_the_ball)
{
    const Perturbation p = small();
    float moved[] = {9, 9, 1 + 2, 2 + 4, 8, 8, 3 - 4, 4 + 8};
    mat_copy(p.words->value, mat_of(4, 2, moved));
    pgd_project(&p, _i ? 10 : 11);
    assert_mat_close(p.words->value, mat_of(4, 2, moved), 0);
    perturbation_end(&p);
    pgd_project(&p, 0); /* without a direction to shrink along */
    assert_close(perturbation_norm(&p), 0, 0);
}
END_TEST

START_TEST(fgm_is_one_step_to_the_surface_of_the_ball)
{
    const Attack fgm = attack_new(FGM, 0.5, 99, 7, true), pgd = attack_new(PGD, 0.5, 0.2, 7, true);
    ck_assert_int_eq(fgm.steps, 1);
    assert_close(fgm.alpha, 0.5, 0);
    assert_close(fgm.epsilon, 0.5, 0);
    ck_assert_int_eq(pgd.steps, 7);
    assert_close(pgd.alpha, 0.2, 0);
    ck_assert(fgm.relative && pgd.relative);
    ck_assert_int_eq(attack_new(NO_ATTACK, 0.5, 0.2, 7, true).steps, 0);
}
END_TEST

/* ---- against PyTorch -------------------------------------------------------------------------*/

/* The attacks of golden/make_classifier.py. PGD leaves the ball in its third step. */
static Attack golden_attack(AttackKind kind)
{
    return attack_new(kind, 0.5, 0.25, 4, false);
}

START_TEST(gradients_under_attack_equal_pytorch)
{
    const Pooling pooling = _i / 2 ? POOL_LAST : POOL_MAX;
    const AttackKind kind = _i % 2 ? PGD : FGM;
    const Attack attack = golden_attack(kind);
    Rng drops = rng_new(1);
    case_golden(&model, &arena, pooling);
    model.bert.config.shape.dropout = model.output.dropout = 0;
    mat_fill(model.output.w->grad, 5); /* gradients are set, not added to */
    const double loss = adversarial_learn(&model, &arena, case_batch, &attack, &drops);
    assert_close(loss, (double)case_reference(&arena, pooling, "", "loss").data[0], 2e-6);
    case_gradients(&model, &arena, attack_name(kind), 1e-5);
}
END_TEST

START_TEST(predictions_under_attack_equal_pytorch)
{
    const Pooling pooling = _i / 2 ? POOL_LAST : POOL_MAX;
    const AttackKind kind = _i % 2 ? PGD : FGM;
    const Attack attack = golden_attack(kind);
    case_golden(&model, &arena, pooling);
    Mat log_probs = mat_new(&arena, 3, CASE_CLASSES);
    adversarial_predict(&model, &arena, log_probs, case_batch, &attack);
    assert_mat_close(log_probs, case_reference(&arena, pooling, attack_name(kind), "log_probs"),
                     1e-5);
}
END_TEST

/* ---- whole models ----------------------------------------------------------------------------*/

static double loss_with(const Rng *drops)
{
    Rng r = *drops;
    return text_classifier_learn(&model, &arena, case_batch, &r);
}

START_TEST(the_table_is_restored_bit_for_bit)
{
    const Attack attack = golden_attack(_i % 2 ? PGD : FGM);
    case_new(&model, (TextModel)(_i / 2), POOL_MAX, 3);
    Mat before = mat_new(&arena, CASE_VOCABULARY, 8), table = model.words->value;
    Rng drops = rng_new(2);
    mat_row(table, 4)[0] = -0.0f; /* not even its sign is lost */
    mat_copy(before, table);
    adversarial_learn(&model, &arena, case_batch, &attack, &drops);
    ck_assert_mem_eq(table.data, before.data, sizeof(float) * CASE_VOCABULARY * 8);
    Mat log_probs = mat_new(&arena, 3, CASE_CLASSES);
    adversarial_predict(&model, &arena, log_probs, case_batch, &attack);
    ck_assert_mem_eq(table.data, before.data, sizeof(float) * CASE_VOCABULARY * 8);
}
END_TEST

START_TEST(the_memory_of_a_step_is_given_back)
{
    const Attack attack = golden_attack(PGD);
    case_new(&model, BERT_BILSTM, POOL_MAX, 3);
    Rng drops = rng_new(2);
    arena_alloc(&arena, 64);
    const size_t used = arena.used;
    adversarial_learn(&model, &arena, case_batch, &attack, &drops);
    ck_assert_uint_eq(arena.used, used);
}
END_TEST

START_TEST(no_attack_is_plain_learning)
{
    case_new(&model, (TextModel)_i, POOL_MAX, 3);
    Rng drops = rng_new(2), same = drops;
    const Attack none = attack_new(NO_ATTACK, 1, 1, 3, false);
    const double loss = adversarial_learn(&model, &arena, case_batch, &none, &drops);
    Mat got = mat_new(&arena, CASE_VOCABULARY, 8);
    mat_copy(got, model.words->grad);
    params_zero_grad(&model.bert.params);
    assert_close(text_classifier_learn(&model, &arena, case_batch, &same), loss, 0);
    assert_mat_close(model.words->grad, got, 0);
    ck_assert_mem_eq(&drops, &same, sizeof same);
}
END_TEST

/* With an epsilon of nothing, the second pass is the first one again only when it drops the same:
 * then the gradient is doubled. */
START_TEST(all_passes_of_a_step_drop_the_same)
{
    const Attack still = attack_new(_i % 2 ? PGD : FGM, 0, 0, 3, false);
    case_new(&model, (TextModel)(_i / 2), POOL_MAX, 3);
    Rng drops = rng_new(2), same = drops;
    text_classifier_learn(&model, &arena, case_batch, &same);
    Mat twice = mat_new(&arena, CASE_VOCABULARY, 8);
    mat_copy(twice, model.words->grad);
    mat_scale(twice, 2);
    adversarial_learn(&model, &arena, case_batch, &still, &drops);
    assert_mat_close(model.words->grad, twice, 1e-6);
    ck_assert_mem_eq(&drops, &same, sizeof same); /* and draw as one pass does */
}
END_TEST

START_TEST(a_relative_attack_is_measured_by_the_vectors_that_it_moves)
{
    case_new(&model, BILSTM, POOL_MAX, 3);
    const double size = perturbation_begin(&arena, model.words, case_batch.input).size;
    Attack a = attack_new(PGD, 0.3, 0.2, 3, true);
    Mat relative = mat_new(&arena, 3, CASE_CLASSES), absolute = mat_new(&arena, 3, CASE_CLASSES);
    adversarial_predict(&model, &arena, relative, case_batch, &a);
    a = attack_new(PGD, 0.3 * size, 0.2 * size, 3, false);
    adversarial_predict(&model, &arena, absolute, case_batch, &a);
    assert_mat_close(relative, absolute, 1e-6);
}
END_TEST

START_TEST(an_attack_raises_the_loss_and_more_steps_raise_it_more)
{
    case_new(&model, (TextModel)_i, POOL_MAX, 3);
    const Rng drops = rng_new(2);
    const double clean = loss_with(&drops);
    double attacked[2];
    for (int k = 0; k < 2; k++) { /* one step to the surface, or eight */
        const Perturbation p = perturbation_begin(&arena, model.words, case_batch.input);
        for (int i = 0; i < (k ? 8 : 1); i++) {
            params_zero_grad(&model.bert.params);
            loss_with(&drops);
            perturbation_climb(&p, k ? 0.2 : 0.6);
            pgd_project(&p, 0.6);
        }
        attacked[k] = loss_with(&drops);
        perturbation_end(&p);
    }
    ck_assert_double_gt(attacked[0], clean + 0.01);
    ck_assert_double_gt(attacked[1], attacked[0]);
}
END_TEST

START_TEST(the_number_of_threads_makes_no_difference)
{
    const Attack attack = golden_attack(PGD);
    case_new(&model, BERT_BILSTM, POOL_MAX, 3);
    Rng drops = rng_new(2), same = drops;
    const int before = use_threads(1);
    adversarial_learn(&model, &arena, case_batch, &attack, &drops);
    Mat want = mat_new(&arena, CASE_VOCABULARY, 8);
    mat_copy(want, model.words->grad);
    use_threads(3);
    adversarial_learn(&model, &arena, case_batch, &attack, &same);
    use_threads(before);
    assert_mat_close(model.words->grad, want, THREADS_TOLERANCE);
}
END_TEST

static TCase *add_case(Suite *s, TCase *c)
{
    tcase_add_checked_fixture(c, NULL, teardown);
    tcase_set_timeout(c, 60);
    suite_add_tcase(s, c);
    return c;
}

int main(void)
{
    Suite *s = suite_create("ch06_adversarial");
    TCase *c = add_case(s, tcase_create("steps"));
    tcase_add_test(c, the_rows_that_real_tokens_use_are_listed_once_in_order);
    tcase_add_test(c, fgm_is_one_step_to_the_surface_of_the_ball);
    c = add_case(s, tcase_create("perturbation_climb"));
    tcase_add_test(c, a_step_has_the_wanted_length_and_the_direction_of_the_gradient);
    tcase_add_loop_test(c, without_a_finite_gradient_there_is_no_step, 0, 3);
    c = add_case(s, tcase_create("pgd_project"));
    tcase_add_test(c, the_projection_shrinks_what_is_outside_of_the_ball);
    tcase_add_loop_test(c, the_projection_leaves_what_is_inside_of_the_ball, 0, 2);
    c = add_case(s, tcase_create("adversarial_learn"));
    tcase_add_loop_test(c, gradients_under_attack_equal_pytorch, 0, 4);
    tcase_add_loop_test(c, the_table_is_restored_bit_for_bit, 0, 2 * TEXT_MODELS);
    tcase_add_test(c, the_memory_of_a_step_is_given_back);
    tcase_add_loop_test(c, no_attack_is_plain_learning, 0, TEXT_MODELS);
    tcase_add_loop_test(c, all_passes_of_a_step_drop_the_same, 0, 2 * TEXT_MODELS);
    c = add_case(s, tcase_create("models"));
    tcase_add_loop_test(c, predictions_under_attack_equal_pytorch, 0, 4);
    tcase_add_test(c, a_relative_attack_is_measured_by_the_vectors_that_it_moves);
    tcase_add_loop_test(c, an_attack_raises_the_loss_and_more_steps_raise_it_more, 0, TEXT_MODELS);
    tcase_add_test(c, the_number_of_threads_makes_no_difference);
    return run_suite(s);
}
