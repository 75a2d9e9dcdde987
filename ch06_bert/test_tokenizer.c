/* Tests of the tokenizer on what other ports of it got wrong: accents, ideographs, white space,
 * unknown words, long words, special pieces, bytes that are not UTF-8. */
#include "test_tokenizer_vocabulary.h"
#include "common/rng.h"

#include <stdio.h>
#include <stdlib.h>

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

/* ---- pieces ----------------------------------------------------------------------------------*/

START_TEST(the_longest_piece_comes_first)
{
    assert_pieces(UNCASED, "seaside seas seasides unseen",
                  "seas ##ide seas seas ##ide ##s un ##seen");
}
END_TEST

START_TEST(one_place_without_a_piece_makes_the_whole_word_unknown)
{
    assert_pieces(UNCASED, "seasidex x seaxside sea", "[UNK] [UNK] [UNK] sea");
}
END_TEST

START_TEST(punctuation_stands_alone_and_so_do_the_symbols_of_ascii)
{
    assert_pieces(UNCASED, "sea-side,sea!$^", "sea - side , sea ! $ ^");
    assert_pieces(UNCASED, "sea\u2014side", "sea [UNK] side");
}
END_TEST

START_TEST(number_signs_of_the_text_never_continue_a_word)
{
    assert_pieces(UNCASED, "##ide #a", "# # i ##d ##e # a");
}
END_TEST

START_TEST(letters_and_digits_are_one_word)
{
    assert_pieces(UNCASED, "a1b2 2c", "a ##1 ##b ##2 2 ##c");
}
END_TEST

/* ---- long words ------------------------------------------------------------------------------*/

/* The unit again and again: text, or the pieces of one. */
static char *repeated(const char *unit, int times)
{
    char *text = arena_alloc(&arena, strlen(unit) * (size_t)times + 1), *to = text;
    *to = '\0';
    for (int i = 0; i < times; i++) to = stpcpy(to, unit);
    return text;
}

static char *joined(const char *before, const char *after)
{
    char *text = arena_alloc(&arena, strlen(before) + strlen(after) + 1);
    return strcat(strcpy(text, before), after);
}

START_TEST(a_word_of_a_hundred_characters_is_cut_and_a_longer_one_unknown)
{
    const char *pieces = joined("a", repeated(" ##a", 99));
    assert_pieces(UNCASED, repeated("a", 100), pieces);
    assert_pieces(UNCASED, repeated("a", 101), "[UNK]");
}
END_TEST

START_TEST(characters_are_counted_in_normal_form)
{
    const char *pieces = joined("a", repeated(" ##a", 99));
    assert_pieces(UNCASED, repeated("\u00E0", 100), pieces);
    assert_pieces(UNCASED, repeated("a\u0300\u200B", 100), pieces);
    assert_pieces(UNCASED, repeated("\uD55C", 34), "[UNK]"); /* 102 jamo */
}
END_TEST

START_TEST(the_limit_is_of_words_not_of_what_stands_between_blanks)
{
    const char *sixty = joined("a", repeated(" ##a", 59)), *text = repeated("a", 60);
    assert_pieces(UNCASED, joined(joined(text, "-"), text), joined(joined(sixty, " - "), sixty));
}
END_TEST

START_TEST(a_very_long_text_takes_time_in_proportion)
{
    static const char *const units[] = {"a",  "\u0301",           "[", "[MASK",
                                        "a ", "\u302E\U0001D165", "#", "\x80"};
    enum { TIMES = 300000 };
    const Tokenizer t = test_tokenizer(UNCASED);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const char *text = repeated(units[i], TIMES);
        const Pieces p = tokenizer_encode(&t, &arena, text, strlen(text));
        ck_assert_int_le(p.count, 2 * TIMES);
        arena_free(&arena);
    }
}
END_TEST

/* ---- special pieces --------------------------------------------------------------------------*/

