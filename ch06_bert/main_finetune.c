/* The sub-command finetune: a text classifier, learned once for each seed, beside models that read
 * a bag of words. */
#include "main.h"
#include "common/interrupt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- the model -------------------------------------------------------------------------------*/

/* The sizes of a model that is not from a folder. */
static BertConfig own_config(const Finetune *f)
{
    const FinetuneOptions *o = f->o;
    const int longest = o->longest < 64 ? 64 : o->longest; /* room for longer ones later */
    BertConfig c = config_of_size(o->size, f->tokenizer.vocabulary.count, longest);
    if (o->model == BILSTM) {
        c.shape.initial = 0.1;
        c.shape.dropout = c.classifier_dropout = 0.3;
    }
    return c;
}

/* The configuration of the model: the folder's or its own. */
static BertConfig configure(Finetune *f)
{
    Error e;
    BertConfig c = own_config(f);
    unsigned found;
    if (f->o->pretrained && f->o->model != BILSTM &&
        !bert_describe(&c, &found, &f->arena, f->o->pretrained, &e))
        die("%s", e.text);
    check_vocabulary(f->o->pretrained, f->tokenizer.vocabulary.count, c.shape.vocabulary);
    c.labels = f->labelled.labels;
    c.label_count = f->labelled.label_count;
    return c;
}

/* Whether the weights come from a folder. */
static bool is_pretrained(const FinetuneOptions *o)
{
    return o->pretrained && !o->random && o->model != BILSTM;
}

/* BERTs need smaller rates the larger they are; with random weights there is nothing to spoil. */
static double rate_for(const FinetuneOptions *o, const BertConfig *c)
{
    if (!isnan(o->rate)) return o->rate;
    if (o->model == BILSTM) return 2e-3;
    const double rate = c->shape.d_model <= 128 ? 5e-4 : c->shape.d_model <= 384 ? 2e-4 : 5e-5;
    return is_pretrained(o) ? rate : fmin(1e-3, 2 * rate);
}

static void choose_how(Finetune *f, const BertConfig *c)
{
    const FinetuneOptions *o = f->o;
    f->how = (FineTuning){.epochs = o->epochs,
                          .batch = o->batch,
                          .rate = rate_for(o, c),
                          .warm_up = o->warm_up,
                          .decay = 0.01,
                          .clip = 1,
                          .attack = attack_new((AttackKind)o->adversarial, o->epsilon, o->alpha,
                                               o->attack_steps, !o->absolute)};
    snprintf(f->line.name, sizeof f->line.name, "%s%s%s%s", text_model_name((TextModel)o->model),
             o->model == BILSTM ? ""
             : is_pretrained(o) ? ", pretrained"
                                : ", random weights",
             o->adversarial ? ", " : "",
             o->adversarial ? attack_name((AttackKind)o->adversarial) : "");
    strcpy(f->line.key, "model");
    f->learning = mat_zeros(&f->arena, o->seeds * o->epochs, 7);
    f->best_valid = -1;
}

static void show_fresh(const Run *run, const BertReport *report)
{
    say(run, "  not in the folder, and fresh:");
    for (int i = 0; i < report->fresh_count; i++) say(run, "%s %s", i ? "," : "", report->fresh[i]);
    say(run, "%s\n\n", report->fresh_count ? "" : " nothing");
}

static void new_model(Finetune *f, TextClassifier *c, const BertConfig *config, uint64_t seed)
{
    Error e;
    BertReport report;
    Rng r = rng_new(seed);
    const FinetuneOptions *o = f->o;
    const TextClassifierShape shape = {(TextModel)o->model, o->hidden, (Pooling)o->pooling};
    if (!is_pretrained(o))
        text_classifier_new(c, &r, shape, *config);
    else if (!text_classifier_pretrained(c, &r, shape, *config, o->pretrained, &report, &e))
        die("%s", e.text);
    else if (f->line.runs == 0) {
        show_fresh(&f->run, &report);
        report.fresh_count = 0; /* they are shown */
        bert_report_warn(&report);
    }
    f->weights = (double)params_size(&c->bert.params);
}

