/* Tests of masking: the shares of Devlin et al. 2019, what is never chosen or put in, labels. */
#include "masking.h"
#include "common/layers.h"
#include "common/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { VOCABULARY = 1000, TOKENS = 400000, PAD = 0, UNKNOWN, CLS, SEP, MASK, SPECIALS };

static Arena arena;
static int original[TOKENS], ids[TOKENS], labels[TOKENS];
static MaskRules rules;

/* Pieces 0 to 4 are special, odd ones from 501 on continue a word. */
static void setup(void)
{
    static const char *const specials[] = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};
    const char **texts = arena_alloc(&arena, VOCABULARY * sizeof *texts);
    for (int i = 0; i < VOCABULARY; i++) {
        char *text = arena_alloc(&arena, 20);
        snprintf(text, 20, i > 500 && i % 2 ? "##%d" : "%d", i);
        texts[i] = i < SPECIALS ? specials[i] : text;
    }
    PieceVocabulary v;
    ck_assert_int_eq(pieces_new(&v, &arena, texts, VOCABULARY), 0);
    rules = mask_rules(&arena, &v, false);
}

static void teardown(void)
{
    arena_free(&arena);
}

/* Sequences of `length` tokens, each a [CLS], pieces and a [SEP], and after every third one [PAD]
 * in place of the [SEP]; all are masked by themselves. Returns how many pieces were chosen. */
static int mask_sequences(int count, int length, uint64_t seed)
{
    Rng r = rng_new(seed);
    int chosen = 0;
    for (int i = 0; i < count * length; i++) {
        const int t = i % length;
        original[i] = SPECIALS + rng_below(&r, VOCABULARY - SPECIALS);
        if (t == 0) original[i] = CLS;
        if (t == length - 1) original[i] = i / length % 3 ? SEP : PAD;
    }
    memcpy(ids, original, sizeof ids);
    for (int i = 0; i < count; i++)
        chosen += mask_pieces(ids + i * length, labels + i * length, length, &rules, &r);
    return chosen;
}

/* ---- shares ----------------------------------------------------------------------------------*/

typedef struct {
    double pieces, chosen, masked, replaced, kept;
} Shares;

static Shares count_shares(int tokens)
{
    Shares s = {0};
    for (int i = 0; i < tokens; i++) {
        s.pieces += original[i] >= SPECIALS;
        if (labels[i] == IGNORED_TARGET) continue;
        s.chosen++;
        s.masked += ids[i] == MASK;
        s.replaced += ids[i] != MASK && ids[i] != original[i];
        s.kept += ids[i] == original[i];
    }
    return s;
}

static void assert_between(double x, double low, double high)
{
    ck_assert_msg(x >= low && x <= high, "%g is not in %g .. %g", x, low, high);
}

/* Three standard deviations of what 15,000 draws have, about 0.15, 0.8 and 0.1; one in a thousand
 * random pieces is the old one by chance. */
static void assert_shares(Shares s)
{
    assert_between(s.chosen / s.pieces, 0.1466, 0.1534);
    assert_between(s.masked / s.chosen, 0.79, 0.81);
    assert_between(s.replaced / s.chosen, 0.0925, 0.1075);
    assert_between(s.kept / s.chosen, 0.0925, 0.1075 + 0.1 / VOCABULARY);
}

START_TEST(the_shares_are_15_percent_and_of_these_80_10_and_10)
{
    rules.whole_words = _i > 0;
    const int chosen = mask_sequences(TOKENS / 80, 80, 11);
    Shares s = count_shares(TOKENS);
    ck_assert(s.pieces > 100000 && s.chosen == chosen);
    assert_shares(s);
}
END_TEST

START_TEST(every_place_is_chosen_equally_often)
{
    enum { LENGTH = 20, SEQUENCES = TOKENS / LENGTH };
    int counts[LENGTH] = {0};
    mask_sequences(SEQUENCES, LENGTH, 5);
    for (int i = 0; i < TOKENS; i++) counts[i % LENGTH] += labels[i] != IGNORED_TARGET;
    /* 0.15, and what comes from drawing one where none was chosen: 0.85^18 / 18 */
    const double p = 0.15 + pow(0.85, LENGTH - 2) / (LENGTH - 2);
    for (int t = 1; t < LENGTH - 1; t++)
        assert_between(counts[t], SEQUENCES * p - 3.5 * sqrt(SEQUENCES * p),
                       SEQUENCES * p + 3.5 * sqrt(SEQUENCES * p));
}
END_TEST

/* With three pieces left to draw from, all of which have to be drawn, and equally often. */
START_TEST(every_piece_that_is_not_special_is_put_in_equally_often)
{
    enum { FEW = SPECIALS + 3 };
    int counts[FEW] = {0}, random = 0, wrong = 0;
    rules.vocabulary = FEW;
    mask_sequences(TOKENS / 80, 80, 13);
    for (int i = 0; i < TOKENS; i++) {
        if (labels[i] == IGNORED_TARGET || ids[i] == MASK || original[i] < FEW) continue;
        if (ids[i] == original[i]) continue;
        random++;
        if (ids[i] >= SPECIALS && ids[i] < FEW)
            counts[ids[i]]++;
        else
            wrong++;
    }
    ck_assert_int_eq(wrong, 0);
    ck_assert_int_gt(random, 5000);
    for (int id = SPECIALS; id < FEW; id++)
        assert_between(counts[id] / (double)random, 1 / 3. - 0.02, 1 / 3. + 0.02);
}
END_TEST

/* ---- rules that hold always ------------------------------------------------------------------*/

