/* Tests of files that are not safetensors, and of tensors that are not what the reader asks for:
 * every error names the file and says why. */
#include "test_safetensors_file.h"

#include <sys/stat.h>

static void assert_bad_bytes(const void *bytes, size_t size, const char *words)
{
    write_bytes(bytes, size);
    assert_refused(words);
}

START_TEST(files_that_cannot_be_opened_are_named)
{
    Safetensors s;
    Error e;
    ck_assert(!safetensors_open(&s, "/tmp/no/such.safetensors", &e));
    ck_assert_str_eq(e.text, "/tmp/no/such.safetensors: No such file or directory");
    ck_assert(!safetensors_open(&s, "/tmp", &e));
    ck_assert_str_eq(e.text, "/tmp: Is a directory");
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    assert_refused(": not an ordinary file"); /* and does not wait for a writer */
}
END_TEST

START_TEST(files_too_short_for_any_header_are_refused)
{
    assert_bad_bytes("", 0, ": the file is empty");
    assert_bad_bytes("\1\0\0\0\0\0\0", 7, ": not a safetensors file: it has only 7 bytes");
    assert_bad_bytes("\0\0\0\0\0\0\0\0", 8, ": not a safetensors file: it has only 8 bytes");
}
END_TEST

static void assert_promised(uint64_t length, const char *words)
{
    char expected[200];
    snprintf(expected, sizeof expected,
             ": not a safetensors file, or an incomplete one: a header "
             "of %s bytes should follow, and the file has 79 bytes",
             words);
    write_promised(length, "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}}",
                   four_numbers, 16);
    assert_refused(expected);
}

START_TEST(a_header_beyond_the_end_of_the_file_is_refused)
{
    assert_promised(72, "72");
    assert_promised(4096, "4096");
    assert_promised(200000000, "200000000");
    assert_promised(UINT64_MAX - 7, "18446744073709551608"); /* + 8 is 0 */
    assert_promised(UINT64_MAX, "18446744073709551615");
}
END_TEST

START_TEST(a_header_too_large_for_memory_is_refused)
{
    write_promised(LARGEST_HEADER + 1, "{", "", 0);
    ck_assert_int_eq(truncate(path, LARGEST_HEADER + 100), 0); /* with a hole */
    assert_refused(": a header of 16777217 bytes is too large (at most 16777216)");
}
END_TEST

