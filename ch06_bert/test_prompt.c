/* Tests of texts between special pieces, and of cutting them. */
#include "prompt.h"
#include "common/clock.h"
#include "common/testing.h"

#include <string.h>

enum { PAD, UNK, CLS, SEP, MASK, A, B, C, D, IDS };

static Arena arena;
static Tokenizer tokenizer;

static void set_up(void)
{
    static const char *texts[IDS] = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]",
                                     "a",     "b",     "c",     "d"};
    tokenizer.rules = (TokenizerRules){true, true, true, true};
    ck_assert_int_eq(pieces_new(&tokenizer.vocabulary, &arena, texts, IDS), 0);
}

static void tear_down(void)
{
    arena_free(&arena);
}

static Prompt prompt(const char *first, const char *second)
{
    Prompt p;
    Error e;
    ck_assert_msg(prompt_new(&p, &arena, &tokenizer, first, second, &e), "%s", e.text);
    return p;
}

/* The ids as digits and the types as digits: "2563 0000" is [CLS] a b [SEP], all of type 0. */
static const char *as_text(const Prompt *p)
{
    char *text = arena_zeros(&arena, 2 * (size_t)p->length + 2);
    for (int i = 0; i < p->length; i++) {
        text[i] = (char)('0' + p->ids[i]);
        text[p->length + 1 + i] = (char)('0' + p->types[i]);
        ck_assert_str_eq(p->texts[i], tokenizer.vocabulary.texts[p->ids[i]]);
    }
    text[p->length] = ' ';
    return text;
}

START_TEST(one_text_stands_between_cls_and_sep)
{
    Prompt p = prompt("a [MASK] b", NULL), empty = prompt("", NULL);
    ck_assert_str_eq(as_text(&p), "25463 00000");
    ck_assert_str_eq(as_text(&empty), "23 00");
}
END_TEST

START_TEST(the_second_text_is_of_type_one)
{
    Prompt p = prompt("a b", "c"), empty = prompt("", "");
    ck_assert_str_eq(as_text(&p), "256373 000011");
    ck_assert_str_eq(as_text(&empty), "233 001");
}
END_TEST

/* First, second (NULL: none), longest; what is left. */
static const struct {
    const char *first, *second;
    int longest, cut;
    const char *left;
} cuts[] = {
    {"a b c", NULL, 5, 0, "25673 00000"},    {"a b c", NULL, 4, 1, "2563 0000"},
    {"a b c", NULL, 3, 2, "253 000"},        {"a b c", "d", 6, 1, "256383 000011"},
    {"a", "b c d", 6, 1, "253673 000111"},   {"a b", "c d", 6, 1, "253783 000111"},
    {"a b c", "b c d", 5, 4, "25363 00011"}, {"", "a b c", 4, 2, "2353 0011"},
    {"a b c", "", 4, 2, "2533 0001"},        {"a", "b", 3, 2, "233 001"},
};

START_TEST(the_longer_text_loses_its_end_and_the_seps_stay)
{
    Prompt p = prompt(cuts[_i].first, cuts[_i].second);
    ck_assert_int_eq(prompt_cut(&p, cuts[_i].longest), cuts[_i].cut);
    ck_assert_str_eq(as_text(&p), cuts[_i].left);
}
END_TEST

/* The rule as it is said: one piece after the other. Returns the lengths that are left. */
static void cut_slowly(int length[2], int longest)
{
    while (length[0] + length[1] + 3 > longest) length[length[1] > length[0]]--;
}

/* So many times "a", from the arena. */
static char *repeated(int count)
{
    char *text = arena_zeros(&arena, 2 * (size_t)count + 1);
    for (int i = 0; i < count; i++) memcpy(text + 2 * i, "a ", 2);
    return text;
}

START_TEST(pieces_are_taken_one_after_the_other_from_the_longer_text)
{
    const int first = _i / 8, second = _i % 8;
    for (int longest = 3; longest <= first + second + 4; longest++) {
        int want[2] = {first, second}, ones = 0;
        Prompt p = prompt(repeated(first), repeated(second));
        cut_slowly(want, longest);
        ck_assert_int_eq(prompt_cut(&p, longest), first + second - want[0] - want[1]);
        ck_assert_int_eq(p.length, want[0] + want[1] + 3);
        for (int i = 0; i < p.length; i++) ones += p.types[i];
        ck_assert_int_eq(ones, want[1] + 1);
        ck_assert(p.ids[want[0] + 1] == SEP && p.ids[p.length - 1] == SEP);
    }
}
END_TEST

START_TEST(a_million_pieces_are_cut_at_once)
{
    enum { MANY = 1000000 };
    Prompt p = prompt(repeated(MANY), repeated(MANY / 2));
    const double start = clock_thread_seconds();
    ck_assert_int_eq(prompt_cut(&p, 64), MANY + MANY / 2 + 3 - 64);
    ck_assert_double_lt(clock_thread_seconds() - start, 0.5);
    ck_assert_int_eq(p.length, 64);
}
END_TEST

START_TEST(a_vocabulary_without_cls_is_refused)
{
    Prompt p;
    Error e;
    tokenizer.vocabulary.cls = -1;
    ck_assert(!prompt_new(&p, &arena, &tokenizer, "a", NULL, &e));
    ck_assert_ptr_nonnull(strstr(e.text, "[CLS]"));
}
END_TEST

START_TEST(the_input_is_a_batch_of_one)
{
    Prompt p = prompt("a", NULL);
    const BertInput in = prompt_input(&p);
    ck_assert(in.ids == p.ids && in.types == p.types && in.batch == 1 && in.length == 3);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("prompt");
    TCase *t = tcase_create("prompt");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, one_text_stands_between_cls_and_sep);
    tcase_add_test(t, the_second_text_is_of_type_one);
    tcase_add_loop_test(t, the_longer_text_loses_its_end_and_the_seps_stay, 0,
                        sizeof cuts / sizeof *cuts);
    tcase_add_loop_test(t, pieces_are_taken_one_after_the_other_from_the_longer_text, 0, 64);
    tcase_add_test(t, a_million_pieces_are_cut_at_once);
    tcase_add_test(t, a_vocabulary_without_cls_is_refused);
    tcase_add_test(t, the_input_is_a_batch_of_one);
    suite_add_tcase(s, t);
    return run_suite(s);
}
