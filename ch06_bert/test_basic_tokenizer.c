/* Tests of the tokenizer's first half on what other ports of it got wrong: accents, ideographs,
 * white space, bytes that are not UTF-8. */
#include "test_tokenizer_vocabulary.h"

static void teardown(void)
{
    arena_free(&arena);
}

/* ---- accents and case ------------------------------------------------------------------------*/

START_TEST(uncased_mode_reads_every_spelling_of_an_accent_the_same)
{
    assert_pieces(UNCASED, "CAFE Caf\u00E9 cafe\u0301 cafe\u0323\u0302 caf\u1EC7 \u212B",
                  "cafe cafe cafe cafe cafe a");
}
END_TEST

START_TEST(cased_mode_keeps_case_and_accents)
{
    assert_pieces(CASED, "Rose rose ros\u00E9 rose\u0301 ROSE", "Rose rose ros\u00E9 [UNK] [UNK]");
}
END_TEST

START_TEST(letters_that_are_no_accented_ones_survive)
{
    assert_pieces(UNCASED, "\u00D8\u0141\u0142 \u00DF \u0111 \uFB01",
                  "\u00F8 ##\u0142 ##\u0142 \u00DF [UNK] \uFB01");
}
END_TEST

START_TEST(case_and_accents_can_be_set_one_by_one)
{
    const TokenizerRules lower = {true, false, true, true}, strip = {false, true, true, true};
    assert_pieces(lower, "Ros\u00C9 Cafe\u0301", "ros\u00E9 [UNK]");
    assert_pieces(strip, "Ros\u00E9 ros\u00E9 ROSE", "Rose rose [UNK]");
}
END_TEST

START_TEST(every_character_is_lowered_by_itself)
{
    const TokenizerRules lower = {true, false, true, true};
    assert_pieces(lower, "\u03A3\u03A3", "\u03C3 ##\u03C3"); /* no final sigma */
    assert_pieces(UNCASED, "\u0130ntact", "i ##n ##t ##a ##c ##t");
    assert_pieces(lower, "\u0130ntact", "[UNK]"); /* i, and a dot above that no piece has */
}
END_TEST

START_TEST(what_decomposes_into_punctuation_stands_alone)
{
    assert_pieces(UNCASED, "a\u2260b\u037Ea", "a = b ; a");
    assert_pieces(CASED, "a\u2260b", "[UNK]");
}
END_TEST

/* Two accents with a width of their own, which stay: U+1D165 is of class 216, U+302E of 224. */
START_TEST(accents_that_stay_are_put_in_their_order)
{
    const char *want = "a ##\U0001D165 ##\u302E";
    assert_pieces(UNCASED, "a\U0001D165\u302E", want);
    assert_pieces(UNCASED, "a\u302E\U0001D165", want);
    assert_pieces(UNCASED, "a\u302E\u0301\u200D\U0001D165", want);
    assert_pieces(UNCASED, "a\u302E\u034F\U0001D165", "a ##\u302E ##\U0001D165"); /* of class 0 */
    assert_pieces(CASED, "a\u302E\U0001D165", "a ##\u302E ##\U0001D165");
}
END_TEST

/* ---- ideographs ------------------------------------------------------------------------------*/

START_TEST(ideographs_stand_alone_and_their_punctuation_too)
{
    assert_pieces(UNCASED, "\u5B66\u751F\uFF0Csea\u751Fseas\u3002",
                  "\u5B66 \u751F \uFF0C sea \u751F seas \u3002");
}
END_TEST

START_TEST(kana_and_hangul_do_not_stand_alone)
{
    assert_pieces(CASED, "\u306E\u306E\u4EBA\u306E\uD55C", "\u306E ##\u306E \u4EBA [UNK]");
    assert_pieces(UNCASED, "\uD55C", "\u1112 ##\u1161 ##\u11AB"); /* decomposed, too */
}
END_TEST

START_TEST(ideographs_of_four_bytes_stand_alone_up_to_extension_e)
{
    assert_pieces(UNCASED, "a\U00020000b", "a \U00020000 b");
    assert_pieces(UNCASED, "a\U0002B820b", "a [UNK] b");
    assert_pieces(UNCASED, "a\U0002CEB0b", "[UNK]"); /* extension F */
}
END_TEST

START_TEST(a_compatibility_ideograph_becomes_the_unified_one_where_accents_are_stripped)
{
    assert_pieces(UNCASED, "a\uF900b", "a \u8C48 b");
    assert_pieces(CASED, "a\uF900b", "a \uF900 b");
}
END_TEST

