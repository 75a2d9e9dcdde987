/* Without a sub-command: numbers from English to Chinese, learned from nothing; how many of those
 * never seen come out right, and what each head looked at. */
#include "main.h"

#include <stdlib.h>
#include <string.h>

static void show_task(Run *run, const Task *t)
{
    heading(run, "The task: numbers in words");
    const Corpus *train = &t->split.part[TRAIN], *test = &t->split.part[TEST];
    say(run, "  %d pairs to learn from, %d numbers that are never seen; no data needed:\n",
        train->count, test->count);
    for (int i = 0; i < 3; i++)
        say(run, "  %s\n  %s\n", test->pairs[i].source, test->pairs[i].target);
    result(run, train->count, "numbers.train");
    result(run, test->count, "numbers.test");
    result(run, corpus_overlaps(&t->split), "numbers.overlaps");
}

/* Trains to the last step; the curve goes to learning.tsv. */
static void train(Run *run, Trainer *t, const Task *data)
{
    const Options *o = run->options;
    Progress bar = report_progress(&run->report, "training", t->how.steps);
    while (t->adam.step < t->how.steps) {
        trainer_step(t);
        progress_show(&bar, t->adam.step);
        if (t->adam.step % o->every == 0) trainer_validate(t, data);
    }
    progress_end(&bar);
    history_report(run, &t->history);
}

static void report_training(Run *run, const Trainer *t)
{
    const Milestone *last = history_last(&t->history);
    say(run, "\n  %d steps, %.0f s, %.0f pieces a second; validation loss %.4f\n", t->adam.step,
        last->seconds, last->tokens / last->seconds, last->valid);
    result(run, (double)params_size(&t->model->params), "numbers.weights");
    result(run, t->adam.step, "numbers.steps");
    result(run, last->valid, "numbers.valid");
    result(run, last->seconds, "time.numbers.seconds");
}

static void report_answers(Run *run, const Task *t, Translator *m)
{
    const Exam x = exam_new(&run->arena, t, TEST, t->split.part[TEST].count);
    const Search greedy = {1, m->shape.shape.longest, 0, BEGIN_ID, END_ID, PAD_ID};
    const char **answers = exam_answers(&x, t, &run->arena, m, greedy, NULL);
    const Score s = exam_score(&x, t, answers);
    const double exact = (double)s.exact / x.count;
    heading(run, "Numbers never seen");
    for (int i = 0; i < 6; i++)
        say(run, "  %s  %s\n", strcmp(answers[i], x.reference[i]) == 0 ? "right" : "WRONG",
            answers[i]);
    say(run, "  exactly right: %ld of %d (%.1f%%); BLEU %.2f\n", s.exact, x.count, 100 * exact,
        bleu_score(&s.bleu));
    int shown = 0;
    for (int i = 0; i < x.count && shown < 3; i++) {
        if (strcmp(answers[i], x.reference[i]) == 0) continue;
        if (!shown++) say(run, "  wrong:\n");
        say(run, "    %s\n    %s, not %s\n", x.source[i], answers[i], x.reference[i]);
    }
    result(run, exact, "numbers.exact");
    result(run, bleu_score(&s.bleu), "numbers.bleu");
}

/* The cross-attention of one layer, the mean of its heads. */
static Mat layer_map(Run *run, const Translator *m, const Mat *weights, int layer)
{
    const int heads = m->shape.shape.heads;
    Mat mean = mat_zeros(&run->arena, weights->rows, weights->cols);
    for (int h = 0; h < heads; h++)
        mat_add_scaled(mean, 1.0f / (float)heads, weights[layer * heads + h]);
    return mean;
}

static void report_map(Run *run, const Translator *m, const AttentionView *v, int layer)
{
    char name[48], *columns = arena_alloc(&run->arena, 16 * (size_t)v->keys + 16);
    size_t used = (size_t)sprintf(columns, "piece");
    for (int j = 0; j < v->keys; j++) used += (size_t)sprintf(columns + used, " %d", j);
    const Mat map = layer_map(run, m, v->weights, layer);
    snprintf(name, sizeof name, "alignment%d", layer + 1);
    report_series(&run->report, name, columns, v->query_text, map);
    snprintf(name, sizeof name, "Layer %d, mean of its heads", layer + 1);
    term_heat(&run->term, &(TermHeat){.title = name,
                                      .values = map,
                                      .row_labels = v->query_text,
                                      .col_labels = v->key_text,
                                      .low = 0,
                                      .high = 1});
}

static void report_alignment(Run *run, const Task *t, Translator *m)
{
    static const char number[] = "forty-two thousand seven hundred one",
                      answer[] = "四万二千七百零一";
    heading(run, "Who looks where");
    say(run, "  %s -> %s (rows: what is written; columns: what is read)\n\n", number, answer);
    const AttentionView v =
        attention_view(run, m, &t->codec, codec_source(&t->codec, &run->arena, number),
                       codec_target(&t->codec, &run->arena, answer));
    Mat columns = mat_zeros(&run->arena, v.keys, 1);
    report_series(&run->report, "alignment_pieces", "piece none", v.key_text, columns);
    for (int layer = 0; layer < m->shape.shape.layers; layer++) report_map(run, m, &v, layer);
}

static void report_schedules(Run *run)
{
    enum { POINTS = 200, EVERY = 20 };
    Training how = {.steps = POINTS * EVERY, .warm_up = 400, .rate = 1};
    Mat curve = mat_new(&run->arena, POINTS, 3);
    for (int i = 0; i < POINTS; i++) {
        float *row = mat_row(curve, i);
        row[0] = (float)(i * EVERY + 1);
        how.schedule = LINEAR, row[1] = (float)training_rate(&how, i * EVERY + 1);
        how.schedule = INVERSE_SQRT, row[2] = (float)training_rate(&how, i * EVERY + 1);
    }
    report_series(&run->report, "schedule", "step linear inverse_sqrt", NULL, curve);
}

int command_runs(void *options, int argc, char **argv)
{
    (void)argc, (void)argv;
    Options *o = options;
    Arena a = {0};
    Task data;
    Translator model;
    choose_defaults(o);
    load_task(&data, &a, &o->task);
    task_spell(&data, &a, &o->task, NULL);
    Run run = run_start(&o->run, o);
    Rng r = rng_new((uint64_t)o->run.seed);
    o->shape.shape.vocabulary = codec_size(&data.codec);
    translator_new(&model, &r, o->shape);
    Trainer t = trainer_new(&a, &model, &data, &o->task, o->training);
    say(&run, "Chapter 5. A Transformer that translates\n");
    show_task(&run, &data);
    heading(&run, "Training from nothing");
    describe_training(&run, &t, &data);
    train(&run, &t, &data);
    report_training(&run, &t);
    report_answers(&run, &data, &model);
    report_alignment(&run, &data, &model);
    report_schedules(&run);
    heading(&run, "Next");
    say(&run, "Read ch05_transformer/notes.md (make notes: as a page with figures).\n"
              "Try  ./ch5 bugs\n"
              "     ./ch5 train --pair en-fr --out build/en-fr\n"
              "     make skeleton, for the exercises\n");
    trainer_free(&t);
    translator_free(&model);
    run_finish(&run, "ch05_transformer");
    arena_free(&a);
    return EXIT_SUCCESS;
}
