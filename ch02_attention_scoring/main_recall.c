/* Noisy associative recall: which scoring functions learn what to compare? And the sub-command
 * train. */
#include "main.h"
#include "common/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 3, TASKS = 3, VARIANTS = 6, BASELINES = 4, POINTS = 13, TEST = 512, MEMORIES = 16 };

static const char *const task_names[TASKS] = {"copy", "map", "equal"};

/* The scoring functions, additive twice: as it is, and for queries with a constant feature. */
static const struct {
    const char *name;
    ScoreKind kind;
    bool constant;
} variants[VARIANTS] = {{"gaussian", SCORE_GAUSSIAN, false}, {"additive", SCORE_ADDITIVE, false},
                        {"constant", SCORE_ADDITIVE, true},  {"dot", SCORE_DOT, false},
                        {"bilinear", SCORE_BILINEAR, false}, {"scaled", SCORE_SCALED_DOT, false}};

/* "copy": 8 features, the noise grows from 0.3 to 3. "map": keys of 6 features, queries of 12.
 * "equal": keys of equal length, the same noise everywhere. */
static RecallTask make_task(Arena *a, int task, int seed, bool constant)
{
    Rng r = rng_new((uint64_t)seed);
    RecallTask t = task == 0   ? recall_task(a, &r, 8, 8, 0.3, 3)
                   : task == 1 ? recall_task(a, &r, 12, 6, 0.3, 2)
                               : recall_task(a, &r, 8, 8, 0.8, 0.8);
    t.equal_length = task == 2;
    t.constant = constant;
    return t;
}

static RecallBatch test_batch(const RecallTask *task, Arena *a, int seed)
{
    Rng r = rng_new((uint64_t)seed + 1000);
    return recall_batch(task, a, &r, TEST);
}

/* One training: which task, scores and seed, and what came out. */
typedef struct {
    int task, seed;
    ScoreKind kind;
    bool constant; /* queries have a constant feature */
    Attention at;
    Params params;
    Arena arena;
    Mat trace; /* POINTS x (step, loss, accuracy) */
} Job;

static void train(Job *j, const Options *o)
{
    RecallTask task = make_task(&j->arena, j->task, j->seed, j->constant);
    RecallBatch test = test_batch(&task, &j->arena, j->seed);
    Rng r = rng_new((uint64_t)j->seed + 2000);
    j->at.scoring =
        scoring_new(j->kind, &j->params, &r, "scores", test.q.cols, test.k.cols, o->size);
    j->trace = mat_new(&j->arena, POINTS, 3);
    recall_train(&j->at, &j->params, &task, &r, (RecallTraining){o->steps, MEMORIES, o->rate},
                 &test, j->trace);
}

/* Whether these scores take part in the task. */
static bool takes_part(int task, int variant)
{
    return task != 1 || score_allows_two_sizes(variants[variant].kind);
}

/* Accuracy and loss of what needs no training: chance, all alike, the nearest key, and the best
 * possible answer. */
static void baselines(int task, int seed, double accuracy[BASELINES], double loss[BASELINES])
{
    Arena a = {0};
    RecallTask t = make_task(&a, task, seed, false);
    RecallBatch test = test_batch(&t, &a, seed);
    Mat width = mat_zeros(&a, 1, t.noise.cols);
    Mat unused = mat_zeros(&a, test.q.rows, RECALL_CLASSES);
    accuracy[0] = 1.0 / RECALL_CLASSES, loss[0] = log(RECALL_CLASSES);
    for (int b = 1; b < BASELINES; b++) {
        for (int c = 0; c < width.cols; c++)
            width.data[c] = b == 1 ? 0 : b == 2 ? 1000 : 1 / t.noise.data[c];
        Mat out = recall_by_width(&a, &test, width);
        accuracy[b] = recall_accuracy(out, &test);
        loss[b] = recall_loss(unused, out, &test);
    }
    arena_free(&a);
}

/* Mean and standard deviation over the seeds, printed and reported. */
static void summarise(Run *run, int task, const char *name, const double accuracy[SEEDS],
                      const double loss[SEEDS])
{
    double deviation[2];
    const double mean[] = {mean_of(accuracy, SEEDS, &deviation[0]),
                           mean_of(loss, SEEDS, &deviation[1])};
    say(run, "    %-9s %.3f +- %.3f   %.3f +- %.3f\n", name, mean[0], deviation[0], mean[1],
        deviation[1]);
    const char *task_name = task_names[task];
    result(run, mean[0], "recall.%s.%s.accuracy", task_name, name);
    result(run, deviation[0], "recall.%s.%s.accuracy_sd", task_name, name);
    result(run, mean[1], "recall.%s.%s.loss", task_name, name);
    result(run, deviation[1], "recall.%s.%s.loss_sd", task_name, name);
}

