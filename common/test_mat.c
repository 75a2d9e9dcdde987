/* Tests of the operations on matrices: windows of small and of large ones, with any number of
 * threads. */
#include "mat.h"
#include "parallel.h"
#include "testing.h"

static Arena arena;
static const struct {
    int rows, cols;
} sizes[] = {{1, 1}, {3, 5}, {7, 64}, {2, 129}, {300, 200}, {1000, 65}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void teardown(void)
{
    arena_free(&arena);
}

/* Whole numbers from -50 to 50, whose sums are exact: a window within a matrix that is otherwise
 * -1000. */
static Mat numbers(int rows, int cols, int seed)
{
    Mat whole = mat_new(&arena, rows + 2, cols + 3), m = mat_block(whole, 1, 2, rows, cols);
    for (int i = 0; i < whole.rows * whole.cols; i++) whole.data[i] = -1000;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            mat_row(m, i)[j] = (float)((i * 31 + j * 17 + seed * 7) % 101 - 50);
    return m;
}

/* Nothing was written around the window. */
static void assert_frame(Mat m)
{
    Mat whole = {m.rows + 2, m.cols + 3, m.stride, m.data - m.stride - 2};
    for (int i = 0; i < whole.rows; i++)
        for (int j = 0; j < whole.cols; j++)
            if (i < 1 || i > m.rows || j < 2 || j >= m.cols + 2)
                ck_assert(mat_row(whole, i)[j] == -1000);
}

START_TEST(sums_of_rows_are_added_column_by_column)
{
    const int rows = sizes[_i].rows, cols = sizes[_i].cols;
    Mat m = numbers(rows, cols, 1), row = numbers(1, cols, 2), before = numbers(1, cols, 2);
    for (int threads = 1; threads <= 3; threads++) {
        use_threads(threads);
        mat_copy(row, before);
        mat_sum_rows(row, m);
        for (int j = 0; j < cols; j++) {
            float want = before.data[j];
            for (int i = 0; i < rows; i++) want += mat_row(m, i)[j];
            ck_assert(row.data[j] == want);
        }
        assert_frame(row);
    }
}
END_TEST

START_TEST(a_row_is_added_to_every_row)
{
    Mat m = numbers(sizes[_i].rows, sizes[_i].cols, 1), before = numbers(m.rows, m.cols, 1);
    Mat row = numbers(1, m.cols, 2);
    mat_add_row(m, row);
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++)
            ck_assert(mat_row(m, i)[j] == mat_row(before, i)[j] + row.data[j]);
    assert_frame(m);
}
END_TEST

START_TEST(elements_are_scaled_added_copied_and_filled)
{
    Mat a = numbers(sizes[_i].rows, sizes[_i].cols, 1), b = numbers(a.rows, a.cols, 2);
    Mat before = numbers(a.rows, a.cols, 1), copy = numbers(a.rows, a.cols, 3);
    mat_scale(a, 3);
    mat_add_scaled(a, -2, b);
    mat_add(a, b);
    mat_copy(copy, a);
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < a.cols; j++)
            ck_assert(mat_row(copy, i)[j] == 3 * mat_row(before, i)[j] - mat_row(b, i)[j]);
    mat_fill(a, 4);
    ck_assert(mat_sum(a) == 4.0 * a.rows * a.cols);
    assert_frame(a);
    assert_frame(copy);
}
END_TEST

START_TEST(sums_and_dot_products_run_over_the_window)
{
    Mat a = numbers(sizes[_i].rows, sizes[_i].cols, 1), b = numbers(a.rows, a.cols, 2);
    double sum = 0, dot = 0;
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < a.cols; j++) {
            sum += (double)mat_row(a, i)[j];
            dot += (double)mat_row(a, i)[j] * (double)mat_row(b, i)[j];
        }
    ck_assert(mat_sum(a) == sum && mat_dot(a, b) == dot);
}
END_TEST

START_TEST(the_largest_difference_has_no_sign_and_stays_in_the_window)
{
    Mat a = numbers(5, 7, 1), b = numbers(5, 7, 1);
    ck_assert(mat_difference(a, b) == 0);
    mat_row(b, 1)[2] += 3, mat_row(b, 4)[6] -= 4;
    ck_assert(mat_difference(a, b) == 4 && mat_difference(b, a) == 4);
    ck_assert(mat_difference(mat_cols(a, 0, 6), mat_cols(b, 0, 6)) == 3);
    mat_row(b, 2)[3] = NAN;
    ck_assert(isnan(mat_difference(a, b)));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("mat");
    TCase *t = tcase_create("mat");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, sums_of_rows_are_added_column_by_column, 0, SIZES);
    tcase_add_loop_test(t, a_row_is_added_to_every_row, 0, SIZES);
    tcase_add_loop_test(t, elements_are_scaled_added_copied_and_filled, 0, SIZES);
    tcase_add_loop_test(t, sums_and_dot_products_run_over_the_window, 0, SIZES);
    tcase_add_test(t, the_largest_difference_has_no_sign_and_stays_in_the_window);
    suite_add_tcase(s, t);
    return run_suite(s);
}
