/* Tests of tables: what is read as it comes, and that no bytes crash the reader. */
#include "test_table_file.h"

#include <fcntl.h>

/* The columns of a file that must be fine. */
static Mat numbers_of(const char *text, const char *names)
{
    Table t;
    Mat m = {0};
    Error e;
    ck_assert_msg(read_text(&t, text, &e), "%s", e.text);
    ck_assert_msg(table_numbers(&t, &arena, names, &m, &e), "%s", e.text);
    return m;
}

static void assert_same(Mat m, int rows, int cols, const float *want)
{
    ck_assert_int_eq(m.rows, rows);
    ck_assert_int_eq(m.cols, cols);
    for (int i = 0; i < rows * cols; i++)
        ck_assert_double_eq((double)mat_row(m, i / cols)[i % cols], (double)want[i]);
}

START_TEST(columns_are_found_by_name_in_the_order_asked_for)
{
    const char *text = "x1,name,y\n1,one,-2.5\n.5,two,1e3\n";
    assert_same(numbers_of(text, "y, x1"), 2, 2, (float[]){-2.5f, 1, 1e3f, 0.5f});
    assert_same(numbers_of(text, " x1 "), 2, 1, (float[]){1, 0.5f});
    Table t;
    Error e;
    ck_assert(read_text(&t, text, &e));
    ck_assert_int_eq(t.rows, 2);
    ck_assert_int_eq(t.cols, 3);
    ck_assert_str_eq(t.names[1], "name");
    ck_assert_int_eq(table_column(&t, "y"), 2);
    ck_assert_int_eq(table_column(&t, "Y"), -1);
}
END_TEST

START_TEST(all_columns_are_numbers_whatever_their_names)
{
    Table t;
    Mat m;
    Error e;
    ck_assert(read_text(&t, ",\"a,b\",c\n1,2,3\n4,5,6\n", &e));
    ck_assert_msg(table_all_numbers(&t, &arena, &m, &e), "%s", e.text);
    assert_same(m, 2, 3, (float[]){1, 2, 3, 4, 5, 6});
    ck_assert(read_text(&t, "a,b\n1,2\n3,x\n", &e));
    ck_assert(!table_all_numbers(&t, &arena, &m, &e));
    ck_assert_msg(strstr(e.text, ":3:"), "%s", e.text);
}
END_TEST

START_TEST(files_of_other_systems_read_the_same)
{
    static const char *const texts[] = {
        "x,y\n1,2\n3,4\n",
        "x,y\n1,2\n3,4",
        "x,y\r\n1,2\r\n3,4\r\n",
        "x,y\r1,2\r3,4\r",
        "x,y\r\n1,2\r3,4\n",
        "\xEF\xBB\xBFx,y\n1,2\n3,4\n",
        "\xEF\xBB\xBF\"x\",y\n1,2\n3,4\n",
        "x,y\n1,2\n3,4\n\n \n\r\n",
        "\"x\",\"y\"\n\"1\",2\n3,\"4\"",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_same(numbers_of(texts[i], "x,y"), 2, 2, (float[]){1, 2, 3, 4});
}
END_TEST

START_TEST(blanks_around_cells_are_no_part_of_them)
{
    assert_same(numbers_of(" x\t, \"y\" \n 1 ,2\n\t3, \"4\" \n", "x,y"), 2, 2,
                (float[]){1, 2, 3, 4});
}
END_TEST

START_TEST(quoted_cells_hold_commas_and_quotes)
{
    Table t;
    Error e;
    ck_assert(read_text(&t, "\"a, \"\"b\"\"\",\"\",\"\"\"\"\n\"1,5\",2,3\n", &e));
    ck_assert_int_eq(t.cols, 3);
    ck_assert_str_eq(t.names[0], "a, \"b\"");
    ck_assert_str_eq(t.names[1], "");
    ck_assert_str_eq(t.names[2], "\"");
    ck_assert_str_eq(t.cells[0], "1,5");
}
END_TEST

START_TEST(columns_that_nobody_asks_for_may_hold_anything)
{
    assert_same(numbers_of(",x,note\n1,2,\n2,3,nan\n3,4,1e999\n", "x"), 3, 1, (float[]){2, 3, 4});
}
END_TEST

START_TEST(long_lines_and_many_rows_are_read)
{
    enum { ROWS = 30000, LONG = 300000 };
    char *text = arena_alloc(&arena, LONG + ROWS * 8), *to = text + LONG;
    memset(text, 'n', LONG);
    to += sprintf(to, ",x\n");
    for (int i = 0; i < ROWS; i++) to += sprintf(to, "a,%d\n", i);
    Mat m = numbers_of(text, "x");
    ck_assert_int_eq(m.rows, ROWS);
    for (int i = 0; i < ROWS; i++) ck_assert_double_eq((double)mat_row(m, i)[0], i);
}
END_TEST

/* ---- anything --------------------------------------------------------------------------------*/

/* Bytes that matter to the reader come often. */
static size_t make_noise(char *bytes, size_t most, unsigned *state)
{
    static const char likely[] = ",,,\n\n\r\"\" xy12.e-;\t\xEF\xBB\xBF";
    size_t size = 0;
    do {
        *state = *state * 1664525u + 1013904223u;
        unsigned pick = *state >> 16;
        bytes[size++] = pick % 64 ? likely[pick % (sizeof likely - 1)] : (char)(pick >> 6);
    } while (size < most && *state >> 26);
    return size;
}

START_TEST(no_bytes_crash_the_reader)
{
    unsigned state = 1;
    int read = 0, file = open(path, O_WRONLY); /* kept open: far faster than 20000 new files */
    for (int i = 0; i < 20000; i++) {
        char bytes[256];
        Table t;
        Mat m;
        Error e = {"no error"};
        size_t size = make_noise(bytes, sizeof bytes, &state);
        ck_assert_int_eq(pwrite(file, bytes, size, 0), (ssize_t)size);
        ck_assert_int_eq(ftruncate(file, (off_t)size), 0);
        bool ok = table_read(&t, &arena, path, &e);
        if (ok) {
            ck_assert_int_gt(t.rows, 0);
            ok = table_numbers(&t, &arena, t.names[t.cols - 1], &m, &e);
            read++;
        }
        if (!ok) ck_assert_msg(strncmp(e.text, path, strlen(path)) == 0, "%s", e.text);
        ck_assert_ptr_null(strchr(e.text, '\n'));
        arena_reset(&arena);
    }
    close(file);
    ck_assert_int_gt(read, 100); /* the noise also makes tables */
}
END_TEST

static TCase *reading(void)
{
    TCase *t = tcase_create("what is read");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, columns_are_found_by_name_in_the_order_asked_for);
    tcase_add_test(t, all_columns_are_numbers_whatever_their_names);
    tcase_add_test(t, files_of_other_systems_read_the_same);
    tcase_add_test(t, blanks_around_cells_are_no_part_of_them);
    tcase_add_test(t, quoted_cells_hold_commas_and_quotes);
    tcase_add_test(t, columns_that_nobody_asks_for_may_hold_anything);
    tcase_add_test(t, long_lines_and_many_rows_are_read);
    tcase_add_test(t, no_bytes_crash_the_reader);
    return t;
}

int main(void)
{
    Suite *s = suite_create("table");
    suite_add_tcase(s, reading());
    return run_suite(s);
}
