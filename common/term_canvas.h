/* A grid of dots in the cells of a terminal: braille packs 2 x 4 dots into one character, ASCII has
 * one mark a cell. A cell remembers which series drew it last. */
#ifndef COMMON_TERM_CANVAS_H
#define COMMON_TERM_CANVAS_H

#include "term_draw.h"

typedef struct {
    int cols, rows;        /* cells */
    int width, height;     /* dots */
    unsigned char *dots;   /* one byte a cell: the dots that are set, in braille's order */
    unsigned char *series; /* one byte a cell */
} Canvas;

/* An empty canvas for what the terminal can show. Owned by the arena. */
Canvas canvas_new(Arena *a, const Term *t, int cols, int rows);

/* Sets dot (x, y), counted from the top left; one outside the canvas is left out. */
void canvas_dot(Canvas *c, int x, int y, int series);

/* A mark large enough to be seen beside lines. */
void canvas_mark(Canvas *c, int x, int y, int series);

/* A straight line. Bit i of `dash` says whether the i-th dot of every 8 is set; *at counts the
 * dots, so that a pattern runs on over the corners of a curve. */
void canvas_line(Canvas *c, const int from[2], const int to[2], int series, unsigned dash,
                 unsigned *at);

/* Prints one row of cells, without the empty ones at its end. */
void canvas_print(const Canvas *c, const Term *t, int row);

#endif
