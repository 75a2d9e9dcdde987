/* Tests of curves: where the dots are, what is left out, and that lines fit the terminal. */
#include "test_term_screen.h"

#include <math.h>

/* A small plot of one series in ASCII, 30 columns wide and 5 rows high. */
static void plot_one(Screen *s, Mat x, Mat y, bool points, bool log_x)
{
    TermSeries one = {NULL, x, y, points};
    screen_open(s, 30, 0, false);
    term_plot(&s->term, &(TermPlot){.series = &one, .count = 1, .log_x = log_x, .height = 5});
}

START_TEST(a_rising_line_goes_from_corner_to_corner)
{
    Screen s;
    float x[] = {0, 4}, y[] = {0, 4};
    plot_one(&s, mat_of(2, 1, x), mat_of(2, 1, y), false, false);
    ck_assert_str_eq(screen_text(&s), "4 +                       ****\n"
                                      "  |                 ******\n"
                                      "2 +          *******\n"
                                      "  |    ******\n"
                                      "0 +****\n"
                                      "  ++------------+------------+\n"
                                      "   0            2            4\n");
    screen_close(&s);
}
END_TEST

START_TEST(points_stand_alone_and_lines_join_them)
{
    Screen s;
    float x[] = {0, 2, 4}, y[] = {0, 4, 0};
    plot_one(&s, mat_of(3, 1, x), mat_of(3, 1, y), true, false);
    ck_assert_str_eq(screen_line(&s, 0), "4 +             *");
    ck_assert_str_eq(screen_line(&s, 2), "2 +");
    ck_assert_str_eq(screen_line(&s, 4), "0 +*                         *");
    screen_close(&s);
}
END_TEST

START_TEST(values_that_are_not_finite_interrupt_the_line)
{
    Screen s;
    float x[] = {0, 1, 2, 3, 4, NAN, 4}, y[] = {0, 0, NAN, 4, 4, 9, INFINITY};
    plot_one(&s, mat_of(7, 1, x), mat_of(7, 1, y), false, false);
    ck_assert_str_eq(screen_line(&s, 0), "4 +                    *******");
    ck_assert_str_eq(screen_line(&s, 2), "2 +");
    ck_assert_str_eq(screen_line(&s, 4), "0 +********");
    screen_close(&s);
}
END_TEST

START_TEST(a_logarithmic_axis_spaces_powers_evenly_and_drops_what_is_not_positive)
{
    Screen s;
    float x[] = {-5, 0, 0.01f, 1, 100}, y[] = {100, 100, 0, 2, 4};
    plot_one(&s, mat_of(5, 1, x), mat_of(5, 1, y), true, true);
    ck_assert_str_eq(screen_line(&s, 0), "4 +                          *");
    ck_assert_str_eq(screen_line(&s, 2), "2 +             *");
    ck_assert_str_eq(screen_line(&s, 4), "0 +*");
    screen_close(&s);
}
END_TEST

START_TEST(columns_of_a_larger_matrix_can_be_drawn)
{
    Screen s;
    float v[] = {0, 9, 0, 4, 9, 4};
    Mat m = mat_of(2, 3, v);
    plot_one(&s, mat_cols(m, 0, 1), mat_cols(m, 2, 1), true, false);
    ck_assert_str_eq(screen_line(&s, 0), "4 +                          *");
    ck_assert_str_eq(screen_line(&s, 4), "0 +*");
    screen_close(&s);
}
END_TEST

START_TEST(one_point_and_constants_get_an_axis_around_them)
{
    Screen s;
    float x[] = {3, 4}, y[] = {7, 7};
    plot_one(&s, mat_of(1, 1, x), mat_of(1, 1, y), false, false);
    ck_assert_ptr_nonnull(strchr(screen_line(&s, 2), '*'));
    assert_screen(&s, "7.0 +");
    screen_close(&s);
    plot_one(&s, mat_of(2, 1, x), mat_of(2, 1, y), false, false);
    assert_screen(&s, "7.0 +*************************\n");
    screen_close(&s);
}
END_TEST

START_TEST(nothing_to_draw_is_said)
{
    Screen s;
    float bad[] = {NAN, INFINITY};
    plot_one(&s, mat_of(0, 1, bad), mat_of(0, 1, bad), false, false);
    assert_screen(&s, "(no data)");
    screen_close(&s);
    plot_one(&s, mat_of(2, 1, bad), mat_of(2, 1, bad), false, false);
    assert_screen(&s, "(no data)");
    screen_close(&s);
    screen_open(&s, 80, 0, true);
    term_plot(&s.term, &(TermPlot){.title = "empty"});
    assert_screen(&s, "empty\n");
    assert_screen(&s, "(no data)");
    screen_close(&s);
}
END_TEST

START_TEST(braille_dots_are_two_by_four_in_a_cell)
{
    Screen s;
    /* 8 cells of one row: dots 0..15 for x = 0..15, and 0..3 from the top for y = 3..0. */
    float x[] = {0, NAN, 1, NAN, 15, NAN, 6}, y[] = {0, NAN, 3, NAN, 1, NAN, 2};
    TermSeries one = {NULL, mat_of(7, 1, x), mat_of(7, 1, y), false};
    screen_open(&s, 11, 0, true);
    term_plot(&s.term, &(TermPlot){.series = &one, .count = 1, .height = 1});
    /* Unicode numbers the dots 1 2 3 7 down the left and 4 5 6 8 down the right; the axis goes to
     * 4, so that y = 0, 1, 2, 3 stand in rows 3, 2, 2, 1 of 0..3. */
    ck_assert_str_eq(strstr(screen_line(&s, 0), "⡐"), "⡐  ⠄   ⠠");
    screen_close(&s);
}
END_TEST

