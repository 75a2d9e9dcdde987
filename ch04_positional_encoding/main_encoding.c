/* Experiment 1: the encoding itself: an example on paper, the table as a picture, its frequencies
 * beside binary counting, and what angles in float32 would cost. */
#include "main.h"
#include "position.h"

#include <math.h>

enum { WIDTH = 64, ROWS = 128, SHOWN = 40 };

/* Row by row: a row of numbers after a text. */
static void print_row(const Run *run, const char *text, Mat row)
{
    say(run, "  %-28s", text);
    for (int j = 0; j < row.cols; j++) say(run, "%10.5f", (double)row.data[j]);
    say(run, "\n");
}

/* q = (1, 2) at position m and k = (2, 1) at position n, one pair with w = 1. */
static double example_score(Arena *a, int m, int n)
{
    float q[] = {1, 2}, k[] = {2, 1};
    Rotary at_m = rotary_new(a, m, 1, 2, ADJACENT), at_n = rotary_new(a, n, 1, 2, ADJACENT);
    rotary_turn(&at_m, mat_of(1, 2, q), 1, 1, 1);
    rotary_turn(&at_n, mat_of(1, 2, k), 1, 1, 1);
    return mat_dot(mat_of(1, 2, q), mat_of(1, 2, k));
}

void experiment_example(Run *run)
{
    static const int places[3][2] = {{0, 2}, {5, 7}, {0, 3}};
    Arena *a = &run->arena;
    Mat table = mat_new(a, 4, 4), m = mat_new(a, 4, 4);
    char text[32];
    heading(run, "An example to follow on paper");
    say(run, "  d = 4: two pairs, w_0 = 1 and w_1 = 1/100\n\n");
    sinusoidal_fill(table, 0);
    shift_matrix(m, 1);
    for (int p = 0; p < 4; p++) {
        snprintf(text, sizeof text, "PE(%d)", p);
        print_row(run, text, mat_rows(table, p, 1));
        for (int c = 0; c < 4; c++)
            result(run, (double)mat_row(table, p)[c], "pe.example.p%d.c%d", p, c + 1);
    }
    say(run, "\n");
    for (int r = 0; r < 4; r++) {
        print_row(run, r ? "" : "M_1: PE(p + 1) = M_1 PE(p)", mat_rows(m, r, 1));
        for (int c = 0; c < 4; c++)
            result(run, (double)mat_row(m, r)[c], "pe.example.m.%d%d", r + 1, c + 1);
    }
    say(run, "\n  rotary, q = (1, 2), k = (2, 1), w = 1: the scores\n");
    for (int i = 0; i < 3; i++) {
        double score = example_score(a, places[i][0], places[i][1]);
        say(run, "  q at %d, k at %d: %8.4f\n", places[i][0], places[i][1], score);
        result(run, score, "pe.example.rotary.%d_%d", places[i][0], places[i][1]);
    }
}

void experiment_table(Run *run)
{
    Mat table = mat_new(&run->arena, ROWS, WIDTH);
    sinusoidal_fill(table, 0);
    heading(run, "1. The table: a wave in every column");
    term_heat(&run->term, &(TermHeat){.title = "d = 64: positions 0 to 39 down, columns across",
                                      .values = mat_rows(table, 0, SHOWN),
                                      .is_signed = true,
                                      .low = -1,
                                      .high = 1});
    report_matrix(run, "encoding", "position", counting(&run->arena, ROWS), 'c', table);
}

/* The binary digits of 0 .. n - 1, lowest first, and sines of the encoding with 20 columns, one for
 * each digit; a number a row. */
enum { DIGITS = 6, NUMBERS = 32 };

static void count_both_ways(Run *run)
{
    static const char *const digit[] = {"1", "2", "4", "8", "16", "32"};
    static const char *const wave[] = {"sine 0", "sine 1", "sine 2", "sine 3", "sine 4", "sine 5"};
    Mat bits = mat_new(&run->arena, DIGITS, NUMBERS), waves = mat_new(&run->arena, DIGITS, NUMBERS);
    Mat both = mat_new(&run->arena, NUMBERS, 2 * DIGITS);
    for (int p = 0; p < NUMBERS; p++)
        for (int i = 0; i < DIGITS; i++) {
            float *row = mat_row(both, p);
            row[i] = (float)(p >> i & 1);
            row[DIGITS + i] = (float)sin(p * position_frequency(i, 20));
            mat_row(bits, i)[p] = row[i], mat_row(waves, i)[p] = row[DIGITS + i];
        }
    report_matrix(run, "counting", "number", counting(&run->arena, NUMBERS), 'c', both);
    term_heat(&run->term, &(TermHeat){.title = "binary digits of 0 to 31, across",
                                      .values = bits,
                                      .row_labels = digit});
    term_heat(&run->term, &(TermHeat){.title = "sines of positions 0 to 31, d = 20",
                                      .values = waves,
                                      .row_labels = wave,
                                      .is_signed = true,
                                      .low = -1,
                                      .high = 1});
}

void experiment_frequencies(Run *run)
{
    Mat rows = mat_new(&run->arena, WIDTH / 2, 2), pair = counting(&run->arena, WIDTH / 2);
    Mat logs = mat_new(&run->arena, WIDTH / 2, 1);
    for (int i = 0; i < WIDTH / 2; i++) {
        double w = position_frequency(i, WIDTH);
        mat_row(rows, i)[0] = (float)w, mat_row(rows, i)[1] = (float)(2 * acos(-1) / w);
        logs.data[i] = (float)log10(w);
    }
    double ratio = position_frequency(1, WIDTH), longest = (double)mat_row(rows, WIDTH / 2 - 1)[1];
    heading(run, "2. Frequencies fall geometrically, as the digits of a number do");
    report_matrix(run, "frequencies", "pair", pair, 'c', rows);
    const TermSeries series = {"log10 of the frequency", pair, logs, false};
    term_plot(&run->term, &(TermPlot){.x_label = "pair of columns, d = 64",
                                      .y_label = "log10 w",
                                      .series = &series,
                                      .count = 1,
                                      .height = 10});
    say(run, "  each %.3f of the one before; wave lengths from %.3f to %.0f positions\n\n", ratio,
        2 * acos(-1), longest);
    result(run, ratio, "pe.frequency.ratio");
    result(run, longest, "pe.frequency.longest");
    count_both_ways(run);
}

/* The largest error among the thousand positions up to `last` when the angle is a float. */
static double float_error(int last)
{
    double worst = 0;
    for (int p = last - 999; p <= last; p++)
        for (int i = 0; i < WIDTH / 2; i++) {
            float angle = (float)p * powf(10000, (float)(-2.0 * i / WIDTH));
            double exact = sin(p * position_frequency(i, WIDTH));
            worst = fmax(worst, fabs(sin((double)angle) - exact));
        }
    return worst;
}

void experiment_precision(Run *run)
{
    heading(run, "3. Why the angle is computed in double precision");
    say(run, "  the largest error of a sine whose angle was computed in float32\n");
    for (int last = 1000; last <= 1000000; last *= 10) {
        double error = float_error(last);
        say(run, "  up to position %7d: %.2g\n", last, error);
        result(run, error, "pe.float.p%d.error", last);
    }
}
