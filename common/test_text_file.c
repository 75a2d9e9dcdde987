/* Tests of files of lines: what is read, what is refused, and that writing is all or nothing. */
#include "test_files.h"
#include "text.h"

#include <fcntl.h>
#include <sys/stat.h>

static Error error;

static bool read_text(TextLines *t, const char *bytes, size_t size)
{
    write_bytes(bytes, size);
    return text_read(t, &arena, path, &error);
}

/* The file has these lines; NULL ends them. */
static void assert_lines(const char *bytes, const char *const *lines)
{
    TextLines t;
    size_t count = 0;
    while (lines[count]) count++;
    ck_assert_msg(read_text(&t, bytes, strlen(bytes)), "%s", error.text);
    ck_assert_uint_eq(t.count, count);
    for (size_t i = 0; i < count; i++) ck_assert_str_eq(t.lines[i], lines[i]);
}

static void assert_refused(const char *bytes, size_t size, const char *message)
{
    TextLines t;
    ck_assert(!read_text(&t, bytes, size));
    assert_error(&error, message);
}

/* ---- reading ---------------------------------------------------------------------------------*/

START_TEST(lines_end_in_lf_or_cr_lf_and_the_last_may_have_no_end)
{
    assert_lines("one\ntwo\n", (const char *[]){"one", "two", NULL});
    assert_lines("one\r\ntwo\r\n", (const char *[]){"one", "two", NULL});
    assert_lines("one\ntwo", (const char *[]){"one", "two", NULL});
}
END_TEST

START_TEST(blank_lines_are_lines)
{
    assert_lines("", (const char *[]){NULL});
    assert_lines("\n", (const char *[]){"", NULL});
    assert_lines("\n\r\n a \n\n", (const char *[]){"", "", " a ", "", NULL});
}
END_TEST

START_TEST(a_byte_order_mark_is_skipped_at_the_start_only)
{
    assert_lines("\xEF\xBB\xBF", (const char *[]){NULL});
    assert_lines("\xEF\xBB\xBFone\n\xEF\xBB\xBFtwo",
                 (const char *[]){"one", "\xEF\xBB\xBFtwo", NULL});
}
END_TEST

START_TEST(other_separators_end_no_line)
{
    assert_lines("a\rb\r\nc\xE2\x80\xA8"
                 "d\x0B"
                 "e\r\r\n",
                 (const char *[]){"a\rb",
                                  "c\xE2\x80\xA8"
                                  "d\x0B"
                                  "e\r",
                                  NULL});
}
END_TEST

START_TEST(a_file_longer_than_the_first_buffer_is_read_whole)
{
    enum { LINES = 30000 };
    char *bytes = arena_alloc(&arena, LINES * 7 + 1);
    for (int i = 0; i < LINES; i++) sprintf(bytes + 7 * i, "%06d\n", i);
    TextLines t;
    ck_assert(read_text(&t, bytes, LINES * 7));
    ck_assert_uint_eq(t.count, LINES);
    for (int i = 0; i < LINES; i++) ck_assert_int_eq(atoi(t.lines[i]), i);
}
END_TEST

START_TEST(a_zero_byte_is_refused)
{
    assert_refused("one\nt\0wo\n", 9, ":2: byte 2 of the line is a zero byte: this is not text");
}
END_TEST

START_TEST(a_byte_that_is_not_utf8_is_refused_with_its_place)
{
    assert_refused("one\ntwo\ncaf\xE9\n", 13, ":3: byte 4 of the line, 0xE9, is not UTF-8");
    assert_refused("\xFF\xFEo\0", 4, ":1: byte 1 of the line, 0xFF, is not UTF-8");
    assert_refused("\xE6\x96", 2, ":1: byte 1 of the line, 0xE6, is not UTF-8");
}
END_TEST

START_TEST(a_file_that_is_not_there_is_named)
{
    TextLines t;
    ck_assert(!text_read(&t, &arena, path, &error));
    assert_error(&error, ": No such file or directory");
}
END_TEST

START_TEST(a_folder_is_no_file)
{
    TextLines t;
    ck_assert(!text_read(&t, &arena, folder, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "directory"));
}
END_TEST

START_TEST(a_file_may_be_as_large_as_the_limit_and_no_larger)
{
    size_t size;
    write_bytes("12345", 5);
    ck_assert_str_eq(text_file(&arena, path, 5, &size, &error), "12345");
    ck_assert_uint_eq(size, 5);
    ck_assert_ptr_null(text_file(&arena, path, 4, &size, &error));
    assert_error(&error, ": larger than 4 bytes");
}
END_TEST

/* ---- writing ---------------------------------------------------------------------------------*/

