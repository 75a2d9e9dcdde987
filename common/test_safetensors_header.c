/* Tests of headers that do not describe the data: every error names the file and the tensor. */
#include "test_safetensors_file.h"

/* One tensor "a" with that entry. */
static void assert_bad_entry(const char *entry, const char *words)
{
    char header[300], expected[300];
    snprintf(header, sizeof header, "{\"a\":%s}", entry);
    snprintf(expected, sizeof expected, ": tensor \"a\": %s", words);
    assert_bad_header(header, expected);
}

START_TEST(entries_without_type_shape_or_offsets_are_refused)
{
    assert_bad_entry("[]", "its entry is not an object");
    assert_bad_entry("{\"shape\":[4],\"data_offsets\":[0,16]}", "no \"dtype\", or not one text");
    assert_bad_entry("{\"dtype\":32,\"shape\":[4],\"data_offsets\":[0,16]}",
                     "no \"dtype\", or not one text");
    assert_bad_entry("{\"dtype\":\"F32\",\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[0,16]}",
                     "no \"dtype\", or not one text");
    assert_bad_entry("{\"dtype\":\"float32\",\"shape\":[4],\"data_offsets\":[0,16]}",
                     "its dtype is not known");
    assert_bad_entry("{\"dtype\":\"F32\",\"data_offsets\":[0,16]}",
                     "no \"shape\", or not one list");
    assert_bad_entry("{\"dtype\":\"F32\",\"shape\":4,\"data_offsets\":[0,16]}",
                     "no \"shape\", or not one list");
    assert_bad_entry("{\"dtype\":\"F32\",\"shape\":[4]}",
                     "no \"data_offsets\", or not one list of two");
    assert_bad_entry("{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,8,16]}",
                     "no \"data_offsets\", or not one list of two");
}
END_TEST

static void assert_bad_shape(const char *shape, const char *words)
{
    char entry[200];
    snprintf(entry, sizeof entry, "{\"dtype\":\"F32\",\"shape\":[%s],\"data_offsets\":[0,16]}",
             shape);
    assert_bad_entry(entry, words);
}

START_TEST(impossible_shapes_are_refused)
{
    const char *not_whole = "a size in its shape is not a whole number";
    assert_bad_shape("-4", not_whole);
    assert_bad_shape("-2,-2", not_whole);
    assert_bad_shape("4.5", not_whole);
    assert_bad_shape("\"4\"", not_whole);
    assert_bad_shape("1e400", not_whole);
    assert_bad_shape("9007199254740992", not_whole);
    assert_bad_shape("4294967296,4294967296", "its shape is too large"); /* 2^64 is 0 in 64 bits */
    assert_bad_shape("2147483648,1073741824,2", "its shape is too large");
    assert_bad_shape("1152921504606846980", not_whole); /* 4 bytes each: 16 beyond 2^62 */
    assert_bad_shape("5", "its shape and its bytes do not agree");
    assert_bad_shape("3", "its shape and its bytes do not agree");
    assert_bad_shape("2,0", "its shape and its bytes do not agree");
}
END_TEST

START_TEST(impossible_offsets_are_refused)
{
    assert_bad_entry("{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[16,0]}",
                     "its data end before they begin");
    assert_bad_entry("{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[-16,0]}",
                     "an offset is not a whole number");
    assert_bad_entry("{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0.5,16.5]}",
                     "an offset is not a whole number");
    assert_bad_entry("{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,null]}",
                     "an offset is not a whole number");
}
END_TEST

#define ENTRY(name, begin, end, count)                                                             \
    "\"" name "\":{\"dtype\":\"F32\",\"shape\":[" count "],\"data_offsets\":[" begin "," end "]}"

START_TEST(tensors_must_cover_the_data_exactly)
{
    assert_bad_header("{" ENTRY("b", "4", "16", "3") "," ENTRY("a", "0", "8", "2") "}",
                      ": the tensors \"a\" and \"b\" overlap");
    assert_bad_header("{" ENTRY("a", "0", "16", "4") "," ENTRY("b", "8", "8", "0") "}",
                      ": the tensors \"a\" and \"b\" overlap");
    assert_bad_header("{" ENTRY("a", "0", "4", "1") "," ENTRY("b", "8", "16", "2") "}",
                      ": data bytes 4 to 7, before tensor \"b\", are of no tensor");
    assert_bad_header("{" ENTRY("a", "4", "16", "3") "}",
                      ": data bytes 0 to 3, before tensor \"a\", are of no tensor");
    assert_bad_header("{" ENTRY("a", "0", "8", "2") "}", ": 8 bytes after the last tensor");
    assert_bad_header("{}", ": 16 bytes after the last tensor");
}
END_TEST

START_TEST(an_interrupted_download_is_recognised)
{
    write_tensors("{" ENTRY("a", "0", "16", "4") "}", four_numbers, 15);
    assert_refused(": incomplete: it should have 79 bytes, and 1 are missing");
}
END_TEST

START_TEST(names_must_be_there_once)
{
    assert_bad_header("{" ENTRY("a", "0", "8", "2") "," ENTRY("a", "8", "16", "2") "}",
                      ": two tensors have the name \"a\"");
    assert_bad_header("{" ENTRY("a\\n", "0", "8", "2") "," ENTRY("\\u0061\\n", "8", "16", "2") "}",
                      ": two tensors have the name \"a?\"");
}
END_TEST

START_TEST(metadata_that_are_not_texts_are_refused)
{
    const char *words = ": __metadata__ is not one object of texts";
    assert_bad_header("{\"__metadata__\":{\"epoch\":3}," ENTRY("a", "0", "16", "4") "}", words);
    assert_bad_header("{\"__metadata__\":[]," ENTRY("a", "0", "16", "4") "}", words);
    assert_bad_header("{\"__metadata__\":{},\"__metadata__\":{}," ENTRY("a", "0", "16", "4") "}",
                      words);
}
END_TEST

static TCase *wrong_header(void)
{
    TCase *t = tcase_create("wrong header");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, entries_without_type_shape_or_offsets_are_refused);
    tcase_add_test(t, impossible_shapes_are_refused);
    tcase_add_test(t, impossible_offsets_are_refused);
    tcase_add_test(t, tensors_must_cover_the_data_exactly);
    tcase_add_test(t, an_interrupted_download_is_recognised);
    tcase_add_test(t, names_must_be_there_once);
    tcase_add_test(t, metadata_that_are_not_texts_are_refused);
    return t;
}

int main(void)
{
    Suite *s = suite_create("safetensors_header");
    suite_add_tcase(s, wrong_header());
    return run_suite(s);
}
