/* Experiment 1: heads specialise. Models with one, two and four heads and the same number of
 * weights learn to answer two questions at once; then heads are removed. */
#include "main.h"
#include "common/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 3, SEEDS = 3, EVERY = 25, TEST_SENTENCES = 200, MOST_HEADS = 4 };
static const int kinds[KINDS] = {1, 2, 4}; /* heads */

void student_new(Student *s, int d_model, int heads, uint64_t seed, Rng *r)
{
    memset(s, 0, sizeof *s);
    *r = rng_new(seed);
    s->model = model_new(&s->params, r, d_model, heads);
}

void student_free(Student *s)
{
    params_free(&s->params);
}

Sentences test_sentences(Arena *a)
{
    Rng r = rng_new(UINT64_C(0x7e57));
    return sentences_new(a, &r, TEST_SENTENCES);
}

const char *const *token_names(Arena *a, const Sentences *s, int sentence)
{
    static const char letters[WORDS + 1] = "abcdefghijklmnopqrstuvwxyzABCDEF";
    char **names = arena_alloc(a, LENGTH * sizeof *names);
    for (int t = 0; t < LENGTH; t++) {
        int i = sentence * LENGTH + t;
        names[t] = arena_alloc(a, 8);
        snprintf(names[t], 8, "%c%d", letters[s->word[i]], s->colour[i]);
    }
    return (const char *const *)names;
}

/* What is watched while a student learns: how many of both answers are right, every so often. */
typedef struct {
    Student *student;
    Sentences test;
    Arena arena;
    Mat curve; /* a row for every EVERY steps */
    int column;
} Watch;

static void watch_step(void *context, int step, double loss)
{
    Watch *w = context;
    w->student->loss = loss;
    if (step % EVERY) return;
    Arena mark = w->arena;
    double both = model_accuracy(&w->student->model, &w->arena, &w->test).both;
    mat_row(w->curve, step / EVERY - 1)[w->column] = (float)both;
    arena_release(&w->arena, mark);
}

/* Trains a new student of `heads` heads and writes a column of the curve. */
static void learn(Student *s, int heads, uint64_t seed, Mat curve, int column)
{
    Rng r;
    Watch w = {.student = s, .curve = curve, .column = column};
    w.test = test_sentences(&w.arena);
    student_new(s, MODEL_SIZE, heads, seed, &r);
    model_train(&s->model, &(ModelTraining){TRAINING_STEPS, TRAINING_BATCH, TRAINING_RATE,
                                            &s->params, &r, watch_step, &w});
    arena_free(&w.arena);
}

/* One line of the table: the accuracy of the students of one kind. */
static void report_kind(Run *run, int heads, Student *students, const Sentences *test)
{
    const Options *o = run->options;
    double value[QUESTIONS + 1][SEEDS];
    for (int s = 0; s < SEEDS; s++) {
        Accuracy a = model_accuracy(&students[s].model, &run->arena, test);
        for (int q = 0; q < QUESTIONS; q++) value[q][s] = a.question[q];
        value[QUESTIONS][s] = a.both;
    }
    say(run, "  %d head%s       ", heads, heads > 1 ? "s" : " ");
    for (int q = 0; q <= QUESTIONS; q++) {
        const char *name = q < QUESTIONS ? question_name((Question)q) : "both";
        double deviation, mean = mean_of(value[q], SEEDS, &deviation);
        say(run, "   %.3f +- %.3f", mean, deviation);
        result(run, mean, "mh.heads%d.%s", heads, name);
        result(run, deviation, "mh.heads%d.%s_sd", heads, name);
    }
    say(run, "\n");
    if (heads > 1) return;
    for (int s = 0; s < SEEDS; s++) { /* one head decides for one question: for which? */
        say(run, "    seed %d        ", o->run.seed + s);
        for (int q = 0; q <= QUESTIONS; q++) say(run, "   %.3f         ", value[q][s]);
        say(run, "\n");
        for (int q = 0; q < QUESTIONS; q++)
            result(run, value[q][s], "mh.heads1.seed%d.%s", s + 1, question_name((Question)q));
    }
}

static void report_baselines(Run *run, const Sentences *test)
{
    say(run, "                    previous          match             both\n"
             "  chance            ");
    say(run, "%.3f             %.3f             %.3f\n", 1.0 / COLOURS, 1.0 / COLOURS,
        1.0 / COLOURS / COLOURS);
    double previous = counting_accuracy(test, PREVIOUS), match = counting_accuracy(test, MATCH);
    say(run, "  counting          %.3f             %.3f\n", previous, match);
    result(run, 1.0 / COLOURS, "mh.chance");
    result(run, previous, "mh.counting.previous");
    result(run, match, "mh.counting.match");
}

/* Mean over the seeds of every kind, against the step. */
static void report_curves(Run *run, Mat curve)
{
    Mat series = mat_zeros(&run->arena, curve.rows, 1 + KINDS);
    for (int i = 0; i < curve.rows; i++) {
        mat_row(series, i)[0] = (float)((i + 1) * EVERY);
        for (int c = 0; c < KINDS * SEEDS; c++)
            mat_row(series, i)[1 + c / SEEDS] += mat_row(curve, i)[c] / SEEDS;
    }
    report_series(&run->report, "curves", "step one two four", NULL, series);
    Mat x = mat_cols(series, 0, 1);
    const TermSeries lines[] = {{"1 head", x, mat_cols(series, 1, 1), false},
                                {"2 heads", x, mat_cols(series, 2, 1), false},
                                {"4 heads", x, mat_cols(series, 3, 1), false}};
    say(run, "\n");
    term_plot(&run->term, &(TermPlot){.x_label = "step",
                                      .y_label = "both answers right",
                                      .series = lines,
                                      .count = KINDS,
                                      .height = 10});
}