START_TEST(special_pieces_are_recognised_wherever_they_stand)
{
    assert_pieces(UNCASED, "The [MASK] sea[SEP]side[CLS].[MASK][MASK][[PAD]] [UNK]x",
                  "the [MASK] sea [SEP] side [CLS] . [MASK] [MASK] [ [PAD] ] [UNK] [UNK]");
}
END_TEST

START_TEST(what_only_looks_like_a_special_piece_is_text)
{
    assert_pieces(UNCASED, "[mask] [ MASK ] [Mask] [SE\u200BP]",
                  "[ mask ] [ mask ] [ mask ] [ sep ]");
    assert_pieces(UNCASED, "[MASK", "[ mask");
}
END_TEST

START_TEST(recognition_of_special_pieces_can_be_switched_off)
{
    const TokenizerRules rules = {true, true, true, false};
    assert_pieces(rules, "the [MASK][SEP]", "the [ mask ] [ sep ]");
}
END_TEST

START_TEST(a_special_piece_that_the_vocabulary_does_not_have_is_text)
{
    const char *texts[] = {"[UNK]", "[", "]", "mask"};
    Tokenizer t = {.rules = UNCASED};
    pieces_new(&t.vocabulary, &arena, texts, 4);
    ck_assert_str_eq(pieces_text(&t, tokenizer_encode(&t, &arena, "[MASK]", 6)), "[ mask ]");
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

/* ---- offsets ---------------------------------------------------------------------------------*/

static void assert_span(Pieces p, int i, size_t begin, size_t end)
{
    ck_assert_uint_eq(p.begin[i], begin);
    ck_assert_uint_eq(p.end[i], end);
}

START_TEST(a_piece_knows_its_bytes)
{
    const Tokenizer t = test_tokenizer(UNCASED);
    const char *text = " S\u00E9a\u00ADside\u5B66xx[MASK]e\u0301";
    const Pieces p = tokenizer_encode(&t, &arena, text, strlen(text));
    ck_assert_str_eq(pieces_text(&t, p), "seas ##ide \u5B66 [UNK] [MASK] e");
    assert_span(p, 0, 1, 8); /* with the soft hyphen within */
    assert_span(p, 1, 8, 11);
    assert_span(p, 2, 11, 14);
    assert_span(p, 3, 14, 16);
    assert_span(p, 4, 16, 22);
    assert_span(p, 5, 22, 23); /* without the accent behind */
}
END_TEST

START_TEST(pieces_of_one_character_share_its_bytes)
{
    const Tokenizer t = test_tokenizer(UNCASED);
    const Pieces p = tokenizer_encode(&t, &arena, "\uD55C", 3);
    ck_assert_int_eq(p.count, 3);
    for (int i = 0; i < 3; i++) assert_span(p, i, 0, 3);
}
END_TEST

/* Bytes of all kinds: half of them from texts, the others anything. */
static void fill_bytes(char *bytes, size_t size, Rng *rng)
{
    static const char *const parts[] = {"sea",    "[MASK]", " ",          "e\u0301",
                                        "\u5B66", "\uD55C", "\U0001D15E", "##"};
    enum { PARTS = sizeof parts / sizeof *parts };
    for (size_t i = 0; i < size; i++) {
        const char *part = parts[rng_below(rng, PARTS)];
        const size_t length = strlen(part);
        bytes[i] = (char)rng_below(rng, 256);
        if (rng_below(rng, 2) == 0 || i + length > size) continue;
        memcpy(bytes + i, part, length);
        i += length - 1;
    }
}

START_TEST(any_bytes_give_pieces_in_order_and_within_them)
{
    Rng rng = rng_new(17);
    for (int round = 0; round < 3000; round++) {
        const TokenizerRules rules = {round & 1, round & 2, round & 4, round & 8};
        const Tokenizer t = test_tokenizer(rules);
        const size_t size = (size_t)rng_below(&rng, 60);
        char *bytes = malloc(size + !size);
        fill_bytes(bytes, size, &rng);
        const Pieces p = tokenizer_encode(&t, &arena, bytes, size);
        for (int i = 0; i < p.count; i++) {
            ck_assert(p.ids[i] >= 0 && p.ids[i] < t.vocabulary.count);
            ck_assert(p.begin[i] < p.end[i] && p.end[i] <= size);
            ck_assert(i == 0 || p.begin[i] >= p.end[i - 1] || p.begin[i] == p.begin[i - 1]);
        }
        free(bytes);
        arena_reset(&arena);
    }
}
END_TEST

/* ---- decoding --------------------------------------------------------------------------------*/

static char *decoded(const char *text)
{
    const Tokenizer t = test_tokenizer(UNCASED);
    const Pieces p = tokenizer_encode(&t, &arena, text, strlen(text));
    return tokenizer_decode(&t, &arena, p.ids, p.count);
}

START_TEST(decoding_joins_the_pieces_of_a_word)
{
    ck_assert_str_eq(decoded("The seaside [MASK] unseen!"), "the seaside [MASK] unseen !");
    ck_assert_str_eq(decoded(""), "");
}
END_TEST

START_TEST(decoding_puts_no_blank_beside_an_ideograph)
{
    ck_assert_str_eq(decoded("\u5B66\u751F\uFF0C\u5B66\u3002 sea side"),
                     "\u5B66\u751F\uFF0C\u5B66\u3002sea side");
}
END_TEST

START_TEST(decoding_shows_a_continuation_without_a_word_and_number_signs_as_they_are)
{
    const Tokenizer t = test_tokenizer(UNCASED);
    const int alone = pieces_find(&t.vocabulary, "##ide", 5);
    ck_assert_str_eq(tokenizer_decode(&t, &arena, &alone, 1), "##ide");
    ck_assert_str_eq(decoded("a # b"), "a # b");
}
END_TEST

static TCase *new_case(Suite *s, const char *name)
{
    TCase *t = tcase_create(name);
    tcase_add_checked_fixture(t, NULL, teardown);
    suite_add_tcase(s, t);
    return t;
}

static void add_texts(Suite *s)
{
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
}

static void add_pieces(Suite *s)
{
    TCase *t = new_case(s, "pieces");
    tcase_add_test(t, the_longest_piece_comes_first);
    tcase_add_test(t, one_place_without_a_piece_makes_the_whole_word_unknown);
    tcase_add_test(t, punctuation_stands_alone_and_so_do_the_symbols_of_ascii);
    tcase_add_test(t, number_signs_of_the_text_never_continue_a_word);
    tcase_add_test(t, letters_and_digits_are_one_word);
    t = new_case(s, "long words");
    tcase_add_test(t, a_word_of_a_hundred_characters_is_cut_and_a_longer_one_unknown);
    tcase_add_test(t, characters_are_counted_in_normal_form);
    tcase_add_test(t, the_limit_is_of_words_not_of_what_stands_between_blanks);
    t = new_case(s, "special pieces");
    tcase_add_test(t, special_pieces_are_recognised_wherever_they_stand);
    tcase_add_test(t, what_only_looks_like_a_special_piece_is_text);
    tcase_add_test(t, recognition_of_special_pieces_can_be_switched_off);
    tcase_add_test(t, a_special_piece_that_the_vocabulary_does_not_have_is_text);
}

static void add_places(Suite *s)
{
    TCase *t = new_case(s, "offsets");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, a_piece_knows_its_bytes);
    tcase_add_test(t, pieces_of_one_character_share_its_bytes);
    tcase_add_test(t, any_bytes_give_pieces_in_order_and_within_them);
    tcase_add_test(t, a_very_long_text_takes_time_in_proportion);
    t = new_case(s, "decoding");
    tcase_add_test(t, decoding_joins_the_pieces_of_a_word);
    tcase_add_test(t, decoding_puts_no_blank_beside_an_ideograph);
    tcase_add_test(t, decoding_shows_a_continuation_without_a_word_and_number_signs_as_they_are);
}

int main(void)
{
    Suite *s = suite_create("tokenizer");
    add_texts(s);
    add_pieces(s);
    add_places(s);
    return run_suite(s);
}
