/* The sub-command bugs: the same model and data with one mistake each. What the program shows while
 * it trains, beside what the model is worth. */
#include "main.h"
#include "training_mistakes.h"

#include <stdlib.h>

enum { BUG_STEPS = 400, BUG_EVERY = 10 };

typedef struct {
    double shown, valid; /* loss as the program shows it, on the validation part; the honest one */
    double exact;        /* share of new numbers that are exactly right */
} Worth;

static double exact_share(Run *run, const Task *t, Translator *m)
{
    const Exam x = exam_new(&run->arena, t, TEST, t->split.part[TEST].count);
    const Search greedy = {1, m->shape.shape.longest, 0, BEGIN_ID, END_ID, PAD_ID};
    const Score s = exam_score(&x, t, exam_answers(&x, t, &run->arena, m, greedy, NULL));
    return (double)s.exact / (double)s.sentences;
}

static double valid_loss(Translator *m, const Task *t)
{
    const VocabularyLoss loss = translator_part_loss(m, t, VALID);
    return loss.nll / (double)loss.counted;
}

/* The mistaken program's own validation loss. */
static double shown_loss(Run *run, Translator *m, const Task *t, Mistake mistake)
{
    Arena step = {0};
    Batches all = batches_new(&run->arena, t->examples[VALID], t->split.part[VALID].count, 1024,
                              m->shape.shape.longest, rng_new(0));
    double sum = 0;
    const int n = all.batches;
    for (int i = 0; i < n; i++) {
        sum += mistaken_loss(m, &step, batches_next(&all), mistake);
        arena_reset(&step);
    }
    arena_free(&step);
    return sum / n;
}

/* Trains a model with the mistake; its loss as shown goes to a column of the curves. */
static void train(Run *run, Translator *m, const Task *data, Mistake mistake, Mat curves)
{
    const Options *o = run->options;
    Rng r = rng_new((uint64_t)o->run.seed);
    translator_new(m, &r, o->shape);
    Trainer t = trainer_new(&run->arena, m, data, &o->task, o->training);
    Progress bar = report_progress(&run->report, training_mistake_name(mistake), BUG_STEPS);
    for (int i = 0; i < BUG_STEPS; i++) {
        const double loss = mistaken_step(&t, mistake);
        if (i % BUG_EVERY == 0) {
            float *row = mat_row(curves, i / BUG_EVERY);
            row[0] = (float)(i + 1), row[1 + mistake] = (float)loss;
        }
        progress_show(&bar, i + 1);
    }
    progress_end(&bar);
    trainer_free(&t);
}

static void report_worth(Run *run, const char *name, Worth w)
{
    say(run, "  %-12s %15.4f %15.4f %14.1f%%\n", name, w.shown, w.valid, 100 * w.exact);
    result(run, w.shown, "%s.shown", name);
    result(run, w.valid, "%s.valid", name);
    result(run, w.exact, "%s.exact", name);
}

/* The right model, read by a program that normalises at the wrong place. */
static void report_norms(Run *run, Translator *m, const Task *t)
{
    Transformer *model = m->transformer;
    const Worth right = {valid_loss(m, t), valid_loss(m, t), exact_share(run, t, m)};
    for (int l = 0; l < model->shape.layers; l++)
        model->encoder[l].shape.pre_norm = model->decoder[l].shape.pre_norm = true;
    const Worth wrong = {right.shown, valid_loss(m, t), exact_share(run, t, m)};
    say(run,
        "\n  trained as post-LN, loss %.4f; read as pre-LN, loss %.4f: %.1f%% right, not %.1f%%\n",
        right.valid, wrong.valid, 100 * wrong.exact, 100 * right.exact);
    result(run, wrong.valid, "norm.valid");
    result(run, wrong.exact, "norm.exact");
}

int command_bugs(void *options, int argc, char **argv)
{
    (void)argc, (void)argv;
    Options *o = options;
    Arena a = {0};
    Task data;
    o->training.steps = BUG_STEPS;
    choose_defaults(o);
    o->shape.shape.dropout = 0;
    load_task(&data, &a, &o->task);
    task_spell(&data, &a, &o->task, NULL);
    Run run = run_start(&o->run, o);
    o->shape.shape.vocabulary = codec_size(&data.codec);
    Mat curves = mat_zeros(&run.arena, BUG_STEPS / BUG_EVERY, 1 + MISTAKES);
    Translator models[MISTAKES];
    heading(&run, "Four mistakes");
    say(&run,
        "  the same model, data and %d steps each\n\n"
        "  mistake      loss as it shows   honest loss   right on new numbers\n",
        BUG_STEPS);
    for (Mistake k = NO_MISTAKE; k < MISTAKES; k++) {
        train(&run, &models[k], &data, k, curves);
        const Worth w = {shown_loss(&run, &models[k], &data, k), valid_loss(&models[k], &data),
                         exact_share(&run, &data, &models[k])};
        report_worth(&run, training_mistake_name(k), w);
    }
    report_series(&run.report, "mistakes", "step none look_ahead not_shifted padding", NULL,
                  curves);
    report_norms(&run, &models[NO_MISTAKE], &data);
    for (Mistake k = NO_MISTAKE; k < MISTAKES; k++) translator_free(&models[k]);
    run_finish(&run, NULL);
    arena_free(&a);
    return EXIT_SUCCESS;
}
