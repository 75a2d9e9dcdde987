/* Tests of the reader of R's data: values, the files of a package, and damage to either. */
#include "r_data.h"
#include "test_r_writer.h"

#include "common/text.h"

#include <limits.h>

static RBytes bytes;

static bool parse(RValue *v, Error *e)
{
    char *copy = malloc(bytes.size + !bytes.size); /* of its own, for the sanitizer */
    memcpy(copy, bytes.bytes, bytes.size);
    const bool good = r_parse(v, &arena, copy, bytes.size, "data", e);
    free(copy);
    return good;
}

static void assert_refused(const char *message)
{
    RValue v;
    Error e;
    ck_assert(!parse(&v, &e));
    ck_assert_str_eq(e.text, message);
}

/* ---- values ----------------------------------------------------------------------------------*/

/* A data frame of two rows: list(kind = factor(c("b", NA), c("a", "b")), size = c(1.5, -2)). */
static void put_frame(void)
{
    put_header(&bytes);
    put_word(&bytes, 19 | 0x300); /* an object with attributes */
    put_word(&bytes, 2);
    put_word(&bytes, 13 | 0x300);
    put_word(&bytes, 2);
    put_word(&bytes, 2);
    put_word(&bytes, 0x80000000);
    put_names_tag(&bytes, "levels");
    put_strings(&bytes, 0, (const char *const[]){"a", "b"}, 2);
    put_word(&bytes, R_NIL);
    put_word(&bytes, 14);
    put_word(&bytes, 2);
    put_word(&bytes, 0x3ff80000), put_word(&bytes, 0); /* 1.5, IEEE 754 */
    put_word(&bytes, 0xc0000000), put_word(&bytes, 0); /* -2 */
    put_names_tag(&bytes, "names");
    put_strings(&bytes, 0, (const char *const[]){"kind", "size"}, 2);
    put_word(&bytes, R_NIL);
}

START_TEST(a_data_frame_is_a_list_of_columns_with_attributes)
{
    RValue v;
    Error e;
    put_frame();
    ck_assert_msg(parse(&v, &e), "%s", e.text);
    const RValue *kind = r_element(&v, "kind"), *size = r_element(&v, "size");
    ck_assert_ptr_eq(r_element(&v, "other"), NULL);
    ck_assert(kind->kind == R_INTEGERS && kind->count == 2);
    ck_assert_int_eq(kind->integers[0], 2);
    ck_assert_int_eq(kind->integers[1], INT_MIN);
    ck_assert_str_eq(r_attribute(kind, "levels")->strings[1], "b");
    ck_assert_ptr_eq(r_attribute(kind, "names"), NULL);
    ck_assert(size->kind == R_NUMBERS && size->count == 2);
    ck_assert(size->numbers[0] == 1.5 && size->numbers[1] == -2);
}
END_TEST

START_TEST(texts_are_read_with_their_bytes_and_NA_is_none)
{
    RValue v;
    Error e;
    put_header(&bytes);
    put_word(&bytes, 16);
    put_word(&bytes, 3);
    put_string(&bytes, "caf\xC3\xA9");
    put_string(&bytes, "");
    put_word(&bytes, 9), put_word(&bytes, UINT32_MAX);
    ck_assert_msg(parse(&v, &e), "%s", e.text);
    ck_assert(v.kind == R_STRINGS && v.count == 3);
    ck_assert_str_eq(v.strings[0], "caf\xC3\xA9");
    ck_assert_str_eq(v.strings[1], "");
    ck_assert_ptr_eq(v.strings[2], NULL);
}
END_TEST

/* ---- damage ----------------------------------------------------------------------------------*/

START_TEST(data_that_are_cut_off_anywhere_or_go_on_are_refused)
{
    RValue v;
    Error e;
    put_frame();
    const size_t whole = bytes.size;
    for (bytes.size = 0; bytes.size < whole; bytes.size++) ck_assert(!parse(&v, &e));
    bytes.bytes[bytes.size++] = 0;
    ck_assert(!parse(&v, &e));
    ck_assert_ptr_nonnull(strstr(e.text, "the data go on after the value"));
}
END_TEST

