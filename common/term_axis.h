/* The axis of a plot: its range, and ticks at round numbers (1, 2 or 5 times a power of ten). */
#ifndef COMMON_TERM_AXIS_H
#define COMMON_TERM_AXIS_H

#include <stdbool.h>

enum { MOST_TICKS = 16, TICK_SIZE = 24 };

typedef struct {
    double low, high; /* of the range, low < high; logarithms to base ten when log */
    bool log;
    int count;
    double at[MOST_TICKS]; /* where a tick stands: 0 is low, 1 is high */
    char text[MOST_TICKS][TICK_SIZE];
} Axis;

/* An axis for data from low to high (values, above 0 when log) with 2 or more, and about `most`,
 * ticks (at least 2, less than MOST_TICKS). A range without extent gets one around it. `whole`
 * widens a linear range until a tick stands at each end. */
Axis axis_new(double low, double high, bool log, bool whole, int most);

/* Where a value stands: 0 is low, 1 is high. */
double axis_at(const Axis *a, double value);

#endif
