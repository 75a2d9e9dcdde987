/* Tests of the tokenizer on what other ports of it got wrong: unknown words, long words, special
 * pieces; and of the bytes that a piece comes from, and of decoding. */
#include "test_tokenizer_vocabulary.h"
#include "common/rng.h"

static void teardown(void)
{
    arena_free(&arena);
}

/* ---- pieces ----------------------------------------------------------------------------------*/

START_TEST(the_longest_piece_comes_first)
{
    assert_pieces(UNCASED, "seaside seas seasides unseen",
                  "seas ##ide seas seas ##ide ##s un ##seen");
}
END_TEST

/* The text in pieces of this vocabulary, with a blank between two. */
static const char *cut_with(const char **texts, int count, const char *text)
{
    Tokenizer t = {.rules = UNCASED};
    pieces_new(&t.vocabulary, &arena, texts, count);
    return pieces_text(&t, tokenizer_encode(&t, &arena, text, strlen(text)));
}

START_TEST(a_piece_that_was_taken_is_never_given_back)
{
    const char *texts[] = {"[UNK]", "un", "##aff", "##a", "##ffable", "##able"};
    ck_assert_str_eq(cut_with(texts, 6, "unaffable"), "un ##aff ##able");
    ck_assert_str_eq(cut_with(texts, 5, "unaffable"), "[UNK]"); /* un ##a ##ffable would do */
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
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const Tokenizer t = test_tokenizer(UNCASED);
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
    const char *texts[] = {"[UNK]", "[MASK]", "[", "]", "pad"};
    ck_assert_str_eq(cut_with(texts, 5, "[PAD][MASK]"), "[ pad ] [MASK]");
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
    ck_assert_str_eq(decoded("sea \u5B66 \u751F\uFF0C\u5B66\u3002 sea side"),
                     "sea\u5B66\u751F\uFF0C\u5B66\u3002sea side");
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

static TCase *add_case(Suite *s, TCase *t)
{
    tcase_add_checked_fixture(t, NULL, teardown);
    suite_add_tcase(s, t);
    return t;
}

static void add_pieces(Suite *s)
{
    TCase *t = add_case(s, tcase_create("cut_word"));
    tcase_add_test(t, the_longest_piece_comes_first);
    tcase_add_test(t, a_piece_that_was_taken_is_never_given_back);
    tcase_add_test(t, one_place_without_a_piece_makes_the_whole_word_unknown);
    tcase_add_test(t, letters_and_digits_are_one_word);
    tcase_add_test(t, a_piece_knows_its_bytes);
    tcase_add_test(t, pieces_of_one_character_share_its_bytes);
    t = add_case(s, tcase_create("pieces"));
    tcase_add_test(t, punctuation_stands_alone_and_so_do_the_symbols_of_ascii);
    tcase_add_test(t, number_signs_of_the_text_never_continue_a_word);
    t = add_case(s, tcase_create("long words"));
    tcase_add_test(t, a_word_of_a_hundred_characters_is_cut_and_a_longer_one_unknown);
    tcase_add_test(t, characters_are_counted_in_normal_form);
    tcase_add_test(t, the_limit_is_of_words_not_of_what_stands_between_blanks);
    t = add_case(s, tcase_create("special pieces"));
    tcase_add_test(t, special_pieces_are_recognised_wherever_they_stand);
    tcase_add_test(t, what_only_looks_like_a_special_piece_is_text);
    tcase_add_test(t, recognition_of_special_pieces_can_be_switched_off);
    tcase_add_test(t, a_special_piece_that_the_vocabulary_does_not_have_is_text);
}

static void add_places(Suite *s)
{
    TCase *t = add_case(s, tcase_create("offsets"));
    tcase_set_timeout(t, 60);
    tcase_add_test(t, any_bytes_give_pieces_in_order_and_within_them);
    tcase_add_test(t, a_very_long_text_takes_time_in_proportion);
    t = add_case(s, tcase_create("decoding"));
    tcase_add_test(t, decoding_joins_the_pieces_of_a_word);
    tcase_add_test(t, decoding_puts_no_blank_beside_an_ideograph);
    tcase_add_test(t, decoding_shows_a_continuation_without_a_word_and_number_signs_as_they_are);
}

int main(void)
{
    Suite *s = suite_create("tokenizer");
    add_pieces(s);
    add_places(s);
    return run_suite(s);
}
