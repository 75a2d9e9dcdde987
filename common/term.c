/* term - what a terminal can show, colours, and texts whose width is counted in columns. */
#include "term_draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utf8proc.h>

/* ---- what the terminal can -------------------------------------------------------------------*/

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

static bool says_utf8(void)
{
    const char *locale = variable("LC_ALL");
    if (!*locale) locale = variable("LC_CTYPE");
    if (!*locale) locale = variable("LANG");
    return strstr(locale, "UTF-8") || strstr(locale, "utf8") || strstr(locale, "utf-8") ||
           strstr(locale, "UTF8");
}

static int count_colors(void)
{
    const char *depth = variable("COLORTERM");
    if (*variable("NO_COLOR") || strcmp(variable("TERM"), "dumb") == 0) return 0;
    if (strcmp(depth, "truecolor") == 0 || strcmp(depth, "24bit") == 0) return 1 << 24;
    return strstr(variable("TERM"), "256color") ? 256 : 0;
}

static int find_width(FILE *out)
{
    struct winsize size;
    int width = 0, file = fileno(out);
    if (file >= 0 && ioctl(file, TIOCGWINSZ, &size) == 0) width = size.ws_col;
    if (width <= 0) width = (int)strtol(variable("COLUMNS"), NULL, 10);
    if (width <= 0) return 80;
    return width < 20 ? 20 : width > 1000 ? 1000 : width;
}

Term term_open(FILE *out)
{
    if (!out) return (Term){0};
    bool terminal = fileno(out) >= 0 && isatty(fileno(out));
    return (Term){out, find_width(out), terminal ? count_colors() : 0, says_utf8()};
}

/* ---- texts -----------------------------------------------------------------------------------*/

/* The next character: how many bytes and columns it takes. False when it cannot be shown (a byte
 * that is not UTF-8, a control character): one column, for a '?'. */
static bool next_character(const char *text, int *bytes, int *columns)
{
    utf8proc_int32_t code;
    utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &code);
    bool shown = n > 0 && code >= ' ' && !(code >= 0x7f && code < 0xa0);
    *bytes = n > 0 ? (int)n : 1;
    *columns = shown ? utf8proc_charwidth(code) : 1;
    return shown;
}

int term_columns(const char *text)
{
    int sum = 0, bytes, columns;
    for (; *text; text += bytes, sum += columns) next_character(text, &bytes, &columns);
    return sum;
}

void term_field(const Term *t, const char *text, int width, TermAlign align)
{
    int length = 0, used = 0, bytes, columns;
    for (; text[length]; length += bytes, used += columns) {
        next_character(text + length, &bytes, &columns);
        if (used + columns > width) break;
    }
    int before = align == LEFT ? 0 : align == RIGHT ? width - used : (width - used) / 2;
    fprintf(t->out, "%*s", before, "");
    for (int i = 0; i < length; i += bytes) {
        if (next_character(text + i, &bytes, &columns))
            fwrite(text + i, 1, (size_t)bytes, t->out);
        else
            fputc('?', t->out);
    }
    fprintf(t->out, "%*s", width - used - before, "");
}

void term_repeat(const Term *t, const char *text, int count)
{
    for (int i = 0; i < count; i++) fputs(text, t->out);
}

bool term_drawable(double v)
{
    return fabs(v) < 1e300; /* false for NaN too */
}

/* ---- colours ---------------------------------------------------------------------------------*/

/* Eleven points of viridis (van der Walt and Smith 2015; released under CC0). */
static const Rgb viridis[] = {{68, 1, 84},    {72, 36, 117},  {65, 68, 135},  {53, 95, 141},
                              {42, 120, 142}, {33, 145, 140}, {34, 168, 132}, {68, 191, 112},
                              {122, 209, 81}, {189, 223, 38}, {253, 231, 37}};

/* Blue for negative, white for 0, red for positive. */
static const Rgb diverging[] = {{33, 102, 172},  {103, 169, 207}, {209, 229, 240}, {247, 247, 247},
                                {253, 219, 199}, {239, 138, 98},  {178, 24, 43}};

static unsigned char between(unsigned char a, unsigned char b, double share)
{
    return (unsigned char)(a + (b - a) * share + 0.5);
}

Rgb term_scale_color(double share, bool is_signed)
{
    const Rgb *scale = is_signed ? diverging : viridis;
    int last = is_signed ? 6 : 10;
    double at = fmin(fmax(share, 0), 1) * last;
    int i = at < last ? (int)at : last - 1;
    Rgb a = scale[i], b = scale[i + 1];
    double s = at - i;
    return (Rgb){between(a.r, b.r, s), between(a.g, b.g, s), between(a.b, b.b, s)};
}

/* Told apart by colour-blind eyes (after Okabe and Ito 2008), on black and on white. */
Rgb term_series_color(int i)
{
    static const Rgb colors[] = {{86, 180, 233},  {213, 94, 0},  {0, 158, 115},
                                 {204, 121, 167}, {230, 159, 0}, {153, 153, 153}};
    return colors[i % 6];
}

Rgb term_contrast(Rgb c)
{
    double luminance = 0.299 * c.r + 0.587 * c.g + 0.114 * c.b;
    return luminance > 128 ? (Rgb){0, 0, 0} : (Rgb){255, 255, 255};
}

/* The index of the nearest colour in the 6 x 6 x 6 cube with levels 0, 95, 135, ..., 255. */
static int cube_level(int v)
{
    return v < 48 ? 0 : v < 115 ? 1 : (v - 35) / 40;
}

static void set_color(const Term *t, int which, Rgb c)
{
    if (t->colors > 256)
        fprintf(t->out, "\033[%d;2;%d;%d;%dm", which, c.r, c.g, c.b);
    else if (t->colors)
        fprintf(t->out, "\033[%d;5;%dm", which,
                16 + 36 * cube_level(c.r) + 6 * cube_level(c.g) + cube_level(c.b));
}

void term_foreground(const Term *t, Rgb color)
{
    set_color(t, 38, color);
}

void term_background(const Term *t, Rgb color)
{
    set_color(t, 48, color);
}

void term_color_off(const Term *t)
{
    if (t->colors) fputs("\033[0m", t->out);
}
