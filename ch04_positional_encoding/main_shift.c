/* Experiments 4 to 7: a shift is a rotation, scalar products see the distance, what projections do
 * to that, and linear biases; and the sub-command rotate. */
#include "main.h"
#include "alibi.h"
#include "position.h"
#include "common/matmul.h"

#include <math.h>
#include <stdlib.h>

enum { WIDTH = 64, FARTHEST = 200, PLACES = 256 };

/* The largest |M PE(p) - PE(p + delta)| for the shift m by delta. */
static double shift_difference(Arena *a, Mat m, double delta, double p)
{
    const int d = m.cols;
    Mat here = mat_new(a, 1, d), there = mat_new(a, 1, d), shifted = mat_new(a, 1, d);
    double worst = 0;
    sinusoidal_row(here.data, p, d);
    sinusoidal_row(there.data, p + delta, d);
    matmul_nt(shifted, 1, here, m, 0);
    for (int j = 0; j < d; j++)
        worst = fmax(worst, fabs((double)shifted.data[j] - (double)there.data[j]));
    return worst;
}

/* The pairs number 0 and 8 of positions 0 .. 24: points on a circle. */
static void report_circle(Run *run)
{
    Mat points = mat_new(&run->arena, 25, 4);
    for (int p = 0; p < points.rows; p++)
        for (int c = 0; c < 2; c++) {
            double angle = p * position_frequency(8 * c, WIDTH);
            mat_row(points, p)[2 * c] = (float)sin(angle);
            mat_row(points, p)[2 * c + 1] = (float)cos(angle);
        }
    report_matrix(run, "circle", "position", counting(&run->arena, points.rows), 'c', points);
}

void experiment_shift(Run *run)
{
    const Options *o = run->options;
    double worst = 0;
    Mat m = mat_new(&run->arena, WIDTH, WIDTH);
    Rng r = rng_new((uint64_t)o->run.seed);
    for (int i = 0; i < 200; i++) {
        int delta = rng_below(&r, 2001) - 1000;
        shift_matrix(m, delta);
        worst = fmax(worst, shift_difference(&run->arena, m, delta, 1000 + rng_below(&r, 1000000)));
    }
    heading(run, "4. A shift is a rotation, the same for every position");
    say(run,
        "  d = 64, 200 positions up to 10^6 and shifts up to 1000:\n"
        "  the largest |M_delta PE(p) - PE(p + delta)| is %.1e\n",
        worst);
    result(run, worst, "pe.shift.difference");
    report_circle(run);
}

/* PE(p) . PE(p + k) over d/2. */
static double dot(Arena *a, int p, int k)
{
    Arena mark = *a;
    Mat here = mat_new(a, 1, WIDTH), there = mat_new(a, 1, WIDTH);
    sinusoidal_fill(here, p);
    sinusoidal_fill(there, p + k);
    double product = mat_dot(here, there) / (WIDTH / 2.0);
    arena_release(a, mark);
    return product;
}

void experiment_dots(Run *run)
{
    static const int from[] = {0, 100, 10000}, shown[] = {0, 1, 2, 5, 10, 50, 200};
    Mat k = counting(&run->arena, FARTHEST + 1), dots = mat_new(&run->arena, FARTHEST + 1, 3);
    double spread = 0;
    for (int i = 0; i <= FARTHEST; i++)
        for (int c = 0; c < 3; c++) {
            mat_row(dots, i)[c] = (float)dot(&run->arena, from[c], i);
            spread = fmax(spread, fabs((double)(mat_row(dots, i)[c] - mat_row(dots, i)[0])));
        }
    heading(run, "5. The scalar product of two encodings sees their distance alone");
    const TermSeries series = {"PE(p) . PE(p + k)", k, mat_cols(dots, 0, 1), false};
    term_plot(&run->term, &(TermPlot){.x_label = "distance k, d = 64",
                                      .y_label = "product / (d / 2)",
                                      .series = &series,
                                      .count = 1,
                                      .height = 12});
    say(run, "  from p = 0, 100 and 10000: the largest difference is %.1e\n", spread);
    result(run, spread, "pe.dots.spread");
    for (int i = 0; i < 7; i++)
        result(run, (double)mat_row(dots, shown[i])[0], "pe.dots.k%d", shown[i]);
    report_matrix(run, "dots", "distance", k, 'p', dots);
}

