/* Experiment 10: four bugs that nothing crashes of. */
#include "main.h"
#include "position.h"

#include <math.h>

enum { WIDTH = 64, LENGTH = 512 };

typedef double Angle(int p, int j);

/* The angle of column j at position p: as it should be; the cosine with a frequency of its own,
 * 10000^
 * (-j/d) of its column; the exponent doubled, column and factor 2 at once. */
static double right(int p, int j)
{
    return p * pow(10000, -(double)(j - j % 2) / WIDTH);
}

//> bugs
static double next_frequency(int p, int j)
{
    return p * pow(10000, -(double)j / WIDTH);
}

static double exponent_doubled(int p, int j)
{
    return p * pow(10000, -2.0 * (j - j % 2) / WIDTH);
}
//< bugs

static Mat table_of(Arena *a, Angle *angle)
{
    Mat table = mat_new(a, LENGTH, WIDTH);
    for (int p = 0; p < LENGTH; p++)
        for (int j = 0; j < WIDTH; j++)
            mat_row(table, p)[j] = (float)(j % 2 ? cos(angle(p, j)) : sin(angle(p, j)));
    return table;
}

/* By how much PE(p) . PE(p + k), over d/2, varies over p: the largest over all k up to 100. */
static double dot_spread(Mat table)
{
    double worst = 0;
    for (int k = 0; k <= 100; k++) {
        double low = INFINITY, high = -INFINITY;
        for (int p = 0; p + k < LENGTH; p++) {
            double dot = mat_dot(mat_rows(table, p, 1), mat_rows(table, p + k, 1)) / (WIDTH / 2.0);
            low = fmin(low, dot), high = fmax(high, dot);
        }
        worst = fmax(worst, high - low);
    }
    return worst;
}

/* How many columns move by more than 0.1 over all positions. */
static int moving_columns(Mat table)
{
    int moving = 0;
    for (int j = 0; j < WIDTH; j++) {
        float low = INFINITY, high = -INFINITY;
        for (int p = 0; p < LENGTH; p++) {
            low = fminf(low, mat_row(table, p)[j]);
            high = fmaxf(high, mat_row(table, p)[j]);
        }
        moving += high - low > 0.1f;
    }
    return moving;
}

static void compare_tables(Run *run)
{
    static const char *const names[] = {"right", "next_frequency", "exponent_doubled"};
    Angle *const angles[] = {right, next_frequency, exponent_doubled};
    say(run, "  d = 64, %d positions    spread of products   columns that move\n", LENGTH);
    for (int i = 0; i < 3; i++) {
        Mat table = table_of(&run->arena, angles[i]);
        double spread = dot_spread(table);
        int moving = moving_columns(table);
        say(run, "  %-22s %18.2g %17d\n", names[i], spread, moving);
        result(run, spread, "pe.bug.%s.spread", names[i]);
        result(run, moving, "pe.bug.%s.moving", names[i]);
    }
}

/* Counts the queries of a trained rotary model from 1 and the keys from 0: one more turn after the
 * projection is W_q R_1' and R_1 b_q. */
static void queries_one_late(Run *run, OrderModel m)
{
    const Options *o = run->options;
    Arena *a = &run->arena;
    Rng r = rng_new((uint64_t)o->run.seed + 78);
    Sequences s = order_draw(a, &r, COPY, 100, o->length);
    double before = order_accuracy(&m, a, s, (Mat){0});
    Rotary one = rotary_new(a, 1, 1, D_MODEL / HEADS, ADJACENT);
    rotary_turn(&one, m.attention.w_q->value, HEADS, D_MODEL, 1); /* each row by itself */
    rotary_turn(&one, m.attention.b_q->value, HEADS, 1, 1);
    double after = order_accuracy(&m, a, s, (Mat){0});
    say(run, "\n  rotary, copy: queries counted from 0 like the keys: %.3f; from 1: %.3f\n", before,
        after);
    result(run, before, "pe.bug.queries_from_0.accuracy");
    result(run, after, "pe.bug.queries_from_1.accuracy");
}

void experiment_bugs(Run *run, Trained copy[KINDS])
{
    heading(run, "10. What goes wrong, and nothing crashes");
    compare_tables(run);
    queries_one_late(run, copy[ROTARY].model); /* nobody needs it any more */
}
