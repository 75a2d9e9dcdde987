/* Tests of learning a vocabulary: by hand, against the package tokenizers, and as a whole. */
#include "tokenizer.h"
#include "common/rng.h"
#include "common/testing.h"
#include "common/text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Arena arena;
static const TokenizerRules UNCASED = {true, true, true, true};

static void teardown(void)
{
    arena_free(&arena);
}

static PieceVocabulary learned(const char *const *lines, size_t n, TokenizerRules rules, int size)
{
    PieceVocabulary v;
    pieces_train(&v, &arena, lines, n, rules, size);
    return v;
}

/* All pieces behind the special ones, with a blank between two. */
static char *shown(const PieceVocabulary *v)
{
    size_t size = 1;
    for (int i = 0; i < v->count; i++) size += strlen(v->texts[i]) + 1;
    char *text = arena_alloc(&arena, size), *to = text;
    *to = '\0';
    for (int i = 5; i < v->count; i++) to += sprintf(to, "%s%s", i > 5 ? " " : "", v->texts[i]);
    return text;
}

static void assert_learned(const char *line, int size, const char *want)
{
    const PieceVocabulary v = learned(&line, 1, UNCASED, size);
    ck_assert_str_eq(shown(&v), want);
}

/* ---- by hand ---------------------------------------------------------------------------------*/

START_TEST(special_pieces_come_first)
{
    const char *line = "ab ab";
    const PieceVocabulary v = learned(&line, 1, UNCASED, 20);
    ck_assert(v.pad == 0 && v.unknown == 1 && v.cls == 2 && v.sep == 3 && v.mask == 4);
}
END_TEST

/* a + ##b 8 times, ##b + ##c 3 times; when ab is there, ab + ##c 3 times. */
START_TEST(the_most_frequent_pair_is_joined_again_and_again)
{
    assert_learned("ab ab Ab ab ab abc abc abc b b", 30, "a b c ##b ##c ab abc");
}
END_TEST

/* (a, ##b) and (c, ##b) twice each: a has the smaller id. */
START_TEST(of_equally_frequent_pairs_the_one_with_the_smaller_ids_comes_first)
{
    assert_learned("cb ab cb ab", 19, "a b c ##b ab cb");
    assert_learned("ac ab ac ab", 20, "a b c ##b ##c ab ac");
}
END_TEST

/* a ##a ##a ##a twice: a + ##a 2 times, ##a + ##a 4 times, and 2 of these are joined. */
START_TEST(overlapping_pairs_are_joined_from_the_left)
{
    assert_learned("aaaa aaaa", 20, "a ##a ##aa aaa aaaa");
}
END_TEST

START_TEST(what_occurs_once_is_not_learned)
{
    assert_learned("ab ac b c zq", 30, "a b c ##b ##c");
}
END_TEST

START_TEST(text_is_cut_into_words_by_the_rules)
{
    const char *line = "\u00C9a \u00C9a, \u5B66\u751F \u5B66\u751F,";
    const TokenizerRules cased = {false, false, true, true}, joined = {true, true, false, true};
    PieceVocabulary v = learned(&line, 1, UNCASED, 40);
    ck_assert_str_eq(shown(&v), ", a e \u5B66 \u751F ##a ea");
    v = learned(&line, 1, cased, 40);
    ck_assert_str_eq(shown(&v), ", a \u00C9 \u5B66 \u751F ##a \u00C9a");
    v = learned(&line, 1, joined, 40);
    ck_assert_str_eq(shown(&v), ", a e \u5B66 \u751F ##a ##\u751F ea \u5B66\u751F");
}
END_TEST

START_TEST(words_that_stay_unknown_teach_nothing)
{
    char text[205], *end = text;
    assert_learned("ab1 ab2 ab3", 30, "a b ##b"); /* 1, 2 and 3 are there once */
    for (int i = 0; i < 2; i++) {
        memset(end, 'a', LONGEST_WORD + 1);
        end = stpcpy(end + LONGEST_WORD + 1, " ");
    }
    assert_learned(text, 30, "");
}
END_TEST

/* Words of a and b, more of them than there is room for; c is there as well. */
START_TEST(the_characters_take_no_more_than_half_while_there_are_pairs)
{
    const char *line = "ab ba aab bba aba bab aaa bbb aabb bbaa "
                       "ab ba aab bba aba bab aaa bbb aabb bbaa cc cc";
    const PieceVocabulary v = learned(&line, 1, UNCASED, 18);
    ck_assert_int_eq(v.count, 18);
    ck_assert(pieces_find(&v, "##b", 3) >= 0 && pieces_find(&v, "c", 1) < 0);
}
END_TEST

/* b is there 5 times, the others 4 times, in the order of the alphabet. */
START_TEST(without_pairs_the_next_characters_take_the_places_that_are_free)
{
    static const char line[] = "eeee dddd cccc bbb bb aaa a";
    assert_learned(line, 16, "b ##b bb a ##a c ##c d ##d e ##e");
    assert_learned(line, 15, "b ##b bb a ##a c ##c d ##d"); /* no half of a character */
    assert_learned("ddd d ccc c", 14, "c ##c d ##d");
    assert_learned("\u5B66 \u5B66 \u751F \u751F x", 11, "\u5B66 \u751F");
}
END_TEST

