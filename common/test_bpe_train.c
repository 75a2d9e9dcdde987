/* Tests of learning byte pairs: merges worked out by hand, and those of an independent program. */
#include "bpe.h"
#include "rng.h"
#include "testing.h"
#include "text.h"

#include <stdio.h>

static Arena arena;

static void end(void)
{
    arena_free(&arena);
}

static Bpe train(const char *const *lines, int merges, int least_count)
{
    Bpe b;
    size_t n = 0;
    while (lines[n]) n++;
    bpe_train(&b, &arena, lines, n, merges, least_count);
    return b;
}

/* The merges are these, "left right"; NULL ends them. */
static void assert_merges(const Bpe *b, const char *const *want)
{
    for (int i = 0; i < b->merges.count; i++) {
        char got[100];
        snprintf(got, sizeof got, "%s %s", bpe_piece(b, (int)(b->merges.keys[i] >> 32)),
                 bpe_piece(b, (int)(b->merges.keys[i] & 0xFFFFFFFF)));
        ck_assert_msg(want[i] != NULL, "one merge too many: %s", got);
        ck_assert_str_eq(got, want[i]);
    }
    ck_assert_ptr_null(want[b->merges.count]);
}

/* ---- by hand ---------------------------------------------------------------------------------*/

/* The example in the code of Sennrich et al. (2016): low 5 times, lower 2, newest 6, widest 3. */
static const char *const classic[] = {"low",    "low",    "low",    "low",    "low",    "lower",
                                      "lower",  "newest", "newest", "newest", "newest", "newest",
                                      "newest", "widest", "widest", "widest", NULL};

/* e s and s t occur 9 times, e is the smaller; then es t 9 times. l o and o w occur 7 times, then
 * lo w. Now n e, e w and w est occur 6 times: e w is first, then n ew and new est. At 5 nothing but
 * low on its own, which has no pair; w i, i d, d est occur 3 times: d is first. At last low e and
 * e r occur twice. */
START_TEST(the_classic_example_gives_its_known_merges)
{
    Bpe b = train(classic, 100, 1);
    assert_merges(&b, (const char *[]){"e s", "es t", "l o", "lo w", "e w", "n ew", "new est",
                                       "d est", "i dest", "w idest", "e r", "low er", NULL});
}
END_TEST

START_TEST(no_more_merges_are_learned_than_asked_for)
{
    Bpe b = train(classic, 2, 1);
    assert_merges(&b, (const char *[]){"e s", "es t", NULL});
    ck_assert_int_eq(b.count, BPE_CHARACTER + 2);
    b = train(classic, 0, 1);
    ck_assert_int_eq(b.count, BPE_CHARACTER);
}
END_TEST

START_TEST(a_pair_that_occurs_once_is_not_learned)
{
    Bpe b = train((const char *[]){"ab", "cd", "ef", "cd", NULL}, 10, 1);
    assert_merges(&b, (const char *[]){"c d", NULL});
}
END_TEST

START_TEST(nothing_is_learned_from_nothing)
{
    Bpe b = train((const char *[]){NULL}, 10, 1);
    ck_assert_int_eq(b.count, BPE_CHARACTER);
    b = train((const char *[]){"", "", "a", NULL}, 10, 1);
    ck_assert_int_eq(b.count, BPE_CHARACTER);
}
END_TEST

/* aaaa holds a a three times and becomes aa aa; aaa becomes aa a. */
START_TEST(a_pair_that_overlaps_itself_is_joined_from_the_left)
{
    Bpe b = train((const char *[]){"aaaa", "aaaa", "aaa", "aaa", "aaa", NULL}, 10, 1);
    assert_merges(&b, (const char *[]){"a a", "aa a", "aa aa", NULL});
}
END_TEST

/* abab has a b twice and b a once: the counts beside a merge follow when its neighbour is the same
 * merge. x y occurs as often as ab ab and has the smaller left id. */
START_TEST(merges_side_by_side_keep_the_counts_right)
{
    Bpe b = train((const char *[]){"abab", "abab", "abab", "xy", "xy", "xy", NULL}, 10, 1);
    assert_merges(&b, (const char *[]){"a b", "x y", "ab ab", NULL});
}
END_TEST

START_TEST(equal_counts_go_by_the_left_id_then_the_right)
{
    Bpe b = train((const char *[]){"cb", "bz", "by", "az", "cb", "bz", "by", "az", NULL}, 10, 1);
    assert_merges(&b, (const char *[]){"a z", "b y", "b z", "c b", NULL});
}
END_TEST

START_TEST(the_order_of_the_lines_makes_no_difference)
{
    const char *lines[17] = {0};
    Bpe want = train(classic, 100, 1);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        Rng r = rng_new(seed);
        int order[16];
        rng_permutation(&r, 16, order);
        for (int i = 0; i < 16; i++) lines[i] = classic[order[i]];
        Bpe got = train(lines, 100, 1);
        ck_assert_int_eq(got.merges.count, want.merges.count);
        ck_assert_mem_eq(got.merges.keys, want.merges.keys,
                         (size_t)want.merges.count * sizeof *want.merges.keys);
    }
}
END_TEST

START_TEST(a_space_belongs_to_the_word_after_it)
{
    Bpe b = train((const char *[]){"to be to be", "to", NULL}, 10, 1);
    assert_merges(&b, (const char *[]){"t o", "\xE2\x96\x81 b",
                                       "\xE2\x96\x81"
                                       "b e",
                                       NULL});
}
END_TEST

