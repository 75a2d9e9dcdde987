/* Tests of training: the rate's schedule, runs that are stopped and resumed. */
#include "test_trainer_case.h"

#include <limits.h>
#include <math.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

/* ---- the rate --------------------------------------------------------------------------------*/

START_TEST(the_rate_rises_to_its_peak_and_falls)
{
    Training how = {.steps = 1000, .warm_up = 100, .rate = 0.5, .schedule = LINEAR};
    assert_close(training_rate(&how, 1), 0.005, 1e-12);
    assert_close(training_rate(&how, 100), 0.5, 1e-12);
    assert_close(training_rate(&how, 1000), 0.5 / 901, 1e-12); /* the last step still moves */
    how.schedule = INVERSE_SQRT;
    assert_close(training_rate(&how, 50), 0.25, 1e-12);
    assert_close(training_rate(&how, 400), 0.25, 1e-12);
}
END_TEST

/* ---- stopping and resuming -------------------------------------------------------------------*/

START_TEST(a_resumed_run_equals_the_uninterrupted_one)
{
    Translator whole, half, resumed;
    Error e;
    Trainer w = start(&whole, (ModelKind)_i), h = start(&half, (ModelKind)_i);
    run_to(&w, STEPS);
    run_to(&h, 5); /* between two milestones, within an epoch */
    ck_assert_msg(trainer_save(&h, folder, &e), "%s", e.text);
    end(&h, &half);
    Trainer r = start(&resumed, (ModelKind)_i);
    ck_assert_msg(trainer_load(&r, folder, &e), "%s", e.text);
    ck_assert_int_eq(r.adam.step, 5);
    run_to(&r, STEPS);
    assert_same_model(&whole, &resumed);
    ck_assert_int_eq(r.history.count, w.history.count);
    for (int i = 0; i < w.history.count; i++) {
        ck_assert_double_eq(r.history.milestones[i].train, w.history.milestones[i].train);
        ck_assert_double_eq(r.history.milestones[i].valid, w.history.milestones[i].valid);
    }
    ck_assert_int_gt(w.batches.position.epoch, 0); /* the order of a second epoch was drawn */
    end(&w, &whole);
    end(&r, &resumed);
}
END_TEST

/* A process that saves after every step, until it is killed. */
static pid_t train_in_a_child(void)
{
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child > 0) return child;
    Translator model;
    Error e;
    Trainer t = start(&model, TRANSFORMER);
    while (t.adam.step < 10 * STEPS) {
        run_to(&t, t.adam.step + 1);
        if (!trainer_save(&t, folder, &e)) _exit(1);
    }
    _exit(0);
}

START_TEST(a_killed_run_goes_on_from_its_last_step)
{
    char path[128];
    Error e;
    Translator whole, resumed;
    const struct timespec moment = {0, 20000000};
    snprintf(path, sizeof path, "%s/last.safetensors", folder);
    const pid_t child = train_in_a_child();
    do nanosleep(&moment, NULL);
    while (access(path, R_OK) != 0);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    char left[160];
    snprintf(left, sizeof left, "%s.%ld.tmp", path, (long)child);
    unlink(left);
    Trainer r = start(&resumed, TRANSFORMER), w = start(&whole, TRANSFORMER);
    ck_assert_msg(trainer_load(&r, folder, &e), "%s", e.text);
    ck_assert_int_ge(r.adam.step, 1);
    const int last = r.adam.step + 5;
    run_to(&r, last);
    run_to(&w, last);
    assert_same_model(&whole, &resumed);
    end(&w, &whole);
    end(&r, &resumed);
}
END_TEST

START_TEST(a_state_of_other_settings_is_refused)
{
    Translator model, other;
    Error e;
    Trainer t = start(&model, TRANSFORMER), o = start(&other, TRANSFORMER);
    ck_assert_msg(trainer_save(&t, folder, &e), "%s", e.text);
    o.how.batch_ids = 601;
    ck_assert(!trainer_load(&o, folder, &e));
    ck_assert_msg(strstr(e.text, "training") && strstr(e.text, "last.safetensors"), "%s", e.text);
    end(&t, &model);
    end(&o, &other);
}
END_TEST

