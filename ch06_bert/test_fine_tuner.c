/* Tests of fine-tuning, on texts of a few ids whose class is told by one of them. */
#include "fine_tuner.h"
#include "test_classifier_case.h"
#include "common/interrupt.h"
#include "common/parallel.h"

#include <math.h>
#include <signal.h>
#include <string.h>

enum { TEXTS = 48, MANY_TEXTS = 400, LONGEST = 6, EPOCHS = 6 };

static Arena arena;
static TextClassifier model;
static TextTask task;

/* A text's ids are 1, then fillers 5 .. 7, one of which is replaced by 2 + its label. */
static TextExample make_text(Rng *r)
{
    const int length = 3 + rng_below(r, LONGEST - 2), label = rng_below(r, CASE_CLASSES);
    int *ids = arena_alloc(&arena, LONGEST * sizeof *ids);
    ids[0] = 1;
    for (int t = 1; t < length; t++) ids[t] = 5 + rng_below(r, 3);
    ids[1 + rng_below(r, length - 1)] = 2 + label;
    return (TextExample){ids, length, label, 0};
}

static void setup(void)
{
    Rng r = rng_new(1);
    task = (TextTask){.classes = CASE_CLASSES, .pad = 0};
    for (Part p = TRAIN; p < PARTS; p++) {
        task.count[p] = p == TRAIN ? MANY_TEXTS : 20;
        task.of[p] = arena_alloc(&arena, (size_t)task.count[p] * sizeof **task.of);
        for (int i = 0; i < task.count[p]; i++) task.of[p][i] = make_text(&r);
    }
    task.count[TRAIN] = TEXTS; /* as many as most tests need */
}

static void teardown(void)
{
    text_classifier_free(&model);
    arena_free(&arena);
}

static FineTuning how(AttackKind kind)
{
    return (FineTuning){.epochs = EPOCHS,
                        .batch = 5,
                        .rate = 0.02,
                        .warm_up = 0.1,
                        .decay = 0.01,
                        .clip = 1,
                        .attack = attack_new(kind, 0.5, 0.2, 3, false),
                        .seed = 3};
}

static FineTuner start(TextModel kind, AttackKind attack)
{
    case_new(&model, kind, POOL_MAX, 3);
    return fine_tuner_new(&model, &task, how(attack));
}

static double accuracy(const int *predicted, Part part)
{
    int right = 0;
    for (int i = 0; i < task.count[part]; i++) right += predicted[i] == task.of[part][i].label;
    return (double)right / task.count[part];
}

/* ---- steps -----------------------------------------------------------------------------------*/

START_TEST(the_rate_rises_to_its_peak_and_falls_to_the_last_step)
{
    FineTuner t = start(BILSTM, NO_ATTACK);
    ck_assert_int_eq(t.steps, 60); /* 6 epochs of 10 batches; 6 steps of warm-up */
    assert_close(fine_tuner_rate(&t, 3), 0.01, 1e-9);
    assert_close(fine_tuner_rate(&t, 6), 0.02, 1e-9);
    assert_close(fine_tuner_rate(&t, 60), 0.02 / 55, 1e-9);
    fine_tuner_free(&t);
}
END_TEST

START_TEST(epochs_end_when_all_texts_were_read_and_are_recorded)
{
    FineTuner t = start(BILSTM, NO_ATTACK);
    for (int i = 1; i <= t.steps; i++) {
        ck_assert_int_eq(fine_tuner_step(&t), i % 10 == 0);
        ck_assert_int_eq(t.epoch, i / 10);
    }
    int predicted[TEXTS];
    const EpochRecord *last = &t.epochs[EPOCHS - 1];
    assert_close(text_task_predict(predicted, &model, &task, VALID), last->valid_loss, 1e-9);
    assert_close(accuracy(predicted, VALID), last->valid_accuracy, 1e-9);
    ck_assert_double_gt(t.epochs[0].loss, last->loss);
    ck_assert_double_gt(t.epochs[0].loss, 0.8 * log(3)); /* a mean over batches */
    ck_assert_double_lt(t.epochs[0].loss, 1.5 * log(3));
    ck_assert_double_gt(last->seconds, 0);
    fine_tuner_free(&t);
}
END_TEST

