/* Tests of chrF against the package sacrebleu, and of counting n-grams against plain counting. */
#include "chrf.h"
#include "common/rng.h"
#include "test_tsv.h"

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

static const char *const corpora[] = {"en",    "fr",    "zh",   "no4",  "no3",    "nothing",
                                      "short", "empty", "half", "both", "longer", "tiny"};

typedef struct {
    const char *corpus;
    Chrf chrf;
} Scored;

static void add_pair(char **row, void *context)
{
    Scored *s = context;
    if (strcmp(row[0], s->corpus) == 0) chrf_add(&s->chrf, &arena, row[1], row[2]);
}

START_TEST(scores_are_those_of_sacrebleu)
{
    char key[64];
    Scored s = {.corpus = corpora[_i]};
    snprintf(key, sizeof key, "%s.chrf", s.corpus);
    tsv_read("ch05_transformer/golden/bleu_pairs.tsv", 3, add_pair, &s);
    Mat want = golden(&arena, "ch05_transformer/golden/bleu.txt", key);
    assert_close(chrf_score(&s.chrf), (double)want.data[0], 1e-6);
}
END_TEST

START_TEST(white_space_does_not_count)
{
    Chrf with = {0}, without = {0};
    chrf_add(&with, &arena,
             " a b\tcd\xe3\x80\x80"
             "e\n",
             "ab cx e");
    chrf_add(&without, &arena, "abcde", "abcxe");
    ck_assert_double_gt(chrf_score(&with), 10);
    ck_assert(chrf_score(&with) == chrf_score(&without));
}
END_TEST

START_TEST(the_description_names_the_conventions)
{
    char text[128];
    Chrf c = {0};
    chrf_add(&c, &arena, "abc", "abc");
    chrf_describe(&c, text, sizeof text);
    ck_assert_str_eq(text, "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no = 100.00");
}
END_TEST

/* How often the n symbols at `gram` occur in the text. */
static long occurrences(Symbols text, const int *gram, int n)
{
    long count = 0;
    for (int i = 0; i + n <= text.count; i++)
        count += memcmp(text.at + i, gram, (size_t)n * sizeof *gram) == 0;
    return count;
}

/* By the definition: for each distinct n-gram of a, the smaller number of times. */
static long plain_matches(Symbols a, Symbols b, int n)
{
    long matches = 0;
    for (int i = 0; i + n <= a.count; i++) {
        Symbols before = {a.at, i + n - 1};
        if (occurrences(before, a.at + i, n) > 0) continue; /* counted already */
        long in_a = occurrences(a, a.at + i, n), in_b = occurrences(b, a.at + i, n);
        matches += in_a < in_b ? in_a : in_b;
    }
    return matches;
}

static Symbols random_text(Rng *r, int most, int symbols)
{
    Symbols s = symbols_new(&arena, most);
    s.count = rng_below(r, most + 1);
    for (int i = 0; i < s.count; i++) s.at[i] = rng_below(r, symbols) - 1;
    return s;
}

START_TEST(common_n_grams_are_counted_as_the_definition_says)
{
    enum { ORDERS = 5 };
    Rng r = rng_new(3);
    for (int trial = 0; trial < 300; trial++) {
        int symbols = 1 + rng_below(&r, 4);
        Symbols a = random_text(&r, 20, symbols), b = random_text(&r, 20, symbols);
        NgramCount counts[ORDERS] = {{0}};
        ngram_count(counts, ORDERS, &arena, a, b);
        for (int n = 1; n <= ORDERS; n++) {
            NgramCount c = counts[n - 1];
            ck_assert_int_eq(c.hypothesis, a.count >= n ? a.count - n + 1 : 0);
            ck_assert_int_eq(c.reference, b.count >= n ? b.count - n + 1 : 0);
            ck_assert_int_eq(c.matches, plain_matches(a, b, n));
        }
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("chrf");
    TCase *t = tcase_create("chrf_score");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, scores_are_those_of_sacrebleu, 0,
                        (int)(sizeof corpora / sizeof *corpora));
    tcase_add_test(t, white_space_does_not_count);
    tcase_add_test(t, the_description_names_the_conventions);
    suite_add_tcase(s, t);
    t = tcase_create("ngram_count");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, common_n_grams_are_counted_as_the_definition_says);
    suite_add_tcase(s, t);
    return run_suite(s);
}
