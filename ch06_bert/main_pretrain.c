/* The sub-command pretrain: a BERT from a corpus, with progress, validation and checkpoints; it can
 * be interrupted and resumed. */
#include "main.h"
#include "ch05_transformer/training_loop.h"
#include "mlm_baselines.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is said ----------------------------------------------------------------------------*/

void describe_pretraining(const Run *run, const Pretrainer *t, const PretrainingData *data)
{
    const BertShape *s = &t->model->config.shape;
    const DocumentsStatistics d = documents_statistics(&data->part[TRAIN]);
    say(run,
        "  %d documents, %d sentences, %ld words to learn from; %d and %d documents held out\n"
        "  %d layers, d = %d, %d heads, a vocabulary of %d pieces: %ld weights\n"
        "  %d steps of %d x %d pieces; about %d batches an epoch\n\n",
        d.documents, d.sentences, d.words, data->part[VALID].count, data->part[TEST].count,
        s->layers, s->d_model, s->heads, s->vocabulary, params_size(&t->model->params),
        t->how.steps, t->how.rows * t->how.accumulate, t->how.longest, t->first_batches);
}

static double share(long right, long of)
{
    return of ? (double)right / (double)of : 0;
}

/* The model and the baselines answer the same questions, about pieces that show [MASK]: where a
 * chosen piece stays, whoever repeats what stands there is right. The share that is right of fewer
 * pairs than these says nothing. */
enum { ENOUGH_PAIRS = 200 };
void report_pretraining(Run *run, Pretrainer *t, const PretrainingData *data, Part part,
                        const char *key)
{
    const PairRules pairs = {.longest = t->how.longest, .shorter = 0.1, .pairs = t->how.pairs};
    const MlmBaselines baselines = mlm_baselines_new(&run->arena, &t->train);
    PretrainingBatches all = pretraining_data_batches(
        data, &run->arena, part, pairs, t->how.whole_words, t->how.rows, rng_new(t->how.seed + 3));
    PretrainingScore s = {0};
    MlmBaselineScores b = {0};
    for (int left = all.batches; left > 0; left--) {
        const PretrainingBatch chosen = pretraining_next(&all);
        const PretrainingBatch holes =
            pretraining_only(&t->step, &chosen, TO_MASK, all.rules.masks.mask);
        pretraining_ask(t->model, &t->step, &holes, &s);
        mlm_baselines_add(&b, &baselines, &holes);
        arena_reset(&t->step);
    }
    score_means(&s);
    const double mlm = share(s.masked_right, s.masked), unigram = share(b.unigram, b.counted),
                 bigram = share(b.bigram, b.counted), nsp = share(s.pairs_right, s.pairs);
    say(run,
        "  masked words   right %5.1f%%   most frequent piece %5.1f%%   by the piece before "
        "%5.1f%%\n"
        "                 loss %6.3f   by frequency %.3f   (%ld pieces behind [MASK])\n",
        100 * mlm, 100 * unigram, 100 * bigram, s.masked_loss, b.nll / (double)b.counted, s.masked);
    result(run, mlm, "%s.mlm.accuracy", key);
    result(run, s.masked_loss, "%s.mlm.loss", key);
    result(run, unigram, "%s.unigram.accuracy", key);
    result(run, b.nll / (double)b.counted, "%s.unigram.loss", key);
    result(run, bigram, "%s.bigram.accuracy", key);
    if (!s.pairs) return;
    say(run, "  next sentence  right %5.1f%%   a coin  50.0%%   loss %.3f, ln 2 = 0.693   (%ld)\n",
        100 * nsp, s.pairs_loss, s.pairs);
    if (s.pairs >= ENOUGH_PAIRS) result(run, nsp, "%s.nsp.accuracy", key);
    result(run, s.pairs_loss, "%s.nsp.loss", key);
}

/* ---- the run ---------------------------------------------------------------------------------*/

void save_model(const Run *run, const BertModel *m, const Tokenizer *t)
{
    Error e;
    if (!bert_save(m, run->report.folder, &e) || !tokenizer_save(t, run->report.folder, &e))
        die("%s", e.text);
}

typedef struct {
    Run *run;
    Pretrainer *trainer;
    const PretrainingData *data;
} Loop;

static double step(void *context)
{
    return pretrainer_step(((Loop *)context)->trainer);
}

static void milestone(void *context)
{
    Error e;
    bool best;
    const Loop *l = context;
    Pretrainer *t = l->trainer;
    const PretrainingScore s = pretrainer_validate(t, &best);
    const Milestone *m = history_last(&t->history);
    if (!isfinite(m->valid))
        die("the validation loss is %g at step %.0f: a smaller --rate may help; what was saved "
            "before is kept",
            m->valid, m->step);
    if (best) save_model(l->run, t->model, &l->data->tokenizer);
    if (!pretrainer_save(t, l->run->report.folder, &e)) die("%s", e.text);
    say(l->run,
        "  step %6.0f  %6.1f min  %6.0f pieces/s  loss %.4f  validation %.4f, %4.1f%% of "
        "the chosen right",
        m->step, m->seconds / 60, m->tokens / m->seconds, m->train, m->valid,
        100 * share(s.masked_right, s.masked));
    if (s.pairs) say(l->run, "  next %4.1f%%", 100 * share(s.pairs_right, s.pairs));
    say(l->run, "%s\n", best ? "  best" : "");
}

