/* Tests of the baselines: counts of small texts done by hand, and of texts whose law is known. */
#include "mlm_baselines.h"
#include "test_pretraining_texts.h"

#include <math.h>

static void teardown(void)
{
    arena_free(&arena);
}

/* 10 11 10 | 12 10 11: one document of two sentences. */
static const int ids[] = {10, 11, 10, 12, 10, 11}, sentences[] = {0, 3, 6}, documents[] = {0, 2};
static const Spelled small = {ids, sentences, documents, 2, 1};

static MlmBaselines small_baselines(void)
{
    PretrainingRules rules = test_rules(20, false, 4);
    rules.pairs.shorter = 0;
    PretrainingBatches b = pretraining_new(&arena, &small, rules, rng_new(1));
    return mlm_baselines_new(&arena, &b);
}

START_TEST(pieces_and_neighbours_are_counted)
{
    const MlmBaselines b = small_baselines(); /* [CLS] 10 11 10 12 10 11 [SEP] */
    ck_assert(b.total == 6 && b.vocabulary == VOCABULARY);
    ck_assert(b.counts[10] == 3 && b.counts[11] == 2 && b.counts[12] == 1 && b.counts[SEP] == 0);
    ck_assert_int_eq(b.frequent, 10);
    ck_assert_int_eq(b.follower[10], 11); /* twice, 12 once */
    ck_assert_int_eq(b.follower[11], 10); /* and not [SEP], which is never asked for */
    ck_assert_int_eq(b.follower[CLS], 10);
    ck_assert_int_eq(b.follower[50], 10);
    ck_assert_int_eq(b.follower[MASK], 10);
}
END_TEST

START_TEST(scores_are_of_what_is_asked_and_of_what_is_seen_to_the_left)
{
    const MlmBaselines b = small_baselines();
    const int n = IGNORED_TARGET;
    const int seen[] = {CLS, MASK, 10, 10, 50, SEP, CLS, 10, MASK, SEP, PAD, PAD};
    const int labels[] = {n, 10, n, 11, 12, n, n, n, 11, n, n, n};
    const PretrainingBatch batch = {.input = {.ids = seen, .batch = 2, .length = 6},
                                    .labels = labels};
    MlmBaselineScores s = {0};
    mlm_baselines_add(&s, &b, &batch);
    ck_assert_int_eq(s.counted, 4);
    ck_assert_int_eq(s.unigram, 1); /* the first */
    ck_assert_int_eq(s.bigram, 3);  /* 10 behind [CLS], 11 behind 10, twice */
    /* p = (count + 1) / (6 + 200): 4, 3, 2 and 3 over 206 */
    assert_close(s.nll, 4 * log(206) - log(4) - log(3) - log(2) - log(3), 1e-6);
    mlm_baselines_add(&s, &b, &batch);
    ck_assert(s.counted == 8 && s.bigram == 6);
}
END_TEST

START_TEST(of_equally_frequent_pieces_the_first_wins)
{
    static const int even[] = {30, 20, 30, 20}, even_sentences[] = {0, 4}, one[] = {0, 1};
    const Spelled s = {even, even_sentences, one, 1, 1};
    PretrainingBatches b = pretraining_new(&arena, &s, test_rules(20, false, 4), rng_new(1));
    ck_assert_int_eq(mlm_baselines_new(&arena, &b).frequent, 20);
}
END_TEST

START_TEST(counting_leaves_the_batches_where_they_were)
{
    Spelled texts = make_texts(3);
    PretrainingBatches b = pretraining_new(&arena, &texts, test_rules(24, true, 8), rng_new(1));
    for (int i = 0; i < 5; i++) pretraining_next(&b);
    const PretrainingPosition before = b.position;
    const MlmBaselines first = mlm_baselines_new(&arena, &b);
    ck_assert_mem_eq(&before, &b.position, sizeof before);
    pretraining_next(&b);
    const MlmBaselines second = mlm_baselines_new(&arena, &b); /* of the same epoch */
    ck_assert_mem_eq(first.counts, second.counts, VOCABULARY * sizeof *first.counts);
    ck_assert_mem_eq(first.follower, second.follower, VOCABULARY * sizeof *first.follower);
}
END_TEST

/* Texts in which piece p + 1 follows p with probability 0.7, and otherwise any piece, 20 half of
 * the time: the left neighbour, where it is not hidden, is worth about 0.7. */
static Spelled make_chain(uint64_t seed)
{
    Spelled s = make_texts(seed);
    int *chain = (int *)s.ids;
    Rng r = rng_new(seed + 100);
    for (int i = 1; i < s.sentences[s.sentence_count]; i++) {
        const bool any = rng_uniform(&r) < 0.3 || chain[i - 1] == VOCABULARY - 1;
        const int other = rng_below(&r, 2) ? 20 : SPECIALS + rng_below(&r, VOCABULARY - SPECIALS);
        chain[i] = any ? other : chain[i - 1] + 1;
    }
    return s;
}

START_TEST(a_known_law_gives_the_accuracy_that_it_must)
{
    Spelled texts = make_chain(5), held_out = make_chain(6);
    const PretrainingRules rules = test_rules(64, false, 8);
    PretrainingBatches train = pretraining_new(&arena, &texts, rules, rng_new(1));
    PretrainingBatches valid = pretraining_new(&arena, &held_out, rules, rng_new(2));
    const MlmBaselines b = mlm_baselines_new(&arena, &train);
    MlmBaselineScores s = {0};
    for (int n = 20 * valid.batches; n > 0; n--) {
        const PretrainingBatch batch = pretraining_next(&valid);
        mlm_baselines_add(&s, &b, &batch);
    }
    const double unigram = (double)s.unigram / (double)s.counted;
    const double bigram = (double)s.bigram / (double)s.counted;
    ck_assert_int_eq(b.frequent, 20);
    ck_assert_msg(fabs(unigram - 0.15) < 0.03, "%g", unigram); /* 0.3 / 2, and from 19 */
    /* 0.85 + 0.15 * 0.1 of the neighbours are seen as they are, 0.7 follow the law */
    ck_assert_msg(fabs(bigram - 0.7 * 0.865) < 0.05, "%g", bigram);
    ck_assert_msg(s.nll / (double)s.counted < log(VOCABULARY), "%g", s.nll / (double)s.counted);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("MLM baselines");
    TCase *t = tcase_create("baselines");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, pieces_and_neighbours_are_counted);
    tcase_add_test(t, scores_are_of_what_is_asked_and_of_what_is_seen_to_the_left);
    tcase_add_test(t, of_equally_frequent_pieces_the_first_wins);
    tcase_add_test(t, counting_leaves_the_batches_where_they_were);
    tcase_add_test(t, a_known_law_gives_the_accuracy_that_it_must);
    suite_add_tcase(s, t);
    return run_suite(s);
}
