/* The sub-command score: translations of the held-out part beside their references, and the score
 * of the model beside that of copying the source. */
#include "main.h"

#include "common/clock.h"

#include <stdlib.h>

Search search_of(const Options *o, int longest)
{
    return (Search){o->beam, longest, o->penalty, BEGIN_ID, END_ID, PAD_ID};
}

static void report_score(Run *run, const Task *t, const char *name, const Score *s)
{
    if (t->kind == PHONEMES) {
        say(run, "  %-10s word error rate %.2f%%, phoneme error rate %.2f%%\n", name,
            100 * phoneme_word_errors(&s->phonemes), 100 * phoneme_errors(&s->phonemes));
        result(run, 100 * phoneme_word_errors(&s->phonemes), "score.%s.word_errors", name);
        result(run, 100 * phoneme_errors(&s->phonemes), "score.%s.phoneme_errors", name);
        return;
    }
    say(run, "  %-10s BLEU %5.2f   chrF %5.2f   exactly the reference %5.1f%%\n", name,
        bleu_score(&s->bleu), chrf_score(&s->chrf), 100 * (double)s->exact / (double)s->sentences);
    result(run, bleu_score(&s->bleu), "score.%s.bleu", name);
    result(run, chrf_score(&s->chrf), "score.%s.chrf", name);
    result(run, 100 * (double)s->exact / (double)s->sentences, "score.%s.exact", name);
}

static void describe(const Run *run, const Score *s)
{
    char text[200];
    bleu_describe(&s->bleu, text, sizeof text);
    say(run, "  %s\n", text);
    chrf_describe(&s->chrf, text, sizeof text);
    say(run, "  %s\n", text);
}

/* BLEU of the sentences by the length of the source, and how many there are. */
static void report_lengths(Run *run, const Task *t, const Exam *x, const char *const *answers)
{
    enum { WIDTH = 4, BINS = 16 };
    Bleu bins[BINS];
    int counts[BINS] = {0}, rows = 0;
    Mat table = mat_new(&run->arena, BINS, 3);
    for (int b = 0; b < BINS; b++) bins[b] = (Bleu){.kind = task_bleu(t->kind)};
    for (int i = 0; i < x->count; i++) {
        int bin = (x->ids[i].length - 2) / WIDTH;
        if (bin >= BINS) bin = BINS - 1;
        if (bin < 0) bin = 0;
        bleu_add(&bins[bin], &run->arena, answers[i], x->reference[i]);
        counts[bin]++;
    }
    for (int b = 0; b < BINS; b++) {
        if (!counts[b]) continue;
        float *row = mat_row(table, rows++);
        row[0] = (float)(b * WIDTH + 1), row[1] = (float)counts[b];
        row[2] = (float)bleu_score(&bins[b]);
    }
    report_series(&run->report, "lengths", "pieces sentences bleu", NULL, mat_rows(table, 0, rows));
}

static void show_samples(Run *run, const Exam *x, const char *const *answers, int n, uint64_t seed)
{
    Rng r = rng_new(seed);
    int *order = arena_alloc(&run->arena, (size_t)x->count * sizeof *order);
    rng_permutation(&r, x->count, order);
    const bool references = x->count > 0 && x->reference[0];
    say(run, "\n  samples, drawn at random: source, translation%s\n",
        references ? ", reference" : "");
    for (int i = 0; i < n && i < x->count; i++) {
        const int k = order[i];
        say(run, "\n  %s\n  %s\n", x->source[k], answers[k]);
        if (references) say(run, "  %s\n", x->reference[k]);
    }
}

int command_score(void *options, int argc, char **argv)
{
    (void)argc;
    Options *o = options;
    Error e;
    Arena a = {0};
    Translator model;
    Codec codec;
    Task t;
    long tokens;
    if (!translator_load(&model, &codec, &o->task, &a, argv[0], &e)) die("%s", e.text);
    if (model.shape.kind == RECURRENT && o->beam > 1)
        die("the recurrent model decodes greedily: --beam 1");
    load_task(&t, &a, &o->task);
    task_spell(&t, &a, &o->task, &codec);
    Run run = run_start(&o->run, o);
    const Exam x = exam_new(&a, &t, TEST, o->most);
    const double start = clock_seconds();
    const char **answers =
        exam_answers(&x, &t, &a, &model, search_of(o, model.shape.shape.longest), &tokens);
    const double seconds = clock_seconds() - start;
    const Score score = exam_score(&x, &t, answers), copy = exam_score(&x, &t, x.source);
    heading(&run, argv[0]);
    say(&run, "  %d held-out %s, beam %d: %.0f pieces a second\n", x.count,
        t.kind == PHONEMES ? "words" : "sentences", o->beam, (double)tokens / seconds);
    report_score(&run, &t, "model", &score);
    if (t.kind != PHONEMES) {
        report_score(&run, &t, "copy", &copy);
        describe(&run, &score);
        report_lengths(&run, &t, &x, answers);
    }
    result(&run, (double)tokens / seconds, "time.score.pieces_per_second");
    show_samples(&run, &x, answers, o->samples, (uint64_t)o->run.seed);
    run_finish(&run, NULL);
    translator_free(&model);
    arena_free(&a);
    return EXIT_SUCCESS;
}
