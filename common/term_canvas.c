/* term_canvas - dots in the cells of a terminal. */
#include "term_canvas.h"

#include <stdlib.h>

Canvas canvas_new(Arena *a, const Term *t, int cols, int rows)
{
    size_t cells = (size_t)cols * (size_t)rows;
    Canvas c = {.cols = cols, .rows = rows, .width = cols, .height = rows};
    if (t->utf8) {
        c.width = 2 * cols;
        c.height = 4 * rows;
    }
    c.dots = arena_zeros(a, cells);
    c.series = arena_zeros(a, cells);
    return c;
}

void canvas_dot(Canvas *c, int x, int y, int series)
{
    /* The dots of Unicode's braille patterns: bit of row y % 4, column x % 2. */
    static const unsigned char bit[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    if (x < 0 || x >= c->width || y < 0 || y >= c->height) return;
    int cell = y / (c->height / c->rows) * c->cols + x / (c->width / c->cols);
    c->dots[cell] |= bit[y % 4][x % 2];
    c->series[cell] = (unsigned char)series;
}

void canvas_mark(Canvas *c, int x, int y, int series)
{
    canvas_dot(c, x, y, series);
    if (c->width == c->cols) return;
    canvas_dot(c, x + 1, y, series);
    canvas_dot(c, x, y + 1, series);
    canvas_dot(c, x + 1, y + 1, series);
}

void canvas_line(Canvas *c, const int from[2], const int to[2], int series, unsigned dash,
                 unsigned *at)
{
    int dx = to[0] - from[0], dy = to[1] - from[1];
    int steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    for (int i = 0; i <= steps; i++) {
        double share = steps ? (double)i / steps : 0;
        if (i && dash >> (*at)++ % 8 & 1)
            canvas_dot(c, from[0] + (int)(dx * share + (dx < 0 ? -0.5 : 0.5)),
                       from[1] + (int)(dy * share + (dy < 0 ? -0.5 : 0.5)), series);
    }
}

static void put_braille(FILE *to, int dots)
{
    int code = 0x2800 + dots;
    char text[4] = {(char)(0xE0 | code >> 12), (char)(0x80 | (code >> 6 & 0x3F)),
                    (char)(0x80 | (code & 0x3F)), '\0'};
    fputs(text, to);
}

void canvas_print(const Canvas *c, const Term *t, int row)
{
    static const char marks[] = "*+ox#%";
    enum { NONE = 256 }; /* no series: they are bytes */
    int color = NONE;    /* the series whose colour is set */
    int end = c->cols;
    while (end && !c->dots[row * c->cols + end - 1]) end--;
    for (int j = 0; j < end; j++) {
        int dots = c->dots[row * c->cols + j], series = c->series[row * c->cols + j];
        if (dots && series != color) {
            color = series;
            term_foreground(t, term_series_color(color));
        }
        if (!dots)
            fputc(' ', t->out);
        else if (t->utf8)
            put_braille(t->out, dots);
        else
            fputc(marks[series % 6], t->out);
    }
    if (color != NONE) term_color_off(t);
}
