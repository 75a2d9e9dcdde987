/* Tests of BLEU against the package sacrebleu, the definition of the textbook's variant, and cases
 * that other programs got wrong. */
#include "bleu.h"
#include "test_tsv.h"

#include <math.h>

#define GOLDEN "ch05_transformer/golden/bleu.txt"
#define PAIRS "ch05_transformer/golden/bleu_pairs.tsv"

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

static const char *const corpora[] = {"en",    "fr",    "zh",   "no4",  "no3",    "nothing",
                                      "short", "empty", "half", "both", "longer", "tiny"};
enum { CORPORA = sizeof corpora / sizeof *corpora };

static Mat reference(const char *corpus, const char *tokenizer, const char *what)
{
    char key[64];
    snprintf(key, sizeof key, "%s.%s.%s", corpus, tokenizer, what);
    return golden(&arena, GOLDEN, key);
}

typedef struct {
    const char *corpus;
    Bleu bleu;
} Scored;

static void add_pair(char **row, void *context)
{
    Scored *s = context;
    if (strcmp(row[0], s->corpus) == 0) bleu_add(&s->bleu, &arena, row[1], row[2]);
}

static Bleu score_corpus(const char *corpus, BleuKind kind)
{
    Scored s = {corpus, {.kind = kind}};
    tsv_read(PAIRS, 3, add_pair, &s);
    return s.bleu;
}

START_TEST(scores_are_those_of_sacrebleu)
{
    static const char *const names[] = {"none.all", "none.eff", "exp.all", "exp.eff"};
    for (int k = 0; k < 4 * BLEU_TOKENIZERS; k++) {
        BleuKind kind = {(BleuTokenizer)(k / 4), (k & 2) != 0, (k & 1) != 0};
        Bleu b = score_corpus(corpora[_i], kind);
        Mat want = reference(corpora[_i], bleu_tokenizer_name(kind.tokenizer), names[k & 3]);
        assert_close(bleu_score(&b), (double)want.data[0], 1e-6);
    }
}
END_TEST

START_TEST(counts_are_those_of_sacrebleu)
{
    for (int k = 0; k < BLEU_TOKENIZERS; k++) {
        Bleu b = score_corpus(corpora[_i], (BleuKind){.tokenizer = (BleuTokenizer)k});
        Mat want = reference(corpora[_i], bleu_tokenizer_name((BleuTokenizer)k), "counts");
        for (int n = 0; n < BLEU_ORDERS; n++) {
            ck_assert_int_eq(b.orders[n].matches, (long)want.data[n]);
            ck_assert_int_eq(b.orders[n].hypothesis, (long)want.data[BLEU_ORDERS + n]);
        }
        ck_assert_int_eq(b.hypothesis_words, (long)want.data[8]);
        ck_assert_int_eq(b.reference_words, (long)want.data[9]);
    }
}
END_TEST

/* Corpora whose counts and unsmoothed scores (from 0 to 1) were worked out by hand. */
typedef struct {
    const char *pairs[2][2]; /* hypothesis and reference */
    double score;
    int matches[BLEU_ORDERS], totals[BLEU_ORDERS];
} Known;

static const Known known[] = {
    {{{"the cat sat", "the cat sat"}}, 0, {3, 2, 1, 0}, {3, 2, 1, 0}}, /* perfect, but no 4-gram */
    {{{"the cat sat on the mat", "the cat sat on the mat"}}, 1, {6, 5, 4, 3}, {6, 5, 4, 3}},
    {{{"", "a b c d"}}, 0, {0}, {0}},
    {{{"a b c d", "a b c d"}, {"", "e f g h"}}, 0.3678794412, {4, 3, 2, 1}, {4, 3, 2, 1}},
    {{{"a b c d e", "a b c d x"}, {"f g h i j k", "f g h i j y"}}, /* not 0.714, their mean */
     0.7226568811,
     {9, 7, 5, 3},
     {11, 9, 7, 5}},
};

START_TEST(plain_bleu_pools_counts_over_the_corpus)
{
    const Known *k = &known[_i];
    Bleu b = {0};
    for (int i = 0; i < 2 && k->pairs[i][0]; i++)
        bleu_add(&b, &arena, k->pairs[i][0], k->pairs[i][1]);
    ck_assert_double_eq_tol(bleu_score(&b), 100 * k->score, 1e-8);
    for (int n = 0; n < BLEU_ORDERS; n++) {
        ck_assert_int_eq(b.orders[n].matches, k->matches[n]);
        ck_assert_int_eq(b.orders[n].hypothesis, k->totals[n]);
    }
}
END_TEST

START_TEST(the_description_names_the_conventions_and_shows_the_counts)
{
    char text[256];
    Bleu b = {.kind = BLEU_SACRE};
    bleu_add(&b, &arena, "the cat sat", "the cat sat");
    bleu_describe(&b, text, sizeof text);
    ck_assert_str_eq(text, "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp = 0.00 matches 3/3 "
                           "2/2 1/1 0/0 (BP = 1.000 hyp_len = 3 ref_len = 3)");
    b.kind = (BleuKind){.tokenizer = BLEU_ZH, .effective_order = true};
    bleu_describe(&b, text, sizeof text);
    ck_assert_ptr_eq(strstr(text, "BLEU|nrefs:1|case:mixed|eff:yes|tok:zh|smooth:none = 100.00 "),
                     text);
}
END_TEST

typedef struct {
    const char *prediction, *label;
    int k;
    double score;
} Textbook;

static const Textbook textbook[] = {
    {"a b c", "a b c", 2, 1},
    {"a", "a b c", 2, 0.1353352832}, /* e^-2: no 2-gram to count */
    {"", "a b", 2, 0},
    {"", "", 2, 0},
    {"a b", "a b", 4, 1},
    {"x y", "a b", 2, 0},
    {"a b b c d", "a b c d", 2, 0.8323582901},
    {"a b c d e f", "a b", 2, 0.3860973951},
};

START_TEST(the_textbooks_score_follows_its_definition)
{
    const Textbook *t = &textbook[_i];
    ck_assert_double_eq_tol(bleu_textbook(&arena, t->prediction, t->label, t->k), t->score, 1e-9);
}
END_TEST

START_TEST(the_order_of_sentences_changes_nothing)
{
    Bleu forward = {0}, backward = {0};
    const char *const texts[] = {"a b c d e", "b a b c d e", "a b c d f", "c"};
    for (int i = 0; i < 3; i++) {
        bleu_add(&forward, &arena, texts[i], texts[i + 1]);
        bleu_add(&backward, &arena, texts[2 - i], texts[3 - i]);
    }
    ck_assert_double_gt(bleu_score(&forward), 1);
    ck_assert(bleu_score(&forward) == bleu_score(&backward));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bleu");
    TCase *t = tcase_create("bleu_score");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, scores_are_those_of_sacrebleu, 0, CORPORA);
    tcase_add_loop_test(t, counts_are_those_of_sacrebleu, 0, CORPORA);
    tcase_add_loop_test(t, plain_bleu_pools_counts_over_the_corpus, 0,
                        (int)(sizeof known / sizeof *known));
    tcase_add_test(t, the_description_names_the_conventions_and_shows_the_counts);
    tcase_add_test(t, the_order_of_sentences_changes_nothing);
    suite_add_tcase(s, t);
    t = tcase_create("bleu_textbook");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, the_textbooks_score_follows_its_definition, 0,
                        (int)(sizeof textbook / sizeof *textbook));
    suite_add_tcase(s, t);
    return run_suite(s);
}
