/* term_heat - a matrix as colours: as labelled cells when they fit, else as a picture with two
 * values in each half-block character. */
#include "term_draw.h"

#include <math.h>
#include <string.h>

enum { WIDEST_LABEL = 24, NUMBER_ROOM = 16, MOST_ROWS = 40 };

static const char shades[] = " .:-=+*#%@";

typedef struct {
    const Term *t;
    const TermHeat *heat;
    double low, high; /* of the colour scale */
    int margin;       /* columns left of the cells: the row labels */
    int cell;         /* columns of a cell; 0: a picture */
    bool numbers;
} Frame;

/* ---- values to colours -----------------------------------------------------------------------*/

static void find_scale(Frame *f)
{
    Mat m = f->heat->values;
    bool any = false, fixed = f->heat->low != 0 || f->heat->high != 0;
    f->low = f->heat->low;
    f->high = f->heat->high;
    if (fixed) return;
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++) {
            double v = (double)mat_row(m, i)[j];
            if (!term_drawable(v)) continue;
            f->low = any ? fmin(f->low, v) : v;
            f->high = any ? fmax(f->high, v) : v;
            any = true;
        }
    if (f->heat->is_signed) {
        f->high = fmax(fabs(f->low), fabs(f->high));
        f->low = -f->high;
    }
}

/* Where a value stands on the scale, 0..1; the middle when the scale has no extent. */
static double share_of(const Frame *f, double v)
{
    double range = f->high - f->low;
    return range > 0 ? fmin(fmax((v - f->low) / range, 0), 1) : 0.5;
}

static Rgb color_of(const Frame *f, double v)
{
    if (!term_drawable(v)) return (Rgb){128, 128, 128};
    return term_scale_color(share_of(f, v), f->heat->is_signed);
}

static char shade_of(const Frame *f, double v)
{
    int levels = (int)sizeof shades - 1, i = (int)(share_of(f, v) * levels);
    return term_drawable(v) ? shades[i < levels ? i : levels - 1] : '?';
}

/* ---- labelled cells --------------------------------------------------------------------------*/

static const char *write_value(char text[NUMBER_ROOM], double v)
{
    if (!term_drawable(v)) return strcpy(text, "?");
    snprintf(text, NUMBER_ROOM, fabs(v) < 999.5 ? "%.2f" : "%.3g", v);
    return text;
}

static int widest_number(Mat m)
{
    int widest = 0;
    char text[NUMBER_ROOM];
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++) {
            int width = (int)strlen(write_value(text, (double)mat_row(m, i)[j]));
            if (width > widest) widest = width;
        }
    return widest;
}

static int widest_label(const char *const *labels, int count)
{
    int widest = 0;
    for (int i = 0; labels && i < count; i++) {
        int width = term_columns(labels[i]);
        if (width > widest) widest = width;
    }
    return widest < WIDEST_LABEL ? widest : WIDEST_LABEL;
}

/* Chooses the width of a cell: numbers and labels, one of them, or neither. */
static void lay_out(Frame *f)
{
    const TermHeat *h = f->heat;
    int rows = h->values.rows, cols = h->values.cols;
    f->margin = widest_label(h->row_labels, rows);
    f->margin += f->margin > 0;
    int room = cols > 0 ? (f->t->width - f->margin) / cols : 0;
    int number = h->numbers ? widest_number(h->values) + 2 : 0;
    int label = h->col_labels ? widest_label(h->col_labels, cols) + 1 : 0;
    f->numbers = h->numbers && number <= room;
    f->cell = f->numbers ? number : 2;
    if (label > f->cell) f->cell = label;
    if (f->cell > room) f->cell = room;
    if (f->cell < 2 || rows > MOST_ROWS) f->cell = 0;
}

static void print_cell(const Frame *f, double v)
{
    char text[NUMBER_ROOM] = "", fill[2] = {shade_of(f, v), '\0'};
    if (f->t->colors) {
        Rgb color = color_of(f, v);
        term_background(f->t, color);
        term_foreground(f->t, term_contrast(color));
        if (f->numbers || !term_drawable(v)) write_value(text, v);
        term_field(f->t, text, f->cell, CENTER);
    } else if (f->numbers) {
        term_field(f->t, write_value(text, v), f->cell, CENTER);
    } else {
        term_repeat(f->t, fill, f->cell > 2 ? f->cell - 1 : f->cell);
        if (f->cell > 2) fputc(' ', f->t->out);
    }
}

