/* The sub-command bugs: the same model and data with one mistake each. What the program shows,
 * beside what the model is worth. */
#include "main.h"
#include "common/layers.h"
#include "counting.h"
#include "pretraining_mistakes.h"

#include <stdlib.h>

enum { BUG_STEPS = 400, BUG_EVERY = 10, COUNT_TO = 299, ROWS = 32, LONGEST = 32, WIDTH = 64 };
enum { FEW_DOCUMENTS = 12 };        /* that are learned by heart */
enum { BY_HEART = MISTAKES, BUGS }; /* a mistake in measuring, not in training */
enum { ALL = BECOMES };             /* all chosen pieces, whatever became of them */

typedef struct {
    Run run;
    PretrainingData data, few; /* few: FEW_DOCUMENTS to learn from, the rest the same */
    Mat curves;                /* BUG_STEPS / BUG_EVERY x (1 + BUGS): masked words, as shown */
    BertModel models[BUGS];
} Bugs;

static const char *name_of(int bug)
{
    return bug == BY_HEART ? "by-heart" : pretraining_mistake_name((PretrainingMistake)bug);
}

static PretrainingMistake mistake_of(int bug)
{
    return bug == BY_HEART ? NO_MISTAKE : (PretrainingMistake)bug;
}

static double share(long some, long of)
{
    return of ? (double)some / (double)of : 0;
}

/* ---- training --------------------------------------------------------------------------------*/

static void train(Bugs *x, int bug, uint64_t seed)
{
    Arena a = {0};
    PretrainingScore s = {0};
    Rng r = rng_new(seed);
    const Pretraining how = {.steps = BUG_STEPS,
                             .warm_up = BUG_STEPS / 10,
                             .rate = 5e-3,
                             .decay = 0.01,
                             .clip = 1,
                             .rows = ROWS,
                             .longest = LONGEST,
                             .accumulate = 1,
                             .pairs = true,
                             .seed = seed};
    BertShape shape = bert_shape(x->data.tokenizer.vocabulary.count, 2, WIDTH, 2, LONGEST);
    shape.dropout = shape.attention_dropout = 0;
    shape.initial = 0.1; /* 0.02 is meant for wider models: this one would sit still at first */
    bert_model_new(&x->models[bug], &r, bert_config(shape), PARTS_PRETRAINING);
    Pretrainer t = pretrainer_new(&a, &x->models[bug], bug == BY_HEART ? &x->few : &x->data, how);
    Progress bar = report_progress(&x->run.report, name_of(bug), BUG_STEPS);
    while (t.adam.step < BUG_STEPS) {
        mistaken_pretraining_step(&t, &s, mistake_of(bug));
        progress_show(&bar, t.adam.step);
        if (t.adam.step % BUG_EVERY) continue;
        float *row = mat_row(x->curves, t.adam.step / BUG_EVERY - 1);
        score_means(&s);
        row[0] = (float)t.adam.step, row[1 + bug] = (float)s.masked_loss;
        s = (PretrainingScore){0};
    }
    progress_end(&bar);
    pretrainer_free(&t);
    arena_free(&a);
}

/* ---- asking ----------------------------------------------------------------------------------*/

/* The score on a part, asked as the mistaken program does; of only some places unless ALL. */
static PretrainingScore ask(BertModel *m, const PretrainingData *data, Part part,
                            PretrainingMistake mistake, int kind)
{
    Arena a = {0}, step = {0};
    Rng r = rng_new(1);
    PretrainingScore s = {0};
    const PairRules pairs = {.longest = LONGEST, .shorter = 0.1, .pairs = true};
    PretrainingBatches all =
        pretraining_data_batches(data, &a, part, pairs, false, ROWS, rng_new(2));
    for (int left = all.batches; left > 0; left--) {
        const PretrainingBatch right = pretraining_next(&all);
        PretrainingBatch b = mistaken_batch(&step, &right, &all.rules.masks, &r, mistake);
        if (kind != ALL) b = pretraining_only(&step, &b, (Becomes)kind, all.rules.masks.mask);
        pretraining_ask(m, &step, &b, &s);
        arena_reset(&step);
    }
    score_means(&s);
    arena_free(&step), arena_free(&a);
    return s;
}

/* ---- reports ---------------------------------------------------------------------------------*/

