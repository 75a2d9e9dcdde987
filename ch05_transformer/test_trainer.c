/* Tests of training: the rate's schedule, runs that are stopped and resumed, models in files. */
#include "trainer.h"
#include "common/testing.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STEPS = 12 };

static Arena arena;
static char folder[64];
static Task data;
static const TaskOptions options = {
    .kind = NUMBERS, .rules = {24, 2.5, false}, .merges = 60, .seed = 3};

static void setup(void)
{
    Error e;
    strcpy(folder, "/tmp/trainer_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_msg(task_read(&data, &arena, &options, &e), "%s", e.text);
    for (Part p = TRAIN; p < PARTS; p++) data.split.part[p].count = p == TRAIN ? 300 : 20;
    task_spell(&data, &arena, &options, NULL);
}

static void teardown(void)
{
    char path[128];
    static const char *const names[] = {"last.safetensors", "model.safetensors", "vocabulary.txt"};
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    ck_assert_int_eq(rmdir(folder), 0);
    arena_free(&arena);
}

static TranslatorShape shape_of(ModelKind kind)
{
    return (TranslatorShape){kind,
                             {.vocabulary = codec_size(&data.codec),
                              .layers = 1,
                              .d_model = 8,
                              .heads = 2,
                              .d_hidden = 12,
                              .longest = 40,
                              .pre_norm = true,
                              .dropout = 0.2}};
}

static Trainer start(Translator *model, ModelKind kind)
{
    Rng r = rng_new(5);
    translator_new(model, &r, shape_of(kind));
    return trainer_new(&arena, model, &data, &options,
                       (Training){.steps = STEPS,
                                  .warm_up = 4,
                                  .rate = 1e-2,
                                  .smoothing = 0.1,
                                  .clip = 1,
                                  .batch_ids = 600});
}

static void end(Trainer *t, Translator *model)
{
    trainer_free(t);
    translator_free(model);
}

static void run_to(Trainer *t, int step)
{
    while (t->adam.step < step) {
        trainer_step(t);
        if (t->adam.step % 4 == 0) trainer_validate(t, &data);
    }
}

static void assert_same_model(const Translator *a, const Translator *b)
{
    ck_assert_int_eq(a->params.count, b->params.count);
    for (int i = 0; i < a->params.count; i++)
        assert_mat_close(a->params.items[i]->value, b->params.items[i]->value, 0);
}

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

/* ---- files -----------------------------------------------------------------------------------*/

static void write_vocabulary(void)
{
    char path[128];
    Error e;
    snprintf(path, sizeof path, "%s/vocabulary.txt", folder);
    ck_assert_msg(codec_save(&data.codec, path, &e), "%s", e.text);
}

START_TEST(a_model_comes_back_from_its_folder)
{
    Translator model, read;
    Codec codec;
    TaskOptions task;
    Error e;
    Trainer t = start(&model, (ModelKind)_i);
    run_to(&t, 2);
    write_vocabulary();
    ck_assert_msg(translator_save(&model, &options, folder, &e), "%s", e.text);
    ck_assert_msg(translator_load(&read, &codec, &task, &arena, folder, &e), "%s", e.text);
    assert_same_model(&model, &read);
    ck_assert_int_eq(read.shape.kind, (ModelKind)_i);
    ck_assert_int_eq(task.kind, NUMBERS);
    ck_assert_uint_eq(task.seed, 3);
    ck_assert(read.shape.shape.pre_norm);
    end(&t, &model);
    translator_free(&read);
}
END_TEST

START_TEST(a_folder_without_a_model_is_refused)
{
    Translator model, read;
    Codec codec;
    TaskOptions task;
    Error e;
    ck_assert(!translator_load(&read, &codec, &task, &arena, folder, &e));
    ck_assert_msg(strstr(e.text, "model.safetensors"), "%s", e.text);
    Trainer t = start(&model, TRANSFORMER);
    ck_assert_msg(translator_save(&model, &options, folder, &e), "%s", e.text);
    ck_assert(!translator_load(&read, &codec, &task, &arena, folder, &e));
    ck_assert_msg(strstr(e.text, "vocabulary.txt"), "%s", e.text);
    data.codec.bpe.count--;
    data.codec.bpe.merges.count--;
    write_vocabulary();
    ck_assert(!translator_load(&read, &codec, &task, &arena, folder, &e));
    ck_assert_msg(strstr(e.text, "pieces, the model"), "%s", e.text);
    end(&t, &model);
}
END_TEST

START_TEST(a_file_that_is_no_translator_is_refused)
{
    char path[128];
    Params p = {0};
    Translator read;
    Codec codec;
    TaskOptions task;
    Error e;
    params_add(&p, "w", 2, 3);
    snprintf(path, sizeof path, "%s/model.safetensors", folder);
    ck_assert_msg(checkpoint_save(&(Checkpoint){.params = &p}, path, &e), "%s", e.text);
    ck_assert(!translator_load(&read, &codec, &task, &arena, folder, &e));
    ck_assert_msg(strstr(e.text, "not a translator"), "%s", e.text);
    params_free(&p);
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
    tcase_add_loop_test(t, a_model_comes_back_from_its_folder, 0, 2);
    tcase_add_test(t, a_folder_without_a_model_is_refused);
    tcase_add_test(t, a_file_that_is_no_translator_is_refused);
    suite_add_tcase(s, t);
    return run_suite(s);
}