/* Mean and deviation of a column of scores, printed and reported. */
static void summarise(Run *run, const char *name, Mat scores)
{
    double mean = mat_sum(scores) / scores.rows, squares = 0;
    for (int i = 0; i < scores.rows; i++) squares += pow((double)mat_row(scores, i)[0] - mean, 2);
    double deviation = sqrt(squares / (scores.rows - 1));
    say(run, "  %-28s mean %8.4f   standard deviation %.2g\n", name, mean, deviation);
    result(run, mean, "pe.projected.%s.mean", name);
    result(run, deviation, "pe.projected.%s.deviation", name);
}

/* Scores of queries at p and keys at p + 5 with random projections; p = 0 .. PLACES - 1. */
void experiment_projected(Run *run)
{
    const Options *o = run->options;
    enum { APART = 5 };
    Arena *a = &run->arena;
    Rng r = rng_new((uint64_t)o->run.seed);
    Mat table = mat_new(a, PLACES + APART, WIDTH), scores = mat_new(a, PLACES, 2);
    Mat w_q = mat_new(a, WIDTH, WIDTH), w_k = mat_new(a, WIDTH, WIDTH);
    Mat q = mat_new(a, table.rows, WIDTH), k = mat_new(a, table.rows, WIDTH);
    Mat token = mat_new(a, 1, WIDTH);
    sinusoidal_fill(table, 0);
    fill_normal(w_q, &r, 1 / sqrt(WIDTH));
    fill_normal(w_k, &r, 1 / sqrt(WIDTH));
    fill_normal(token, &r, 1);
    for (int c = 0; c < 2; c++) {
        Mat x = c ? mat_zeros(a, table.rows, WIDTH) : table;
        if (c) mat_add_row(x, token); /* rotary: the token itself, at every position */
        matmul(q, 1, x, w_q, 0);
        matmul(k, 1, x, w_k, 0);
        Rotary rotary = rotary_new(a, 0, table.rows, WIDTH, ADJACENT);
        if (c) rotary_turn(&rotary, q, 1, 1, 1), rotary_turn(&rotary, k, 1, 1, 1);
        for (int p = 0; p < PLACES; p++)
            mat_row(scores, p)[c] =
                (float)(mat_dot(mat_rows(q, p, 1), mat_rows(k, p + APART, 1)) / sqrt(WIDTH));
    }
    heading(run, "6. After projections that know nothing of it, only rotary positions keep this");
    say(run, "  scores of a query at p and a key at p + 5, p = 0 to 255\n");
    summarise(run, "sinusoidal", mat_cols(scores, 0, 1));
    summarise(run, "rotary", mat_cols(scores, 1, 1));
    report_matrix(run, "projected", "position", counting(a, PLACES), 's', scores);
}

void experiment_alibi(Run *run)
{
    Mat slopes = mat_new(&run->arena, 1, HEADS);
    alibi_slopes(slopes);
    heading(run, "7. Linear biases: how far each of 8 heads looks");
    say(run, "  head    slope   tokens to half the weight\n");
    for (int h = 0; h < HEADS; h++) {
        double slope = (double)slopes.data[h];
        say(run, "  %4d %8.5f %8.2f\n", h + 1, slope, log(2) / slope);
        result(run, slope, "pe.alibi.h%d.slope", h + 1);
        result(run, log(2) / slope, "pe.alibi.h%d.half", h + 1);
    }
}

static void print_matrix(const Run *run, Mat m)
{
    for (int i = 0; i < m.rows; i++) {
        for (int j = 0; j < m.cols; j++) say(run, "%9.5f", (double)mat_row(m, i)[j]);
        say(run, "\n");
    }
}

int command_rotate(void *context, int argc, char **argv)
{
    (void)argc, (void)argv;
    enum { PRINTED = 8 };
    const Options *o = context;
    const int d = o->rotate_d;
    if (d % 2)
        die("--d %d: the last of an odd number of columns is a sine without its cosine, which no "
            "matrix can shift; use an even number",
            d);
    Run run = run_start_printing(&o->run, o);
    Mat m = mat_new(&run.arena, d, d);
    shift_matrix(m, o->delta);
    say(&run, "PE(p + %g) = M PE(p), d = %d\n\n", o->delta, d);
    if (d <= PRINTED)
        print_matrix(&run, m);
    else
        term_heat(&run.term, &(TermHeat){.title = "M", .values = m, .is_signed = true});
    say(&run, "\n  position   largest |M PE(p) - PE(p + %g)|\n", o->delta);
    for (int p = 1; p <= 1000000; p *= 10) {
        double difference = shift_difference(&run.arena, m, o->delta, p);
        say(&run, "  %8d   %.1e\n", p, difference);
        result(&run, difference, "pe.rotate.p%d.difference", p);
    }
    report_matrix(&run, "rotate", "row", counting(&run.arena, d), 'c', m);
    run_finish(&run, NULL);
    return EXIT_SUCCESS;
}