START_TEST(other_formats_are_recognised)
{
    static const struct {
        const char *start, *format;
    } cases[] = {
        {"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 440449768\n",
         "a Git LFS pointer: fetch the file itself (git lfs pull)"},
        {"<!DOCTYPE html>\n<html><body></body></html>\n", "a web page (HTML)"},
        {"\xEF\xBB\xBF\r\n <html lang=\"en\">", "a web page (HTML)"},
        {"PK\003\004\24\1\1\1archive/data.pkl",
         "a zip archive, such as PyTorch's .bin or NumPy's .npz"},
        {"\x80\002\x8a\nl\xfc\x9c"
         "F\xf9 j\xa8P",
         "a Python pickle, such as an old PyTorch .bin"},
        {"\x89HDF\r\n\032\n ", "an HDF5 file, such as Keras' .h5"},
        {"\x93NUMPY\1\1v {'descr': '<f4'}", "a NumPy array (.npy)"},
        {"GGUF\3\1\1\1\1\1\1", "a GGUF model"},
        {"\x1f\x8b\b\b\1\1\1\1\1\1\1", "compressed by gzip"},
        {"{\"architectures\": [\"BertModel\"]}", "JSON text"},
        {"<html>", "a web page (HTML)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char expected[200];
        snprintf(expected, sizeof expected, ": not a safetensors file: it seems to be %s",
                 cases[i].format);
        assert_bad_bytes(cases[i].start, strlen(cases[i].start), expected);
    }
}
END_TEST

START_TEST(a_header_that_does_not_begin_with_a_brace_is_refused)
{
    const char *words = ": not a safetensors file: no header that begins with a brace";
    assert_bad_header("[1,2,3] ", words);
    assert_bad_header(" {}", words);
    write_promised(0, "{}", "", 0);
    assert_refused(words);
    write_promised(1, "{}", "", 0);
    assert_refused(words);
}
END_TEST

START_TEST(a_header_that_is_not_text_is_refused)
{
    assert_bad_header("{\"a\xff\":{}}", ": byte 4 of the header, 0xFF, is not UTF-8 text");
    assert_bad_header("{\"\xc0\xaf\":{}}", ": byte 3 of the header, 0xC0, is not UTF-8 text");
    write_promised(4, "{}", "\0\0", 2);
    assert_refused(": byte 3 of the header, 0x00, is not UTF-8 text");
    assert_bad_header("{\"\\\\\\u0000\":{}}", ": a zero character in the header");
}
END_TEST

START_TEST(a_header_that_is_not_json_is_refused_with_the_place)
{
    assert_bad_header("{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_off       ",
                      ": the header is not JSON: a mistake near its byte 34 of 48");
    assert_bad_header("{} {}", ": the header is not JSON: a mistake near its byte 4 of 5");
    assert_bad_header("{\"a\\", ": the header is not JSON: a mistake near its byte 3 of 4");
}
END_TEST

START_TEST(deep_nesting_is_refused)
{
    enum { DEPTH = 50000 };
    static char header[2 * DEPTH + 10];
    Safetensors s;
    Error e;
    strcpy(header, "{\"a\":");
    memset(header + 5, '[', DEPTH);
    memset(header + 5 + DEPTH, ']', DEPTH);
    strcpy(header + 5 + 2 * DEPTH, "}");
    write_tensors(header, "", 0);
    ck_assert(!safetensors_open(&s, path, &e));
    ck_assert_msg(strstr(e.text, "the header is not JSON") != NULL, "%s", e.text);
}
END_TEST

/* ---- reading what does not fit ---------------------------------------------------------------*/

/* Reads "a" of a file that holds it and an I64 "ids". */
static void assert_unread(const char *name, int rows, int cols, const char *words)
{
    Safetensors s;
    Error e;
    char data[24] = {0};
    write_tensors("{\"a\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]},"
                  "\"ids\":{\"dtype\":\"I64\",\"shape\":[],\"data_offsets\":[16,24]}}",
                  data, sizeof data);
    open_or_fail(&s, path);
    Mat m = mat_new(&arena, rows, cols);
    mat_fill(m, 7);
    ck_assert(!safetensors_read(&s, name, m, &e));
    assert_error(&e, words);
    ck_assert(mat_sum(m) == 7 * rows * cols);
    safetensors_close(&s);
}

START_TEST(a_tensor_that_is_missing_or_does_not_fit_is_named)
{
    assert_unread("b", 2, 2, ": no tensor \"b\"");
    assert_unread("a", 1, 4, ": tensor \"a\" is F32 2x2, and should be floating point of 1x4");
    assert_unread("a", 2, 3, ": tensor \"a\" is F32 2x2, and should be floating point of 2x3");
    assert_unread("ids", 1, 1,
                  ": tensor \"ids\" is I64 a single number, and should be floating point of 1x1");
}
END_TEST

#define ENTRY(name, begin, end, count)                                                             \
    "\"" name "\":{\"dtype\":\"F32\",\"shape\":[" count "],\"data_offsets\":[" begin "," end "]}"

START_TEST(numbers_of_another_kind_are_refused)
{
    Safetensors s;
    Error e;
    int64_t ints[4];
    double doubles[4];
    write_tensors("{" ENTRY("a", "0", "16", "4") "}", four_numbers, 16);
    open_or_fail(&s, path);
    ck_assert(!safetensors_read_ints(&s, "a", ints, 4, &e));
    assert_error(&e, ": tensor \"a\" is F32 4, and should be 4 numbers, I64");
    ck_assert(!safetensors_read_doubles(&s, "a", doubles, 3, &e));
    assert_error(&e, ": tensor \"a\" is F32 4, and should be 3 numbers, floating point");
    safetensors_close(&s);
}
END_TEST

START_TEST(a_file_that_shrinks_while_it_is_open_is_an_error)
{
    Safetensors s;
    Error e;
    write_tensors("{" ENTRY("a", "0", "16", "4") "}", four_numbers, 16);
    open_or_fail(&s, path);
    ck_assert_int_eq(truncate(path, 70), 0);
    ck_assert(!safetensors_read(&s, "a", mat_new(&arena, 1, 4), &e));
    assert_error(&e, ": became shorter while it was read");
    safetensors_close(&s);
}
END_TEST

START_TEST(a_number_that_is_not_finite_is_refused)
{
    static const char numbers[3][16] = {
        "\0\0\200?\0\0\300\177\0\0@@\0\0\200@",  /* 1, NaN, 3, 4 */
        "\0\0\200?\0\0\0@\0\0@@\0\0\200\377",    /* 1, 2, 3, -infinity */
        "\0\0\0\0\0\0\360?\0\0\0\0\0\0\360\177", /* 1, infinity in F64 */
    };
    Safetensors s;
    Error e;
    const bool wide = _i == 2;
    write_tensors(wide ? "{\"a\":{\"dtype\":\"F64\",\"shape\":[2],\"data_offsets\":[0,16]}}"
                       : "{" ENTRY("a", "0", "16", "4") "}",
                  numbers[_i], 16);
    open_or_fail(&s, path);
    ck_assert(!safetensors_read(&s, "a", mat_new(&arena, 1, wide ? 2 : 4), &e));
    assert_error(&e, ": tensor \"a\" holds a number that is not finite");
    safetensors_close(&s);
}
END_TEST

static TCase *no_header(void)
{
    TCase *t = tcase_create("no header");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, files_that_cannot_be_opened_are_named);
    tcase_add_test(t, files_too_short_for_any_header_are_refused);
    tcase_add_test(t, a_header_beyond_the_end_of_the_file_is_refused);
    tcase_add_test(t, a_header_too_large_for_memory_is_refused);
    tcase_add_test(t, other_formats_are_recognised);
    tcase_add_test(t, a_header_that_does_not_begin_with_a_brace_is_refused);
    tcase_add_test(t, a_header_that_is_not_text_is_refused);
    tcase_add_test(t, a_header_that_is_not_json_is_refused_with_the_place);
    tcase_add_test(t, deep_nesting_is_refused);
    return t;
}

static TCase *wrong_tensor(void)
{
    TCase *t = tcase_create("wrong tensor");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, a_tensor_that_is_missing_or_does_not_fit_is_named);
    tcase_add_test(t, numbers_of_another_kind_are_refused);
    tcase_add_loop_test(t, a_number_that_is_not_finite_is_refused, 0, 3);
    tcase_add_test(t, a_file_that_shrinks_while_it_is_open_is_an_error);
    return t;
}

int main(void)
{
    Suite *s = suite_create("safetensors_errors");
    suite_add_tcase(s, no_header());
    suite_add_tcase(s, wrong_tensor());
    return run_suite(s);
}
