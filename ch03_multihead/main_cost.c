/* Experiment 3: what self-attention costs, beside a recurrence and a convolution; and the
 * sub-command cost. */
#include "main.h"
#include "rivals.h"
#include "common/clock.h"
#include "common/parallel.h"

#include <math.h>
#include <stdlib.h>

typedef enum { ATTENTION, RECURRENCE, CONVOLUTION, RIVALS } Rival;
static const char *const names[RIVALS] = {"attention", "recurrence", "convolution"};

/* One layer of each kind, for vectors of the same length. */
typedef struct {
    Params params;
    MultiHead attention;
    Param *w, *u, *b, *taps;
} Layers;

static void layers_new(Layers *l, int d, int heads)
{
    Rng r = rng_new(1);
    l->attention = multihead_new(&l->params, &r, "attention", d, heads);
    l->w = params_weight(&l->params, &r, "rival", "w", d, d);
    l->u = params_weight(&l->params, &r, "rival", "u", d, d);
    l->taps = params_weight(&l->params, &r, "rival", "taps", 3 * d, d);
    l->b = params_row(&l->params, "rival", "b", d, 0);
}

static void forward(Layers *l, Rival rival, Arena *step, Mat out, Mat x)
{
    if (rival == ATTENTION)
        multihead_forward(&l->attention, step, out, x, x, &(Mask){0}, 1);
    else if (rival == RECURRENCE)
        recurrence_forward(out, x, l->w->value, l->u->value, l->b->value, 1);
    else
        convolution_forward(out, x, l->taps->value, l->b->value);
}

/* The least time of one forward pass, in milliseconds: repeated for a tenth of a second. */
static double milliseconds(Layers *l, Rival rival, Arena *step, Mat out, Mat x)
{
    double best = INFINITY, start = clock_thread_seconds();
    for (int times = 0; times < 3 || clock_thread_seconds() < start + 0.1; times++) {
        Arena mark = *step;
        double before = clock_thread_seconds();
        forward(l, rival, step, out, x);
        best = fmin(best, 1e3 * (clock_thread_seconds() - before));
        arena_release(step, mark);
    }
    return best;
}

/* Multiply-adds of one layer, in millions, as the table of the notes counts them. */
static double work(Rival rival, double t, double d)
{
    static const double products[RIVALS] = {4, 2, 3}; /* of T x d with d x d */
    return 1e-6 * (products[rival] * t * d * d + (rival == ATTENTION ? 2 * t * t * d : 0));
}

void experiment_cost(Run *run, int d, int heads, int longest)
{
    Layers layers = {0};
    Arena *a = &run->arena;
    int rows = 0, row = 0, threads = use_threads(1);
    for (int t = 16; t <= longest; t *= 2) rows++;
    Mat table = mat_new(a, rows, 1 + 2 * RIVALS);
    heading(run, "3. The cost of a layer, forward, one sequence of T tokens");
    say(run,
        "  d = %d, %d heads, one thread; milliseconds, and millions of multiply-adds\n\n"
        "      T     attention       recurrence      convolution\n",
        d, heads);
    layers_new(&layers, d, heads);
    for (int t = 16; t <= longest; t *= 2, row++) {
        Mat x = mat_new(a, t, d), out = mat_new(a, t, d);
        Rng r = rng_new(2);
        fill_normal(x, &r, 1);
        mat_row(table, row)[0] = (float)t;
        say(run, "  %5d", t);
        for (int k = 0; k < RIVALS; k++) {
            double ms = milliseconds(&layers, (Rival)k, a, out, x), count = work((Rival)k, t, d);
            mat_row(table, row)[1 + k] = (float)ms, mat_row(table, row)[4 + k] = (float)count;
            say(run, " %8.3f %6.1f", ms, count);
            result(run, ms, "time.mh.%s.t%d", names[k], t);
        }
        say(run, "\n");
    }
    use_threads(threads);
    report_series(&run->report, "cost",
                  "tokens attention recurrence convolution attention_work recurrence_work "
                  "convolution_work",
                  NULL, table);
    say(run, "\n");
    const Mat x = mat_cols(table, 0, 1);
    TermSeries lines[RIVALS];
    for (int k = 0; k < RIVALS; k++)
        lines[k] = (TermSeries){names[k], x, mat_cols(table, 1 + k, 1), false};
    term_plot(&run->term, &(TermPlot){.x_label = "tokens",
                                      .y_label = "milliseconds",
                                      .series = lines,
                                      .count = RIVALS,
                                      .log_x = true,
                                      .height = 10});
    params_free(&layers.params);
}

int command_cost(void *context, int argc, char **argv)
{
    (void)argc, (void)argv;
    const Options *o = context;
    if (o->cost_d_model % o->cost_heads)
        die("--heads %d does not divide --d %d", o->cost_heads, o->cost_d_model);
    Run run = run_start(&o->run, o);
    experiment_cost(&run, o->cost_d_model, o->cost_heads, o->longest);
    run_finish(&run, NULL);
    return EXIT_SUCCESS;
}
