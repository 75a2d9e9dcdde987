/* The sub-command compare: three ways to learn from text without labels, with the same texts, steps
 * and rate, asked for the same hidden words. */
#include "main.h"
#include "common/clock.h"
#include "common/statistics.h"
#include "language_models.h"
#include "mlm_baselines.h"

#include <stdio.h>
#include <stdlib.h>

enum { VALID_HOLES = 1000, TEST_HOLES = 5000, EVALUATED_ROWS = 64 };

static const char *const keys[LANGUAGE_MODELS] = {"masked", "left_to_right", "two_lstms"};

typedef struct {
    Run run;
    const Options *o;
    PretrainingData data;
    BertShape shape;
    Mat learning;                                                 /* validations x (1 + kinds) */
    double right[LANGUAGE_MODELS][BOTH_CONTEXTS + 1][MOST_SEEDS]; /* percent, on the test part */
    double seconds[LANGUAGE_MODELS];                              /* of the steps, all seeds */
    long asked;                                                   /* holes, the last time */
} Comparison;

static PretrainingBatches batches_of(Comparison *c, Arena *a, Part part, uint64_t seed)
{
    const Pretraining *how = &c->o->pretraining;
    const PairRules rules = {.longest = how->longest, .shorter = 0.1, .pairs = false};
    return pretraining_data_batches(&c->data, a, part, rules, false, how->rows, rng_new(seed));
}

static HoledTexts texts_of(const PretrainingBatch *b)
{
    return (HoledTexts){b->original,    b->input.ids,   b->labels,
                        b->input.valid, b->input.batch, b->input.length};
}

/* ---- what is asked ---------------------------------------------------------------------------*/

static HoledTexts rows_of(const HoledTexts *t, int first, int count)
{
    const size_t skip = (size_t)first * (size_t)t->length;
    return (HoledTexts){t->ids + skip,    t->holed + skip, t->labels + skip,
                        t->valid + first, count,           t->length};
}

/* The share in percent of about `most` holes of a part that the model fills rightly, each alone in
 * its text. */
static double right_of(Comparison *c, LanguageModel *m, Part part, Context context, int most)
{
    Arena a = {0}, step = {0};
    long right = 0, asked = 0;
    PretrainingBatches all = batches_of(c, &a, part, 0);
    const int mask = c->data.tokenizer.vocabulary.mask;
    for (int left = all.batches; left > 0 && asked < most; left--) {
        const PretrainingBatch b = pretraining_next(&all);
        const HoledTexts texts = texts_of(&b);
        const Arena mark = a;
        const HoledTexts holes = single_holes(&a, &texts, context, mask);
        for (int row = 0; row < holes.batch; row += EVALUATED_ROWS) {
            const int rest = holes.batch - row;
            const HoledTexts some =
                rows_of(&holes, row, rest < EVALUATED_ROWS ? rest : EVALUATED_ROWS);
            long n;
            right += language_model_right(m, &step, &some, context, &n);
            asked += n;
            arena_reset(&step);
        }
        arena_release(&a, mark);
    }
    arena_free(&step);
    arena_free(&a);
    c->asked = asked;
    return 100 * (double)right / (double)asked;
}

/* ---- a run -----------------------------------------------------------------------------------*/

static void validate(Comparison *c, LanguageModel *m, int step)
{
    const Context context = m->kind == LEFT_TO_RIGHT ? LEFT_CONTEXT : BOTH_CONTEXTS;
    float *row = mat_row(c->learning, step / c->o->every - 1);
    row[0] = (float)step;
    row[1 + m->kind] += (float)right_of(c, m, VALID, context, VALID_HOLES) / (float)c->o->seeds;
}

static void train(Comparison *c, LanguageModel *m, uint64_t seed)
{
    const Pretraining *how = &c->o->pretraining;
    Arena a = {0}, step = {0};
    Rng drops = rng_new(seed);
    PretrainingBatches batches = batches_of(c, &a, TRAIN, seed + 1);
    Params *params = language_model_params(m);
    Adam adam = adam_new(how->rate);
    adam.epsilon = 1e-6, adam.decay = how->decay;
    Progress bar = report_progress(&c->run.report, language_model_name(m->kind), how->steps);
    while (adam.step < how->steps) {
        const double start = clock_seconds();
        const PretrainingBatch b = pretraining_next(&batches);
        const HoledTexts texts = texts_of(&b);
        params_zero_grad(params);
        language_model_learn(m, &step, &texts, &drops);
        clip_gradients(params, how->clip);
        adam.rate = pretraining_rate(how, adam.step + 1);
        adam_step(&adam, params);
        arena_reset(&step);
        c->seconds[m->kind] += clock_seconds() - start;
        progress_show(&bar, adam.step);
        if (adam.step % c->o->every == 0) validate(c, m, adam.step);
    }
    progress_end(&bar);
    arena_free(&step);
    arena_free(&a);
}

static void run_seed(Comparison *c, LanguageModelKind kind, int seed)
{
    LanguageModel m;
    const uint64_t number = (uint64_t)c->o->run.seed + 2 * (uint64_t)seed;
    Rng r = rng_new(number);
    language_model_new(&m, &r, kind, c->shape);
    if (seed == 0)
        result(&c->run, (double)params_size(language_model_params(&m)), "compare.%s.weights",
               keys[kind]);
    train(c, &m, number);
    for (Context x = LEFT_CONTEXT; x <= BOTH_CONTEXTS; x++)
        if (x == LEFT_CONTEXT || kind != LEFT_TO_RIGHT)
            c->right[kind][x][seed] = right_of(c, &m, TEST, x, TEST_HOLES);
    language_model_free(&m);
}

