/* Tests of matrices read from arguments. */
#include "mat_text.h"
#include "testing.h"

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

START_TEST(rows_are_set_off_by_commas_and_numbers_by_colons)
{
    float want[] = {1, -0.5, 1e3, 2, 4, 0};
    Error e;
    Mat m;
    ck_assert_msg(mat_read(&m, &arena, "1:-0.5:1e3,2:4:0", &e), "%s", e.text);
    ck_assert(m.rows == 2 && m.cols == 3);
    assert_mat_close(m, mat_of(2, 3, want), 0);
}
END_TEST

START_TEST(a_list_of_numbers_is_a_column_and_one_number_a_matrix)
{
    Error e;
    Mat m;
    ck_assert(mat_read(&m, &arena, "14,30", &e));
    ck_assert(m.rows == 2 && m.cols == 1 && mat_row(m, 0)[0] == 14 && mat_row(m, 1)[0] == 30);
    ck_assert(mat_read(&m, &arena, "7", &e) && m.rows == 1 && m.cols == 1 && m.data[0] == 7);
}
END_TEST

static const struct {
    const char *text, *error;
} wrong[] = {{"1:2,3", "row 2 has 1 number, row 1 has 2 (as in 1:0,1:2)"},
             {"1,2:3", "row 2 has 2 numbers, row 1 has 1 (as in 1:0,1:2)"},
             {"1:b", "\"b\" is not a number"},
             {"", "\"\" is not a number"},
             {"1,", "\"\" is not a number"},
             {"1::2", "\"\" is not a number"},
             {"1:nan", "\"nan\" is not a finite number"},
             {"-1e39", "\"-1e39\" is too large"}};

START_TEST(what_is_wrong_is_named)
{
    Error e;
    Mat m;
    if (sizeof(float) == sizeof(double) && strstr(wrong[_i].error, "large")) return;
    ck_assert(!mat_read(&m, &arena, wrong[_i].text, &e));
    ck_assert_str_eq(e.text, wrong[_i].error);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("mat_text");
    TCase *t = tcase_create("mat_text");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, rows_are_set_off_by_commas_and_numbers_by_colons);
    tcase_add_test(t, a_list_of_numbers_is_a_column_and_one_number_a_matrix);
    tcase_add_loop_test(t, what_is_wrong_is_named, 0, sizeof wrong / sizeof *wrong);
    suite_add_tcase(s, t);
    return run_suite(s);
}
