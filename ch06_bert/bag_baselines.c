/* bag_baselines - from a task to the scores of a bag of words; see bag_baselines.h. */
#include "bag_baselines.h"
#include "bag_models.h"
#include "bag_of_words.h"

enum { MOST_SETTINGS = 4 };

/* What is tried: few values, since each differs from the next by a factor of three. */
static const struct {
    const char *name;
    int count;
    double settings[MOST_SETTINGS];
} kinds[] = {{"majority", 1, {0}},
             {"naive Bayes", 4, {1, 0.3, 0.1, 0.03}},
             {"logistic regression", 4, {30, 10, 3, 1}}};

const char *bag_baseline_name(BagBaseline kind)
{
    require((unsigned)kind < BAG_BASELINES, "baseline %d", (int)kind);
    return kinds[kind].name;
}

int *label_task_labels(Arena *a, const LabelTask *t, Part part)
{
    int *labels = arena_alloc(a, (size_t)t->count[part] * sizeof *labels);
    for (int i = 0; i < t->count[part]; i++) labels[i] = t->part[part][i].label;
    return labels;
}

/* A task as numbers. */
typedef struct {
    const LabelTask *task;
    SparseMat counts[PARTS];
    int *labels[PARTS];
} Bags;

static Bags count_task(Arena *a, const LabelTask *t, int *words)
{
    Bags b = {.task = t};
    const StringSet vocabulary = bag_vocabulary(a, t->part[TRAIN], t->count[TRAIN]);
    *words = vocabulary.count;
    for (Part p = TRAIN; p < PARTS; p++) {
        b.counts[p] = bag_counts(a, &vocabulary, t->part[p], t->count[p]);
        b.labels[p] = label_task_labels(a, t, p);
    }
    return b;
}

static BagModel train(Arena *a, const Bags *b, BagBaseline kind, double setting)
{
    const SparseMat *x = &b->counts[TRAIN];
    const int *labels = b->labels[TRAIN], classes = b->task->label_count;
    switch (kind) {
    case MAJORITY: return bag_majority(a, x, labels, classes);
    case NAIVE_BAYES: return bag_naive_bayes(a, x, labels, classes, setting);
    default: return bag_logistic(a, x, labels, classes, setting / x->rows);
    }
}

static ClassScores score(Arena *a, const Bags *b, const BagModel *m, Part part, int *predicted)
{
    bag_predict(predicted, m, &b->counts[part]);
    return class_scores(a, b->labels[part], predicted, b->counts[part].rows, b->task->label_count);
}

/* Trains with one setting; keeps the result when it is better on VALID than what is there. */
static void try_setting(BagResult *r, Arena *a, const Bags *b, BagBaseline kind, double setting)
{
    Arena scratch = {0};
    const BagModel m = train(&scratch, b, kind, setting);
    int *predicted = arena_alloc(&scratch, (size_t)b->counts[VALID].rows * sizeof *predicted);
    const ClassScores valid = score(a, b, &m, VALID, predicted);
    if (!r->valid.texts || valid.accuracy > r->valid.accuracy) {
        r->setting = setting;
        r->valid = valid;
        r->test = score(a, b, &m, TEST, r->predicted);
    }
    arena_free(&scratch);
}

BagResult bag_baseline(Arena *a, const LabelTask *t, BagBaseline kind)
{
    require((unsigned)kind < BAG_BASELINES, "baseline %d", (int)kind);
    Arena scratch = {0};
    BagResult r = {.predicted = arena_alloc(a, (size_t)t->count[TEST] * sizeof(int))};
    const Bags b = count_task(&scratch, t, &r.words);
    for (int i = 0; i < kinds[kind].count; i++)
        try_setting(&r, a, &b, kind, kinds[kind].settings[i]);
    arena_free(&scratch);
    return r;
}