START_TEST(marks_at_the_edge_stay_inside)
{
    Screen s;
    float x[] = {0, 1, 1}, y[] = {1, 1, 0};
    TermSeries one = {NULL, mat_of(3, 1, x), mat_of(3, 1, y), true};
    screen_open(&s, 12, 0, true);
    term_plot(&s.term, &(TermPlot){.series = &one, .count = 1, .height = 2});
    ck_assert_str_eq(screen_line(&s, 0), "1 ┤⠛       ⠘");
    ck_assert_str_eq(screen_line(&s, 1), "0 ┤        ⢀");
    screen_close(&s);
}
END_TEST

START_TEST(titles_labels_and_legend_are_shown)
{
    Screen s;
    float x[] = {0, 1, 2}, y[] = {0, 4, 2};
    Mat mx = mat_of(3, 1, x), my = mat_of(3, 1, y);
    TermSeries series[] = {
        {"samples", mx, my, true}, {"预测", mx, my, false}, {NULL, mx, my, false}};
    screen_open(&s, 60, 0, true);
    term_plot(&s.term, &(TermPlot){"Fit", "x'", "y", series, 3, false, 6});
    ck_assert_str_eq(screen_line(&s, 0), "                              Fit");
    ck_assert_str_eq(screen_line(&s, 1), "y");
    assert_screen(&s, "x'\n");
    assert_screen(&s, " ⠶ samples   ⠤⠤⠤ 预测\n");
    ck_assert_int_eq(screen_lines(&s), 2 + 6 + 2 + 1 + 1);
    assert_screen_fits(&s);
    screen_close(&s);
}
END_TEST

START_TEST(a_long_legend_goes_on_in_the_next_line)
{
    Screen s;
    float x[] = {0, 1};
    Mat m = mat_of(2, 1, x);
    TermSeries series[] = {{"nearest neighbour", m, m, false},
                           {"k nearest neighbours", m, m, false},
                           {"Nadaraya-Watson", m, m, false}};
    screen_open(&s, 50, 0, false);
    term_plot(&s.term, &(TermPlot){.series = series, .count = 3, .height = 4});
    assert_screen(&s, "**** nearest neighbour\n");
    assert_screen(&s, "++++ k nearest neighbours\n");
    assert_screen(&s, "oooo Nadaraya-Watson\n");
    assert_screen_fits(&s);
    screen_close(&s);
}
END_TEST

START_TEST(series_differ_by_colour_or_by_dashes)
{
    Screen s;
    float x[] = {0, 1}, up[] = {0, 1}, down[] = {1, 0};
    TermSeries series[] = {{"a", mat_of(2, 1, x), mat_of(2, 1, up), false},
                           {"b", mat_of(2, 1, x), mat_of(2, 1, down), false}};
    TermPlot plot = {.series = series, .count = 2, .height = 4};
    screen_open(&s, 40, 0, true);
    term_plot(&s.term, &plot);
    assert_screen(&s, "⠤⠤⠤⠤ a   ⠤⠤⠤ b\n"); /* solid and dashed */
    ck_assert_ptr_null(strchr(screen_text(&s), '\033'));
    screen_close(&s);
    screen_open(&s, 40, 1 << 24, true);
    term_plot(&s.term, &plot);
    assert_screen(&s, "\033[38;2;86;180;233m⠤⠤⠤⠤\033[0m a   \033[38;2;213;94;0m⠤⠤⠤⠤\033[0m b\n");
    screen_close(&s);
}
END_TEST

START_TEST(plots_of_any_size_fit_the_terminal)
{
    for (int width = 20; width < 130; width += 3) {
        Screen s;
        float x[50], y[50];
        for (int i = 0; i < 50; i++) {
            x[i] = (float)i / 7;
            y[i] = 1000 * sinf(x[i]) * (float)width;
        }
        TermSeries one = {"sine", mat_of(50, 1, x), mat_of(50, 1, y), width % 2};
        screen_open(&s, width, 0, width % 4 > 1);
        term_plot(&s.term, &(TermPlot){.series = &one, .count = 1, .height = width / 8});
        assert_screen_fits(&s);
        screen_close(&s);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("term_plot");
    TCase *t = tcase_create("term_plot");
    tcase_add_test(t, a_rising_line_goes_from_corner_to_corner);
    tcase_add_test(t, points_stand_alone_and_lines_join_them);
    tcase_add_test(t, values_that_are_not_finite_interrupt_the_line);
    tcase_add_test(t, a_logarithmic_axis_spaces_powers_evenly_and_drops_what_is_not_positive);
    tcase_add_test(t, columns_of_a_larger_matrix_can_be_drawn);
    tcase_add_test(t, one_point_and_constants_get_an_axis_around_them);
    tcase_add_test(t, nothing_to_draw_is_said);
    tcase_add_test(t, braille_dots_are_two_by_four_in_a_cell);
    tcase_add_test(t, marks_at_the_edge_stay_inside);
    tcase_add_test(t, titles_labels_and_legend_are_shown);
    tcase_add_test(t, a_long_legend_goes_on_in_the_next_line);
    tcase_add_test(t, series_differ_by_colour_or_by_dashes);
    tcase_add_test(t, plots_of_any_size_fit_the_terminal);
    suite_add_tcase(s, t);
    return run_suite(s);
}
