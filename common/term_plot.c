/* term_plot - curves in the terminal: data to dots, axes with ticks, a legend. */
#include "term_axis.h"
#include "term_canvas.h"

#include <math.h>

enum { DEFAULT_HEIGHT = 16, WIDEST = 100, LEGEND_SAMPLE = 4 };

/* Without colours the lines are told apart by their dashes: solid, dashed, dotted, ... */
static const unsigned dashes[] = {0xFF, 0x3F, 0x11, 0x0F, 0x33, 0x03};

typedef struct {
    const Term *t;
    const TermPlot *plot;
    Axis x, y;
    Canvas canvas;
    int margin; /* columns left of the canvas: tick texts and the axis */
} Frame;

static unsigned dash_of(const Term *t, int series)
{
    return t->colors || !t->utf8 ? 0xFF : dashes[series % 6];
}

/* Point i of a series. False when it cannot be drawn. */
static bool point_of(const TermPlot *p, const TermSeries *s, int i, double *x, double *y)
{
    *x = (double)mat_row(s->x, i)[0];
    *y = (double)mat_row(s->y, i)[0];
    return term_drawable(*x) && term_drawable(*y) && (*x > 0 || !p->log_x);
}

/* The smallest and largest x and y of all series. False when there is no point at all. */
static bool find_range(const TermPlot *p, double low[2], double high[2])
{
    bool any = false;
    for (int k = 0; k < p->count; k++) {
        const TermSeries *s = &p->series[k];
        require(s->x.cols == 1 && s->y.cols == 1 && s->x.rows == s->y.rows, "x " SHAPE ", y " SHAPE,
                SHAPE_OF(s->x), SHAPE_OF(s->y));
        for (int i = 0; i < s->x.rows; i++) {
            double v[2];
            if (!point_of(p, s, i, &v[0], &v[1])) continue;
            for (int d = 0; d < 2; d++) {
                low[d] = any ? fmin(low[d], v[d]) : v[d];
                high[d] = any ? fmax(high[d], v[d]) : v[d];
            }
            any = true;
        }
    }
    return any;
}

static void draw_series(Frame *f, int k)
{
    const TermSeries *s = &f->plot->series[k];
    int before[2];
    bool joined = false; /* is there a point before this one? */
    unsigned at = 0;
    for (int i = 0; i < s->x.rows; i++) {
        double x, y;
        if (!point_of(f->plot, s, i, &x, &y)) {
            joined = false;
            continue;
        }
        int dot[2] = {(int)lround(axis_at(&f->x, x) * (f->canvas.width - 1)),
                      (int)lround((1 - axis_at(&f->y, y)) * (f->canvas.height - 1))};
        if (s->points)
            canvas_mark(&f->canvas, dot[0], dot[1], k);
        else if (joined)
            canvas_line(&f->canvas, before, dot, k, dash_of(f->t, k), &at);
        else
            canvas_dot(&f->canvas, dot[0], dot[1], k);
        before[0] = dot[0];
        before[1] = dot[1];
        joined = true;
    }
}

/* The tick of the y axis in a row of cells, or -1. */
static int tick_in_row(const Frame *f, int row)
{
    int rows = f->canvas.rows;
    for (int i = 0; i < f->y.count; i++)
        if ((int)lround((1 - f->y.at[i]) * (rows - 1)) == row) return i;
    return -1;
}

static void print_rows(const Frame *f)
{
    for (int row = 0; row < f->canvas.rows; row++) {
        int tick = tick_in_row(f, row);
        term_field(f->t, tick < 0 ? "" : f->y.text[tick], f->margin - 2, RIGHT);
        if (f->t->utf8)
            fputs(tick < 0 ? " │" : " ┤", f->t->out);
        else
            fputs(tick < 0 ? " |" : " +", f->t->out);
        canvas_print(&f->canvas, f->t, row);
        fputc('\n', f->t->out);
    }
}

static int column_of(const Frame *f, int tick)
{
    return (int)lround(f->x.at[tick] * (f->canvas.cols - 1));
}

static bool is_tick_column(const Frame *f, int column)
{
    for (int i = 0; i < f->x.count; i++)
        if (column_of(f, i) == column) return true;
    return false;
}