/* The same steps, taken one by one: gradient, clipping, rate, AdamW. */
static void step_by_hand(TextClassifier *c, const FineTuning *f, int steps)
{
    Rng order = rng_new(f->seed), drops = rng_new(f->seed + 1);
    Adam adam = adam_new(1);
    TextBatches all = text_batches_new(&arena, task.of[TRAIN], TEXTS, f->batch, 0);
    adam.decay = f->decay;
    adam.epsilon = 1e-6;
    for (int n = 0; n < steps; n++) {
        if (n % all.batches == 0) text_batches_shuffle(&all, &order);
        adversarial_learn(c, &arena, text_batches_get(&all, n % all.batches), &f->attack, &drops);
        ck_assert_double_gt(clip_gradients(&c->bert.params, f->clip), f->clip); /* it clips */
        adam.rate = f->rate * (n < 6 ? (n + 1) / 6.0 : (61 - (n + 1)) / 55.0);
        adam_step(&adam, &c->bert.params);
    }
}

START_TEST(a_step_is_adamw_on_the_clipped_gradient_of_the_next_batch)
{
    enum { STEPS = 14 }; /* into the second epoch */
    TextClassifier same;
    FineTuning f = how(FGM);
    f.clip = 0.05;
    f.decay = 0.5;
    case_new(&model, BERT_CLS, POOL_MAX, 3);
    case_new(&same, BERT_CLS, POOL_MAX, 3);
    FineTuner t = fine_tuner_new(&model, &task, f);
    for (int n = 0; n < STEPS; n++) fine_tuner_step(&t);
    step_by_hand(&same, &f, STEPS);
    for (int i = 0; i < same.bert.params.count; i++)
        assert_mat_close(model.bert.params.items[i]->value, same.bert.params.items[i]->value, 1e-6);
    text_classifier_free(&same);
    fine_tuner_free(&t);
}
END_TEST

START_TEST(what_is_told_by_a_word_is_learned)
{
    int predicted[TEXTS];
    task.count[TRAIN] = MANY_TEXTS;
    FineTuner t = start((TextModel)(_i / 3), (AttackKind)(_i % 3));
    while (t.adam.step < t.steps) fine_tuner_step(&t);
    fine_tuner_take_best(&t);
    text_task_predict(predicted, &model, &task, TEST);
    ck_assert_double_ge(accuracy(predicted, TEST), 0.9);
    fine_tuner_free(&t);
}
END_TEST

/* ---- the best epoch --------------------------------------------------------------------------*/

START_TEST(the_weights_of_the_best_epoch_come_back)
{
    int predicted[TEXTS];
    FineTuner t = start(BILSTM, NO_ATTACK);
    while (t.adam.step < t.steps) fine_tuner_step(&t);
    for (int e = 0; e < EPOCHS; e++) {
        const double x = t.epochs[e].valid_accuracy, best = t.epochs[t.best].valid_accuracy;
        ck_assert(e < t.best ? x < best : x <= best);
    }
    ck_assert_int_lt(t.best, EPOCHS - 1); /* or the test would show nothing */
    const double loss = t.epochs[t.best].valid_loss;
    ck_assert_double_ne(text_task_predict(predicted, &model, &task, VALID), loss);
    fine_tuner_take_best(&t);
    ck_assert_double_eq(text_task_predict(predicted, &model, &task, VALID), loss);
    fine_tuner_free(&t);
}
END_TEST

/* ---- predicting ------------------------------------------------------------------------------*/

START_TEST(predictions_stand_in_the_order_of_the_part)
{
    int predicted[TEXTS];
    case_new(&model, BILSTM, POOL_MAX, 3);
    double nll = 0;
    const double loss = text_task_predict(predicted, &model, &task, TEST);
    for (int i = 0; i < task.count[TEST]; i++) { /* one by one */
        const TextExample *x = &task.of[TEST][i];
        Mat p = mat_new(&arena, 1, CASE_CLASSES);
        text_classifier_predict(&model, &arena, p,
                                (BertInput){.ids = x->ids, .batch = 1, .length = x->length});
        for (int c = 0; c < CASE_CLASSES; c++)
            ck_assert_float_le(p.data[c], p.data[predicted[i]] + 1e-5f);
        nll -= (double)p.data[x->label];
    }
    assert_close(loss, nll / task.count[TEST], 1e-6);
}
END_TEST

