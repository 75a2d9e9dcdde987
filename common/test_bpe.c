/* Tests of cutting text into words, of encoding it and of getting it back. */
#include "bpe_parts.h"
#include "rng.h"
#include "testing.h"

#include <stdio.h>

static Arena arena;
static Bpe bpe;

/* An encoding that knows some words of three languages. */
static void start(void)
{
    static const char *const lines[] = {
        "the student said that the other students had said it",
        "l'\xC3\xA9t\xC3\xA9 et l'hiver, l'\xC3\xA9t\xC3\xA9 ou l'hiver",
        "\xE5\xAD\xA6\xE7\x94\x9F\xE8\xAF\xB4\xE5\xAD\xA6\xE7\x94\x9F\xE3\x80\x82",
        "\xF0\x9F\x98\x80\xF0\x9F\x98\x80",
    };
    bpe_train(&bpe, &arena, lines, sizeof lines / sizeof *lines, 60, 2);
}

static void end(void)
{
    arena_free(&arena);
}

/* ---- words -----------------------------------------------------------------------------------*/

/* The text with a bar after each word. */
static const char *cut(const char *text)
{
    static char out[400];
    char *to = out;
    for (size_t size = strlen(text); size;) {
        const int length = bpe_word_length(text, size);
        memcpy(to, text, (size_t)length);
        to += length;
        *to++ = '|';
        text += length;
        size -= (size_t)length;
    }
    *to = '\0';
    return out;
}

START_TEST(a_word_is_a_run_of_one_kind_and_the_space_before_it)
{
    ck_assert_str_eq(cut("one two, three."), "one| two|,| three|.|");
    ck_assert_str_eq(cut("f(x)->g[y] = {}"), "f|(|x|)->|g|[|y|]| =| {}|");
    ck_assert_str_eq(cut("\xC3\x89t\xC3\xA9 na\xC3\xAFve"), "\xC3\x89t\xC3\xA9| na\xC3\xAFve|");
}
END_TEST

START_TEST(a_digit_stands_alone)
{
    ck_assert_str_eq(cut("in 1024, 7.5"), "in| 1|0|2|4|,| 7|.|5|");
    ck_assert_str_eq(cut("A4"), "A|4|");
}
END_TEST

START_TEST(an_apostrophe_ends_the_word_before_it_when_letters_are_on_both_sides)
{
    ck_assert_str_eq(cut("l'eau n'est"), "l'|eau| n'|est|");
    ck_assert_str_eq(cut("l\xE2\x80\x99"
                         "eau"),
                     "l\xE2\x80\x99|eau|");
    ck_assert_str_eq(cut("the students' 'model'"), "the| students|'| '|model|'|");
    ck_assert_str_eq(cut("a'1 1'a"), "a|'|1| 1|'|a|");
}
END_TEST

/* The last white-space character goes with the word, of whatever kind it is. */
START_TEST(more_white_space_is_a_word)
{
    ck_assert_str_eq(cut("a  b"), "a| | b|");
    ck_assert_str_eq(cut("a \t\n b"), "a| \t\n| b|");
    ck_assert_str_eq(cut("a\tb\xC2\xA0:"), "a|\tb|\xC2\xA0:|");
    ck_assert_str_eq(cut("  "), "  |");
    ck_assert_str_eq(cut(" a "), " a| |");
    ck_assert_str_eq(cut("a\xE3\x80\x80\xE3\x80\x80z"), "a|\xE3\x80\x80|\xE3\x80\x80z|");
}
END_TEST

/* BERT + three ideographs + 2 + full stop + two ideographs; then kana beside ideographs. */
START_TEST(chinese_is_cut_where_the_kind_changes)
{
    ck_assert_str_eq(cut("BERT\xE6\xA8\xA1\xE5\x9E\x8B\xE6\x9C\x89"
                         "2\xE3\x80\x82\xE5\xAD\xA6"),
                     "BERT|\xE6\xA8\xA1\xE5\x9E\x8B\xE6\x9C\x89|2|\xE3\x80\x82|\xE5\xAD\xA6|");
    ck_assert_str_eq(cut("\xE8\xAA\xAD\xE3\x82\x80\xE6\x9C\xAC"),
                     "\xE8\xAA\xAD|\xE3\x82\x80|\xE6\x9C\xAC|");
}
END_TEST