START_TEST(isolation_of_ideographs_can_be_switched_off)
{
    const TokenizerRules rules = {true, true, false, true};
    assert_pieces(rules, "\u5B66\u751F \u5B66", "[UNK] \u5B66");
}
END_TEST

/* ---- cleaning --------------------------------------------------------------------------------*/

START_TEST(white_space_of_every_kind_separates)
{
    assert_pieces(UNCASED, "sea\nside\tsea\r\nside\u00A0sea\u3000side\u2028sea\u2029side\u1680sea",
                  "sea side sea side sea side sea side sea");
}
END_TEST

START_TEST(what_cannot_be_seen_disappears_without_separating)
{
    assert_pieces(UNCASED,
                  "\uFEFFse\u200Ba se\u00ADa se\u2060a se\u200Da \uFEFFsea se\uFFFDa se\uE000a",
                  "sea sea sea sea sea sea sea");
    assert_pieces(UNCASED, "se\001a se\013a se\034a se\177a se\302\205a", "sea sea sea sea sea");
}
END_TEST

START_TEST(text_behind_a_zero_byte_is_read)
{
    assert_bytes(UNCASED, "se\0a\0 \0side", 11, "sea side");
}
END_TEST

START_TEST(nothing_to_read_gives_no_piece)
{
    assert_pieces(UNCASED, "", "");
    assert_pieces(UNCASED, " \t\r\n\u3000\u200B\uFEFF \u0301", "");
    const Tokenizer t = test_tokenizer(UNCASED);
    ck_assert_int_eq(tokenizer_encode(&t, &arena, NULL, 0).count, 0);
}
END_TEST

/* ---- bytes that are not UTF-8 ----------------------------------------------------------------*/

START_TEST(bytes_that_are_not_utf_8_disappear)
{
    assert_pieces(UNCASED,
                  "se\xFF"
                  "a si\x80"
                  "de",
                  "sea side");
    assert_pieces(UNCASED,
                  "a\xC0\xAF"
                  "b a\xE0\x80\xAF"
                  "b",
                  "a ##b a ##b"); /* over-long */
    assert_pieces(UNCASED,
                  "se\xED\xA0\x80"
                  "a",
                  "sea"); /* a surrogate */
    assert_pieces(UNCASED,
                  "se\xF4\x90\x80\x80"
                  "a",
                  "sea"); /* above U+10FFFF */
}
END_TEST

START_TEST(a_sequence_cut_off_at_the_end_is_not_read_past)
{
    assert_pieces(UNCASED, "sea\xC3", "sea");
    assert_pieces(UNCASED, "sea \xE5\xAD", "sea");
    assert_pieces(UNCASED, "\xF0\x9F\x98", "");
}
END_TEST

static TCase *new_case(Suite *s, const char *name)
{
    TCase *t = tcase_create(name);
    tcase_add_checked_fixture(t, NULL, teardown);
    suite_add_tcase(s, t);
    return t;
}

int main(void)
{
    Suite *s = suite_create("basic_tokenizer");
    TCase *t = new_case(s, "accents and case");
    tcase_add_test(t, uncased_mode_reads_every_spelling_of_an_accent_the_same);
    tcase_add_test(t, cased_mode_keeps_case_and_accents);
    tcase_add_test(t, letters_that_are_no_accented_ones_survive);
    tcase_add_test(t, case_and_accents_can_be_set_one_by_one);
    tcase_add_test(t, every_character_is_lowered_by_itself);
    tcase_add_test(t, what_decomposes_into_punctuation_stands_alone);
    tcase_add_test(t, accents_that_stay_are_put_in_their_order);
    t = new_case(s, "ideographs");
    tcase_add_test(t, ideographs_stand_alone_and_their_punctuation_too);
    tcase_add_test(t, kana_and_hangul_do_not_stand_alone);
    tcase_add_test(t, ideographs_of_four_bytes_stand_alone_up_to_extension_e);
    tcase_add_test(t, a_compatibility_ideograph_becomes_the_unified_one_where_accents_are_stripped);
    tcase_add_test(t, isolation_of_ideographs_can_be_switched_off);
    t = new_case(s, "cleaning");
    tcase_add_test(t, white_space_of_every_kind_separates);
    tcase_add_test(t, what_cannot_be_seen_disappears_without_separating);
    tcase_add_test(t, text_behind_a_zero_byte_is_read);
    tcase_add_test(t, nothing_to_read_gives_no_piece);
    tcase_add_test(t, bytes_that_are_not_utf_8_disappear);
    tcase_add_test(t, a_sequence_cut_off_at_the_end_is_not_read_past);
    return run_suite(s);
}
