/* The sub-command train: training with progress, validation and checkpoints; it can be interrupted
 * and resumed. */
#include "main.h"
#include "training_loop.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>

/* ---- beginning -------------------------------------------------------------------------------*/

void describe_training(const Run *run, const Trainer *t, const Task *data)
{
    const TransformerShape *s = &t->model->shape.shape;
    if (t->model->shape.kind == TRANSFORMER)
        say(run, "  Transformer, %d + %d layers, d = %d, %d heads, %d hidden, %s-LN\n", s->layers,
            s->layers, s->d_model, s->heads, s->d_hidden, s->pre_norm ? "pre" : "post");
    else
        say(run, "  recurrent encoder-decoder with attention, d = %d, LSTMs of %d\n", s->d_model,
            s->d_hidden);
    say(run,
        "  %ld weights; a vocabulary of %d pieces\n"
        "  %d pairs to learn from, %d to validate with; about %d batches an epoch\n"
        "  %d steps, %s after %d steps of warm-up to %g\n\n",
        params_size(&t->model->params), s->vocabulary, data->split.part[TRAIN].count,
        data->split.part[VALID].count, t->first_batches, t->how.steps,
        t->how.schedule == LINEAR ? "linear fall" : "inverse square root", t->how.warm_up,
        t->how.rate);
}

/* With the vocabulary of the folder when resuming, else with a new one. */
static void spell(Task *data, Arena *a, const Options *o)
{
    Error e;
    Codec codec;
    if (o->resume && !codec_load(&codec, a, data->kind == PHONEMES,
                                 path_in(a, o->run.out, "vocabulary.txt"), &e))
        die("%s", e.text);
    task_spell(data, a, &o->task, o->resume ? &codec : NULL);
}

/* ---- the loop --------------------------------------------------------------------------------*/

static void save(Run *run, Trainer *t)
{
    Error e;
    if (!trainer_save(t, run->report.folder, &e)) die("%s", e.text);
}

typedef struct {
    Run *run;
    Trainer *trainer;
    const Task *data;
} Loop;

static double step(void *context)
{
    return trainer_step(((Loop *)context)->trainer);
}

static void milestone(void *context)
{
    Error e;
    const Loop *l = context;
    Trainer *t = l->trainer;
    const bool best = trainer_validate(t, l->data);
    const Milestone *m = history_last(&t->history);
    if (!isfinite(m->valid))
        die("the validation loss is %g at step %.0f: a smaller --rate may help; what was saved "
            "before is kept",
            m->valid, m->step);
    if (best && !translator_save(t->model, &t->task, l->run->report.folder, &e)) die("%s", e.text);
    save(l->run, t);
    say(l->run, "  step %6.0f  %6.1f min  %5.0f tokens/s  loss %.4f  validation %.4f%s\n", m->step,
        m->seconds / 60, m->tokens / m->seconds, m->train, m->valid, best ? "  best" : "");
}

/* Trains until the last step: true; or until Ctrl-C. */
static bool train(Run *run, Trainer *t, const Task *data, int every)
{
    Loop l = {run, t, data};
    return training_loop(run, &(TrainingLoop){&l, step, milestone, &t->adam, &t->history,
                                              t->how.steps, every, "tokens"});
}

static void finish(Run *run, const Trainer *t)
{
    const Milestone *last = history_last(&t->history);
    history_report(run, &t->history);
    result(run, (double)params_size(&t->model->params), "train.weights");
    result(run, t->model->shape.shape.vocabulary, "train.vocabulary");
    result(run, last->step, "train.steps");
    result(run, last->train, "train.loss");
    result(run, history_least(&t->history), "train.valid");
    result(run, last->seconds / 60, "time.train.minutes");
    result(run, last->tokens / last->seconds, "time.train.tokens_per_second");
    say(run,
        "\nThe model with the best validation loss, %.4f, is in %s. Try\n"
        "  ./ch5 score %s\n  ./ch5 translate %s\n",
        history_least(&t->history), run->report.folder, run->report.folder, run->report.folder);
}

int command_train(void *options, int argc, char **argv)
{
    (void)argc, (void)argv;
    Options *o = options;
    Error e;
    Arena a = {0};
    Task data;
    Translator model;
    choose_defaults(o);
    if (o->training.steps / o->every >= MOST_MILESTONES)
        die("--every %d: at most %d validations fit into a run", o->every, MOST_MILESTONES - 1);
    if (!o->resume) training_starts_in(o->run.out);
    load_task(&data, &a, &o->task);
    spell(&data, &a, o);
    Run run = run_start(&o->run, o);
    if (!o->resume && !codec_save(&data.codec, path_in(&a, o->run.out, "vocabulary.txt"), &e))
        die("%s", e.text);
    Rng r = rng_new((uint64_t)o->run.seed);
    o->shape.shape.vocabulary = codec_size(&data.codec);
    translator_new(&model, &r, o->shape);
    Trainer t = trainer_new(&a, &model, &data, &o->task, o->training);
    if (o->resume && !trainer_load(&t, o->run.out, &e)) die("%s", e.text);
    describe_training(&run, &t, &data);
    if (o->resume) say(&run, "  resumed after step %d\n", t.adam.step);
    const bool stopped = !train(&run, &t, &data, o->every);
    if (stopped) {
        save(&run, &t);
        say(&run, "stopped after step %d; the same command with --resume goes on\n", t.adam.step);
        report_abandon(&run.report);
        arena_free(&run.arena);
    } else {
        finish(&run, &t);
        run_finish(&run, NULL);
    }
    trainer_free(&t);
    translator_free(&model);
    arena_free(&a);
    return stopped ? 128 + SIGINT : EXIT_SUCCESS;
}
