/* Tests of what is wrong with tables: every error names the file, and the line when there is one.
 */
#include "test_table_file.h"

/* The error is "FILE" and these words. */
static void assert_error(const Error *e, const char *words)
{
    ck_assert_msg(strncmp(e->text, path, strlen(path)) == 0, "%s", e->text);
    ck_assert_str_eq(e->text + strlen(path), words);
}

/* table_read refuses the text with these words after the name of the file. */
static void assert_unreadable(const char *text, const char *words)
{
    Table t;
    Error e;
    ck_assert_msg(!read_text(&t, text, &e), "not refused: %s", text);
    assert_error(&e, words);
}

/* table_numbers refuses columns of a file that table_read takes. */
static void assert_no_numbers(const char *text, const char *names, const char *words)
{
    Table t;
    Mat m;
    Error e;
    ck_assert_msg(read_text(&t, text, &e), "%s", e.text);
    ck_assert_msg(!table_numbers(&t, &arena, names, &m, &e), "not refused: %s", text);
    assert_error(&e, words);
}

START_TEST(files_that_cannot_be_read_are_named)
{
    Table t;
    Error e;
    ck_assert(!table_read(&t, &arena, "/tmp/no/such.csv", &e));
    ck_assert_str_eq(e.text, "/tmp/no/such.csv: No such file or directory");
    ck_assert(!table_read(&t, &arena, "/tmp", &e));
    ck_assert_str_eq(e.text, "/tmp: Is a directory");
}
END_TEST

START_TEST(an_endless_file_is_refused)
{
    Table t;
    Error e;
    FILE *f = fopen(path, "wb"); /* a file with a hole: it takes no room on the disk */
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(fseek(f, LARGEST_TABLE, SEEK_SET), 0);
    fputc('\n', f);
    fclose(f);
    ck_assert(!table_read(&t, &arena, path, &e));
    assert_error(&e, ": larger than 134217728 bytes");
}
END_TEST

START_TEST(a_file_without_rows_is_refused)
{
    assert_unreadable("", ": the file is empty");
    assert_unreadable("\xEF\xBB\xBF", ": the file is empty");
    assert_unreadable("\n\n \r\n", ": the file is empty");
    assert_unreadable("x,y", ": no rows below the header");
    assert_unreadable("x,y\r\n\r\n", ": no rows below the header");
}
END_TEST

START_TEST(a_file_without_a_header_is_refused)
{
    assert_unreadable("1,2\n3,4\n", ":1: there is no header: the first line must name the columns, "
                                    "and holds only numbers");
    assert_unreadable("\nx,y\n1,2\n", ":1: blank, and must name the columns");
    assert_unreadable("x,y,x\n1,2,3\n", ":1: two columns have the name \"x\"");
}
END_TEST

START_TEST(a_ragged_row_is_named)
{
    assert_unreadable("x,y\n1,2\n3\n4,5\n", ":3: 1 cells, and the header names 2 columns");
    assert_unreadable("x,y\r\n1,2\r\n1,5,2,5\r\n",
                      ":3: 4 cells, and the header names 2 columns (numbers need a decimal point, "
                      "as in 1.5)");
    assert_unreadable("x,y\n1,2\n\n3,4\n", ":3: a blank line between rows");
}
END_TEST

START_TEST(other_separators_are_named)
{
    assert_unreadable("x;y\n1,5;2,5\n", ":1: the columns are separated by semicolons: use commas, "
                                        "and a decimal point in numbers");
    assert_unreadable("x\ty\n1\t2\n", ":1: the columns are separated by tabs: use commas, and a "
                                      "decimal point in numbers");
}
END_TEST

START_TEST(open_quotes_are_named)
{
    assert_unreadable("x,y\n\"1,2\n3,4\n", ":2: a quote is not closed, or a cell goes on after it");
    assert_unreadable("x,y\n\"1\"2,2\n", ":2: a quote is not closed, or a cell goes on after it");
    assert_unreadable("\"x\n1\n", ":1: a quote is not closed, or a cell goes on after it");
    assert_unreadable("x\n\"", ":2: a quote is not closed, or a cell goes on after it");
    assert_unreadable("x\n\"\"\"", ":2: a quote is not closed, or a cell goes on after it");
}
END_TEST

START_TEST(zero_bytes_are_refused)
{
    Table t;
    Error e;
    ck_assert(!read_bytes(&t, "x,y\n1,\0002\n", 9, &e));
    assert_error(&e, ":2: a zero byte: this is not CSV text in UTF-8");
    ck_assert(!read_bytes(&t, "\xFF\xFEx\0,\0y\0", 8, &e));
    assert_error(&e, ":1: a zero byte: this is not CSV text in UTF-8");
}
END_TEST

START_TEST(too_many_columns_are_refused)
{
    static char text[20003];
    memset(text, ',', sizeof text - 3);
    strcpy(text + sizeof text - 3, "\n1");
    assert_unreadable(text, ":1: 20001 columns are too many (at most 10000)");
}
END_TEST

START_TEST(a_column_that_is_not_there_brings_those_that_are)
{
    assert_no_numbers("x,y\n1,2\n", "x,z", ": no column \"z\"; there are: x, y");
    assert_no_numbers("x,y\n1,2\n", "x,", ": no column \"\"; there are: x, y");
    assert_no_numbers(",y\n1,2\n", "", ": no column \"\"; there are: , y");
    assert_no_numbers("x\033[31m,y\n1,2\n", "a\nb", ": no column \"a?b\"; there are: x?[31m, y");
}
END_TEST

START_TEST(a_cell_that_is_no_number_is_quoted)
{
    assert_no_numbers("x,y\n1,2\n3,four\n", "y", ":3: column y: \"four\" is not a number");
    assert_no_numbers("x,y\n1,2\n3,\n", "x,y", ":3: column y: the cell is empty");
    assert_no_numbers("x\n1\nNaN\n", "x", ":3: column x: \"NaN\" is not a finite number");
    assert_no_numbers("x\n1\n-inf\n", "x", ":3: column x: \"-inf\" is not a finite number");
    assert_no_numbers("x\n1e39\n", "x", ":2: column x: \"1e39\" is too large for float32");
    assert_no_numbers("x\n-1e39\n", "x", ":2: column x: \"-1e39\" is too large for float32");
    assert_no_numbers("x,y\n\"1,5\",2\n", "x",
                      ":2: column x: \"1,5\" has a decimal comma: use a decimal point, as in 1.5");
    assert_no_numbers("x\n12345678901234567890123456789012345678901234567890x\n", "x",
                      ":2: column x: \"12345678901234567890123456789012345678901234...\" is not a "
                      "number");
}
END_TEST

static TCase *refusing(void)
{
    TCase *t = tcase_create("what is refused");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, files_that_cannot_be_read_are_named);
    tcase_add_test(t, an_endless_file_is_refused);
    tcase_add_test(t, a_file_without_rows_is_refused);
    tcase_add_test(t, a_file_without_a_header_is_refused);
    tcase_add_test(t, a_ragged_row_is_named);
    tcase_add_test(t, other_separators_are_named);
    tcase_add_test(t, open_quotes_are_named);
    tcase_add_test(t, zero_bytes_are_refused);
    tcase_add_test(t, too_many_columns_are_refused);
    tcase_add_test(t, a_column_that_is_not_there_brings_those_that_are);
    tcase_add_test(t, a_cell_that_is_no_number_is_quoted);
    return t;
}

int main(void)
{
    Suite *s = suite_create("table_errors");
    suite_add_tcase(s, refusing());
    return run_suite(s);
}