static void print_x_axis(const Frame *f)
{
    FILE *out = f->t->out;
    bool utf8 = f->t->utf8;
    fprintf(out, "%*s%s", f->margin - 1, "", utf8 ? "└" : "+");
    for (int j = 0; j < f->canvas.cols; j++) {
        bool tick = is_tick_column(f, j);
        fputs(utf8 ? (tick ? "┬" : "─") : (tick ? "+" : "-"), out);
    }
    fputc('\n', out);
    int at = 0, end = f->margin + f->canvas.cols;
    for (int i = 0; i < f->x.count; i++) {
        int width = term_columns(f->x.text[i]);
        int start = f->margin + column_of(f, i) - (width - 1) / 2;
        if (start + width > end) start = end - width;
        if (start < at + (at > 0)) continue; /* it would run into the one before */
        fprintf(out, "%*s%s", start - at, "", f->x.text[i]);
        at = start + width;
    }
    fputc('\n', out);
}

/* A text alone on its line, centred over or under the canvas. */
static void print_centered(const Frame *f, const char *text)
{
    if (!text) return;
    int space = (f->canvas.cols - term_columns(text)) / 2;
    fprintf(f->t->out, "%*s%s\n", space > 0 ? f->margin + space : f->margin, "", text);
}

/* A short piece of the line, or a mark, as it looks in the plot. */
static void print_sample(const Frame *f, Arena *a, int k)
{
    Canvas c = canvas_new(a, f->t, f->plot->series[k].points ? 1 : LEGEND_SAMPLE, 1);
    int middle = c.height / 2, from[2] = {-1, middle}, to[2] = {c.width - 1, middle};
    unsigned at = 0;
    if (f->plot->series[k].points)
        canvas_mark(&c, 0, (c.height - 1) / 2, k);
    else
        canvas_line(&c, from, to, k, dash_of(f->t, k), &at);
    canvas_print(&c, f->t, 0);
}

static void print_legend(const Frame *f, Arena *a)
{
    int at = 0;
    for (int k = 0; k < f->plot->count; k++) {
        const char *label = f->plot->series[k].label;
        if (!label) continue;
        int width = 3 + LEGEND_SAMPLE + 1 + term_columns(label);
        bool full = at + width > f->margin + f->canvas.cols;
        if (at && full) fputc('\n', f->t->out);
        fprintf(f->t->out, "%*s", at && !full ? 3 : f->margin, "");
        at = at && !full ? at + width : f->margin + width - 3;
        print_sample(f, a, k);
        fprintf(f->t->out, " %s", label);
    }
    if (at) fputc('\n', f->t->out);
}

static Frame frame_of(const Term *t, const TermPlot *p, Arena *a, const double low[2],
                      const double high[2])
{
    int rows = p->height > 0 ? p->height : DEFAULT_HEIGHT,
        width = t->width < WIDEST ? t->width : WIDEST;
    Frame f = {.t = t, .plot = p, .margin = 3};
    int y_ticks = rows < 4 ? 2 : rows < 12 ? (rows + 1) / 2 : 6;
    f.y = axis_new(low[1], high[1], false, true, y_ticks);
    for (int i = 0; i < f.y.count; i++) {
        int needed = term_columns(f.y.text[i]) + 2;
        if (needed > f.margin) f.margin = needed;
    }
    int cols = width - f.margin < 8 ? 8 : width - f.margin;
    f.x = axis_new(low[0], high[0], p->log_x, false, cols / 9 < 2 ? 2 : cols / 9);
    f.canvas = canvas_new(a, t, cols, rows);
    return f;
}

void term_plot(const Term *t, const TermPlot *p)
{
    if (!t->out) return;
    double low[2] = {0, 0}, high[2] = {1, 1};
    bool any = find_range(p, low, high);
    Arena a = {0};
    Frame f = frame_of(t, p, &a, low, high);
    for (int k = 0; k < p->count; k++) draw_series(&f, k);
    print_centered(&f, p->title);
    if (p->y_label) fprintf(t->out, "%s\n", p->y_label);
    print_rows(&f);
    print_x_axis(&f);
    print_centered(&f, any ? p->x_label : "(no data)");
    print_legend(&f, &a);
    arena_free(&a);
}
