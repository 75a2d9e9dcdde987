/* For the tests of training and of its files: a small task, a model to learn it, and a folder. */
#ifndef CH05_TEST_TRAINER_CASE_H
#define CH05_TEST_TRAINER_CASE_H

#include "common/testing.h"
#include "trainer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STEPS = 12 };

static Arena arena;
static char folder[64];
static Task data;
static const TaskOptions options = {
    .kind = NUMBERS, .rules = {24, 2.5, false}, .merges = 60, .seed = 3};

static inline void setup(void)
{
    Error e;
    strcpy(folder, "/tmp/trainer_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_msg(task_read(&data, &arena, &options, &e), "%s", e.text);
    for (Part p = TRAIN; p < PARTS; p++) data.split.part[p].count = p == TRAIN ? 300 : 20;
    task_spell(&data, &arena, &options, NULL);
}

static inline void teardown(void)
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

static inline TranslatorShape shape_of(ModelKind kind)
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

static inline Trainer start(Translator *model, ModelKind kind)
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

static inline void end(Trainer *t, Translator *model)
{
    trainer_free(t);
    translator_free(model);
}

static inline void run_to(Trainer *t, int step)
{
    while (t->adam.step < step) {
        trainer_step(t);
        if (t->adam.step % 4 == 0) trainer_validate(t, &data);
    }
}

static inline void assert_same_model(const Translator *a, const Translator *b)
{
    ck_assert_int_eq(a->params.count, b->params.count);
    for (int i = 0; i < a->params.count; i++)
        assert_mat_close(a->params.items[i]->value, b->params.items[i]->value, 0);
}

#endif
