/* The samples that the command line names. */
#include "main.h"
#include "common/table.h"

#include <math.h>
#include <string.h>

/* Dies when a column is so large, or its values so near each other, that squares of differences
 * leave the range of float32. A constant column is none of these. */
static void check_range(const char *path, const char *names, Mat m)
{
    const double least = 1e-30, most = 1e30;
    for (int k = 0; k < m.cols; k++) {
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < m.rows; i++) {
            low = fmin(low, (double)mat_row(m, i)[k]);
            high = fmax(high, (double)mat_row(m, i)[k]);
        }
        const double largest = fmax(fabs(low), fabs(high)), spread = high - low;
        if (largest > most || (spread > 0 && spread < least))
            die("%s: column %d of \"%s\" goes from %g to %g; use a unit in which values are below "
                "%g "
                "and more than %g apart",
                path, k + 1, names, low, high, most, least);
    }
}

static Dataset read_samples(const Options *o, Arena *a)
{
    Error e;
    Table table;
    Dataset d = {.name = o->data};
    if (!table_read(&table, a, o->data, &e)) die("%s", e.text);
    if (!o->x || !o->y) die("%s: --x and --y must name its columns", o->data);
    if (!table_numbers(&table, a, o->x, &d.x, &e) || !table_numbers(&table, a, o->y, &d.y, &e))
        die("%s", e.text);
    check_range(o->data, o->x, d.x);
    check_range(o->data, o->y, d.y);
    if (d.y.cols != 1) die("--y %s: one column is predicted, not %d", o->y, d.y.cols);
    return d;
}

/* Divides every column of x by its standard deviation (a constant column by 1). */
static void divide_by_deviation(Mat x, Mat unit)
{
    for (int k = 0; k < x.cols; k++) {
        double mean = mat_sum(mat_cols(x, k, 1)) / x.rows, squares = 0;
        for (int i = 0; i < x.rows; i++) squares += pow((double)mat_row(x, i)[k] - mean, 2);
        if (squares > 0) unit.data[k] = (float)sqrt(squares / x.rows);
        for (int i = 0; i < x.rows; i++) mat_row(x, i)[k] /= unit.data[k];
    }
}

Samples load_samples(const Options *o, Arena *a, int least)
{
    Rng r = rng_new((uint64_t)o->run.seed);
    bool d2l = strcmp(o->data, "d2l") == 0, motorcycle = strcmp(o->data, "motorcycle") == 0;
    if ((d2l || motorcycle) && (o->x || o->y))
        die("--x and --y name columns of a file; %s has one x and one y", o->data);
    Samples s = {.set = d2l          ? dataset_d2l(a, &r)
                        : motorcycle ? dataset_motorcycle(a)
                                     : read_samples(o, a),
                 .own = !d2l && !motorcycle};
    Mat x = s.set.x;
    if (x.rows < least)
        die("%s: %d rows of samples, at least %d are needed", o->data, x.rows, least);
    s.unit = mat_new(a, 1, x.cols);
    mat_fill(s.unit, 1);
    if (x.cols > 1) divide_by_deviation(x, s.unit);
    return s;
}

void refuse_constant(Dataset d)
{
    for (int i = 1; i < d.x.rows; i++)
        for (int k = 0; k < d.x.cols; k++)
            if (mat_row(d.x, i)[k] != mat_row(d.x, 0)[k]) return;
    die("%s: x is the same in all %d samples: there is no bandwidth to choose", d.name, d.x.rows);
}

Dataset some_samples(Arena *a, Dataset d, int most, int seed)
{
    const int n = d.x.rows;
    if (n > most) {
        Rng r = rng_new((uint64_t)seed);
        int *order = arena_alloc(a, (size_t)n * sizeof *order);
        rng_permutation(&r, n, order);
        warn("%s: %d of the %d samples are used here, picked at random", d.name, most, n);
        d = dataset_rows(a, d, order, most);
    }
    refuse_constant(d);
    return d;
}
