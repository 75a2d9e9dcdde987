/* Tests of the terminal: what it can show, widths of texts, axes and curves. */
#include "term_axis.h"
#include "term_draw.h"
#include "test_term_screen.h"

#include <fcntl.h>
#include <math.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- what the terminal can -------------------------------------------------------------------*/

static void clear_environment(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE",  "LANG",    "NO_COLOR",
                                        "TERM",   "COLORTERM", "COLUMNS", "LINES"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) unsetenv(names[i]);
}

START_TEST(a_pipe_has_no_colours_and_80_columns)
{
    clear_environment();
    setenv("COLORTERM", "truecolor", 1);
    setenv("TERM", "xterm-256color", 1);
    FILE *f = tmpfile();
    Term t = term_open(f);
    ck_assert_ptr_eq(t.out, f);
    ck_assert_int_eq(t.colors, 0);
    ck_assert_int_eq(t.width, 80);
    setenv("COLUMNS", "132", 1);
    ck_assert_int_eq(term_open(f).width, 132);
    setenv("COLUMNS", "3", 1);
    ck_assert_int_eq(term_open(f).width, 20);
    setenv("COLUMNS", "many", 1);
    ck_assert_int_eq(term_open(f).width, 80);
    fclose(f);
}
END_TEST

START_TEST(utf8_is_what_the_first_locale_variable_says)
{
    clear_environment();
    FILE *f = tmpfile();
    ck_assert(!term_open(f).utf8);
    setenv("LANG", "de_DE.UTF-8", 1);
    ck_assert(term_open(f).utf8);
    setenv("LC_CTYPE", "C", 1);
    ck_assert(!term_open(f).utf8);
    setenv("LC_ALL", "C.utf8", 1);
    ck_assert(term_open(f).utf8);
    fclose(f);
}
END_TEST

START_TEST(a_terminal_says_its_width_and_colours)
{
    clear_environment();
    int file = open("/dev/ptmx", O_RDWR | O_NOCTTY); /* a terminal of our own */
    if (file < 0 || !isatty(file)) return;           /* a system without */
    FILE *f = fdopen(file, "r+");
    struct winsize size = {.ws_row = 30, .ws_col = 97};
    ck_assert_int_eq(ioctl(file, TIOCSWINSZ, &size), 0);
    setenv("COLUMNS", "50", 1);
    ck_assert_int_eq(term_open(f).width, 97);
    ck_assert_int_eq(term_open(f).colors, 0);
    setenv("TERM", "xterm-256color", 1);
    ck_assert_int_eq(term_open(f).colors, 256);
    setenv("COLORTERM", "24bit", 1);
    ck_assert_int_eq(term_open(f).colors, 1 << 24);
    setenv("NO_COLOR", "1", 1);
    ck_assert_int_eq(term_open(f).colors, 0);
    unsetenv("NO_COLOR");
    setenv("TERM", "dumb", 1);
    ck_assert_int_eq(term_open(f).colors, 0);
    fclose(f);
}
END_TEST

START_TEST(without_a_stream_nothing_is_drawn)
{
    Term t = term_open(NULL);
    float one[1] = {1};
    const char *labels[] = {"a"};
    Mat m = mat_of(1, 1, one);
    TermSeries s = {"a", m, m, false};
    term_plot(&t, &(TermPlot){.series = &s, .count = 1});
    term_heat(&t, &(TermHeat){.values = m});
    term_bars(&t, "title", labels, m);
}
END_TEST

/* ---- texts and colours -----------------------------------------------------------------------*/

START_TEST(columns_are_counted_as_a_terminal_shows_them)
{
    ck_assert_int_eq(term_columns(""), 0);
    ck_assert_int_eq(term_columns("abc"), 3);
    ck_assert_int_eq(term_columns("注意力"), 6);
    ck_assert_int_eq(term_columns("e\xCC\x81"), 1); /* combining acute accent */
    ck_assert_int_eq(term_columns("\u00e9\u2800\u2588"), 3);
    ck_assert_int_eq(term_columns("한글かな"), 8);
    ck_assert_int_eq(term_columns("\xFF\xE6\xB3"), 3); /* no UTF-8; cut off at the end */
    ck_assert_int_eq(term_columns("\t\x1b\x7f"), 3);
}
END_TEST

START_TEST(fields_have_exactly_their_width)
{
    Screen s;
    screen_open(&s, 80, 0, true);
    static const struct {
        const char *text;
        TermAlign align;
    } fields[] = {{"ab", LEFT},      {"ab", RIGHT},    {"ab", CENTER},    {"注意力", LEFT},
                  {"注意力", RIGHT}, {"a\033[", LEFT}, {"abcdefg", RIGHT}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        term_field(&s.term, fields[i].text, 5, fields[i].align);
        fputc('|', s.term.out);
    }
    ck_assert_str_eq(screen_text(&s), "ab   |   ab| ab  |注意 | 注意|a?[  |abcde|");
    screen_close(&s);
}
END_TEST

