/* trainer - steps of training, validation, and the state of a run as a checkpoint. */
#include "trainer.h"
#include "fingerprint.h"
#include "common/clock.h"
#include "common/schedule.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static uint64_t texts_of(const Task *data)
{
    uint64_t f = FINGERPRINT_BEGIN;
    for (Part p = TRAIN; p <= VALID; p++) {
        f = fingerprint_ints(f, &data->split.part[p].count, 1);
        for (int i = 0; i < data->split.part[p].count; i++) {
            const Example *e = &data->examples[p][i];
            f = fingerprint_ints(f, e->source.ids, e->source.length);
            f = fingerprint_ints(f, e->target.ids, e->target.length);
        }
    }
    return f;
}

Trainer trainer_new(Arena *a, Translator *model, const Task *data, const TaskOptions *task,
                    Training how)
{
    Trainer t = {.how = how, .task = *task, .model = model, .adam = adam_new(how.rate)};
    t.adam.beta2 = 0.98, t.adam.epsilon = 1e-9; /* Vaswani et al. 2017, section 5.3 */
    t.drops = rng_new(task->seed);
    t.batches = batches_new(a, data->examples[TRAIN], data->split.part[TRAIN].count, how.batch_ids,
                            model->shape.shape.longest, rng_new(task->seed + 1));
    t.first_batches = t.batches.batches;
    t.texts = texts_of(data);
    t.history = history_new(a);
    return t;
}

void trainer_free(Trainer *t)
{
    arena_free(&t->step);
}

//> training_rate
double training_rate(const Training *how, int n)
{
    if (how->schedule == LINEAR)
        return how->rate * schedule_linear(n, how->warm_up, how->steps + 1);
    return how->rate * schedule_inverse_sqrt(n, how->warm_up);
}
//< training_rate

//> trainer_step
double trainer_step(Trainer *t)
{
    const double start = clock_seconds();
    const Batch b = batches_next(&t->batches);
    VocabularyLoss loss = translator_learn(t->model, &t->step, b, t->how.smoothing, &t->drops);
    clip_gradients(&t->model->params, t->how.clip);
    t->adam.rate = training_rate(&t->how, t->adam.step + 1);
    adam_step(&t->adam, &t->model->params);
    arena_reset(&t->step);
    history_step(&t->history, loss.nll, (double)loss.counted, clock_seconds() - start);
    return loss.nll / (double)loss.counted;
}
//< trainer_step

VocabularyLoss translator_part_loss(Translator *m, const Task *data, Part part)
{
    enum { BATCH_IDS = 4096 };
    Arena a = {0}, step = {0};
    VocabularyLoss sum = {0};
    const int longest = m->shape.shape.longest;
    Batches all = batches_new(&a, data->examples[part], data->split.part[part].count,
                              longest > BATCH_IDS ? longest : BATCH_IDS, longest, rng_new(0));
    for (int left = all.batches; left > 0; left--) {
        const VocabularyLoss loss = translator_loss(m, &step, batches_next(&all));
        sum.loss += loss.loss, sum.nll += loss.nll;
        sum.counted += loss.counted, sum.right += loss.right;
        arena_reset(&step);
    }
    arena_free(&step);
    arena_free(&a);
    return sum;
}

bool trainer_validate(Trainer *t, const Task *data)
{
    const VocabularyLoss loss = translator_part_loss(t->model, data, VALID);
    return history_add(&t->history, t->adam.step, loss.nll / (double)loss.counted);
}

/* ---- checkpoints -----------------------------------------------------------------------------*/

enum { MOST_STATES = MOST_TRANSLATOR_STATES + HISTORY_STATES + 11 };

/* The texts of the run, by their fingerprint: the file they are in may have another name now. */
static State state_of_texts(Arena *a, const Trainer *t)
{
    const char *name = t->task.path ? t->task.path : task_kind_name(t->task.kind);
    return state_sign(
        "texts", arena_print(a, "%016" PRIx64, t->texts),
        arena_print(a, "the texts (%.200s) are not those that the run began with", name));
}

/* What the checkpoint holds besides weights and Adam's means; texts are owned by the arena. */
static int states(State *s, Arena *a, Trainer *t)
{
    const char *how =
        arena_print(a, "warm-up %d, schedule %s, rate %.15g, smoothing %.15g, clip %.15g, batch %d",
                    t->how.warm_up, t->how.schedule == LINEAR ? "linear" : "inverse-sqrt",
                    t->how.rate, t->how.smoothing, t->how.clip, t->how.batch_ids);
    TaskOptions task = t->task;
    task.path = NULL;
    int n = translator_states(s, a, &t->model->shape, &task);
    s[n++] = state_text("training", how);
    s[n++] = state_of_texts(a, t);
    s[n++] = state_rng("drops", &t->drops);
    s[n++] = state_rng("epoch_rng", &t->batches.position.rng);
    s[n++] = state_ints("epoch", &t->batches.position.epoch, 1);
    s[n++] = state_ints("batch", &t->batches.position.batch, 1);
    return n + history_states(s + n, &t->history);
}

typedef bool Transfer(const Checkpoint *c, const char *path, Error *e);

static bool transfer(Trainer *t, Transfer *how, const char *folder, Error *e)
{
    Arena a = {0};
    State s[MOST_STATES];
    const Checkpoint c = {&t->model->params, &t->adam, false, s, states(s, &a, t)};
    const bool ok = how(&c, path_in(&a, folder, "last.safetensors"), e);
    arena_free(&a);
    return ok;
}

bool trainer_save(Trainer *t, const char *folder, Error *e)
{
    return transfer(t, checkpoint_save, folder, e);
}

bool trainer_load(Trainer *t, const char *folder, Error *e)
{
    if (!transfer(t, checkpoint_load, folder, e)) return false;
    if (!history_check(&t->history, t->adam.step, t->batches.position.epoch, folder, e))
        return false;
    const int batch = t->batches.position.batch;
    return batches_seek(&t->batches, t->batches.position) ||
           fail(e, "%s/last.safetensors: batch %d of an epoch of %d", folder, batch,
                t->batches.batches);
}