START_TEST(a_mark_stays_with_what_it_follows)
{
    ck_assert_str_eq(cut("e\xCC\x81te"), "e\xCC\x81te|");
    ck_assert_str_eq(cut("\xE2\x9D\xA4\xEF\xB8\x8F"
                         "a"),
                     "\xE2\x9D\xA4\xEF\xB8\x8F|a|");
    ck_assert_str_eq(cut("1\xEF\xB8\x8F\xE2\x83\xA3"
                         "2"),
                     "1\xEF\xB8\x8F\xE2\x83\xA3|2|");
    ck_assert_str_eq(cut(" \xCC\x81"
                         "a"),
                     " \xCC\x81|a|");
}
END_TEST

/* The longest word ends before a character, for every place of the first one. */
START_TEST(a_long_word_is_cut_between_characters)
{
    static const char *const characters[] = {
        "a", "\xC3\xA9", "\xE6\x96\x87", "\xF0\x9F\x98\x80", "\xE3\x80\x80", "\xCC\x81", "\xFF"};
    for (size_t i = 0; i < sizeof characters / sizeof *characters; i++) {
        const int n = (int)strlen(characters[i]);
        char text[1000] = "";
        while (strlen(text) < 900) strcat(text, characters[i]);
        ck_assert_int_eq(bpe_word_length(text, strlen(text)), BPE_LONGEST_WORD / n * n);
    }
}
END_TEST

/* ---- there and back --------------------------------------------------------------------------*/

static void assert_round_trip(const char *text, size_t size)
{
    const Arena mark = arena;
    int count;
    size_t got;
    const int *ids = bpe_encode(&bpe, &arena, text, size, &count);
    const char *back = bpe_decode(&bpe, &arena, ids, count, &got);
    ck_assert_uint_eq(got, size);
    ck_assert_int_eq(memcmp(back, text, size), 0);
    ck_assert_int_eq(back[size], '\0');
    arena_release(&arena, mark);
}

START_TEST(text_of_any_language_comes_back)
{
    static const char *const texts[] = {
        "",
        " ",
        "The students said: \"we didn't!\"  (twice)\t\r\n",
        "L\xE2\x80\x99\xC3\xA9t\xC3\xA9\xC2\xA0: o\xC3\xB9 est-ce, l\xC3\xA0-bas\xE2\x80\xAF?",
        "\xE5\xAD\xA6\xE7\x94\x9F\xE8\xAF\xB4\xEF\xBC\x8CLSTM\xE3\x80\x82",
        "\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7 \xE2\x9D\xA4",
        "e\xCC\x81\xCC\x81\xCC\x82 \xCC\x81",
        "\xE2\x96\x81not a space",
        "<s> </s> <pad> <0x0A>",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_round_trip(texts[i], strlen(texts[i]));
}
END_TEST

START_TEST(any_bytes_come_back)
{
    Rng r = rng_new(7);
    for (int i = 0; i < 2000; i++) {
        char bytes[600];
        const int size = rng_below(&r, sizeof bytes);
        /* All bytes, or those of spaces, letters and ideographs, whole and cut off. */
        static const char some[] = {' ', 'e', '\'', '1', 0, '\n', '\xE5', '\xAD', '\xA6', '\xC3'};
        for (int j = 0; j < size; j++)
            bytes[j] = i % 2 ? (char)rng_below(&r, 256) : some[rng_below(&r, sizeof some)];
        assert_round_trip(bytes, (size_t)size);
    }
}
END_TEST

/* A time that grew with the square of the length would be an hour. */
START_TEST(a_very_long_word_takes_no_long_time)
{
    static const char *const parts[] = {"student", "\xE5\xAD\xA6\xE7\x94\x9F", " ", "!?"};
    enum { SIZE = 300000 };
    char *text = arena_alloc(&arena, SIZE);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const size_t n = strlen(parts[i]);
        for (size_t j = 0; j < SIZE; j++) text[j] = parts[i][j % n];
        assert_round_trip(text, SIZE);
    }
}
END_TEST

/* ---- ids -------------------------------------------------------------------------------------*/

static const char *pieces_of(const char *text)
{
    static char out[400];
    int count;
    const int *ids = bpe_encode(&bpe, &arena, text, strlen(text), &count);
    *out = '\0';
    for (int i = 0; i < count; i++) strcat(strcat(out, i ? "|" : ""), bpe_piece(&bpe, ids[i]));
    return out;
}

START_TEST(a_word_that_was_learned_is_one_piece)
{
    ck_assert_str_eq(pieces_of(" said students"), "\xE2\x96\x81said|\xE2\x96\x81student|s");
    ck_assert_str_eq(pieces_of("\xE5\xAD\xA6\xE7\x94\x9F"), "\xE5\xAD\xA6\xE7\x94\x9F");
    ck_assert_str_eq(pieces_of("xyz"), "x|y|z");
}
END_TEST