/* Removes a head: with its rows of W_o at zero nobody hears what it says. Returns the accuracy
 * without it, and puts the rows back. */
//> without_head
static Accuracy without_head(Student *s, Arena *a, int head, const Sentences *test)
{
    const MultiHead *m = &s->model.attention;
    const int size = m->d_model / m->heads;
    Mat rows = mat_rows(m->w_o->value, head * size, size), kept = mat_new(a, size, m->d_model);
    mat_copy(kept, rows);
    mat_fill(rows, 0);
    Accuracy accuracy = model_accuracy(&s->model, a, test);
    mat_copy(rows, kept);
    return accuracy;
}
//< without_head

Mat report_heads(Run *run, Student *s, const Sentences *test)
{
    const int heads = s->model.attention.heads;
    Mat table = mat_new(&run->arena, heads, 2 * QUESTIONS);
    say(run, "\n  %d head%s      looks at: previous  match   without it: previous  match\n", heads,
        heads > 1 ? "s" : "");
    model_accuracy(&s->model, &run->arena, test); /* fills the weights */
    for (int h = 0; h < heads; h++)
        for (int q = 0; q < QUESTIONS; q++)
            mat_row(table, h)[q] = (float)head_looks_at(&s->model, h, test, (Question)q);
    for (int h = 0; h < heads; h++) {
        float *row = mat_row(table, h);
        Accuracy rest = without_head(s, &run->arena, h, test);
        for (int q = 0; q < QUESTIONS; q++) {
            const char *name = question_name((Question)q);
            row[QUESTIONS + q] = (float)rest.question[q];
            result(run, (double)row[q], "mh.heads%d.head%d.%s", heads, h + 1, name);
            result(run, rest.question[q], "mh.heads%d.without%d.%s", heads, h + 1, name);
        }
        say(run, "  head %d                   %.2f    %.2f                %.2f   %.2f\n", h + 1,
            (double)row[0], (double)row[1], (double)row[2], (double)row[3]);
    }
    return table;
}

void report_maps(Run *run, Student *s, const Sentences *test)
{
    const int heads = s->model.attention.heads;
    const char *const *names = token_names(&run->arena, test, 0);
    char columns[8 * (LENGTH + 1)] = "token", title[64];
    for (int t = 0; t < LENGTH; t++) strcat(strcat(columns, " "), names[t]);
    model_accuracy(&s->model, &run->arena, test);
    for (int h = 0; h < heads; h++) {
        Mat weights = multihead_weights(&s->model.attention, h, 0);
        snprintf(title, sizeof title, "heads%d_head%d", heads, h + 1);
        report_series(&run->report, title, columns, names, weights);
        snprintf(title, sizeof title, "\n  head %d of %d: queries down, keys across", h + 1, heads);
        term_heat(&run->term, &(TermHeat){.title = title,
                                          .values = weights,
                                          .row_labels = names,
                                          .col_labels = names,
                                          .high = 1});
    }
}

/* Trains all students, at the same time as far as there are threads. */
static void teach(Run *run, Student *students, Mat curve)
{
    const Options *o = run->options;
    Progress progress = report_progress(&run->report, "training", KINDS * SEEDS);
    int done = 0;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < KINDS * SEEDS; i++) {
        learn(&students[i], kinds[i / SEEDS], (uint64_t)o->run.seed + (uint64_t)(i % SEEDS), curve,
              i);
#pragma omp critical
        progress_show(&progress, ++done);
    }
    progress_end(&progress);
}

void experiment_heads(Run *run, Student *two_heads)
{
    Student students[KINDS * SEEDS];
    Arena *a = &run->arena;
    Mat curve = mat_new(a, TRAINING_STEPS / EVERY, KINDS * SEEDS);
    Sentences test = test_sentences(a);
    heading(run, "1. Heads specialise: two questions at once");
    say(run,
        "  Every token wants the colour of the token before it (previous) and of the\n"
        "  other token with its word (match). Accuracy, mean of %d seeds:\n\n",
        SEEDS);
    teach(run, students, curve);
    report_baselines(run, &test);
    for (int k = 0; k < KINDS; k++) report_kind(run, kinds[k], &students[k * SEEDS], &test);
    const long weights = params_size(&students[0].params);
    say(run, "  each with %ld weights\n", weights);
    result(run, (double)weights, "mh.parameters");
    report_curves(run, curve);
    Mat ablation = mat_new(a, 1 + 2 + MOST_HEADS, 2 * QUESTIONS);
    for (int k = 0, row = 0; k < KINDS; row += kinds[k++])
        mat_copy(mat_rows(ablation, row, kinds[k]), report_heads(run, &students[k * SEEDS], &test));
    static const char *const labels[] = {"1/1", "1/2", "2/2", "1/4", "2/4", "3/4", "4/4"};
    report_series(&run->report, "ablation",
                  "head looks_previous looks_match without_previous without_match", labels,
                  ablation);
    for (int k = 0; k < 2; k++) report_maps(run, &students[k * SEEDS], &test);
    *two_heads = students[SEEDS];
    for (int i = 0; i < KINDS * SEEDS; i++)
        if (i != SEEDS) student_free(&students[i]);
}
