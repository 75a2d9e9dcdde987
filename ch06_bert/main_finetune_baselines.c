/* What a bag of words can do: the models that BERT must beat, beside it in the table. */
#include "main_finetune.h"
#include "bag_models.h"
#include "bag_of_words.h"

#include <stdio.h>
#include <string.h>

int *finetune_labels(Finetune *f, Part part)
{
    const int n = f->labelled.count[part];
    int *labels = arena_alloc(&f->arena, (size_t)n * sizeof *labels);
    for (int i = 0; i < n; i++) labels[i] = f->labelled.part[part][i].label;
    return labels;
}

/* The parts as counts of words. */
typedef struct {
    SparseMat counts[PARTS];
    int *labels[PARTS];
    int n[PARTS], classes;
} Bags;

static Bags read_bags(Finetune *f)
{
    const LabelTask *t = &f->labelled;
    Bags b = {.classes = t->label_count};
    const StringSet words = bag_vocabulary(&f->arena, t->part[TRAIN], t->count[TRAIN]);
    for (Part p = TRAIN; p < PARTS; p++) {
        b.counts[p] = bag_counts(&f->arena, &words, t->part[p], t->count[p]);
        b.labels[p] = finetune_labels(f, p);
        b.n[p] = t->count[p];
    }
    return b;
}

static ClassScores score(Arena *a, const Bags *b, const BagModel *m, Part part)
{
    int *predicted = arena_alloc(a, (size_t)b->n[part] * sizeof *predicted);
    bag_predict(predicted, m, &b->counts[part]);
    return class_scores(a, b->labels[part], predicted, b->n[part], b->classes);
}

typedef BagModel Learner(Arena *a, const SparseMat *x, const int *labels, int classes,
                         double setting);

/* Learns with each setting, and scores the one that is best on the validation part on the test
 * part. */
static ScoreLine best_of(Arena *a, const Bags *b, const char *name, const char *key, Learner *learn,
                         const double settings[3])
{
    ScoreLine line = {.runs = 1};
    double best = -1;
    snprintf(line.name, sizeof line.name, "%s", name);
    snprintf(line.key, sizeof line.key, "%s", key);
    for (int i = 0; i < 3; i++) {
        const BagModel m = learn(a, &b->counts[TRAIN], b->labels[TRAIN], b->classes, settings[i]);
        const double valid = score(a, b, &m, VALID).accuracy;
        if (valid <= best) continue;
        best = valid;
        line.scores[0] = score(a, b, &m, TEST);
    }
    return line;
}

void finetune_baselines(Finetune *f, ScoreLine lines[BASELINES])
{
    static const double alphas[] = {1, 0.3, 0.1}, decays[] = {1e-6, 1e-5, 1e-4};
    Arena *a = &f->arena;
    const Bags b = read_bags(f);
    const BagModel majority = bag_majority(a, &b.counts[TRAIN], b.labels[TRAIN], b.classes);
    lines[0] = (ScoreLine){.name = "always the largest class",
                           .key = "majority",
                           .scores = {score(a, &b, &majority, TEST)},
                           .runs = 1};
    lines[1] = best_of(a, &b, "naive Bayes", "naive_bayes", bag_naive_bayes, alphas);
    lines[2] = best_of(a, &b, "logistic regression", "logistic", bag_logistic, decays);
}