START_TEST(no_text_gives_the_special_pieces_alone)
{
    const char *lines[] = {"", " \n", "a"};
    ck_assert_int_eq(learned(NULL, 0, UNCASED, 10).count, 5);
    ck_assert_int_eq(learned(lines, 3, UNCASED, 10).count, 5);
}
END_TEST

/* ---- the reference ---------------------------------------------------------------------------*/

/* The words of the reference file, as often as it says. */
static const char **read_words(const TextLines *t, size_t words, size_t *n)
{
    size_t room = 0, times;
    for (size_t i = 1; i <= words; i++) room += (size_t)strtoul(strchr(t->lines[i], ' '), NULL, 10);
    const char **lines = arena_alloc(&arena, room * sizeof *lines);
    *n = 0;
    for (size_t i = 1; i <= words; i++) {
        char *blank = strchr(t->lines[i], ' ');
        times = (size_t)strtoul(blank, NULL, 10);
        *blank = '\0';
        for (size_t j = 0; j < times; j++) lines[(*n)++] = t->lines[i];
    }
    return lines;
}

START_TEST(the_pieces_are_those_of_hugging_faces_trainer)
{
    TextLines t;
    Error e;
    size_t words, pieces, n;
    const TokenizerRules rules = {true, false, true, true};
    ck_assert(text_read(&t, &arena, "ch06_bert/golden/tokenizer_learned.txt", &e));
    ck_assert_int_eq(sscanf(strchr(t.lines[0], ';') + 1, "%*[^;]; %zu words, %zu", &words, &pieces),
                     2);
    const char **lines = read_words(&t, words, &n);
    const PieceVocabulary v = learned(lines, n, rules, (int)pieces);
    ck_assert_uint_eq((size_t)v.count, pieces);
    ck_assert_uint_eq(t.count, 1 + words + pieces);
    for (size_t i = 1 + words; i < t.count; i++)
        ck_assert_msg(pieces_find(&v, t.lines[i], strlen(t.lines[i])) >= 0, "%s", t.lines[i]);
}
END_TEST

/* ---- larger texts ----------------------------------------------------------------------------*/

/* Lines of made-up words: syllables, the first ones more often. */
static const char **made_up(Rng *rng, int n)
{
    static const char *const syllables[] = {"na", "to", "mi",     "ka", "shi",
                                            "ru", "lo", "\u5B66", "e",  "tz"};
    const char **lines = arena_alloc(&arena, (size_t)n * sizeof *lines);
    for (int i = 0; i < n; i++) {
        char *line = arena_alloc(&arena, 400), *to = line;
        for (int j = 0; j < 60; j++) {
            const int k = rng_below(rng, 1 + rng_below(rng, 10));
            to = stpcpy(to, rng_below(rng, 3) ? syllables[k] : " ");
        }
        lines[i] = line;
    }
    return lines;
}

START_TEST(the_order_of_the_lines_makes_no_difference)
{
    enum { LINES = 300 };
    Rng rng = rng_new(5);
    const char **lines = made_up(&rng, LINES);
    const PieceVocabulary v = learned(lines, LINES, UNCASED, 400);
    const char *first = shown(&v);
    ck_assert_int_eq(v.count, 400);
    for (int i = 0; i < LINES / 2; i++) {
        const char *line = lines[i];
        lines[i] = lines[LINES - 1 - i];
        lines[LINES - 1 - i] = line;
    }
    const PieceVocabulary again = learned(lines, LINES, UNCASED, 400);
    ck_assert_str_eq(shown(&again), first);
}
END_TEST

START_TEST(with_more_pieces_the_same_text_takes_fewer_and_none_is_unknown)
{
    enum { LINES = 200 };
    Rng rng = rng_new(6);
    const char **lines = made_up(&rng, LINES);
    int before = INT_MAX;
    for (int size = 80; size <= 640; size *= 2) {
        const Tokenizer t = {UNCASED, learned(lines, LINES, UNCASED, size)};
        int count = 0;
        for (int i = 0; i < LINES; i++) {
            const Pieces p = tokenizer_encode(&t, &arena, lines[i], strlen(lines[i]));
            for (int j = 0; j < p.count; j++) ck_assert_int_ne(p.ids[j], t.vocabulary.unknown);
            count += p.count;
        }
        ck_assert_int_lt(count, before);
        before = count;
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("pieces_train");
    TCase *t = tcase_create("pieces_train");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, special_pieces_come_first);
    tcase_add_test(t, the_most_frequent_pair_is_joined_again_and_again);
    tcase_add_test(t, of_equally_frequent_pairs_the_one_with_the_smaller_ids_comes_first);
    tcase_add_test(t, overlapping_pairs_are_joined_from_the_left);
    tcase_add_test(t, what_occurs_once_is_not_learned);
    tcase_add_test(t, text_is_cut_into_words_by_the_rules);
    tcase_add_test(t, words_that_stay_unknown_teach_nothing);
    tcase_add_test(t, the_characters_take_no_more_than_half_while_there_are_pairs);
    tcase_add_test(t, without_pairs_the_next_characters_take_the_places_that_are_free);
    tcase_add_test(t, no_text_gives_the_special_pieces_alone);
    tcase_add_test(t, the_pieces_are_those_of_hugging_faces_trainer);
    tcase_add_test(t, the_order_of_the_lines_makes_no_difference);
    tcase_add_test(t, with_more_pieces_the_same_text_takes_fewer_and_none_is_unknown);
    suite_add_tcase(s, t);
    return run_suite(s);
}
