/* What finetune says: the table, the results and the series. */
#include "main_finetune.h"
#include "attribution.h"
#include "common/statistics.h"

#include <math.h>
#include <stdio.h>

/* ---- the table -------------------------------------------------------------------------------*/

void finetune_report_line(Finetune *f, const ScoreLine *line)
{
    const ClassScores *s = line->scores;
    ClassScoresMean m = {.accuracy = s->accuracy, .macro_f1 = s->macro_f1};
    char spread[2][32] = {"", ""};
    if (line->runs > 1) {
        m = class_scores_mean(s, line->runs);
        snprintf(spread[0], sizeof spread[0], "+- %4.2f", 100 * m.accuracy_deviation);
        snprintf(spread[1], sizeof spread[1], "+- %4.2f", 100 * m.macro_f1_deviation);
        result(&f->run, 100 * m.accuracy_deviation, "finetune.%s.accuracy_sd", line->key);
        result(&f->run, 100 * m.macro_f1_deviation, "finetune.%s.macro_f1_sd", line->key);
    }
    say(&f->run, "  %-34s %6.2f %-8s %6.2f %s\n", line->name, 100 * m.accuracy, spread[0],
        100 * m.macro_f1, spread[1]);
    result(&f->run, 100 * m.accuracy, "finetune.%s.accuracy", line->key);
    result(&f->run, 100 * m.macro_f1, "finetune.%s.macro_f1", line->key);
}

/* ---- the results -----------------------------------------------------------------------------*/

/* Accuracies on the attacked texts, one for each seed: their mean, for the table too. */
static void report_accuracy(Finetune *f, const double *accuracy, const char *key)
{
    const int n = f->o->seeds;
    double deviation = 0, mean = accuracy[0];
    if (n > 1) mean = mean_of(accuracy, n, &deviation);
    say(&f->run, "%.2f", 100 * mean);
    if (n > 1) say(&f->run, " +- %.2f", 100 * deviation);
    result(&f->run, 100 * mean, "finetune.%s", key);
    if (n > 1) result(&f->run, 100 * deviation, "finetune.%s_sd", key);
}

/* Both accuracies are of the same texts: that of the table is of the whole test part. */
static void report_attack(Finetune *f)
{
    if (f->o->attacked == 0) return;
    say(&f->run, "  under attack (pgd on each text, epsilon %g |E|), %d of the texts: accuracy ",
        f->o->test_epsilon, f->attacked_texts);
    report_accuracy(f, f->attacked, "attacked");
    say(&f->run, "\n  the same texts without attack: accuracy ");
    report_accuracy(f, f->attacked_clean, "attacked_clean");
    say(&f->run, "\n");
    result(&f->run, f->attacked_texts, "finetune.attacked_texts");
}

/* The classes of the saved model's test: precision and so on, and who is taken for whom. */
static void report_classes(Finetune *f)
{
    const LabelTask *t = &f->labelled;
    const int n = t->label_count;
    const ClassScores *s = &f->line.scores[f->best_seed];
    Mat classes = mat_new(&f->run.arena, n, 5), confusion = mat_new(&f->run.arena, n, n);
    for (int c = 0; c < n; c++) {
        float *row = mat_row(classes, c);
        const ClassScore *of = &s->of[c];
        row[0] = (float)of->labelled, row[1] = (float)of->predicted, row[2] = (float)of->precision;
        row[3] = (float)of->recall, row[4] = (float)of->f1;
        for (int p = 0; p < n; p++) mat_row(confusion, c)[p] = (float)s->confusion[c * n + p];
    }
    report_series(&f->run.report, "classes", "label texts predicted precision recall f1", t->labels,
                  classes);
    report_matrix(&f->run, "confusion", NULL, (Mat){0}, 'c', confusion);
}

