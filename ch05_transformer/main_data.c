/* The sub-command data: what there is to learn from, how it was cleaned and split, and samples. */
#include "main.h"

#include <stdlib.h>

void load_task(Task *t, Arena *a, const TaskOptions *o)
{
    Error e;
    if (task_read(t, a, o, &e)) return;
    if (o->kind == EN_FR || o->kind == EN_ZH || o->kind == PHONEMES)
        die("%s (./setup fetches the data; --pair numbers needs none)", e.text);
    die("%s", e.text);
}

static void report_cleaning(Run *run, const Task *t)
{
    if (t->paragraphs)
        say(run, "  %d pairs of paragraphs make %d pairs of sentences\n", t->paragraphs,
            t->sentences);
    for (DropReason reason = 0; reason < DROP_REASONS; reason++) {
        if (t->dropped[reason])
            say(run, "  %7d dropped: %s\n", t->dropped[reason], drop_reason_name(reason));
    }
    if (!t->paragraphs) return;
    result(run, t->paragraphs, "data.paragraphs");
    result(run, t->sentences, "data.sentences");
    for (DropReason reason = 0; reason < DROP_REASONS; reason++)
        result(run, t->dropped[reason], "data.dropped.%d", (int)reason);
}

static void report_parts(Run *run, const Task *t)
{
    static const char *const names[] = {"train", "valid", "test"};
    say(run, "\n           pairs   pages   words: source   target   longest: source   target\n");
    for (Part p = TRAIN; p < PARTS; p++) {
        const CorpusStatistics s = corpus_statistics(&t->split.part[p]);
        say(run, "  %-6s %7d %7d %15ld %8ld %17d %8d\n", names[p], s.pairs, s.pages, s.source_words,
            s.target_words, s.longest_source, s.longest_target);
        result(run, s.pairs, "data.%s.pairs", names[p]);
        result(run, s.pages, "data.%s.pages", names[p]);
    }
    const int overlaps = corpus_overlaps(&t->split);
    say(run,
        "\n  repeated sentences taken out of the smaller parts: %d, %d\n"
        "  sentences of valid and test that are in train, or of test in valid: %d\n",
        t->split.dropped[VALID], t->split.dropped[TEST], overlaps);
    result(run, overlaps, "data.overlaps");
}

static void report_pieces(Run *run, const Task *t)
{
    long pieces = 0, targets = 0;
    const Corpus *train = &t->split.part[TRAIN];
    for (int i = 0; i < train->count; i++) {
        pieces += t->examples[TRAIN][i].source.length;
        targets += t->examples[TRAIN][i].target.length + 1;
    }
    say(run, "  vocabulary: %d pieces; a sentence has %.1f of them, its translation %.1f\n",
        codec_size(&t->codec), (double)pieces / train->count, (double)targets / train->count);
    result(run, codec_size(&t->codec), "data.vocabulary");
    result(run, (double)pieces / train->count, "data.source_pieces");
    result(run, (double)targets / train->count, "data.target_pieces");
}

/* A text as its pieces, with a bar between any two. */
static void show_pieces(Run *run, const Task *t, Sequence s)
{
    say(run, "   ");
    for (int i = 0; i < s.length; i++)
        say(run, "%s%s", i ? "|" : "", codec_piece(&t->codec, s.ids[i]));
    say(run, "\n");
}

static void report_samples(Run *run, const Task *t, int n, uint64_t seed)
{
    Rng r = rng_new(seed);
    const Corpus some = corpus_sample(&run->arena, &t->split.part[TRAIN], &r, n);
    say(run, "\n  samples, drawn at random\n");
    for (int i = 0; i < some.count; i++) {
        say(run, "\n  %s\n  %s\n", some.pairs[i].source, some.pairs[i].target);
        show_pieces(run, t, codec_source(&t->codec, &run->arena, some.pairs[i].source));
        show_pieces(run, t, codec_target(&t->codec, &run->arena, some.pairs[i].target));
    }
}

int command_data(void *options, int argc, char **argv)
{
    (void)argc, (void)argv;
    Options *o = options;
    Arena a = {0};
    Task t;
    choose_defaults(o);
    load_task(&t, &a, &o->task);
    Run run = run_start(&o->run, o);
    task_spell(&t, &a, &o->task, NULL);
    heading(&run, task_kind_name(t.kind));
    report_cleaning(&run, &t);
    report_parts(&run, &t);
    report_pieces(&run, &t);
    report_samples(&run, &t, o->samples, (uint64_t)o->run.seed);
    run_finish(&run, NULL);
    arena_free(&a);
    return EXIT_SUCCESS;
}
