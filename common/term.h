/* Plots in the terminal: lines and points in braille, heat maps in colour, bars.
 *
 * What the terminal can show is found once (Term) and decides between braille and ASCII, and
 * between true colours, 256 colours and none. All texts are UTF-8; their widths are counted in
 * columns, so that 注意力 takes six and a combining accent none. */
#ifndef COMMON_TERM_H
#define COMMON_TERM_H

#include <stdio.h>

#include "mat.h"

typedef struct {
    FILE *out;  /* NULL: nothing is drawn */
    int width;  /* columns */
    int colors; /* 0, 256 or 1 << 24 */
    bool utf8;  /* braille and blocks; otherwise plain ASCII */
} Term;

/* What a stream can show. The width is the terminal's, else COLUMNS, else 80. Colours need a
 * terminal and no NO_COLOR; COLORTERM and TERM say how many. UTF-8 is what LC_ALL, LC_CTYPE or LANG
 * (the first that is set) names. out may be NULL. */
Term term_open(FILE *out);

/* The columns that a UTF-8 text takes; a byte that is not UTF-8 and a control character take one
 * (they are shown as '?'). */
int term_columns(const char *text);

/* One curve: the points (x_i, y_i), both n x 1 (a column of a larger matrix will do). Points that
 * are not finite are left out and interrupt the line. */
typedef struct {
    const char *label; /* for the legend; NULL: not named there */
    Mat x, y;
    bool points; /* marks instead of a line */
} TermSeries;

typedef struct {
    const char *title, *x_label, *y_label; /* NULL: none */
    const TermSeries *series;
    int count;
    bool log_x; /* logarithmic x axis: points with x <= 0 are left out */
    int height; /* rows, without axis and texts; 0: 16 */
} TermPlot;

void term_plot(const Term *t, const TermPlot *plot);

/* A matrix as colours: viridis, or blue - white - red around 0 when is_signed. Without colours the
 * characters " .:-=+*#%@" stand for low to high, in cells without numbers. A cell that is NaN or
 * infinite shows '?'. A matrix too wide for cells with labels and numbers loses the numbers, then
 * the labels; one that is larger than the terminal, or than 40 lines, is averaged over blocks. */
typedef struct {
    const char *title; /* NULL: none */
    Mat values;
    const char *const *row_labels, *const *col_labels; /* NULL: none */
    bool numbers;                                      /* write the value into each cell */
    bool is_signed;
    double low, high; /* values of the ends of the colour scale; both 0: from the matrix */
} TermHeat;

void term_heat(const Term *t, const TermHeat *heat);

/* Horizontal bars from 0: values is n x 1, with n labels. */
void term_bars(const Term *t, const char *title, const char *const *labels, Mat values);

#endif