/* ---- a seed ----------------------------------------------------------------------------------*/

static void record_epoch(Finetune *f, int seed, const FineTuner *t)
{
    const int epoch = t->epoch - 1;
    const EpochRecord *e = &t->epochs[epoch];
    if (!(e->loss < 1e6)) die("the loss is %g: a smaller --rate may help", e->loss);
    float *row = mat_row(f->learning, seed * f->o->epochs + epoch);
    row[0] = (float)seed + 1, row[1] = (float)t->epoch, row[2] = (float)e->loss;
    row[3] = (float)e->valid_loss, row[4] = (float)(100 * e->valid_accuracy);
    row[5] = (float)(100 * e->valid_macro_f1), row[6] = (float)e->seconds;
    say(&f->run,
        "  run %d, epoch %d  %6.1f s  loss %.4f  validation %.4f, accuracy %.2f, macro-F1 %.2f%s\n",
        seed + 1, t->epoch, e->seconds, e->loss, e->valid_loss, 100 * e->valid_accuracy,
        100 * e->valid_macro_f1, t->best == epoch ? "  best" : "");
}

/* Trains to the end, or until Ctrl-C. */
static void train(Finetune *f, int seed, FineTuner *t)
{
    Progress bar = report_progress(&f->run.report, "fine-tuning", t->steps);
    while (t->adam.step < t->steps && !interrupted()) {
        const bool end = fine_tuner_step(t);
        progress_show(&bar, t->adam.step);
        if (!end) continue;
        progress_end(&bar);
        record_epoch(f, seed, t);
    }
    progress_end(&bar);
}

/* The model and its tokenizer: never one without the other. */
static void save(Finetune *f, TextClassifier *c)
{
    Error e;
    const char *folder = f->run.report.folder;
    if (!text_classifier_save(c, folder, &e) || !tokenizer_save(&f->tokenizer, folder, &e))
        die("%s", e.text);
}

/* Saves the model of a seed when it is the best so far, and scores it on the test part. */
static void judge(Finetune *f, int seed, TextClassifier *c, double valid)
{
    const FinetuneOptions *o = f->o;
    const int n = f->task.count[TEST];
    const bool best = valid > f->best_valid;
    const Attack attack = attack_new(PGD, o->test_epsilon, 0.4 * o->test_epsilon, 5, true);
    int *predicted = arena_alloc(&f->arena, (size_t)n * sizeof *predicted);
    if (best) save(f, c); /* first: Ctrl-C may come while it is tested */
    text_task_predict(predicted, c, &f->task, TEST);
    f->line.scores[f->line.runs++] =
        class_scores(&f->arena, finetune_labels(f, TEST), predicted, n, f->task.classes);
    if (o->attacked) {
        const UnderAttack u = text_task_attacked(c, &f->task, TEST, &attack, o->attacked);
        f->attacked_texts = u.texts;
        f->attacked[seed] = u.attacked;
        f->attacked_clean[seed] = u.clean;
    }
    if (best) f->best_valid = valid, f->best_seed = seed, f->predicted = predicted;
}

/* Ctrl-C: what was learned is kept, without a test. */
_Noreturn static void stop(Finetune *f, int seed, FineTuner *t)
{
    const bool better = t->best >= 0 && t->epochs[t->best].valid_accuracy > f->best_valid;
    if (better) {
        fine_tuner_take_best(t);
        save(f, t->model);
    }
    if (better || f->line.runs)
        die("stopped: the model of run %d, the best so far, not tested, is in %s",
            (better ? seed : f->best_seed) + 1, f->run.report.folder);
    die("stopped before an epoch was over: nothing is saved");
}

