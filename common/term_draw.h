/* What the plots of term.h share: colours, and texts in fields of a fixed number of columns. */
#ifndef COMMON_TERM_DRAW_H
#define COMMON_TERM_DRAW_H

#include "term.h"

typedef struct {
    unsigned char r, g, b;
} Rgb;

/* The colour of share 0..1 of a scale. */
Rgb term_scale_color(double share, bool is_signed);

/* The colour of the i-th series. */
Rgb term_series_color(int i);

/* Sets the colour of what follows, and ends it; nothing is written when the terminal has none. */
void term_foreground(const Term *t, Rgb color);
void term_background(const Term *t, Rgb color);
void term_color_off(const Term *t);

/* Black or white, whichever is easier to read on the colour. */
Rgb term_contrast(Rgb background);

typedef enum { LEFT, CENTER, RIGHT } TermAlign;

/* The text in exactly `width` columns: cut off or filled with blanks. */
void term_field(const Term *t, const char *text, int width, TermAlign align);

/* `count` times the same text. */
void term_repeat(const Term *t, const char *text, int count);

/* False for NaN, infinity, and what is too large to compute with. */
bool term_drawable(double v);

#endif