START_TEST(no_damaged_byte_makes_the_reader_leave_the_data)
{
    put_frame();
    for (size_t i = 0; i < bytes.size; i++)
        for (int bit = 0; bit < 8; bit++) {
            RValue v;
            Error e;
            bytes.bytes[i] ^= (unsigned char)(1 << bit);
            if (!parse(&v, &e)) ck_assert(strncmp(e.text, "data: byte ", 11) == 0);
            bytes.bytes[i] ^= (unsigned char)(1 << bit);
            arena_reset(&arena);
        }
}
END_TEST

START_TEST(what_is_no_value_is_refused_with_its_place)
{
    put_header(&bytes); /* 23 bytes: 2 + 3 * 4 + 4 + 5 */
    bytes.bytes[0] = 'A';
    assert_refused("data: byte 0: not R's binary serialization, which begins with X");
    put_header(&bytes);
    bytes.bytes[5] = 4;
    assert_refused("data: byte 14: a version that is neither 2 nor 3");
    put_header(&bytes);
    put_word(&bytes, 3); /* a function */
    assert_refused("data: byte 27: a kind of value that is not read here");
    put_header(&bytes);
    put_word(&bytes, 16), put_word(&bytes, 1), put_string(&bytes, "\xE9");
    assert_refused("data: byte 39: a text that is not UTF-8");
    put_header(&bytes);
    put_word(&bytes, 13), put_word(&bytes, 0x7fffffff), put_word(&bytes, 1);
    assert_refused("data: byte 31: more elements than the data have bytes");
    put_header(&bytes);
    put_word(&bytes, 13 | R_ATTRIBUTES), put_word(&bytes, 0), put_word(&bytes, 0x402);
    put_word(&bytes, 0x1ff);
    assert_refused("data: byte 39: a reference to a name that was not there");
}
END_TEST

START_TEST(lists_inside_lists_end_somewhere)
{
    put_header(&bytes);
    for (int i = 0; i < 1000; i++) put_word(&bytes, 19), put_word(&bytes, 1);
    assert_refused("data: byte 183: values too deep inside each other"); /* 23 + 20 * 8 */
}
END_TEST

/* ---- packages --------------------------------------------------------------------------------*/

static const char *const names[] = {"one", "two"};
static const char *const first[] = {"EMMA", "", "a line"}, *const second[] = {"x"};

static void make_package(void)
{
    make_folder();
    write_package(names, (const char *const *const[]){first, second}, (const int[]){3, 1}, 2);
}

static bool read_object(RValue *v, const char *name, Error *e)
{
    RData d;
    return r_data_open(&d, &arena, path_in_folder("Rdata"), e) &&
           r_data_object(v, &arena, &d, name, e);
}

static void assert_object_refused(const char *name, const char *message)
{
    RValue v;
    Error e;
    ck_assert(!read_object(&v, name, &e));
    ck_assert_msg(strstr(e.text, message) != NULL, "%s", e.text);
    ck_assert_msg(strstr(e.text, folder) == e.text, "%s", e.text);
}

START_TEST(objects_are_found_by_their_names)
{
    RValue v;
    Error e;
    ck_assert_msg(read_object(&v, "one", &e), "%s", e.text);
    ck_assert(v.kind == R_STRINGS && v.count == 3);
    ck_assert_str_eq(v.strings[2], "a line");
    ck_assert_msg(read_object(&v, "two", &e), "%s", e.text);
    ck_assert_str_eq(v.strings[0], "x");
    assert_object_refused("three", "/Rdata.rdb: no object three in it");
}
END_TEST

/* Writes the .rdb again with this byte of it changed, or cut there. */
static void damage(size_t at, bool cut)
{
    size_t size;
    Error e;
    char *rdb = text_file(&arena, path_in_folder("Rdata.rdb"), 1 << 16, &size, &e);
    ck_assert(rdb && at < size);
    rdb[at] ^= 1;
    write_bytes_in_folder("Rdata.rdb", rdb, cut ? at : size);
}