static void summarise_baselines(Run *run, int task)
{
    const Options *o = run->options;
    static const char *const names[BASELINES] = {"chance", "uniform", "nearest", "exact"};
    double accuracy[SEEDS][BASELINES], loss[SEEDS][BASELINES];
    for (int s = 0; s < SEEDS; s++) baselines(task, o->run.seed + s, accuracy[s], loss[s]);
    for (int b = 0; b < BASELINES; b++) {
        double a[SEEDS], l[SEEDS];
        for (int s = 0; s < SEEDS; s++) a[s] = accuracy[s][b], l[s] = loss[s][b];
        if (task != 1 || b != 2) /* there is no distance between different spaces */
            summarise(run, task, names[b], a, l);
    }
}

/* The results of one task; its learning curves (means over the seeds) as a series. */
static void summarise_task(Run *run, Job jobs[TASKS][VARIANTS][SEEDS], int task)
{
    static const char *const texts[TASKS] = {
        "copy: 8 features, noise from 0.3 in the first to 3 in the last",
        "map: keys of 6 features, queries of 12, noise from 0.3 to 2",
        "equal: 8 features, keys of equal length, noise 0.8"};
    Mat curves = mat_zeros(&run->arena, POINTS, 1 + VARIANTS);
    say(run, "  %s\n              accuracy          loss\n", texts[task]);
    summarise_baselines(run, task);
    for (int v = 0; v < VARIANTS; v++) {
        double accuracy[SEEDS], loss[SEEDS];
        if (!takes_part(task, v)) continue;
        for (int s = 0; s < SEEDS; s++) {
            Mat trace = jobs[task][v][s].trace;
            loss[s] = (double)mat_row(trace, POINTS - 1)[1];
            accuracy[s] = (double)mat_row(trace, POINTS - 1)[2];
            mat_copy(mat_cols(curves, 0, 1), mat_cols(trace, 0, 1));
            mat_add_scaled(mat_cols(curves, 1 + v, 1), 1.0f / SEEDS, mat_cols(trace, 2, 1));
        }
        summarise(run, task, variants[v].name, accuracy, loss);
    }
    char name[32];
    snprintf(name, sizeof name, "recall_%s", task_names[task]);
    report_series(&run->report, name, "step gaussian additive constant dot bilinear scaled", NULL,
                  curves);
    if (task == 0) {
        static const int learning[] = {0, 1, 2, 4}; /* dot products have nothing to learn */
        TermSeries series[4];
        for (int n = 0; n < 4; n++)
            series[n] = (TermSeries){variants[learning[n]].name, mat_cols(curves, 0, 1),
                                     mat_cols(curves, 1 + learning[n], 1), false};
        term_plot(&run->term, &(TermPlot){.title = "accuracy",
                                          .x_label = "step",
                                          .series = series,
                                          .count = 4,
                                          .height = 14});
    }
}

/* The learned widths of the Gaussian beside what they should be, 1 / noise. */
static void report_widths(Run *run, const Job *gaussian)
{
    RecallTask task = make_task(&run->arena, 0, gaussian->seed, false);
    Mat learned = gaussian->at.scoring.width->value;
    say(run, "  the Gaussian's widths, learned and 1 / noise:\n   ");
    for (int c = 0; c < learned.cols; c++) {
        const double width = fabs((double)learned.data[c]), exact = 1 / (double)task.noise.data[c];
        say(run, " %.2f/%.2f", width, exact);
        result(run, width, "recall.width.learned%d", c + 1);
        result(run, exact, "recall.width.exact%d", c + 1);
    }
    say(run, "\n");
}

/* One memory and a query for each of its keys, in their order: right attention is a diagonal. */
static RecallBatch in_order(const RecallTask *task, Arena *a, int seed)
{
    Rng r = rng_new((uint64_t)seed + 3000);
    RecallBatch b = recall_batch(task, a, &r, 1);
    b.q = mat_new(a, RECALL_KEYS, b.shown.cols + task->constant);
    mat_fill(b.q, 1);
    for (int i = 0; i < b.q.rows; i++)
        for (int c = 0; c < b.shown.cols; c++)
            mat_row(b.q, i)[c] =
                mat_row(b.shown, i)[c] + task->noise.data[c] * (float)rng_normal(&r);
    return b;
}