/* ---- the table -------------------------------------------------------------------------------*/

/* "12.3 +- 0.4" in a column of 16. */
static void report_right(Comparison *c, LanguageModelKind kind, Context context, const char *key)
{
    const int n = c->o->seeds;
    double deviation = 0, mean = c->right[kind][context][0];
    char text[32];
    if (context == BOTH_CONTEXTS && kind == LEFT_TO_RIGHT) {
        say(&c->run, "  %-16s", "-");
        return;
    }
    if (n > 1) mean = mean_of(c->right[kind][context], n, &deviation);
    snprintf(text, sizeof text, n > 1 ? "%5.2f +- %4.2f" : "%5.2f", mean, deviation);
    say(&c->run, "  %-16s", text);
    result(&c->run, mean, "compare.%s.%s", keys[kind], key);
    if (n > 1) result(&c->run, deviation, "compare.%s.%s_sd", keys[kind], key);
}

static void report_model(Comparison *c, LanguageModelKind kind)
{
    const double steps = (double)c->o->pretraining.steps * c->o->seeds;
    say(&c->run, "  %-16s", language_model_name(kind));
    report_right(c, kind, LEFT_CONTEXT, "left");
    report_right(c, kind, BOTH_CONTEXTS, "both");
    say(&c->run, "%6.1f ms a step\n", 1000 * c->seconds[kind] / steps);
    result(&c->run, 1000 * c->seconds[kind] / steps, "time.compare.%s.step_ms", keys[kind]);
}

/* What the counts say to the same holes. */
static void report_baselines(Comparison *c)
{
    Arena a = {0};
    MlmBaselineScores s = {0};
    PretrainingBatches train = batches_of(c, &a, TRAIN, 1), test = batches_of(c, &a, TEST, 0);
    const MlmBaselines baselines = mlm_baselines_new(&a, &train);
    while (s.counted < TEST_HOLES && test.position.epoch == 0) {
        const PretrainingBatch b = pretraining_next(&test);
        const HoledTexts texts = texts_of(&b);
        const HoledTexts holes =
            single_holes(&a, &texts, BOTH_CONTEXTS, c->data.tokenizer.vocabulary.mask);
        mlm_baselines_add(&s, &baselines,
                          &(PretrainingBatch){.input = {.ids = holes.holed,
                                                        .valid = holes.valid,
                                                        .batch = holes.batch,
                                                        .length = holes.length},
                                              .original = holes.ids,
                                              .labels = holes.labels});
    }
    const double bigram = 100 * (double)s.bigram / (double)s.counted;
    const double unigram = 100 * (double)s.unigram / (double)s.counted;
    say(&c->run, "  %-16s  %5.2f\n  %-16s  %5.2f\n", "piece before", bigram, "most frequent",
        unigram);
    result(&c->run, bigram, "compare.bigram");
    result(&c->run, unigram, "compare.unigram");
    arena_free(&a);
}

static void show_learning(Comparison *c)
{
    TermSeries series[LANGUAGE_MODELS];
    const Mat steps = mat_cols(c->learning, 0, 1);
    for (LanguageModelKind k = 0; k < LANGUAGE_MODELS; k++)
        series[k] = (TermSeries){language_model_name(k), steps,
                                 mat_cols(c->learning, 1 + (int)k, 1), false};
    if (c->learning.rows > 1)
        term_plot(&c->run.term, &(TermPlot){"Right on the validation part", "step", "%", series,
                                            LANGUAGE_MODELS, false, 12});
}

static void report(Comparison *c)
{
    say(&c->run,
        "\n  hidden pieces that are named rightly, in %%, of %ld on the test part\n\n"
        "  %-16s  %-16s  %-16s\n",
        c->asked, "", "given the left", "given both sides");
    for (LanguageModelKind k = 0; k < LANGUAGE_MODELS; k++) report_model(c, k);
    report_baselines(c);
    result(&c->run, (double)c->asked, "compare.holes");
    result(&c->run, c->o->pretraining.steps, "compare.steps");
    report_series(&c->run.report, "compare", "step masked left two", NULL, c->learning);
    show_learning(c);
}

int command_compare(void *options, int argc, char **argv)
{
    (void)argc, (void)argv;
    Options *o = options;
    Arena a = {0};
    Comparison c = {.o = o};
    RunOptions run = o->run;
    run.folder = "build/compare";
    pretraining_choose(o);
    pretraining_read(&c.data, &a, o);
    const int pieces = c.data.tokenizer.vocabulary.count;
    c.shape = config_of_size(o->size, pieces, o->pretraining.longest).shape;
    c.run = run_start(&run, o);
    c.learning = mat_zeros(&c.run.arena, o->pretraining.steps / o->every, 1 + LANGUAGE_MODELS);
    heading(&c.run, "Three ways to learn from text without labels");
    say(&c.run, "  %d steps of %d texts; d = %d, a vocabulary of %d pieces\n", o->pretraining.steps,
        o->pretraining.rows, c.shape.d_model, pieces);
    for (LanguageModelKind k = 0; k < LANGUAGE_MODELS; k++)
        for (int s = 0; s < o->seeds; s++) run_seed(&c, k, s);
    report(&c);
    run_finish(&c.run, NULL);
    arena_free(&a);
    return EXIT_SUCCESS;
}