START_TEST(colours_are_those_of_the_maps)
{
    Screen s;
    Rgb c = term_scale_color(0, false);
    ck_assert(c.r == 68 && c.g == 1 && c.b == 84); /* viridis begins with #440154 */
    c = term_scale_color(1, false);
    ck_assert(c.r == 253 && c.g == 231 && c.b == 37); /* and ends with #fde725 */
    c = term_scale_color(0.25, false);
    ck_assert(abs(c.r - 59) <= 2 && abs(c.g - 82) <= 2 && abs(c.b - 139) <= 2); /* #3b528b */
    c = term_scale_color(0.5, true);
    ck_assert(c.r == 247 && c.g == 247 && c.b == 247);
    ck_assert(term_scale_color(0, true).b > 150 && term_scale_color(1, true).r > 150);
    screen_open(&s, 80, 256, true);
    term_background(&s.term, (Rgb){255, 0, 0});
    term_foreground(&s.term, (Rgb){95, 135, 175});
    term_color_off(&s.term);
    ck_assert_str_eq(screen_text(&s), "\033[48;5;196m\033[38;5;67m\033[0m"); /* xterm's table */
    screen_close(&s);
}
END_TEST

/* ---- axes ------------------------------------------------------------------------------------*/

static const char *ticks_of(double low, double high, bool log, bool whole, int most)
{
    static char text[MOST_TICKS * (TICK_SIZE + 1) + 1];
    Axis a = axis_new(low, high, log, whole, most);
    text[0] = '\0';
    ck_assert(a.low < a.high);
    for (int i = 0; i < a.count; i++) {
        ck_assert(a.at[i] >= 0 && a.at[i] <= 1 && (i == 0 || a.at[i] > a.at[i - 1]));
        strcat(strcat(text, i ? " " : ""), a.text[i]);
    }
    return text;
}

START_TEST(ticks_are_round_numbers)
{
    ck_assert_str_eq(ticks_of(0, 5, false, false, 6), "0 1 2 3 4 5");
    ck_assert_str_eq(ticks_of(0, 4.97, false, false, 5), "0 1 2 3 4");
    ck_assert_str_eq(ticks_of(-0.23, 0.97, false, true, 5), "-0.5 0.0 0.5 1.0");
    ck_assert_str_eq(ticks_of(-134, 75, false, true, 5), "-150 -100 -50 0 50 100");
    ck_assert_str_eq(ticks_of(2.4, 57.6, false, false, 8), "10 20 30 40 50");
    ck_assert_str_eq(ticks_of(0, 3e7, false, false, 4), "0 1e+07 2e+07 3e+07");
    ck_assert_str_eq(ticks_of(0, 2e-7, false, false, 5), "0 5e-08 1e-07 1.5e-07 2e-07");
    ck_assert_str_eq(ticks_of(1000, 1000.25, false, false, 6), "1000.00 1000.05 1000.10 1000.15 "
                                                               "1000.20 1000.25");
}
END_TEST

START_TEST(logarithmic_ticks_are_powers_when_the_range_is_wide)
{
    ck_assert_str_eq(ticks_of(0.01, 200, true, false, 8), "0.01 0.1 1 10 100");
    ck_assert_str_eq(ticks_of(0.1, 10, true, false, 8), "0.1 0.2 0.5 1 2 5 10");
    ck_assert_str_eq(ticks_of(1e-10, 1, true, false, 4), "1e-10 1e-07 0.0001 0.1");
    ck_assert_str_eq(ticks_of(2.1, 3.9, true, false, 5), "2.5 3.0 3.5");
}
END_TEST

START_TEST(a_range_without_extent_gets_ticks_around_it)
{
    ck_assert_str_eq(ticks_of(5, 5, false, true, 5), "4.5 5.0 5.5");
    ck_assert_str_eq(ticks_of(0, 0, false, true, 5), "-0.5 0.0 0.5");
    ck_assert_str_eq(ticks_of(10, 10, true, false, 5), "5 10 20");
}
END_TEST

START_TEST(every_range_has_two_ticks_or_more)
{
    for (int i = 0; i < 4000; i++) {
        double size = pow(10, i % 60 - 30), low = (i % 7 - 3) * size;
        Axis a = axis_new(low, low + size * (1 + i % 97 / 10.0), false, i % 2, 2 + i % 7);
        ck_assert_msg(a.count >= 2 && a.count <= 10, "%d ticks from %g to %g", a.count, a.low,
                      a.high);
        double high = size * (1.3 + i % 211);
        Axis b = axis_new(size, high, true, false, 2 + i % 7);
        ck_assert_msg(b.count >= 2 && b.count <= 10, "%d ticks from %g to %g", b.count, size, high);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("term");
    TCase *t = tcase_create("term");
    tcase_add_test(t, a_pipe_has_no_colours_and_80_columns);
    tcase_add_test(t, utf8_is_what_the_first_locale_variable_says);
    tcase_add_test(t, a_terminal_says_its_width_and_colours);
    tcase_add_test(t, without_a_stream_nothing_is_drawn);
    tcase_add_test(t, columns_are_counted_as_a_terminal_shows_them);
    tcase_add_test(t, fields_have_exactly_their_width);
    tcase_add_test(t, colours_are_those_of_the_maps);
    tcase_add_test(t, ticks_are_round_numbers);
    tcase_add_test(t, logarithmic_ticks_are_powers_when_the_range_is_wide);
    tcase_add_test(t, a_range_without_extent_gets_ticks_around_it);
    tcase_add_test(t, every_range_has_two_ticks_or_more);
    suite_add_tcase(s, t);
    return run_suite(s);
}
