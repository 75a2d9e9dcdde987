/* term_bars - horizontal bars from a common zero, with their labels and values. */
#include "term_draw.h"

#include <math.h>
#include <string.h>

#include "number.h"

enum { WIDEST = 100, WIDEST_LABEL = 40 };

typedef struct {
    const Term *t;
    int label, room;  /* columns of the labels and of the bars */
    double low, high; /* low <= 0 <= high */
} Frame;

static Frame frame_of(const Term *t, const char *const *labels, Mat values)
{
    int label = 0, width = t->width < WIDEST ? t->width : WIDEST;
    Frame f = {.t = t};
    for (int i = 0; i < values.rows; i++) {
        double v = (double)mat_row(values, i)[0];
        int columns = term_columns(labels[i]);
        if (columns > label) label = columns;
        if (!term_drawable(v)) continue;
        f.low = fmin(f.low, v);
        f.high = fmax(f.high, v);
    }
    f.label = label < WIDEST_LABEL ? label : WIDEST_LABEL;
    f.room = width - f.label - 2 - 12;
    if (f.room < 8) f.room = 8;
    return f;
}

/* A bar of so many eighths of a column; a negative one has only whole columns. */
static void print_bar(const Term *t, int eighths)
{
    static const char *const part[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    term_repeat(t, t->utf8 ? "█" : "#", eighths / 8);
    if (t->utf8) fputs(part[eighths % 8], t->out);
}

static void print_line(const Frame *f, const char *label, double v)
{
    char text[NUMBER_SIZE];
    double range = f->high - f->low, per_unit = range > 0 ? f->room / range : 0;
    int zero = (int)lround(-f->low * per_unit);
    term_field(f->t, label, f->label, LEFT);
    fputc(' ', f->t->out);
    int length = term_drawable(v) ? (int)lround(fabs(v) * per_unit * 8) : 0;
    if (v < 0) length -= length % 8;
    fprintf(f->t->out, "%*s", v < 0 ? zero - length / 8 : zero, "");
    term_foreground(f->t, term_series_color(v < 0 ? 1 : 0));
    print_bar(f->t, length);
    term_color_off(f->t);
    fprintf(f->t->out, " %s\n", number_write(text, v));
}

void term_bars(const Term *t, const char *title, const char *const *labels, Mat values)
{
    if (!t->out) return;
    require(values.cols == 1, SHAPE, SHAPE_OF(values));
    Frame f = frame_of(t, labels, values);
    if (title) fprintf(t->out, "%s\n", title);
    for (int i = 0; i < values.rows; i++) print_line(&f, labels[i], (double)mat_row(values, i)[0]);
}