START_TEST(a_damaged_object_is_refused_and_the_others_are_not)
{
    RValue v;
    Error e;
    damage(20, false);
    assert_object_refused("one", "Rdata.rdb: one: damaged: it does not decompress to its ");
    ck_assert(read_object(&v, "two", &e));
    damage(3, false); /* its length */
    assert_object_refused("one", "Rdata.rdb: one: damaged");
    damage(0, false);
    assert_object_refused("one", "more than");
}
END_TEST

START_TEST(an_object_with_more_bytes_than_it_needs_is_refused)
{
    size_t size;
    Error e;
    char *rdb = text_file(&arena, path_in_folder("Rdata.rdb"), 1 << 16, &size, &e);
    ck_assert_ptr_nonnull(rdb);
    write_bytes_in_folder("Rdata.rdb", rdb, size + 1); /* text_file puts a zero byte behind */
    put_index(&bytes, (const char *const[]){"all"}, (const size_t[]){0, size + 1}, 1, 1);
    write_gzip_in_folder("Rdata.rdx", &bytes);
    assert_object_refused("all", "Rdata.rdb: all: damaged");
}
END_TEST

START_TEST(files_that_are_cut_off_or_missing_are_refused)
{
    damage(60, true);
    assert_object_refused("one", "Rdata.rdx: an object that is not in the file .rdb");
    write_file("Rdata.rdx", "no index");
    assert_object_refused("one", "Rdata.rdx: not an index compressed by gzip, or damaged");
    put_header(&bytes);
    put_strings(&bytes, 0, first, 3);
    write_gzip_in_folder("Rdata.rdx", &bytes);
    assert_object_refused("one", "Rdata.rdx: not the index of a package's data");
    ck_assert_int_eq(remove(path_in_folder("Rdata.rdx")), 0);
    assert_object_refused("one", "Rdata.rdx: No such file");
    ck_assert_int_eq(remove(path_in_folder("Rdata.rdb")), 0);
    assert_object_refused("one", "Rdata.rdb: No such file");
}
END_TEST

START_TEST(an_index_that_points_outside_or_names_another_compression_is_refused)
{
    put_index(&bytes, names, (const size_t[]){0, 10, 10000}, 2, 1);
    write_gzip_in_folder("Rdata.rdx", &bytes);
    assert_object_refused("one", "Rdata.rdx: an object that is not in the file .rdb");
    put_index(&bytes, names, (const size_t[]){0, 10, 20}, 2, 2);
    write_gzip_in_folder("Rdata.rdx", &bytes);
    assert_object_refused("one", "compressed in a way that is not known here (2)");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("R data");
    TCase *t = tcase_create("values");
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_add_test(t, a_data_frame_is_a_list_of_columns_with_attributes);
    tcase_add_test(t, texts_are_read_with_their_bytes_and_NA_is_none);
    tcase_add_test(t, data_that_are_cut_off_anywhere_or_go_on_are_refused);
    tcase_add_test(t, no_damaged_byte_makes_the_reader_leave_the_data);
    tcase_add_test(t, what_is_no_value_is_refused_with_its_place);
    tcase_add_test(t, lists_inside_lists_end_somewhere);
    suite_add_tcase(s, t);
    t = tcase_create("packages");
    tcase_add_checked_fixture(t, make_package, remove_folder);
    tcase_add_test(t, objects_are_found_by_their_names);
    tcase_add_test(t, a_damaged_object_is_refused_and_the_others_are_not);
    tcase_add_test(t, an_object_with_more_bytes_than_it_needs_is_refused);
    tcase_add_test(t, files_that_are_cut_off_or_missing_are_refused);
    tcase_add_test(t, an_index_that_points_outside_or_names_another_compression_is_refused);
    suite_add_tcase(s, t);
    return run_suite(s);
}