static void print_cells(const Frame *f)
{
    const TermHeat *h = f->heat;
    FILE *out = f->t->out;
    if (h->col_labels) fprintf(out, "%*s", f->margin, "");
    for (int j = 0; h->col_labels && j < h->values.cols; j++) {
        term_field(f->t, h->col_labels[j], f->cell - 1, CENTER);
        fputc(j + 1 < h->values.cols ? ' ' : '\n', out);
    }
    for (int i = 0; i < h->values.rows; i++) {
        if (f->margin) term_field(f->t, h->row_labels[i], f->margin - 1, RIGHT);
        if (f->margin) fputc(' ', out);
        for (int j = 0; j < h->values.cols; j++) print_cell(f, (double)mat_row(h->values, i)[j]);
        term_color_off(f->t);
        fputc('\n', out);
    }
}

/* ---- a picture -------------------------------------------------------------------------------*/

/* Where block i of `blocks` starts when `size` values are divided among them. */
static int block_start(int i, int size, int blocks)
{
    return (int)((long long)i * size / blocks);
}

/* The mean of the drawable values in block (i, j) of rows x cols blocks; NaN when there is none. */
static double block_mean(Mat m, int i, int j, int rows, int cols)
{
    double sum = 0;
    int count = 0;
    for (int y = block_start(i, m.rows, rows); y < block_start(i + 1, m.rows, rows); y++)
        for (int x = block_start(j, m.cols, cols); x < block_start(j + 1, m.cols, cols); x++) {
            double v = (double)mat_row(m, y)[x];
            if (!term_drawable(v)) continue;
            sum += v;
            count++;
        }
    return count ? sum / count : (double)NAN;
}

/* One character of a picture with a value in each half; the lower half stays as it is for NULL. */
static void print_halves(const Frame *f, double upper, const double *lower)
{
    term_foreground(f->t, color_of(f, upper));
    if (lower) term_background(f->t, color_of(f, *lower));
    fputs("▀", f->t->out);
}

static void print_whole(const Frame *f, double v)
{
    term_background(f->t, color_of(f, v));
    fputc(f->t->colors ? ' ' : shade_of(f, v), f->t->out);
}

static void print_picture(const Frame *f)
{
    Mat m = f->heat->values;
    bool halves = f->t->colors && f->t->utf8;
    int cols = m.cols < f->t->width ? m.cols : f->t->width;
    /* A character is about twice as high as wide: two values above each other are square. */
    int lines = (block_start(cols, m.rows, m.cols) + 1) / 2;
    if (lines < 1) lines = 1;
    if (lines > MOST_ROWS) lines = MOST_ROWS;
    int rows = !halves ? lines : 2 * lines < m.rows ? 2 * lines : m.rows;
    for (int i = 0; i < rows; i += halves ? 2 : 1) {
        for (int j = 0; j < cols; j++) {
            double v = block_mean(m, i, j, rows, cols), lower = 0;
            bool has_lower = halves && i + 1 < rows;
            if (has_lower) lower = block_mean(m, i + 1, j, rows, cols);
            if (halves)
                print_halves(f, v, has_lower ? &lower : NULL);
            else
                print_whole(f, v);
        }
        term_color_off(f->t);
        fputc('\n', f->t->out);
    }
}

/* ---- all ------------------------------------------------------------------------------------*/

static void print_scale(const Frame *f)
{
    char text[NUMBER_ROOM];
    const int steps = 20;
    fprintf(f->t->out, "%*s%s ", f->margin, "", write_value(text, f->low));
    for (int i = 0; i < steps; i++) print_whole(f, f->low + (f->high - f->low) * (i + 0.5) / steps);
    term_color_off(f->t);
    fprintf(f->t->out, " %s\n", write_value(text, f->high));
}

void term_heat(const Term *t, const TermHeat *heat)
{
    if (!t->out) return;
    Frame f = {.t = t, .heat = heat};
    if (heat->title) fprintf(t->out, "%s\n", heat->title);
    if (heat->values.rows == 0 || heat->values.cols == 0) {
        fputs("(no data)\n", t->out);
        return;
    }
    find_scale(&f);
    lay_out(&f);
    if (f.cell)
        print_cells(&f);
    else {
        f.margin = 0;
        print_picture(&f);
    }
    print_scale(&f);
}