START_TEST(special_pieces_are_neither_chosen_nor_put_in)
{
    mask_sequences(TOKENS / 50, 50, 3);
    int wrong = 0;
    for (int i = 0; i < TOKENS; i++) {
        if (original[i] < SPECIALS)
            wrong += ids[i] != original[i] || labels[i] != IGNORED_TARGET;
        else
            wrong += ids[i] != MASK && (ids[i] < SPECIALS || ids[i] >= VOCABULARY);
    }
    ck_assert_int_eq(wrong, 0);
}
END_TEST

START_TEST(labels_are_the_pieces_that_stood_there_and_nothing_else_changes)
{
    mask_sequences(TOKENS / 50, 50, 4);
    int wrong = 0;
    for (int i = 0; i < TOKENS; i++)
        wrong += (labels[i] == IGNORED_TARGET ? ids[i] : labels[i]) != original[i];
    ck_assert_int_eq(wrong, 0);
}
END_TEST

START_TEST(a_text_with_any_piece_has_one_chosen)
{
    enum { LENGTH = 3 + 2, SEQUENCES = 10000 };
    mask_sequences(SEQUENCES, LENGTH, 6);
    for (int i = 0; i < SEQUENCES; i++) {
        int chosen = 0;
        for (int t = 0; t < LENGTH; t++) chosen += labels[i * LENGTH + t] != IGNORED_TARGET;
        ck_assert_int_ge(chosen, 1);
    }
    int nothing[] = {CLS, UNKNOWN, SEP, MASK}, label[4];
    Rng r = rng_new(1);
    ck_assert_int_eq(mask_pieces(nothing, label, 4, &rules, &r), 0);
    ck_assert_int_eq(nothing[1], UNKNOWN);
    ck_assert_int_eq(mask_pieces(NULL, NULL, 0, &rules, &r), 0);
}
END_TEST

START_TEST(the_same_seed_gives_the_same_masks_and_another_others)
{
    static int first[TOKENS];
    mask_sequences(100, 50, 8);
    memcpy(first, ids, sizeof first);
    mask_sequences(100, 50, 8);
    ck_assert_mem_eq(first, ids, sizeof first);
    Rng r = rng_new(9);
    memcpy(ids, original, sizeof ids);
    mask_pieces(ids, labels, 5000, &rules, &r);
    ck_assert_mem_ne(first, ids, sizeof first);
}
END_TEST

/* ---- whole words -----------------------------------------------------------------------------*/

START_TEST(the_pieces_of_a_word_are_chosen_together)
{
    rules.whole_words = true;
    mask_sequences(TOKENS / 50, 50, 12);
    int apart = 0, mixed = 0; /* what becomes of a word's pieces is drawn for each of them */
    for (int i = 1; i < TOKENS; i++)
        apart += rules.continues[original[i]] && original[i - 1] >= SPECIALS &&
                 (labels[i] == IGNORED_TARGET) != (labels[i - 1] == IGNORED_TARGET);
    ck_assert_int_eq(apart, 0);
    for (int i = 1; i < TOKENS; i++)
        mixed += rules.continues[original[i]] && labels[i] != IGNORED_TARGET &&
                 (ids[i] == MASK) != (ids[i - 1] == MASK);
    ck_assert_int_gt(mixed, 100);
}
END_TEST

START_TEST(without_the_option_they_are_not)
{
    mask_sequences(TOKENS / 50, 50, 12);
    int apart = 0;
    for (int i = 1; i < TOKENS; i++)
        apart += rules.continues[original[i]] && original[i - 1] >= SPECIALS &&
                 (labels[i] == IGNORED_TARGET) != (labels[i - 1] == IGNORED_TARGET);
    ck_assert_int_gt(apart, 100);
}
END_TEST

START_TEST(a_single_word_is_chosen_whole)
{
    rules.whole_words = true;
    int label[6], times = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        int text[] = {CLS, 600, 601, 603, SEP, PAD};
        Rng r = rng_new(seed);
        times += mask_pieces(text, label, 6, &rules, &r) == 3;
        for (int t = 1; t < 4; t++) ck_assert_int_ne(label[t], IGNORED_TARGET);
    }
    ck_assert_int_eq(times, 50);
}
END_TEST

START_TEST(a_mark_without_letters_continues_nothing)
{
    PieceVocabulary v;
    const char *texts[] = {"[UNK]", "[MASK]", "##", "##a", "#", "a##"};
    pieces_new(&v, &arena, texts, 6);
    const MaskRules m = mask_rules(&arena, &v, true);
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(m.continues[i], i == 3);
        ck_assert_int_eq(m.special[i], i < 2);
    }
    ck_assert(m.share == 0.15 && m.mask == 1 && m.vocabulary == 6 && m.whole_words);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("masking");
    TCase *t = tcase_create("mask_replacement");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, the_shares_are_15_percent_and_of_these_80_10_and_10, 0, 2);
    tcase_add_test(t, every_piece_that_is_not_special_is_put_in_equally_often);
    tcase_add_test(t, special_pieces_are_neither_chosen_nor_put_in);
    suite_add_tcase(s, t);
    t = tcase_create("rules");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, every_place_is_chosen_equally_often);
    tcase_add_test(t, labels_are_the_pieces_that_stood_there_and_nothing_else_changes);
    tcase_add_test(t, a_text_with_any_piece_has_one_chosen);
    tcase_add_test(t, the_same_seed_gives_the_same_masks_and_another_others);
    suite_add_tcase(s, t);
    t = tcase_create("whole words");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, the_pieces_of_a_word_are_chosen_together);
    tcase_add_test(t, without_the_option_they_are_not);
    tcase_add_test(t, a_single_word_is_chosen_whole);
    tcase_add_test(t, a_mark_without_letters_continues_nothing);
    suite_add_tcase(s, t);
    return run_suite(s);
}
