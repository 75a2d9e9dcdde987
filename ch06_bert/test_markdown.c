/* Tests of plain text from Markdown: what goes, what stays, and what only looks like markup. */
#include "markdown.h"
#include "common/testing.h"

#include <stdlib.h>
#include <string.h>

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

static const struct {
    const char *markdown, *plain;
} pairs[] = {{"*One* **two** and `a_b * c`.", "One two and a_b * c."},
             {"Code with ``a ` in it`` and `no end", "Code with a ` in it and `no end"},
             {"See [the page](https://x.org/a_b) and ![A *figure*.](f.svg){#fig:a}",
              "See the page and A figure."},
             {"A title {#sec:a}", "A title "},
             {"Known [@cover1967; see @a:b] since [-@bahdanau2015], as @vaswani2017 say.",
              "Known  since , as  say."},
             {"By @eq:nw, @fig:a_b, @tbl:x and [@sec:y; @lst:z].",
              "By equation, figure, table and sectionlisting."},
             {"An error of `ch01.loo`{.result fmt=\"%.2f\"} or `x`{.c}.", "An error of  or x."},
             {"Let $\\mathbf x_i$ be $\\alpha \\le 2$.", "Let  x i be alpha le 2."},
             {"$\\{a\\}$ costs 5 $ and \\$6, or \\*7\\*", "{a} costs 5 $ and $6, or *7*"},
             {"[1, 2] a[i] {x} me@home", "[1, 2] a[i] {x} me"},
             {"", ""},
             {"[", "["},
             {"![", "!["},
             {"[@", "[@"},
             {"`", "`"},
             {"$", "$"},
             {"\\", "\\"},
             {"$\\", "$\\"},
             {"{.", "{."},
             {"[a](", "[a]("}};

START_TEST(markup_goes_and_text_stays)
{
    const char *plain = markdown_plain(&arena, pairs[_i].markdown, false);
    ck_assert_str_eq(plain, pairs[_i].plain);
}
END_TEST

START_TEST(references_in_chinese_are_chinese)
{
    ck_assert_str_eq(markdown_plain(&arena, "由[@eq:nw]和@sec:x，见 [@fig:f; @tbl:t]。", true),
                     "由式和节，见 图表。");
}
END_TEST

START_TEST(no_beginning_of_a_text_is_read_past_its_end)
{
    static const char text[] = "a [@x; @eq:y] `b`{.result} $\\mathbf{c}$ ![d](e){#f} \\* @tbl:g";
    for (size_t size = 0; size < sizeof text; size++) {
        char *copy = malloc(size + 1); /* of its own, for the sanitizer */
        memcpy(copy, text, size);
        copy[size] = '\0';
        ck_assert_int_eq(markdown_plain(&arena, copy, true)[0], size ? 'a' : '\0');
        free(copy);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("markdown");
    TCase *t = tcase_create("plain text");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, markup_goes_and_text_stays, 0, sizeof pairs / sizeof *pairs);
    tcase_add_test(t, references_in_chinese_are_chinese);
    tcase_add_test(t, no_beginning_of_a_text_is_read_past_its_end);
    suite_add_tcase(s, t);
    return run_suite(s);
}
