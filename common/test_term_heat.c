/* Tests of heat maps and bars: cells, labels, colours, pictures. */
#include "test_term_screen.h"

#include <math.h>

static const char *const tokens[] = {"[CLS]", "我", "学习", "e\xCC\x81"};

START_TEST(cells_align_below_labels_of_any_script)
{
    Screen s;
    float v[] = {0, 0.25f, 0.5f, 0.75f, 1, 0, 0, 0, 0, 0, 0, 0, 0.1f, 0.2f, 0.3f, 12.5f};
    screen_open(&s, 80, 0, true);
    term_heat(&s.term, &(TermHeat){"weights", mat_of(4, 4, v), tokens, tokens, true, false, 0, 0});
    ck_assert_str_eq(screen_line(&s, 0), "weights");
    ck_assert_str_eq(screen_line(&s, 1), "      [CLS]    我    学习    e\xCC\x81   ");
    ck_assert_str_eq(screen_line(&s, 2), "[CLS]  0.00   0.25   0.50   0.75  ");
    ck_assert_str_eq(screen_line(&s, 3), "   我  1.00   0.00   0.00   0.00  ");
    ck_assert_str_eq(screen_line(&s, 5), "    e\xCC\x81  0.10   0.20   0.30   12.50 ");
    for (int i = 2; i < 6; i++) ck_assert_int_eq(term_columns(screen_line(&s, i)), 34);
    screen_close(&s);
}
END_TEST

START_TEST(shades_stand_for_values_without_colours)
{
    Screen s;
    float v[] = {0, 0.05f, 0.15f, 0.95f, 1, NAN};
    screen_open(&s, 80, 0, true);
    term_heat(&s.term, &(TermHeat){.values = mat_of(1, 6, v)});
    ck_assert_str_eq(screen_line(&s, 0), "    ..@@@@??");
    ck_assert_str_eq(screen_line(&s, 1), "0.00   ..::--==++**##%%@@ 1.00");
    screen_close(&s);
}
END_TEST

START_TEST(signed_values_are_blue_white_and_red)
{
    Screen s;
    float v[] = {-1, 0, 2};
    screen_open(&s, 80, 1 << 24, true);
    term_heat(&s.term, &(TermHeat){.values = mat_of(1, 3, v), .is_signed = true});
    /* The scale goes from -2 to 2: -1 is half way to blue, 0 white, 2 the last red. */
    assert_screen(&s, "\033[48;2;156;199;224m");
    assert_screen(&s,
                  "\033[48;2;247;247;247m\033[38;2;0;0;0m  \033[48;2;178;24;43m\033[38;2;255;255;"
                  "255m  \033[0m\n");
    assert_screen(&s, "-2.00 ");
    screen_close(&s);
}
END_TEST

START_TEST(a_scale_can_be_given)
{
    Screen s;
    float v[] = {0.5f, 3};
    screen_open(&s, 80, 0, true);
    term_heat(&s.term, &(TermHeat){.values = mat_of(1, 2, v), .low = 0, .high = 1});
    ck_assert_str_eq(screen_line(&s, 0), "++@@");
    assert_screen(&s, " 1.00\n");
    screen_close(&s);
}
END_TEST

START_TEST(a_wide_matrix_loses_numbers_and_then_labels)
{
    Screen s;
    float v[40 * 40] = {0};
    const char *labels[40];
    for (int i = 0; i < 40; i++) labels[i] = "token";
    for (int i = 0; i < 40; i++) v[i * 41] = 1;
    TermHeat h = {.row_labels = labels, .col_labels = labels, .numbers = true};
    screen_open(&s, 80, 0, true);
    h.values = mat_block(mat_of(40, 40, v), 0, 0, 12, 12); /* 12 cells of 6 columns */
    term_heat(&s.term, &h);
    ck_assert_str_eq(screen_line(&s, 1) + 0, "token  1.00  0.00  0.00  0.00  0.00  0.00  0.00  "
                                             "0.00  0.00  0.00  0.00  0.00 ");
    screen_close(&s);
    screen_open(&s, 80, 0, true);
    h.values = mat_block(mat_of(40, 40, v), 0, 0, 20, 20); /* 20 cells of 3 columns */
    term_heat(&s.term, &h);
    ck_assert_int_eq(strncmp(screen_line(&s, 0), "      to to to", 14), 0);
    ck_assert_int_eq(strncmp(screen_line(&s, 2), "token    @@ ", 12), 0);
    assert_screen_fits(&s);
    screen_close(&s);
    screen_open(&s, 80, 0, true);
    h.values = mat_of(40, 40, v);
    term_heat(&s.term, &h); /* a picture: 40 columns, 20 lines, and the scale */
    ck_assert_int_eq(screen_lines(&s), 21);
    ck_assert_int_eq(term_columns(screen_line(&s, 0)), 40);
    screen_close(&s);
}
END_TEST

START_TEST(half_blocks_hold_two_rows)
{
    Screen s;
    float v[41 * 3];
    for (int i = 0; i < 41 * 3; i++) v[i] = (float)(i / 3) / 40;
    screen_open(&s, 80, 1 << 24, true);
    term_heat(&s.term, &(TermHeat){.values = mat_of(41, 3, v)});
    ck_assert_int_eq(screen_lines(&s), 21 + 1);
    assert_screen(&s, "\033[38;2;68;1;84m\033[48;2;69;10;92m▀"); /* shares 0 and 1 / 40 */
    /* The 41st row stands alone: no lower half, and no colour left from the line before. */
    ck_assert_str_eq(screen_line(&s, 20), "\033[38;2;253;231;37m▀\033[38;2;253;231;37m▀"
                                          "\033[38;2;253;231;37m▀\033[0m");
    screen_close(&s);
}
END_TEST

