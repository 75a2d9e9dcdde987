/* Without a sub-command: a tiny BERT is pretrained on the book's own notes, and shows what it knew
 * before and after. */
#include "main.h"

#include <stdlib.h>
#include <string.h>

/* Sentences about what the notes are about, of the words that they use. */
static const char *const holes[] = {"the softmax of the [MASK] gives the weights .",
                                    "the gradient of the loss with [MASK] to the weights .",
                                    "every query looks at all [MASK] ."};
enum { HOLES = sizeof holes / sizeof *holes, GUESSES = 3 };

/* The pieces that most probably stand at the [MASK] of a text. */
static void guess(Session *s, const char *text, Guess best[GUESSES])
{
    const Arena mark = s->run.arena;
    const Prompt p = session_prompt(s, text, NULL);
    int at = 0;
    while (p.ids[at] != s->tokenizer.vocabulary.mask) at++;
    session_guess(s, session_read(s, &p), at, best, GUESSES);
    arena_release(&s->run.arena, mark);
}

static void show_guesses(Session *s, Guess before[HOLES][GUESSES])
{
    heading(&s->run, "Holes, before and after");
    for (int i = 0; i < HOLES; i++) {
        Guess after[GUESSES];
        guess(s, holes[i], after);
        say(&s->run, "  %s\n", holes[i]);
        for (int k = 0; k < GUESSES; k++)
            say(&s->run, "    %-14s %.4f     %-14s %.4f\n", before[i][k].text,
                (double)before[i][k].p, after[k].text, (double)after[k].p);
    }
}

static void show_pieces(Session *s)
{
    static const char text[] = "Multi-head attention: d_model = 512, unaffordable!";
    const Pieces p = tokenizer_encode(&s->tokenizer, &s->run.arena, text, strlen(text));
    heading(&s->run, "From text to pieces");
    say(&s->run, "  %d pieces were learned from the notes; ## goes on with a word:\n  %s\n ",
        s->tokenizer.vocabulary.count, text);
    for (int i = 0; i < p.count; i++) say(&s->run, " %s", s->tokenizer.vocabulary.texts[p.ids[i]]);
    say(&s->run, "\n");
    result(&s->run, s->tokenizer.vocabulary.count, "first.vocabulary");
}

static void train(Session *s, Pretrainer *t, int every)
{
    bool best;
    Progress bar = report_progress(&s->run.report, "pretraining", t->how.steps);
    while (t->adam.step < t->how.steps) {
        pretrainer_step(t);
        progress_show(&bar, t->adam.step);
        if (t->adam.step % every == 0) pretrainer_validate(t, &best);
    }
    progress_end(&bar);
    const Milestone *last = history_last(&t->history);
    history_report(&s->run, &t->history);
    say(&s->run, "\n  %d steps, %.0f s, %.0f pieces a second\n\n", t->adam.step, last->seconds,
        last->tokens / last->seconds);
    result(&s->run, t->adam.step, "first.steps");
    result(&s->run, last->valid, "first.valid");
    result(&s->run, last->seconds, "time.first.seconds");
}

/* The mean over the heads of each layer, for a sentence with a hole. */
static void show_attention(Session *s)
{
    const Prompt p = session_prompt(s, holes[0], NULL);
    const AttentionView v = session_view(s, &p);
    heading(&s->run, "Who looks at whom");
    for (int l = 0; l < v.layers; l++) {
        char title[48], name[32], columns[400] = "piece";
        Mat mean = mat_zeros(&s->run.arena, v.queries, v.keys);
        for (int h = 0; h < v.heads; h++)
            mat_add_scaled(mean, 1.0f / (float)v.heads, v.weights[l * v.heads + h]);
        for (int j = 0; j < v.keys; j++)
            snprintf(columns + strlen(columns), sizeof columns - strlen(columns), " %d", j);
        snprintf(name, sizeof name, "attention%d", l + 1);
        snprintf(title, sizeof title, "Layer %d, mean of its heads", l + 1);
        report_series(&s->run.report, name, columns, v.query_text, mean);
        term_heat(&s->run.term, &(TermHeat){.title = title,
                                            .values = mean,
                                            .row_labels = v.query_text,
                                            .col_labels = v.key_text,
                                            .low = 0,
                                            .high = 1});
    }
}

/* The hints ask the model that was saved. */
static void say_what_next(const Session *s)
{
    const char *folder = s->run.report.folder;
    heading(&s->run, "Next");
    say(&s->run,
        "A model at this stage knows how frequent words are, and a little of what stands beside\n"
        "what, so it fills most holes with frequent words: 1500 steps on a short book teach no\n"
        "more. Many more steps on more text do. The model is in %s. Try\n"
        "  ./ch6 fill-mask %s \"the [MASK] of the loss .\"\n"
        "  ./ch6 pretrain --corpus austen --out build/austen\n"
        "  ./ch6 finetune --help\n"
        "  ./ch6 --help\n",
        folder, folder);
}

int command_runs(void *options, int argc, char **argv)
{
    (void)argc, (void)argv;
    Options *o = options;
    Error e;
    Arena a = {0};
    PretrainingData data;
    Guess before[HOLES][GUESSES];
    const Pretraining how = {.steps = 1500,
                             .warm_up = 100,
                             .rate = 1e-3,
                             .decay = 0.01,
                             .clip = 1,
                             .rows = 16,
                             .longest = 64,
                             .accumulate = 1,
                             .pairs = true,
                             .seed = (uint64_t)o->run.seed};
    const CorpusOptions corpus = {.corpus = CORPUS_NOTES, .vocabulary = 1000, .seed = how.seed};
    if (!pretraining_data_read(&data, &a, &corpus, &e)) die("%s", e.text);
    pretraining_data_spell(&data, &a, &corpus, NULL);
    Session s = {.options = o, .tokenizer = data.tokenizer, .run = run_start(&o->run, o)};
    Rng r = rng_new(how.seed);
    bert_model_new(&s.model, &r, config_of_size(0, data.tokenizer.vocabulary.count, how.longest),
                   PARTS_PRETRAINING);
    Pretrainer t = pretrainer_new(&a, &s.model, &data, how);
    say(&s.run, "Chapter 6. A BERT that has read this book\n"
                "(this takes a minute or less on two cores)\n");
    show_pieces(&s);
    for (int i = 0; i < HOLES; i++) guess(&s, holes[i], before[i]);
    heading(&s.run, "Pretraining: masked words, and does it follow?");
    describe_pretraining(&s.run, &t, &data);
    train(&s, &t, 150);
    report_pretraining(&s.run, &t, &data, TEST, "first.trained");
    show_guesses(&s, before);
    show_attention(&s);
    save_model(&s.run, &s.model, &s.tokenizer);
    say_what_next(&s);
    run_finish(&s.run, "ch06_bert");
    pretrainer_free(&t);
    bert_model_free(&s.model);
    arena_free(&a);
    return EXIT_SUCCESS;
}
