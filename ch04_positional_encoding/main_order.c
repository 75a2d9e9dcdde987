/* Experiment 8: two tasks in which order is everything, seven ways to tell the model about it, and
 * lengths that it never saw; and the sub-command train. */
#include "main.h"
#include "common/statistics.h"

#include <math.h>
#include <stdlib.h>

enum { SEEDS = 3, TESTS = 5, SHIFTS = 3, BY_PLACE = 48, NEAR = 32 };
static const int lengths[TESTS] = {16, 24, 32, 64, 128}; /* training goes up to the first */
static const int shifts[SHIFTS] = {1, 10, 100};

/* What one trained model can do. */
typedef struct {
    double accuracy[TESTS], shifted[SHIFTS];
    float by_place[BY_PLACE]; /* copy, at a length of BY_PLACE */
    double near, far;         /* first, at the last length: the first mark within NEAR places */
} Outcome;

static void train(Trained *t, const Options *o, Task task, Kind kind, int s)
{
    Rng r = rng_new((uint64_t)o->run.seed + (uint64_t)s);
    t->model = order_model_new(&t->params, &r, kind);
    order_train(&t->model, &t->params, &r, (OrderTraining){task, o->steps, 16, o->length, o->rate});
}

/* The test sequences of a length, the same for all kinds and unrelated to training's: about 1600
 * answers each. */
static Sequences test_set(Arena *a, const Options *o, Task task, int length)
{
    Rng r = rng_new((uint64_t)o->run.seed + ((uint64_t)length << 32));
    int batch = task == COPY ? 1600 / length : 12800 / length;
    return order_draw(a, &r, task, batch - batch % 2, length);
}

/* The sequences of `first` whose first mark stands near the question, or those where it does not.
 */
static Sequences marks_near(Arena *a, Sequences s, bool near)
{
    const size_t size = (size_t)s.batch * (size_t)s.length * sizeof(int);
    Sequences kept = {0, s.length, arena_alloc(a, size), arena_alloc(a, size)};
    for (int b = 0; b < s.batch; b++) {
        const int from = b * s.length, *tokens = s.tokens + from;
        int place = 1;
        while (tokens[place] != MARK_A && tokens[place] != MARK_B) place++;
        if ((place < NEAR) != near) continue;
        for (int t = 0; t < s.length; t++) {
            kept.tokens[kept.batch * s.length + t] = tokens[t];
            kept.targets[kept.batch * s.length + t] = s.targets[from + t];
        }
        kept.batch++;
    }
    return kept;
}

static Outcome try_model(OrderModel m, const Options *o, Task task)
{
    Arena a = {0};
    Outcome out = {0};
    for (int i = 0; i < TESTS; i++)
        out.accuracy[i] = order_accuracy(&m, &a, test_set(&a, o, task, lengths[i]), (Mat){0});
    if (task == COPY) {
        Rng r = rng_new((uint64_t)o->run.seed + 79);
        order_accuracy(&m, &a, order_draw(&a, &r, task, 120, BY_PLACE),
                       mat_of(1, BY_PLACE, out.by_place));
    }
    if (task == FIRST) {
        Sequences last = test_set(&a, o, task, lengths[TESTS - 1]);
        out.near = order_accuracy(&m, &a, marks_near(&a, last, true), (Mat){0});
        out.far = order_accuracy(&m, &a, marks_near(&a, last, false), (Mat){0});
    }
    for (int i = 0; i < SHIFTS; i++) {
        m.first = shifts[i];
        out.shifted[i] = order_accuracy(&m, &a, test_set(&a, o, task, lengths[0]), (Mat){0});
    }
    arena_free(&a);
    return out;
}