/* Texts that were cut short since, or of which one was changed, in training or validation. */
START_TEST(a_state_of_other_texts_is_refused)
{
    Translator model, other;
    Error e;
    Trainer t = start(&model, TRANSFORMER);
    while (t.batches.position.batch < t.batches.batches - 1) trainer_step(&t);
    ck_assert_msg(trainer_save(&t, folder, &e), "%s", e.text);
    const Example first = data.examples[VALID][0];
    if (_i == 0) data.split.part[TRAIN].count = 30;
    if (_i == 1) data.split.part[VALID].count--;
    if (_i == 2) data.examples[VALID][0] = (Example){first.source, first.source};
    Trainer o = start(&other, TRANSFORMER);
    ck_assert(!trainer_load(&o, folder, &e));
    ck_assert_msg(
        strstr(e.text, "last.safetensors: the texts (numbers) are not those that the run"), "%s",
        e.text);
    ck_assert_int_eq(o.adam.step, 0);
    end(&t, &model);
    end(&o, &other);
}
END_TEST

START_TEST(the_same_texts_go_on_under_another_name)
{
    Translator model, other;
    Error e;
    Trainer t = start(&model, TRANSFORMER), o = start(&other, TRANSFORMER);
    t.task.path = "pairs.tsv", o.task.path = "moved.tsv";
    run_to(&t, 5);
    ck_assert_msg(trainer_save(&t, folder, &e), "%s", e.text);
    ck_assert_msg(trainer_load(&o, folder, &e), "%s", e.text);
    ck_assert_int_eq(o.first_batches, t.first_batches);
    end(&t, &model);
    end(&o, &other);
}
END_TEST

/* A damaged state is no reason to abort. */
START_TEST(a_batch_behind_the_epochs_end_is_refused)
{
    Translator model, other;
    Error e;
    Trainer t = start(&model, TRANSFORMER), o = start(&other, TRANSFORMER);
    t.batches.position.batch = t.batches.batches;
    ck_assert_msg(trainer_save(&t, folder, &e), "%s", e.text);
    ck_assert(!trainer_load(&o, folder, &e));
    ck_assert_msg(strstr(e.text, "last.safetensors: batch "), "%s", e.text);
    end(&t, &model);
    end(&o, &other);
}
END_TEST

static void damage(Trainer *t, int how)
{
    switch (how) {
    case 0: t->adam.step = -5; break;
    case 1: t->batches.position.epoch = -1; break;
    case 2: t->batches.position.epoch = INT_MAX; break;
    case 3: t->history.count = MOST_MILESTONES + 1; break;
    case 4: t->history.seconds = NAN; break;
    default: t->history.labels = -1;
    }
}

START_TEST(a_state_that_no_run_comes_to_is_refused)
{
    Translator model, other;
    Error e;
    Trainer t = start(&model, TRANSFORMER), o = start(&other, TRANSFORMER);
    run_to(&t, 2);
    damage(&t, _i);
    ck_assert_msg(trainer_save(&t, folder, &e), "%s", e.text);
    ck_assert(!trainer_load(&o, folder, &e));
    ck_assert_msg(strstr(e.text, _i ? "last.safetensors: step " : "optimizer.step is -5"), "%s",
                  e.text);
    end(&t, &model);
    end(&o, &other);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("trainer");
    TCase *t = tcase_create("trainer");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, the_rate_rises_to_its_peak_and_falls);
    tcase_add_loop_test(t, a_resumed_run_equals_the_uninterrupted_one, 0, 2);
    tcase_add_test(t, a_killed_run_goes_on_from_its_last_step);
    tcase_add_test(t, a_state_of_other_settings_is_refused);
    tcase_add_loop_test(t, a_state_of_other_texts_is_refused, 0, 3);
    tcase_add_test(t, the_same_texts_go_on_under_another_name);
    tcase_add_test(t, a_batch_behind_the_epochs_end_is_refused);
    tcase_add_loop_test(t, a_state_that_no_run_comes_to_is_refused, 0, 6);
    suite_add_tcase(s, t);
    return run_suite(s);
}
