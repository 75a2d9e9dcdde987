/* Tests of UTF-8 characters, their kinds and normal form C. */
#include "testing.h"
#include "text.h"

#include <stdlib.h>

static Arena arena;

static void end(void)
{
    arena_free(&arena);
}

/* ---- decoding --------------------------------------------------------------------------------*/

START_TEST(the_first_and_last_code_point_of_each_length_is_decoded)
{
    static const struct {
        const char *text;
        int code;
        size_t length;
    } cases[] = {{"\x01", 1, 1},
                 {"\x7F", 0x7F, 1},
                 {"\xC2\x80", 0x80, 2},
                 {"\xDF\xBF", 0x7FF, 2},
                 {"\xE0\xA0\x80", 0x800, 3},
                 {"\xED\x9F\xBF", 0xD7FF, 3},
                 {"\xEE\x80\x80", 0xE000, 3},
                 {"\xEF\xBF\xBD", 0xFFFD, 3},
                 {"\xEF\xBF\xBF", 0xFFFF, 3},
                 {"\xF0\x90\x80\x80", 0x10000, 4},
                 {"\xF4\x8F\xBF\xBF", 0x10FFFF, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int length;
        char bytes[4];
        ck_assert_int_eq(text_decode(cases[i].text, strlen(cases[i].text), &length), cases[i].code);
        ck_assert_uint_eq((size_t)length, cases[i].length);
        ck_assert_uint_eq((size_t)text_encode(cases[i].code, bytes), cases[i].length);
        ck_assert_mem_eq(bytes, cases[i].text, cases[i].length);
    }
}
END_TEST

START_TEST(a_zero_byte_is_a_character)
{
    int length;
    ck_assert_int_eq(text_decode("\0a", 2, &length), 0);
    ck_assert_int_eq(length, 1);
}
END_TEST

/* Stray, cut off, over-long (of '/'), a surrogate, above U+10FFFF, a byte that UTF-8 never has. */
START_TEST(a_byte_that_is_not_utf8_stands_alone)
{
    static const char *const bad[] = {"\x80",         "\xC3",         "\xC3(",
                                      "\xE2\x82",     "\xF0\x9F\x98", "\xC0\xAF",
                                      "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                                      "\xF5\x80",     "\xFF",         "\xFE"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int length;
        ck_assert_msg(text_decode(bad[i], strlen(bad[i]), &length) == TEXT_INVALID, "%zu", i);
        ck_assert_int_eq(length, 1);
    }
}
END_TEST

/* The buffer ends where the string ends: a sanitizer sees a byte too many. */
START_TEST(decoding_reads_no_byte_after_the_text)
{
    static const char cut_off[3] = {'\xF0', '\x9F', '\x98'};
    int length;
    char *text = memcpy(malloc(sizeof cut_off), cut_off, sizeof cut_off);
    for (size_t size = 1; size <= 3; size++)
        ck_assert_int_eq(text_decode(text + 3 - size, size, &length), TEXT_INVALID);
    free(text);
}
END_TEST

START_TEST(characters_are_counted_and_bad_bytes_with_them)
{
    ck_assert_uint_eq(text_count("", 0), 0);
    ck_assert_uint_eq(text_count("na\xC3\xAFve \xE6\x96\x87\xF0\x9F\x98\x80", 14), 8);
    ck_assert_uint_eq(text_count("a\0b", 3), 3);
    ck_assert_uint_eq(text_count("\xE6\x96\xFFz", 4), 4);
}
END_TEST

/* ---- normal form -----------------------------------------------------------------------------*/

/* Values of Python's unicodedata.normalize("NFC", ...). */
START_TEST(normal_form_composes_what_has_a_composed_form)
{
    static const char *const cases[][2] = {
        {"", ""},
        {"plain", "plain"},
        {"cafe\xCC\x81", "caf\xC3\xA9"},                          /* e, acute */
        {"\xE2\x84\xAB", "\xC3\x85"},                             /* the sign of angstrom */
        {"Vie\xCC\x82\xCC\xA3t", "Vi\xE1\xBB\x87t"},              /* two accents in either order */
        {"Vie\xCC\xA3\xCC\x82t", "Vi\xE1\xBB\x87t"},              /* give one letter */
        {"\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB", "\xED\x95\x9C"}, /* three parts of a syllable */
        {"\xEF\xA4\x80", "\xE8\xB1\x88"},                         /* a compatibility ideograph */
        {"\xF0\x9D\x85\xA0", "\xF0\x9D\x85\x98\xF0\x9D\x85\xA5\xF0\x9D\x85\xAE"}, /* three times */
        {"\xEF\xAC\x81", "\xEF\xAC\x81"}, /* fi, a ligature, stays */
        {"\xEF\xBC\xA1", "\xEF\xBC\xA1"}, /* so does a wide A */
        {"q\xCC\x81", "q\xCC\x81"},       /* there is no q with an accent */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_str_eq(text_nfc(&arena, cases[i][0]), cases[i][1]);
}
END_TEST

START_TEST(normal_form_leaves_bad_bytes_in_their_place)
{
    ck_assert_str_eq(text_nfc(&arena, "\xFF"
                                      "e\xCC\x81\xC3"),
                     "\xFF\xC3\xA9\xC3");
    ck_assert_str_eq(text_nfc(&arena, "e\x80\xCC\x81"), "e\x80\xCC\x81");
}
END_TEST

/* ---- kinds -----------------------------------------------------------------------------------*/

typedef bool Is(int code);

static void assert_kind(Is *is, const int *yes, const int *no)
{
    for (; *yes; yes++) ck_assert_msg(is(*yes), "U+%04X", (unsigned)*yes);
    for (; *no; no++) ck_assert_msg(!is(*no), "U+%04X", (unsigned)*no);
    ck_assert(!is(TEXT_INVALID));
}

START_TEST(letters_marks_and_numbers_are_told_apart)
{
    assert_kind(text_is_letter, (int[]){'a', 'Z', 0xE9, 0x44F, 0x4E2D, 0x3042, 0x2B0, 0},
                (int[]){'1', '_', ' ', 0x301, 0x2167, 0x1F600, 0});
    assert_kind(text_is_mark, (int[]){0x301, 0x903, 0x20DD, 0xFE0F, 0},
                (int[]){'e', 0xE9, '^', 0x200D, 0});
    assert_kind(text_is_number, (int[]){'0', '9', 0x661, 0x2167, 0xBD, 0},
                (int[]){'o', 0x4E00, '.', 0});
}
END_TEST

START_TEST(white_space_is_every_separator_and_no_other_control_character)
{
    assert_kind(text_is_space,
                (int[]){' ', '\t', '\n', '\r', 0xA0, 0x2003, 0x2028, 0x2029, 0x202F, 0x3000, 0},
                (int[]){'_', 0x0B, 0x1C, 0x85, 0x200B, 0xFEFF, 0});
}
END_TEST

START_TEST(hidden_characters_have_no_shape)
{
    assert_kind(text_is_hidden, (int[]){1, '\n', 127, 0x85, 0xAD, 0x200B, 0xFEFF, 0xE000, 0x378, 0},
                (int[]){' ', 'a', 0xA0, 0x301, 0x1F600, 0});
}
END_TEST

START_TEST(ideographs_are_those_of_the_blocks_up_to_extension_e)
{
    assert_kind(text_is_ideograph,
                (int[]){0x3400, 0x4DBF, 0x4E00, 0x9FFF, 0xF900, 0xFAFF, 0x20000, 0x2A6DF, 0x2A700,
                        0x2CEAF, 0x2F800, 0x2FA1F, 0},
                (int[]){'a', 0x33FF, 0x4DC0, 0x3002, 0x3042, 0x30AB, 0xAC00, 0xFF21, 0x2A6E0,
                        0x2CEB0, 0x2FA20, 0});
}
END_TEST

int main(void)
{
    Suite *s = suite_create("text");
    TCase *t = tcase_create("decode");
    tcase_add_test(t, the_first_and_last_code_point_of_each_length_is_decoded);
    tcase_add_test(t, a_zero_byte_is_a_character);
    tcase_add_test(t, a_byte_that_is_not_utf8_stands_alone);
    tcase_add_test(t, decoding_reads_no_byte_after_the_text);
    tcase_add_test(t, characters_are_counted_and_bad_bytes_with_them);
    suite_add_tcase(s, t);
    t = tcase_create("normal form");
    tcase_add_checked_fixture(t, NULL, end);
    tcase_add_test(t, normal_form_composes_what_has_a_composed_form);
    tcase_add_test(t, normal_form_leaves_bad_bytes_in_their_place);
    suite_add_tcase(s, t);
    t = tcase_create("kinds");
    tcase_add_test(t, letters_marks_and_numbers_are_told_apart);
    tcase_add_test(t, white_space_is_every_separator_and_no_other_control_character);
    tcase_add_test(t, hidden_characters_have_no_shape);
    tcase_add_test(t, ideographs_are_those_of_the_blocks_up_to_extension_e);
    suite_add_tcase(s, t);
    return run_suite(s);
}