/* The row of one kind in the table of a task; its means go to row kind of `series`. */
static void report_kind(Run *run, Task task, Kind kind, const Outcome *seeds, Mat series)
{
    const char *t = task_name(task), *k = kind_name(kind);
    double values[SEEDS], mean, deviation;
    say(run, "  %-11s", k);
    for (int i = 0; i < TESTS; i++) {
        for (int s = 0; s < SEEDS; s++) values[s] = seeds[s].accuracy[i];
        mean = mean_of(values, SEEDS, &deviation);
        say(run, " %4.0f +-%3.0f", 100 * mean, 100 * deviation);
        result(run, mean, "pe.%s.%s.%d.accuracy", t, k, lengths[i]);
        result(run, deviation, "pe.%s.%s.%d.deviation", t, k, lengths[i]);
        mat_row(series, i)[1 + 2 * (int)kind] = (float)mean;
        mat_row(series, i)[2 + 2 * (int)kind] = (float)deviation;
    }
    for (int i = 0; i < SHIFTS; i++) {
        for (int s = 0; s < SEEDS; s++) values[s] = seeds[s].shifted[i];
        mean = mean_of(values, SEEDS, &deviation);
        say(run, "%s%4.0f", i ? "" : "  |", 100 * mean);
        result(run, mean, "pe.%s.%s.shift%d", t, k, shifts[i]);
    }
    say(run, "\n");
}

static void report_task(Run *run, Task task, Outcome of[KINDS][SEEDS])
{
    static const char columns[] =
        "length none none_sd sinusoidal sinusoidal_sd learned learned_sd rotary rotary_sd alibi "
        "alibi_sd symmetric symmetric_sd sides sides_sd guess";
    Mat series = mat_new(&run->arena, TESTS, 2 + 2 * KINDS);
    say(run, "\n  %s%*s", task_name(task), 12 - (int)sizeof "copy", "");
    say(run, "  16 seen        24        32        64       128  |  +1 +10+100\n");
    say(run, "  %-11s", "by guessing");
    for (int i = 0; i < TESTS; i++) {
        double guess = order_guess(test_set(&run->arena, run->options, task, lengths[i]));
        say(run, " %4.0f     ", 100 * guess);
        result(run, guess, "pe.%s.guess.%d", task_name(task), lengths[i]);
        mat_row(series, i)[0] = (float)lengths[i];
        mat_row(series, i)[1 + 2 * KINDS] = (float)guess;
    }
    say(run, "  |\n");
    for (Kind kind = NONE; kind < KINDS; kind++) report_kind(run, task, kind, of[kind], series);
    report_series(&run->report, task_name(task), columns, NULL, series);
}

/* What distance does to first at the last length. */
static void report_near(Run *run, Outcome of[KINDS][SEEDS])
{
    say(run, "\n  first, %d tokens: the first mark within %d places, or later\n",
        lengths[TESTS - 1], NEAR);
    for (Kind kind = SINUSOIDAL; kind <= ALIBI; kind++) {
        double near[SEEDS], far[SEEDS], unused;
        for (int s = 0; s < SEEDS; s++) near[s] = of[kind][s].near, far[s] = of[kind][s].far;
        const double mean_near = mean_of(near, SEEDS, &unused);
        const double mean_far = mean_of(far, SEEDS, &unused);
        say(run, "  %-11s %4.0f %4.0f\n", kind_name(kind), 100 * mean_near, 100 * mean_far);
        result(run, mean_near, "pe.first.%s.near", kind_name(kind));
        result(run, mean_far, "pe.first.%s.far", kind_name(kind));
    }
}