/* ---- characters ------------------------------------------------------------------------------*/

START_TEST(characters_become_symbols_when_they_occur_often_enough)
{
    static const char *const lines[] = {"\xE6\x96\x87 \xC3\xA9", "\xE6\x96\x87 \xC3\xA8",
                                        "\xE6\x96\x87 \xC3\xA8 zz", NULL};
    Bpe b = train(lines, 0, 3);
    ck_assert_int_eq(b.character_count, 1);
    ck_assert_str_eq(bpe_piece(&b, BPE_CHARACTER), "\xE6\x96\x87");
    b = train(lines, 0, 2);
    ck_assert_int_eq(b.character_count, 2);
    ck_assert_str_eq(bpe_piece(&b, BPE_CHARACTER), "\xC3\xA8");
    b = train(lines, 0, 1);
    ck_assert_int_eq(b.character_count, 3);
}
END_TEST

/* The two words share their first bytes and are too rare to be characters. */
START_TEST(bytes_of_rare_characters_are_merged_too)
{
    Bpe b = train((const char *[]){"\xE4\xB8\x80", "\xE4\xB8\x81", "\xE4\xB8\x82", NULL}, 9, 2);
    assert_merges(&b, (const char *[]){"<0xE4> <0xB8>", NULL});
}
END_TEST

START_TEST(one_vocabulary_serves_two_languages)
{
    static const char *const lines[] = {"the table",
                                        "the tables",
                                        "la table",
                                        "les tables",
                                        "\xE8\xA1\xA8\xE6\xA0\xBC",
                                        "\xE8\xA1\xA8\xE6\xA0\xBC",
                                        NULL};
    static const char *const words[] = {" table", "\xE8\xA1\xA8\xE6\xA0\xBC"};
    Bpe b = train(lines, 100, 1);
    for (int i = 0; i < 2; i++) {
        int count;
        bpe_encode(&b, &arena, words[i], strlen(words[i]), &count);
        ck_assert_int_eq(count, 1);
    }
}
END_TEST

/* ---- an independent program ------------------------------------------------------------------*/

static TextLines read_lines(const char *path)
{
    TextLines t;
    Error e;
    ck_assert_msg(text_read(&t, &arena, path, &e), "%s", e.text);
    return t;
}

static Bpe train_on_corpus(const TextLines *corpus)
{
    Bpe b;
    bpe_train(&b, &arena, (const char *const *)corpus->lines, corpus->count, 400, 2);
    return b;
}

START_TEST(the_merges_are_those_of_the_definition)
{
    Error e;
    Bpe want;
    TextLines corpus = read_lines("common/golden/bpe_corpus.txt");
    Bpe got = train_on_corpus(&corpus);
    ck_assert_msg(bpe_load(&want, &arena, "common/golden/bpe.txt", &e), "%s", e.text);
    ck_assert_int_eq(got.count, want.count);
    for (int id = 0; id < want.count; id++)
        ck_assert_str_eq(bpe_piece(&got, id), bpe_piece(&want, id));
    ck_assert_int_eq(got.merges.count, want.merges.count);
    ck_assert_mem_eq(got.merges.keys, want.merges.keys,
                     (size_t)want.merges.count * sizeof *want.merges.keys);
}
END_TEST

START_TEST(the_ids_are_those_of_the_definition)
{
    TextLines corpus = read_lines("common/golden/bpe_corpus.txt");
    Bpe b = train_on_corpus(&corpus);
    for (size_t i = 0; i < corpus.count; i++) {
        int count;
        const int *ids = bpe_encode(&b, &arena, corpus.lines[i], strlen(corpus.lines[i]), &count);
        if (count == 0) continue; /* the blank line */
        char name[32];
        snprintf(name, sizeof name, "line%zu", i + 1);
        Mat want = golden(&arena, "common/golden/bpe_ids.txt", name);
        ck_assert_int_eq(count, want.cols);
        for (int j = 0; j < count; j++) ck_assert_int_eq(ids[j], (int)want.data[j]);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bpe_train");
    TCase *t = tcase_create("by hand");
    tcase_add_checked_fixture(t, NULL, end);
    tcase_add_test(t, the_classic_example_gives_its_known_merges);
    tcase_add_test(t, no_more_merges_are_learned_than_asked_for);
    tcase_add_test(t, a_pair_that_occurs_once_is_not_learned);
    tcase_add_test(t, nothing_is_learned_from_nothing);
    tcase_add_test(t, a_pair_that_overlaps_itself_is_joined_from_the_left);
    tcase_add_test(t, merges_side_by_side_keep_the_counts_right);
    tcase_add_test(t, equal_counts_go_by_the_left_id_then_the_right);
    tcase_add_test(t, the_order_of_the_lines_makes_no_difference);
    tcase_add_test(t, a_space_belongs_to_the_word_after_it);
    suite_add_tcase(s, t);
    t = tcase_create("characters");
    tcase_add_checked_fixture(t, NULL, end);
    tcase_add_test(t, characters_become_symbols_when_they_occur_often_enough);
    tcase_add_test(t, bytes_of_rare_characters_are_merged_too);
    tcase_add_test(t, one_vocabulary_serves_two_languages);
    suite_add_tcase(s, t);
    t = tcase_create("an independent program");
    tcase_add_checked_fixture(t, NULL, end);
    tcase_add_test(t, the_merges_are_those_of_the_definition);
    tcase_add_test(t, the_ids_are_those_of_the_definition);
    suite_add_tcase(s, t);
    return run_suite(s);
}