START_TEST(a_picture_wider_than_the_terminal_is_averaged)
{
    Screen s;
    enum { SIZE = 200 };
    static float v[SIZE * SIZE];
    for (int i = 0; i < SIZE * SIZE; i++) v[i] = (float)((i + i / SIZE) % 2); /* a chess board */
    screen_open(&s, 50, 0, false);
    term_heat(&s.term, &(TermHeat){.values = mat_of(SIZE, SIZE, v)});
    ck_assert_str_eq(screen_line(&s, 7), "++++++++++++++++++++++++++++++++++++++++++++++++++");
    ck_assert_int_eq(screen_lines(&s), 25 + 1);
    screen_close(&s);
}
END_TEST

START_TEST(a_tall_matrix_takes_40_lines)
{
    Screen s;
    enum { ROWS = 50000 };
    static float v[ROWS];
    for (int i = 0; i < ROWS; i++) v[i] = i < ROWS / 2 ? 0.0f : 1.0f;
    screen_open(&s, 80, 0, false);
    term_heat(&s.term, &(TermHeat){.values = mat_of(ROWS, 1, v)});
    ck_assert_int_eq(screen_lines(&s), 40 + 1);
    ck_assert_str_eq(screen_line(&s, 19), " ");
    ck_assert_str_eq(screen_line(&s, 20), "@");
    screen_close(&s);
}
END_TEST

START_TEST(matrices_without_extent_are_drawn)
{
    Screen s;
    float v[] = {3, 3, NAN};
    screen_open(&s, 80, 0, false);
    term_heat(&s.term, &(TermHeat){.values = mat_of(1, 2, v)});
    ck_assert_str_eq(screen_line(&s, 0), "++++");
    term_heat(&s.term, &(TermHeat){.values = mat_of(1, 1, v + 2)});
    ck_assert_str_eq(screen_line(&s, 2), "??");
    term_heat(&s.term, &(TermHeat){.values = mat_of(0, 5, v)});
    ck_assert_str_eq(screen_line(&s, 4), "(no data)");
    screen_close(&s);
}
END_TEST

START_TEST(large_and_small_numbers_fit_their_cells)
{
    Screen s;
    float v[] = {-1234567, 999.4f, 999.6f, 1e-9f};
    screen_open(&s, 80, 0, false);
    term_heat(&s.term, &(TermHeat){.values = mat_of(1, 4, v), .numbers = true});
    ck_assert_str_eq(screen_line(&s, 0), " -1.23e+06   999.40      1e+03      0.00    ");
    screen_close(&s);
}
END_TEST

/* ---- bars ------------------------------------------------------------------------------------*/

START_TEST(bars_start_at_a_common_zero)
{
    Screen s;
    const char *labels[] = {"mean", "核回归", "line"};
    float v[] = {10, 5, NAN};
    screen_open(&s, 40, 0, false);
    term_bars(&s.term, "RMSE", labels, mat_of(3, 1, v));
    ck_assert_str_eq(screen_text(&s), "RMSE\n"
                                      "mean   #################### 10\n"
                                      "核回归 ########## 5\n"
                                      "line    nan\n");
    screen_close(&s);
    screen_open(&s, 40, 0, false);
    v[1] = -10;
    term_bars(&s.term, NULL, labels, mat_of(2, 1, v));
    ck_assert_str_eq(screen_text(&s), "mean             ########## 10\n"
                                      "核回归 ########## -10\n");
    screen_close(&s);
}
END_TEST

START_TEST(bars_of_blocks_have_eighths)
{
    Screen s;
    const char *labels[] = {"a", "b", "c"};
    float v[] = {8, 4.0625f, 0};
    screen_open(&s, 23, 0, true); /* 8 columns for the bars */
    term_bars(&s.term, NULL, labels, mat_of(3, 1, v));
    ck_assert_str_eq(screen_text(&s), "a ████████ 8\nb ████▏ 4.0625\nc  0\n");
    screen_close(&s);
    screen_open(&s, 23, 0, true);
    v[0] = 5.5f;
    v[1] = -2.5f; /* a bar to the left has whole columns, as no block is flush right */
    term_bars(&s.term, NULL, labels, mat_of(2, 1, v));
    ck_assert_str_eq(screen_text(&s), "a    █████▌ 5.5\nb  ██ -2.5\n");
    screen_close(&s);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("term_heat");
    TCase *t = tcase_create("term_heat");
    tcase_add_test(t, cells_align_below_labels_of_any_script);
    tcase_add_test(t, shades_stand_for_values_without_colours);
    tcase_add_test(t, signed_values_are_blue_white_and_red);
    tcase_add_test(t, a_scale_can_be_given);
    tcase_add_test(t, a_wide_matrix_loses_numbers_and_then_labels);
    tcase_add_test(t, half_blocks_hold_two_rows);
    tcase_add_test(t, a_picture_wider_than_the_terminal_is_averaged);
    tcase_add_test(t, a_tall_matrix_takes_40_lines);
    tcase_add_test(t, matrices_without_extent_are_drawn);
    tcase_add_test(t, large_and_small_numbers_fit_their_cells);
    tcase_add_test(t, bars_start_at_a_common_zero);
    tcase_add_test(t, bars_of_blocks_have_eighths);
    suite_add_tcase(s, t);
    return run_suite(s);
}