/* The weights of a trained scoring function, as a picture and as the series weights_NAME. */
static void draw_weights(Run *run, Job *j, const char *name)
{
    char series[40];
    RecallTask task = make_task(&run->arena, 0, j->seed, j->constant);
    RecallBatch b = in_order(&task, &run->arena, j->seed);
    attention_forward(&j->at, &run->arena, b.q, b.k, b.v, &(Mask){0}, 1);
    snprintf(series, sizeof series, "weights_%s", name);
    report_matrix(run, series, NULL, (Mat){0}, 'k', j->at.weights);
    if (j->kind != SCORE_GAUSSIAN && j->kind != SCORE_BILINEAR) return; /* two in the terminal */
    term_heat(&run->term, &(TermHeat){.title = name, .values = j->at.weights, .high = 1});
    say(run, "\n");
}

void experiment_recall(Run *run)
{
    enum { ALL = TASKS * VARIANTS * SEEDS };
    static Job none;
    Job(*jobs)[VARIANTS][SEEDS] = arena_zeros(&run->arena, ALL * sizeof(Job));
    Options how = *(const Options *)run->options;
    Progress progress = report_progress(&run->report, "recall", ALL);
    int done = 0;
    how.steps = 500, how.size = 48, how.rate = 0.01;
    heading(run, "2. Noisy associative recall: 16 keys with one of 8 classes each");
#pragma omp parallel for schedule(dynamic)
    for (int n = 0; n < ALL; n++) {
        const int s = n % SEEDS, v = n / SEEDS % VARIANTS, t = n / SEEDS / VARIANTS;
        Job *j = &jobs[t][v][s];
        *j = none;
        j->task = t, j->seed = how.run.seed + s;
        j->kind = variants[v].kind, j->constant = variants[v].constant;
        if (takes_part(t, v)) train(j, &how);
#pragma omp critical
        progress_show(&progress, ++done);
    }
    progress_end(&progress);
    for (int t = 0; t < TASKS; t++) summarise_task(run, jobs, t);
    report_widths(run, &jobs[0][0][0]);
    heading(run, "The weights after training: queries down, in the order of their keys");
    for (int v = 0; v < VARIANTS; v++) draw_weights(run, &jobs[0][v][0], variants[v].name);
    for (int n = 0; n < ALL; n++) {
        Job *j = &jobs[0][0][n];
        params_free(&j->params);
        arena_free(&j->arena);
    }
}

/* Prints and writes the course of one training. */
static void report_training(Run *run, const Job *j)
{
    Mat step = mat_cols(j->trace, 0, 1), last = mat_rows(j->trace, POINTS - 1, 1);
    const TermSeries series = {"accuracy", step, mat_cols(j->trace, 2, 1), false};
    term_plot(&run->term, &(TermPlot){.title = "accuracy on memories not trained on",
                                      .x_label = "step",
                                      .series = &series,
                                      .count = 1,
                                      .height = 12});
    say(run, "\n  %s scores, task %s: accuracy %.3f, loss %.3f\n", score_name(j->at.scoring.kind),
        task_names[j->task], (double)last.data[2], (double)last.data[1]);
    result(run, (double)last.data[2], "train.accuracy");
    result(run, (double)last.data[1], "train.loss");
    report_series(&run->report, "training", "step loss accuracy", NULL, j->trace);
}

int command_train(void *context, int argc, char **argv)
{
    (void)argc, (void)argv;
    const Options *o = context;
    static const char *const names[BASELINES] = {"chance", "all keys alike", "the nearest key",
                                                 "the best answer"};
    double accuracy[BASELINES], loss[BASELINES];
    Job j = {.task = o->task, .seed = o->run.seed, .kind = (ScoreKind)o->scores};
    j.constant = o->constant;
    if (o->task == 1 && !score_allows_two_sizes(j.kind))
        die("--task map has queries of 12 numbers and keys of 6: %s scores need the same size; "
            "additive and bilinear do not",
            score_name(j.kind));
    if (o->constant && !score_allows_two_sizes(j.kind))
        die("--constant makes the queries longer than the keys: it is for additive and bilinear "
            "scores");
    Run run = run_start(&o->run, o);
    train(&j, o);
    report_training(&run, &j);
    baselines(o->task, o->run.seed, accuracy, loss);
    for (int b = 0; b < BASELINES; b++)
        if (o->task != 1 || b != 2)
            say(&run, "  %-16s accuracy %.3f, loss %.3f\n", names[b], accuracy[b], loss[b]);
    run_finish(&run, NULL);
    params_free(&j.params);
    arena_free(&j.arena);
    return EXIT_SUCCESS;
}