void finetune_report(Finetune *f)
{
    Run *run = &f->run;
    double seconds = 0;
    for (int i = 0; i < f->learning.rows; i++) seconds += (double)mat_row(f->learning, i)[6];
    seconds /= f->learning.rows;
    report_attack(f);
    say(run, "  %.1f seconds an epoch, %.0f weights\n", seconds, f->weights);
    report_text(&run->report, "finetune.task",
                f->o->file ? f->o->file : label_task_name((LabelTaskKind)f->o->task));
    report_text(&run->report, "finetune.name", f->line.name);
    result(run, f->labelled.count[TRAIN], "finetune.texts");
    result(run, f->weights, "finetune.weights");
    result(run, f->how.rate, "finetune.rate");
    result(run, 100 * f->best_valid, "finetune.valid_accuracy");
    result(run, seconds, "time.finetune.epoch_seconds");
    report_series(&run->report, "learning",
                  "seed epoch loss valid_loss valid_accuracy valid_macro_f1 seconds", NULL,
                  f->learning);
    report_classes(f);
}

void finetune_show_mistakes(Finetune *f)
{
    const LabelTask *t = &f->labelled;
    const int n = t->count[TEST];
    int *order = arena_alloc(&f->run.arena, (size_t)n * sizeof *order), shown = 0;
    Rng r = rng_new(1);
    rng_permutation(&r, n, order);
    for (int i = 0; i < n && shown < f->o->samples; i++) {
        const Labelled *x = &t->part[TEST][order[i]];
        const int said = f->predicted[order[i]];
        if (said == x->label) continue;
        if (!shown++) say(&f->run, "\n  mistakes, drawn at random: is, said, text\n");
        say(&f->run, "  %s, %s: %s\n", t->labels[x->label], t->labels[said], x->text);
    }
}

/* ---- two texts, piece by piece ---------------------------------------------------------------*/

/* Text i of the test part as NAME.tsv, a row for each piece, and what it is in results.txt. */
static void report_attribution(Finetune *f, TextClassifier *c, int i, const char *name)
{
    Arena *a = &f->run.arena;
    Report *report = &f->run.report;
    const PieceVocabulary *v = &f->tokenizer.vocabulary;
    const TextExample *x = &f->task.of[TEST][i];
    const int said = f->predicted[i];
    const char **pieces = arena_alloc(a, (size_t)x->length * sizeof *pieces);
    const char *columns = "piece";
    for (int t = 0; t < x->length; t++) pieces[t] = v->texts[x->ids[t]];
    const Mat m = attribution(c, a, x, said, v->mask < 0 ? v->unknown : v->mask);
    for (int h = 1; h < m.cols; h++) columns = arena_print(a, "%s head%d", columns, h);
    report_series(report, name, arena_print(a, "%s loss", columns), pieces, m);
    Mat log_p = mat_new(a, 1, f->task.classes);
    text_classifier_predict(c, a, log_p,
                            (BertInput){.ids = x->ids, .batch = 1, .length = x->length});
    const double p = exp((double)log_p.data[said]);
    const char *const *labels = f->labelled.labels, *text = f->labelled.part[TEST][i].text;
    report_text(report, arena_print(a, "finetune.%s.text", name), text);
    report_text(report, arena_print(a, "finetune.%s.is", name), labels[x->label]);
    report_text(report, arena_print(a, "finetune.%s.said", name), labels[said]);
    result(&f->run, p, "finetune.%s.p", name);
    say(&f->run, "  %s.tsv  %s, %s (%.2f): %s\n", name, labels[x->label], labels[said], p, text);
}

void finetune_look_closer(Finetune *f)
{
    Error e;
    Rng r = rng_new(1);
    TextClassifier c; /* the best seed's: that of the last is not always the one that was saved */
    if (f->o->model == BILSTM) return;
    if (!text_classifier_load(&c, f->run.report.folder, &e)) die("%s", e.text);
    say(&f->run, "\n  two texts, piece by piece: is, said (with probability), text\n");
    for (int right = 1; right >= 0; right--) {
        const int i =
            attribution_pick(&r, f->task.of[TEST], f->predicted, f->task.count[TEST], right);
        if (i >= 0) report_attribution(f, &c, i, right ? "right" : "wrong");
    }
    text_classifier_free(&c);
}