/* Trains until the last step: true; or until Ctrl-C. */
static bool train(Run *run, Pretrainer *t, const PretrainingData *data, int every)
{
    Loop l = {run, t, data};
    return training_loop(run, &(TrainingLoop){&l, step, milestone, &t->adam, &t->history,
                                              t->how.steps, every, "pieces"});
}

static void finish(Run *run, Pretrainer *t, const PretrainingData *data)
{
    const Milestone *last = history_last(&t->history);
    say(run, "\n");
    history_report(run, &t->history);
    heading(run, "Documents that were held out (the last step's model)");
    report_pretraining(run, t, data, TEST, "pretrain");
    result(run, (double)params_size(&t->model->params), "pretrain.weights");
    result(run, t->model->config.shape.vocabulary, "pretrain.vocabulary");
    result(run, last->step, "pretrain.steps");
    result(run, history_least(&t->history), "pretrain.valid");
    result(run, last->seconds / 60, "time.pretrain.minutes");
    result(run, last->tokens / last->seconds, "time.pretrain.pieces_per_second");
    say(run,
        "\nThe model with the best validation loss, %.4f, is in %s. Try\n"
        "  ./ch6 fill-mask %s \"... [MASK] ...\"\n"
        "  ./ch6 finetune --pretrained %s\n",
        history_least(&t->history), run->report.folder, run->report.folder, run->report.folder);
}

void pretraining_choose(Options *o)
{
    static const double rates[] = {2e-3, 1e-3, 5e-4}; /* by size */
    Error e;
    if (o->source.path && o->corpus != CORPUS_AUSTEN)
        contradiction("--corpus and --file: one of them is read");
    if (o->pretraining.steps / o->every >= MOST_MILESTONES)
        die("--every %d: at most %d validations fit into a run", o->every, MOST_MILESTONES - 1);
    if (!pretraining_warm_up(&o->pretraining, &e)) die("%s", e.text);
    o->pretraining.rate = isnan(o->rate) ? rates[o->size] : o->rate;
    o->pretraining.seed = (uint64_t)o->run.seed;
    o->source.corpus = o->source.path ? CORPUS_FILE : (CorpusKind)o->corpus;
    o->source.seed = (uint64_t)o->run.seed;
}

void pretraining_read(PretrainingData *data, Arena *a, const Options *o)
{
    Error e;
    Tokenizer known;
    if (!pretraining_data_read(data, a, &o->source, &e) ||
        (o->resume && !tokenizer_load(&known, a, o->run.out, &e)))
        die("%s", e.text);
    pretraining_data_spell(data, a, &o->source, o->resume ? &known : NULL);
}

/* What is read, for the message when a run is to go on with other texts. */
static const char *corpus_text(const CorpusOptions *o)
{
    return o->path ? o->path : corpus_name(o->corpus);
}

int command_pretrain(void *options, int argc, char **argv)
{
    (void)argc, (void)argv;
    Options *o = options;
    Error e;
    Arena a = {0};
    PretrainingData data;
    BertModel model;
    if (!o->run.out) o->run.out = "build/pretrain";
    pretraining_choose(o);
    if (!o->resume) training_starts_in(o->run.out);
    pretraining_read(&data, &a, o);
    Run run = run_start(&o->run, o);
    Rng r = rng_new((uint64_t)o->run.seed);
    Pretraining how = o->pretraining;
    how.pairs = !o->alone && o->source.corpus != CORPUS_WORDNET;
    how.corpus = corpus_text(&o->source);
    how.vocabulary = o->source.vocabulary;
    bert_model_new(&model, &r,
                   config_of_size(o->size, data.tokenizer.vocabulary.count, how.longest),
                   how.pairs ? PARTS_PRETRAINING : PART_MLM);
    Pretrainer t = pretrainer_new(&a, &model, &data, how);
    if (o->resume && !pretrainer_load(&t, o->run.out, &e)) die("%s", e.text);
    describe_pretraining(&run, &t, &data);
    if (o->resume) say(&run, "  resumed after step %d\n", t.adam.step);
    const bool stopped = !train(&run, &t, &data, o->every);
    if (stopped) {
        if (!pretrainer_save(&t, o->run.out, &e) ||
            !tokenizer_save(&data.tokenizer, o->run.out, &e))
            die("%s", e.text);
        say(&run, "stopped after step %d; the same command with --resume goes on\n", t.adam.step);
        report_abandon(&run.report);
        arena_free(&run.arena);
    } else {
        finish(&run, &t, &data);
        run_finish(&run, NULL);
    }
    pretrainer_free(&t);
    bert_model_free(&model);
    arena_free(&a);
    return stopped ? 128 + SIGINT : EXIT_SUCCESS;
}