/* The accuracy of copy at each place, a mean over the seeds. */
static void report_places(Run *run, Outcome of[KINDS][SEEDS])
{
    Mat series = mat_zeros(&run->arena, BY_PLACE - LAG, 1 + KINDS);
    for (int t = LAG; t < BY_PLACE; t++) {
        float *row = mat_row(series, t - LAG);
        row[0] = (float)t;
        for (int kind = 0; kind < KINDS; kind++)
            for (int s = 0; s < SEEDS; s++) row[1 + kind] += of[kind][s].by_place[t] / SEEDS;
    }
    report_series(&run->report, "places",
                  "place none sinusoidal learned rotary alibi symmetric sides", NULL, series);
    Mat x = mat_cols(series, 0, 1);
    const TermSeries shown[] = {{"sinusoidal", x, mat_cols(series, 1 + SINUSOIDAL, 1), false},
                                {"learned", x, mat_cols(series, 1 + LEARNED, 1), false},
                                {"rotary", x, mat_cols(series, 1 + ROTARY, 1), false}};
    say(run, "\n");
    term_plot(&run->term, &(TermPlot){.title = "copy: accuracy at each place, trained on 0 to 15",
                                      .x_label = "place",
                                      .series = shown,
                                      .count = 3,
                                      .height = 10});
}

void experiment_order(Run *run, Trained copy[KINDS])
{
    enum { RUNS = TASKS * KINDS * SEEDS };
    static Outcome of[TASKS][KINDS][SEEDS];
    int done = 0;
    heading(run, "8. Order is everything: accuracy in percent, three seeds");
    say(run, "  One layer of attention, trained on 5 to 16 tokens. copy: the symbol three places\n"
             "  before. first: which of two marks comes first. +1, +10, +100: the 16 tokens\n"
             "  stand at positions from 1, 10, 100 on.\n");
    Progress progress = report_progress(&run->report, "training", RUNS);
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < RUNS; i++) {
        int task = i / (KINDS * SEEDS), kind = i / SEEDS % KINDS, s = i % SEEDS;
        bool keep = task == COPY && s == 0;
        Trained other = {0}, *t = keep ? &copy[kind] : &other;
        train(t, run->options, (Task)task, (Kind)kind, s);
        of[task][kind][s] = try_model(t->model, run->options, (Task)task);
        params_free(&other.params);
#pragma omp critical
        progress_show(&progress, ++done);
    }
    progress_end(&progress);
    for (Task task = COPY; task < TASKS; task++) report_task(run, task, of[task]);
    report_near(run, of[FIRST]);
    report_places(run, of[COPY]);
}

/* The accuracy of a model at 1, 2, 4 and 8 times the length of its training. */
enum { DOUBLINGS = 4 };

static void try_doublings(OrderModel m, const Options *o, Task task, double accuracy[DOUBLINGS])
{
    Arena a = {0};
    for (int i = 0; i < DOUBLINGS; i++)
        accuracy[i] = order_accuracy(&m, &a, test_set(&a, o, task, o->length << i), (Mat){0});
    arena_free(&a);
}

int command_train(void *context, int argc, char **argv)
{
    (void)argc, (void)argv;
    const Options *o = context;
    const Task task = (Task)o->task;
    double accuracy[SEEDS][DOUBLINGS], at[SEEDS], mean, deviation;
    Run run = run_start(&o->run, o);
    say(&run, "%s, %s, trained on %d to %d tokens, three seeds\n\n", task_name(task),
        kind_name((Kind)o->kind), SHORTEST, o->length);
#pragma omp parallel for schedule(dynamic)
    for (int s = 0; s < SEEDS; s++) {
        Trained t = {0};
        train(&t, o, task, (Kind)o->kind, s);
        try_doublings(t.model, o, task, accuracy[s]);
        params_free(&t.params);
    }
    say(&run, "  length   accuracy   +-      by guessing\n");
    for (int i = 0; i < DOUBLINGS; i++) {
        const int length = o->length << i;
        for (int s = 0; s < SEEDS; s++) at[s] = accuracy[s][i];
        mean = mean_of(at, SEEDS, &deviation);
        double guess = order_guess(test_set(&run.arena, o, task, length));
        say(&run, "  %6d   %8.3f   %.3f   %9.3f\n", length, mean, deviation, guess);
        result(&run, mean, "pe.train.%d.accuracy", length);
        result(&run, deviation, "pe.train.%d.deviation", length);
    }
    run_finish(&run, NULL);
    return EXIT_SUCCESS;
}