START_TEST(an_attack_of_nothing_changes_no_answer_and_a_hard_one_most)
{
    int predicted[TEXTS];
    FineTuner t = start(BILSTM, NO_ATTACK);
    while (t.adam.step < t.steps) fine_tuner_step(&t);
    text_task_predict(predicted, &model, &task, TEST);
    const double clean = accuracy(predicted, TEST);
    const Attack none = attack_new(PGD, 0, 0, 3, true), hard = attack_new(PGD, 20, 5, 6, false);
    const UnderAttack unharmed = text_task_attacked(&model, &task, TEST, &none, 1000),
                      harmed = text_task_attacked(&model, &task, TEST, &hard, 1000);
    assert_close(unharmed.attacked, clean, 0);
    ck_assert_double_lt(harmed.attacked, 0.5 * clean);
    assert_close(harmed.clean, clean, 0);
    ck_assert_int_eq(harmed.texts, task.count[TEST]);
    fine_tuner_free(&t);
}
END_TEST

START_TEST(a_sample_under_attack_is_spread_over_the_part)
{
    const Attack hard = attack_new(PGD, 20, 5, 6, false);
    int predicted[TEXTS], right = 0;
    case_new(&model, BILSTM, POOL_MAX, 3);
    text_task_predict(predicted, &model, &task, TEST);
    for (int i = 0; i < 20; i += 4) right += predicted[i] == task.of[TEST][i].label;
    const UnderAttack sample = text_task_attacked(&model, &task, TEST, &hard, 5);
    ck_assert_int_eq(sample.texts, 5);
    assert_close(sample.clean, right / 5.0, 0);
}
END_TEST

/* ---- the same bits ---------------------------------------------------------------------------*/

static Mat train_copy(TextModel kind, AttackKind attack, uint64_t seed, int threads)
{
    const int before = use_threads(threads);
    case_new(&model, kind, POOL_MAX, 3);
    FineTuning f = how(attack);
    f.seed = seed;
    FineTuner t = fine_tuner_new(&model, &task, f);
    for (int i = 0; i < 12; i++) fine_tuner_step(&t);
    Mat copy = mat_new(&arena, CASE_VOCABULARY, 8);
    mat_copy(copy, model.words->value);
    fine_tuner_free(&t);
    text_classifier_free(&model);
    use_threads(before);
    return copy;
}

START_TEST(a_seed_gives_the_same_bits_for_any_number_of_threads)
{
    const Mat first = train_copy((TextModel)_i, PGD, 3, 1);
    assert_mat_close(train_copy((TextModel)_i, PGD, 3, 1), first, 0);
    assert_mat_close(train_copy((TextModel)_i, PGD, 3, 3), first, THREADS_TOLERANCE);
    ck_assert_double_gt(mat_difference(train_copy((TextModel)_i, PGD, 4, 1), first), 0);
}
END_TEST

START_TEST(after_ctrl_c_no_more_texts_are_attacked)
{
    const Attack attack = attack_new(PGD, 0.1, 0.04, 5, true);
    case_new(&model, BERT_CLS, POOL_MAX, 3);
    for (int i = 0; i < task.count[TEST]; i++) task.of[TEST][i].label = 0;
    mat_row(model.output.b->value, 0)[0] = 100; /* it says 0 to all of them */
    ck_assert_double_eq(text_task_attacked(&model, &task, TEST, &attack, 1000).clean, 1);
    interrupt_catch();
    raise(SIGINT);
    ck_assert_double_eq(text_task_attacked(&model, &task, TEST, &attack, 1000).clean, 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("ch06_fine_tuner");
    TCase *c = tcase_create("fine-tuning");
    tcase_set_timeout(c, 120);
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, the_rate_rises_to_its_peak_and_falls_to_the_last_step);
    tcase_add_test(c, epochs_end_when_all_texts_were_read_and_are_recorded);
    tcase_add_test(c, a_step_is_adamw_on_the_clipped_gradient_of_the_next_batch);
    tcase_add_loop_test(c, what_is_told_by_a_word_is_learned, 0, 3 * TEXT_MODELS);
    tcase_add_test(c, the_weights_of_the_best_epoch_come_back);
    tcase_add_test(c, predictions_stand_in_the_order_of_the_part);
    tcase_add_test(c, an_attack_of_nothing_changes_no_answer_and_a_hard_one_most);
    tcase_add_test(c, a_sample_under_attack_is_spread_over_the_part);
    tcase_add_loop_test(c, a_seed_gives_the_same_bits_for_any_number_of_threads, 0, TEXT_MODELS);
    tcase_add_test(c, after_ctrl_c_no_more_texts_are_attacked); /* the last: it stays so */
    suite_add_tcase(s, c);
    return run_suite(s);
}
