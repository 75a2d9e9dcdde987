/* term_axis - ranges and ticks. Steps between ticks are 1, 2 or 5 times a power of ten. */
#include "term_axis.h"

#include <math.h>
#include <stdio.h>

double axis_at(const Axis *a, double value)
{
    return ((a->log ? log10(value) : value) - a->low) / (a->high - a->low);
}

/* The smallest round step with at most `most` ticks in the range. */
static double round_step(double range, int most)
{
    double power = pow(10, floor(log10(range / most)));
    static const double factor[] = {1, 2, 5};
    for (int i = 0; i < 3; i++)
        if (floor(range / (factor[i] * power)) + 1 <= most) return factor[i] * power;
    return 10 * power;
}

/* Enough digits to tell neighbours apart, and not more. */
static void write_tick(char text[TICK_SIZE], double value, double step)
{
    if (fabs(value) < 1e-9 * step) value = 0;
    int decimals = (int)fmax(0, ceil(-log10(step) - 1e-9));
    double largest = fmax(fabs(value), step);
    int digits = (int)(floor(log10(largest)) - floor(log10(step) + 1e-9)) + 1;
    if (decimals <= 4 && largest < 1e6)
        snprintf(text, TICK_SIZE, "%.*f", decimals, value);
    else
        snprintf(text, TICK_SIZE, "%.*g", digits, value);
}

static void add_tick(Axis *a, double value, const char *text)
{
    double at = axis_at(a, value);
    if (a->count == MOST_TICKS || !(at >= -1e-9 && at <= 1 + 1e-9)) return;
    a->at[a->count] = fmin(fmax(at, 0), 1);
    snprintf(a->text[a->count++], TICK_SIZE, "%s", text);
}

/* Ticks at the multiples of the step between two values. */
static void add_multiples(Axis *a, double low, double high, double step)
{
    double first = ceil(low / step - 1e-9);
    for (int i = 0; (first + i) * step <= high + 1e-9 * step; i++) {
        char text[TICK_SIZE];
        write_tick(text, (first + i) * step, step);
        add_tick(a, (first + i) * step, text);
    }
}

/* Ticks at the multiples of a round step, two or more. */
static void add_round(Axis *a, double low, double high, int most)
{
    do {
        a->count = 0;
        add_multiples(a, low, high, round_step(high - low, most++));
    } while (a->count < 2);
}

/* Ticks at 10^k, and at 2 and 5 times 10^k when there is room for them. */
static void add_powers(Axis *a, int most)
{
    static const double factor[] = {1, 2, 5};
    double decades = a->high - a->low;
    int each = 3 * decades + 1 <= most ? 3 : 1;
    int skip = each == 3 ? 1 : (int)ceil((decades + 1) / most);
    int first = (int)(each == 1 ? ceil(a->low - 1e-9) : floor(a->low));
    for (int k = first; k <= a->high + 1e-9; k += skip)
        for (int i = 0; i < each; i++) {
            char text[TICK_SIZE];
            snprintf(text, sizeof text, "%g", factor[i] * pow(10, k));
            add_tick(a, factor[i] * pow(10, k), text);
        }
}

Axis axis_new(double low, double high, bool log, bool whole, int most)
{
    Axis a = {.low = log ? log10(low) : low, .high = log ? log10(high) : high, .log = log};
    double size = fmax(fabs(a.low), fabs(a.high));
    if (a.high - a.low <= fmax(1e-9 * size, 1e-300)) {
        double around = log || size < 1e-290 ? 0.5 : 0.1 * size;
        a.low -= around;
        a.high += around;
    }
    if (log) {
        add_powers(&a, most);
        if (a.count < 2) add_round(&a, pow(10, a.low), pow(10, a.high), most);
    } else if (whole) {
        double step = round_step(a.high - a.low, most);
        a.low = floor(a.low / step + 1e-9) * step;
        a.high = ceil(a.high / step - 1e-9) * step;
        add_multiples(&a, a.low, a.high, step);
    } else
        add_round(&a, a.low, a.high, most);
    return a;
}
