/* Three bugs that run without a complaint: the mask set after the softmax, the softmax over the
 * wrong axis, the scale forgotten. */
#include "main.h"
#include "common/layers.h"
#include "common/matmul.h"
#include "common/statistics.h"

#include <math.h>

enum { QUERIES = 4, KEYS = 6, REAL = 4, D = 64 };
typedef enum { RIGHT, LATE_MASK, WRONG_AXIS, NO_SCALE, BUGS } Bug;

typedef struct {
    Mat q, k, v;
} Inputs;

static Mat transposed(Arena *a, Mat m)
{
    Mat t = mat_new(a, m.cols, m.rows);
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++) mat_row(t, j)[i] = mat_row(m, i)[j];
    return t;
}

//> bugs
/* The weights, computed with a bug; keys from REAL on are padding. */
static Mat weights_with(Bug bug, Arena *a, Inputs in)
{
    static const int real[] = {REAL};
    const Mask mask = {.valid = real};
    Mat weights = mat_new(a, QUERIES, KEYS);
    matmul_nt(weights, bug == NO_SCALE ? 1 : 1 / sqrtf((float)D), in.q, in.k, 0);
    if (bug == LATE_MASK) {
        softmax_forward(weights, weights);
        mat_fill(mat_cols(weights, REAL, KEYS - REAL), 0);
    } else if (bug == WRONG_AXIS) {
        Mat columns = transposed(a, weights);
        softmax_forward(columns, columns); /* over the queries */
        weights = transposed(a, columns);
        mat_fill(mat_cols(weights, REAL, KEYS - REAL), 0);
    } else {
        masked_softmax_forward(weights, weights, &mask, 0);
    }
    return weights;
}
//< bugs

static Mat outputs(Bug bug, Arena *a, Inputs in)
{
    Mat out = mat_new(a, QUERIES, in.v.cols);
    matmul(out, 1, weights_with(bug, a, in), in.v, 0);
    return out;
}

/* How far the outputs of queries 2, 3, ... move when the rows of m, padding keys or query 1, are
 * replaced by others. */
static double moved_by(Bug bug, Arena *a, Inputs in, Mat m)
{
    Rng r = rng_new(9);
    Mat before = outputs(bug, a, in), copy = mat_new(a, m.rows, m.cols);
    mat_copy(copy, m);
    fill_normal(m, &r, 1.5);
    Mat after = outputs(bug, a, in);
    mat_copy(m, copy);
    return mat_difference(mat_rows(before, 1, QUERIES - 1), mat_rows(after, 1, QUERIES - 1));
}

static void report_bug(Run *run, Bug bug, const char *name, Inputs in)
{
    Arena *a = &run->arena;
    Mat weights = weights_with(bug, a, in);
    double least = INFINITY, largest = 0, looked = 0;
    for (int i = 0; i < QUERIES; i++) {
        double sum = mat_sum(mat_rows(weights, i, 1));
        least = fmin(least, sum), largest = fmax(largest, sum);
        looked += looked_at(mat_row(weights, i), KEYS) / QUERIES;
    }
    double padding = moved_by(bug, a, in, mat_rows(in.k, REAL, KEYS - REAL));
    double other = moved_by(bug, a, in, mat_rows(in.q, 0, 1));
    say(run, "  %-11s %8.3f %8.3f %12.3f %12.3f", name, least, largest, padding, other);
    result(run, least, "bug.%s.least_sum", name);
    result(run, largest, "bug.%s.largest_sum", name);
    result(run, padding, "bug.%s.by_padding", name);
    result(run, other, "bug.%s.by_other", name);
    if (bug == RIGHT || bug == NO_SCALE) { /* entropy is for weights that sum to one */
        say(run, " %10.2f", looked);
        result(run, looked, "bug.%s.looked_at", name);
    }
    say(run, "\n");
}

void experiment_bugs(Run *run)
{
    const Options *o = run->options;
    static const char *const names[] = {"right", "late_mask", "wrong_axis", "no_scale"};
    Arena *a = &run->arena;
    Rng r = rng_new((uint64_t)o->run.seed);
    Inputs in = {mat_new(a, QUERIES, D), mat_new(a, KEYS, D), mat_new(a, KEYS, 3)};
    fill_normal(in.q, &r, 1);
    fill_normal(in.k, &r, 1);
    fill_normal(in.v, &r, 1);
    heading(run, "4. Three bugs that nothing complains about");
    say(run,
        "  %d queries, %d keys of which %d are padding, d = %d\n\n"
        "                 row sums        moved by     moved by       keys\n"
        "              least  largest     padding  another query  looked at\n",
        QUERIES, KEYS, KEYS - REAL, D);
    for (Bug bug = RIGHT; bug < BUGS; bug++) report_bug(run, bug, names[bug], in);
}
