/* Tests of BLEU's tokenizers against those of the package sacrebleu, on sentences in several
 * scripts and on generated texts full of punctuation, digits, white space and rare characters. */
#include "bleu_tokenize.h"
#include "symbols.h"
#include "test_tsv.h"

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

static void assert_tokens(const char *text, BleuTokenizer kind, const char *want)
{
    const char *got = bleu_tokenize(&arena, text, kind);
    if (strcmp(got, want) != 0)
        ck_abort_msg("%s of \"%s\":\n got \"%s\"\nwant \"%s\"", bleu_tokenizer_name(kind), text,
                     got, want);
}

/* A line of the reference file: the text, its tokens by each tokenizer. */
static void assert_row(char **row, void *context)
{
    const BleuTokenizer *kind = context;
    assert_tokens(row[0], *kind, row[1 + (int)*kind]);
}

START_TEST(tokens_are_those_of_sacrebleu)
{
    BleuTokenizer kind = (BleuTokenizer)_i;
    ck_assert_int_gt(tsv_read("ch05_transformer/golden/bleu_tokens.tsv", 4, assert_row, &kind),
                     450);
}
END_TEST

START_TEST(a_byte_that_is_no_utf_8_counts_as_one_unknown_character)
{
    assert_tokens("a\xff.b\xe4\xb8", BLEU_13A, "a\xef\xbf\xbd . b\xef\xbf\xbd\xef\xbf\xbd");
    assert_tokens("\xed\xa0\x80", BLEU_ZH,
                  "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"); /* a surrogate */
}
END_TEST

START_TEST(a_long_text_is_cut_like_a_short_one)
{
    enum { REPEATS = 20000 };
    char *text = arena_alloc(&arena, REPEATS * 3 + 1), *want = arena_alloc(&arena, REPEATS * 4 + 1);
    for (int i = 0; i < REPEATS; i++) {
        strcpy(text + 3 * i, "a, ");
        strcpy(want + 4 * i, "a , ");
    }
    want[REPEATS * 4 - 1] = 0;
    assert_tokens(text, BLEU_13A, want);
}
END_TEST

START_TEST(code_points_become_the_text_they_came_from)
{
    const char *text = "a\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80"; /* 1 to 4 bytes */
    Symbols s = symbols_of(&arena, text);
    ck_assert_int_eq(s.count, 4);
    ck_assert(s.at[0] == 'a' && s.at[1] == 0xe9 && s.at[2] == 0x4e2d && s.at[3] == 0x1f600);
    ck_assert_str_eq(symbols_text(&arena, s), text);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bleu_tokenize");
    TCase *t = tcase_create("bleu_tokenize");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, tokens_are_those_of_sacrebleu, 0, BLEU_TOKENIZERS);
    tcase_add_test(t, a_byte_that_is_no_utf_8_counts_as_one_unknown_character);
    tcase_add_test(t, a_long_text_is_cut_like_a_short_one);
    tcase_add_test(t, code_points_become_the_text_they_came_from);
    suite_add_tcase(s, t);
    return run_suite(s);
}