START_TEST(a_character_never_seen_is_spelled_by_its_bytes)
{
    ck_assert_str_eq(pieces_of("\xE6\x96\x87"), "<0xE6>|<0x96>|<0x87>");
    ck_assert_str_eq(pieces_of("z\n"), "z|<0x0A>");
}
END_TEST

START_TEST(words_are_encoded_on_their_own)
{
    static const char *const words[] = {"the", " student", " said", ",", " that", "."};
    int whole, at = 0, count;
    const char *text = "the student said, that.";
    const int *ids = bpe_encode(&bpe, &arena, text, strlen(text), &whole);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++, at += count) {
        const int *alone = bpe_encode(&bpe, &arena, words[i], strlen(words[i]), &count);
        ck_assert_mem_eq(ids + at, alone, (size_t)count * sizeof *ids);
    }
    ck_assert_int_eq(at, whole);
}
END_TEST

START_TEST(reserved_ids_stand_for_nothing)
{
    const int ids[] = {BPE_BEGIN, BPE_BYTE + 'a', BPE_PAD, BPE_BYTE + 'b', BPE_END, BPE_PAD};
    ck_assert_str_eq(bpe_decode(&bpe, &arena, ids, 6, NULL), "ab");
    ck_assert_str_eq(bpe_decode(&bpe, &arena, ids, 0, NULL), "");
    ck_assert_str_eq(bpe_piece(&bpe, BPE_PAD), "<pad>");
    ck_assert_str_eq(bpe_piece(&bpe, BPE_BEGIN), "<s>");
    ck_assert_str_eq(bpe_piece(&bpe, BPE_END), "</s>");
}
END_TEST

START_TEST(any_sequence_of_ids_is_decoded)
{
    Rng r = rng_new(3);
    for (int i = 0; i < 1000; i++) {
        int ids[40];
        size_t size, want = 0;
        for (int j = 0; j < 40; j++) {
            ids[j] = rng_below(&r, bpe.count);
            want += (size_t)bpe.symbols[ids[j]].length;
        }
        ck_assert_ptr_nonnull(bpe_decode(&bpe, &arena, ids, 40, &size));
        ck_assert_uint_eq(size, want);
    }
    const int cut_off[] = {BPE_BYTE + 0xE6, BPE_BYTE + 0x96, BPE_BYTE + 'a'};
    ck_assert_str_eq(bpe_decode(&bpe, &arena, cut_off, 3, NULL), "\xE6\x96"
                                                                 "a");
}
END_TEST

START_TEST(every_byte_has_a_piece_that_can_be_shown)
{
    ck_assert_str_eq(bpe_piece(&bpe, BPE_BYTE + ' '), "\xE2\x96\x81");
    ck_assert_str_eq(bpe_piece(&bpe, BPE_BYTE + '~'), "~");
    ck_assert_str_eq(bpe_piece(&bpe, BPE_BYTE), "<0x00>");
    ck_assert_str_eq(bpe_piece(&bpe, BPE_BYTE + 127), "<0x7F>");
    ck_assert_str_eq(bpe_piece(&bpe, BPE_BYTE + 255), "<0xFF>");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bpe");
    TCase *t = tcase_create("words");
    tcase_add_test(t, a_word_is_a_run_of_one_kind_and_the_space_before_it);
    tcase_add_test(t, a_digit_stands_alone);
    tcase_add_test(t, an_apostrophe_ends_the_word_before_it_when_letters_are_on_both_sides);
    tcase_add_test(t, more_white_space_is_a_word);
    tcase_add_test(t, chinese_is_cut_where_the_kind_changes);
    tcase_add_test(t, a_mark_stays_with_what_it_follows);
    tcase_add_test(t, a_long_word_is_cut_between_characters);
    suite_add_tcase(s, t);
    t = tcase_create("there and back");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, text_of_any_language_comes_back);
    tcase_add_test(t, any_bytes_come_back);
    tcase_add_test(t, a_very_long_word_takes_no_long_time);
    suite_add_tcase(s, t);
    t = tcase_create("ids");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, a_word_that_was_learned_is_one_piece);
    tcase_add_test(t, a_character_never_seen_is_spelled_by_its_bytes);
    tcase_add_test(t, words_are_encoded_on_their_own);
    tcase_add_test(t, reserved_ids_stand_for_nothing);
    tcase_add_test(t, any_sequence_of_ids_is_decoded);
    tcase_add_test(t, every_byte_has_a_piece_that_can_be_shown);
    suite_add_tcase(s, t);
    return run_suite(s);
}