static void run_seed(Finetune *f, int seed, const BertConfig *config, uint64_t first)
{
    TextClassifier c;
    f->how.seed = first + 2 * (uint64_t)seed; /* each takes two: of the order, of dropout */
    new_model(f, &c, config, f->how.seed);
    FineTuner t = fine_tuner_new(&c, &f->task, f->how);
    train(f, seed, &t);
    if (t.adam.step < t.steps) stop(f, seed, &t);
    fine_tuner_take_best(&t);
    judge(f, seed, &c, t.epochs[t.best].valid_accuracy);
    if (interrupted()) stop(f, seed, &t);
    fine_tuner_free(&t);
    text_classifier_free(&c);
}

static bool same_folder(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

/* ---- the command -----------------------------------------------------------------------------*/

/* What the tokenizer cannot say and what the model does not get to see, of the training part. */
static void describe_pieces(const Finetune *f)
{
    long pieces = 0, unknown = 0, cut = 0;
    for (int i = 0; i < f->task.count[TRAIN]; i++) {
        const TextExample *x = &f->task.of[TRAIN][i];
        for (int k = 0; k < x->length; k++) unknown += x->ids[k] == f->tokenizer.vocabulary.unknown;
        pieces += x->length;
        cut += x->cut > 0;
    }
    say(&f->run,
        "  a vocabulary of %d pieces; %.2f%% of the pieces are unknown, %ld texts are cut\n",
        f->tokenizer.vocabulary.count, 100 * (double)unknown / (double)pieces, cut);
}

static void describe(const Finetune *f)
{
    const LabelTask *t = &f->labelled;
    heading(&f->run, f->line.name);
    say(&f->run,
        "  %d classes; %d texts to learn from, %d to validate with, %d to test with\n"
        "  (%d without a letter, %d said twice, %d in two parts are left out)\n",
        t->label_count, t->count[TRAIN], t->count[VALID], t->count[TEST], t->wordless, t->repeated,
        t->dropped[VALID] + t->dropped[TEST]);
    describe_pieces(f);
    say(&f->run, "  %d epoch%s of %d steps, rate %g\n\n", f->how.epochs,
        f->how.epochs == 1 ? "" : "s", (t->count[TRAIN] + f->how.batch - 1) / f->how.batch,
        f->how.rate);
}

static void show_table(Finetune *f)
{
    ScoreLine baselines[BASELINES];
    if (!f->o->alone) finetune_baselines(f, baselines);
    say(&f->run, "\n  %-34s %-15s %s\n", "on the test part", "accuracy", "macro-F1");
    for (int i = 0; i < BASELINES && !f->o->alone; i++) finetune_report_line(f, &baselines[i]);
    finetune_report_line(f, &f->line);
    finetune_report(f);
    finetune_show_mistakes(f);
    finetune_look_closer(f);
    say(&f->run,
        "\nThe model of run %d is in %s. Try\n  ./ch6 classify %s \"some text of the task\"\n",
        f->best_seed + 1, f->run.report.folder, f->run.report.folder);
}

int finetune_run(const RunOptions *r, const FinetuneOptions *o)
{
    RunOptions run = *r;
    Finetune f = {.o = o};
    const uint64_t seed = (uint64_t)r->seed;
    run.folder = "build/finetune";
    finetune_read(&f, seed);
    const BertConfig config = configure(&f);
    const int positions = config.shape.positions;
    if (o->longest > positions)
        warn("--longest %d: the model has %d positions, so that is where texts are cut", o->longest,
             positions);
    finetune_spell(&f, o->longest < positions ? o->longest : positions);
    choose_how(&f, &config);
    f.run = run_start(&run, o);
    if (o->pretrained && same_folder(o->pretrained, f.run.report.folder))
        die("--out %s: that is the pretrained model, which would be overwritten",
            f.run.report.folder);
    interrupt_catch();
    describe(&f);
    for (int s = 0; s < o->seeds; s++) run_seed(&f, s, &config, seed);
    show_table(&f);
    run_finish(&f.run, NULL);
    arena_free(&f.arena);
    return EXIT_SUCCESS;
}