START_TEST(what_is_saved_replaces_the_file)
{
    size_t size;
    write_bytes("an older and longer text", 24);
    ck_assert(text_save(path, "new\0\n", 5, &error));
    const char *text = text_file(&arena, path, 100, &size, &error);
    ck_assert_uint_eq(size, 5);
    ck_assert_mem_eq(text, "new\0\n", 5);
}
END_TEST

START_TEST(a_link_stays_a_link_and_a_device_a_device)
{
    char link_path[220], text[10] = "";
    snprintf(link_path, sizeof link_path, "%s/link", folder);
    write_bytes("old", 3);
    ck_assert_int_eq(symlink(path, link_path), 0);
    ck_assert_msg(text_save(link_path, "new", 3, &error), "%s", error.text);
    struct stat s;
    ck_assert_int_eq(lstat(link_path, &s), 0);
    ck_assert(S_ISLNK(s.st_mode));
    FILE *f = fopen(path, "r");
    ck_assert_ptr_nonnull(f);
    ck_assert_ptr_nonnull(fgets(text, sizeof text, f));
    ck_assert_str_eq(text, "new");
    fclose(f);
    unlink(link_path);
    ck_assert_int_eq(symlink("/dev/null", link_path), 0);
    ck_assert_msg(text_save(link_path, "new", 3, &error), "%s", error.text);
    ck_assert_int_eq(stat("/dev/null", &s), 0);
    ck_assert(S_ISCHR(s.st_mode));
    unlink(link_path);
}
END_TEST

START_TEST(a_link_to_no_file_makes_that_file)
{
    char link_path[220];
    snprintf(link_path, sizeof link_path, "%s/link", folder);
    ck_assert_int_eq(symlink(path, link_path), 0);
    ck_assert_msg(text_save(link_path, "new", 3, &error), "%s", error.text);
    struct stat s;
    ck_assert(lstat(link_path, &s) == 0 && S_ISLNK(s.st_mode));
    ck_assert(lstat(path, &s) == 0 && S_ISREG(s.st_mode) && s.st_size == 3);
    unlink(link_path);
}
END_TEST

START_TEST(a_pipe_is_written_to)
{
    char got[10] = "";
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    const int pipe = open(path, O_RDWR); /* a reader, or the writer would wait for one */
    ck_assert_int_ge(pipe, 0);
    ck_assert_msg(text_save(path, "new", 3, &error), "%s", error.text);
    ck_assert_int_eq(fcntl(pipe, F_SETFL, O_NONBLOCK), 0);
    ck_assert_int_eq((int)read(pipe, got, sizeof got - 1), 3);
    ck_assert_str_eq(got, "new");
    struct stat s;
    ck_assert(lstat(path, &s) == 0 && S_ISFIFO(s.st_mode));
    close(pipe);
}
END_TEST

START_TEST(a_failed_save_leaves_nothing_behind)
{
    ck_assert_int_eq(mkdir(path, 0777), 0); /* a folder is in the way */
    ck_assert(!text_save(path, "new", 3, &error));
    assert_error(&error, ": cannot be written: Is a directory");
    ck_assert_int_eq(rmdir(path), 0);
}
END_TEST

START_TEST(a_folder_that_is_missing_is_an_error_of_save)
{
    ck_assert(!text_save("/tmp/no/such/folder/file", "new", 3, &error));
    ck_assert_str_eq(error.text,
                     "/tmp/no/such/folder/file: cannot be written: No such file or directory");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("text_file");
    TCase *t = tcase_create("reading");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, lines_end_in_lf_or_cr_lf_and_the_last_may_have_no_end);
    tcase_add_test(t, blank_lines_are_lines);
    tcase_add_test(t, a_byte_order_mark_is_skipped_at_the_start_only);
    tcase_add_test(t, other_separators_end_no_line);
    tcase_add_test(t, a_file_longer_than_the_first_buffer_is_read_whole);
    tcase_add_test(t, a_zero_byte_is_refused);
    tcase_add_test(t, a_byte_that_is_not_utf8_is_refused_with_its_place);
    tcase_add_test(t, a_file_that_is_not_there_is_named);
    tcase_add_test(t, a_folder_is_no_file);
    tcase_add_test(t, a_file_may_be_as_large_as_the_limit_and_no_larger);
    suite_add_tcase(s, t);
    t = tcase_create("writing");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, what_is_saved_replaces_the_file);
    tcase_add_test(t, a_link_stays_a_link_and_a_device_a_device);
    tcase_add_test(t, a_link_to_no_file_makes_that_file);
    tcase_add_test(t, a_pipe_is_written_to);
    tcase_add_test(t, a_failed_save_leaves_nothing_behind);
    tcase_add_test(t, a_folder_that_is_missing_is_an_error_of_save);
    suite_add_tcase(s, t);
    return run_suite(s);
}