static void report_score(Run *run, const char *name, const char *kind, PretrainingScore s)
{
    const double masked = share(s.masked_right, s.masked), pairs = share(s.pairs_right, s.pairs);
    say(run, " %8.4f %5.1f%% %6.1f%%  ", s.masked_loss, 100 * masked, 100 * pairs);
    result(run, s.masked_loss, "bert.%s.%s", name, kind);
    result(run, masked, "bert.%s.%s.masked", name, kind);
    result(run, pairs, "bert.%s.%s.nsp", name, kind);
}

static void report_worth(Bugs *x, int bug)
{
    BertModel *m = &x->models[bug];
    const bool heart = bug == BY_HEART;
    say(&x->run, "  %-12s", name_of(bug));
    report_score(&x->run, name_of(bug), "shown",
                 ask(m, heart ? &x->few : &x->data, heart ? TRAIN : TEST, mistake_of(bug), ALL));
    report_score(&x->run, name_of(bug), "honest", ask(m, &x->data, TEST, NO_MISTAKE, ALL));
    say(&x->run, "\n");
}

/* What becomes of chosen pieces, in 100 of all, and how many are named rightly by the model. */
static void report_kinds(Bugs *x, PretrainingMistake mistake)
{
    static const char *const kinds[] = {"mask", "another", "itself"};
    const char *name = pretraining_mistake_name(mistake);
    const PretrainingScore all = ask(&x->models[mistake], &x->data, TRAIN, mistake, ALL);
    say(&x->run, "  %-12s", name);
    for (int k = TO_MASK; k < ALL; k++) {
        const PretrainingScore made = ask(&x->models[mistake], &x->data, TRAIN, mistake, k);
        const PretrainingScore s = ask(&x->models[mistake], &x->data, TEST, NO_MISTAKE, k);
        const double of = share(made.masked, all.masked), right = share(s.masked_right, s.masked);
        say(&x->run, "  %5.1f%%, right %5.1f%%", 100 * of, 100 * right);
        result(&x->run, of, "bert.%s.%s.share", name, kinds[k]);
        result(&x->run, right, "bert.%s.%s.right", name, kinds[k]);
    }
    say(&x->run, "\n");
}

/* How much was asked of everybody, on the test part. */
static void report_questions(Bugs *x)
{
    const PretrainingScore s = ask(&x->models[NO_MISTAKE], &x->data, TEST, NO_MISTAKE, ALL);
    say(&x->run, "\n  %ld hidden words and %ld pairs\n", s.masked, s.pairs);
    result(&x->run, BUG_STEPS, "bert.steps");
    result(&x->run, (double)s.masked, "bert.masked");
    result(&x->run, (double)s.pairs, "bert.pairs");
    result(&x->run, x->data.part[TRAIN].count, "bert.documents");
    result(&x->run, FEW_DOCUMENTS, "bert.few");
}

static void read_data(Bugs *x, Arena *a, uint64_t seed)
{
    Rng r = rng_new(seed);
    x->data = x->few = counting_data(a, &r, COUNT_TO);
    Spelled *few = &x->few.spelled[TRAIN];
    few->document_count = FEW_DOCUMENTS;
    few->sentence_count = few->documents[FEW_DOCUMENTS];
}

int command_bugs(void *options, int argc, char **argv)
{
    (void)argc, (void)argv;
    Options *o = options;
    Arena a = {0};
    Bugs x;
    read_data(&x, &a, (uint64_t)o->run.seed);
    RunOptions to = o->run;
    to.folder = "build/ch6-bugs";
    x.run = run_start(&to, o);
    x.curves = mat_zeros(&x.run.arena, BUG_STEPS / BUG_EVERY, 1 + BUGS);
    heading(&x.run, "Mistakes in pretraining");
    say(&x.run,
        "  the same model, data and %d steps each; texts that were held out\n\n"
        "                 as the program shows it         as it is\n"
        "  mistake          loss  right   next          loss  right   next\n",
        BUG_STEPS);
    for (int bug = NO_MISTAKE; bug < BUGS; bug++) {
        train(&x, bug, (uint64_t)o->run.seed);
        report_worth(&x, bug);
    }
    report_questions(&x);
    say(&x.run, "\n  chosen pieces    to [MASK]              to another             stay\n");
    report_kinds(&x, NO_MISTAKE);
    report_kinds(&x, ONE_DRAW);
    report_series(
        &x.run.report, "mistakes",
        "step none swapped all_places output_lost input_lost not_hidden one_draw by_heart", NULL,
        x.curves);
    for (int bug = NO_MISTAKE; bug < BUGS; bug++) bert_model_free(&x.models[bug]);
    run_finish(&x.run, NULL);
    arena_free(&a);
    return EXIT_SUCCESS;
}
