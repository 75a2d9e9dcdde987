/* Tests of tokens and of the view: where sentences are cut, and files that hold any text. */
#include "tokens.h"
#include "view.h"
#include "common/test_capture.h"

#include <stdlib.h>
#include <sys/stat.h>

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

/* A text and its tokens with '|' between them. */
static const struct {
    const char *text, *tokens;
} cuts[] = {
    {"the cat sat", "the|cat|sat"},
    {"  two   blanks\tand\na line ", "two|blanks|and|a|line"},
    {"我爱北京", "我|爱|北|京"},
    {"BERT是什么？", "BERT|是|什|么|？"},
    {"我 love 你", "我|love|你"},
    {"全角　空格", "全|角|空|格"}, /* an ideographic blank */
    {"no\xC2\xA0"
     "break",
     "no|break"}, /* a blank that does not break lines */
    {"ねこ カタ", "ね|こ|カ|タ"},
    {"한국어 단어", "한국어|단어"}, /* Korean writes blanks */
    {"naïve café", "naïve|café"},
    {"𠮷野", "𠮷|野"}, /* four bytes */
    {"a\x80"
     "b \xE4\xB8",
     "a\uFFFDb|\uFFFD\uFFFD"},
    {"don't stop.", "don't|stop."},
    {"", ""},
    {" \t\n", ""},
};

START_TEST(a_sentence_is_cut_at_blanks_and_around_ideographs)
{
    char joined[256] = "";
    Tokens t = tokens_split(&arena, cuts[_i].text);
    for (int i = 0; i < t.count; i++) strcat(strcat(joined, i ? "|" : ""), t.text[i]);
    ck_assert_str_eq(joined, cuts[_i].tokens);
    ck_assert(t.count > 0 || !*cuts[_i].tokens);
}
END_TEST

static const char *const query_text[] = {"<b>&", "猫"};
static const char *const key_text[] = {"\"q\"", "it's", "</script>"};

/* Two layers with two heads; the weight of query i and key j in matrix k is (k + 3 i + j) / 16. */
static AttentionView sample(void)
{
    Mat *weights = arena_alloc(&arena, 4 * sizeof *weights);
    for (int k = 0; k < 4; k++) {
        weights[k] = mat_new(&arena, 2, 3);
        for (int i = 0; i < 6; i++) weights[k].data[i] = (float)(k + i) / 16;
    }
    return (AttentionView){"A & B <title>", "note: 1 < 2", 2,      2, 2, 3,
                           query_text,      key_text,      weights};
}

static const char *written(const AttentionView *v, ViewWriter *writer)
{
    char *text = arena_zeros(&arena, 65536);
    FILE *f = tmpfile();
    writer(v, f);
    rewind(f);
    size_t size = fread(text, 1, 65535, f);
    ck_assert(size > 0 && size < 65535);
    fclose(f);
    return text;
}

START_TEST(html_holds_the_tokens_escaped_and_the_weights_in_thousandths)
{
    AttentionView v = sample();
    const char *html = written(&v, view_html);
    assert_contains(html, "<title>A &amp; B &lt;title&gt;</title>");
    assert_contains(html, "note: 1 &lt; 2");
    assert_contains(html, "<button>&lt;b&gt;&amp;</button><button>猫</button>");
    assert_contains(html, "<button>&quot;q&quot;</button><button>it&#39;s</button>"
                          "<button>&lt;/script&gt;</button>");
    assert_contains(html, "\"layers\":2,\"heads\":2,\"queries\":2,\"keys\":3");
    assert_contains(html, "[[0,63,125,188,250,313],\n[63,125,188,250,313,375],\n");
}
END_TEST

START_TEST(html_needs_no_other_file)
{
    AttentionView v = sample();
    const char *html = written(&v, view_html);
    assert_contains_no(html, "http");
    assert_contains_no(html, "src=");
    assert_contains_no(html, "@import");
    assert_contains(html, "prefers-color-scheme:dark");
}
END_TEST

START_TEST(a_weight_that_is_no_number_does_not_break_the_page)
{
    AttentionView v = sample();
    mat_row(v.weights[0], 0)[1] = NAN;
    mat_row(v.weights[0], 0)[2] = INFINITY;
    assert_contains(written(&v, view_html), "[[0,0,0,188,");
}
END_TEST

START_TEST(what_is_no_character_of_xml_is_replaced)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(to);
    write_escaped(to, "\x01\ta\xEF\xBF\xBE<\xEF\xBF\xBF\xEF\xBF\xBD");
    ck_assert_int_eq(fclose(to), 0);
    ck_assert_str_eq(text, "\xEF\xBF\xBD\ta\xEF\xBF\xBD&lt;\xEF\xBF\xBD\xEF\xBF\xBD");
    free(text);
}
END_TEST

START_TEST(svg_holds_a_map_for_every_head_of_every_layer)
{
    AttentionView v = sample();
    const char *svg = written(&v, view_svg);
    assert_contains(svg, "A &amp; B &lt;title&gt;");
    assert_contains(svg, "layer 1, head 1");
    assert_contains(svg, "layer 2, head 2");
    assert_contains(svg, "&lt;/script&gt;");
    assert_contains(svg, "<title>0.500</title>"); /* (3 + 5) / 16 */
    int squares = 0;
    for (const char *at = svg; (at = strstr(at, "<rect")); at++) squares++;
    ck_assert_int_eq(squares, 4 * 2 * 3);
}
END_TEST

START_TEST(the_terminal_shows_every_head_with_numbered_tokens)
{
    AttentionView v = sample();
    char *text = arena_zeros(&arena, 65536);
    FILE *f = tmpfile();
    const Term t = {.out = f, .width = 60, .utf8 = true};
    view_terminal(&v, &t);
    rewind(f);
    text[fread(text, 1, 65535, f)] = '\0';
    fclose(f);
    assert_contains(text, "layer 1, head 1");
    assert_contains(text, "layer 2, head 2");
    assert_contains(text, "猫 2");
    v.layers = 1;
    view_terminal(&v, &(Term){.out = NULL}); /* a quiet run */
}
END_TEST

START_TEST(a_view_is_saved_or_says_why_not)
{
    Error e = {{0}};
    AttentionView v = sample();
    char path[] = "build/view-XXXXXX", file[64];
    struct stat info;
    ck_assert_ptr_nonnull(mkdtemp(path));
    snprintf(file, sizeof file, "%s/a.html", path);
    ck_assert(view_save(&v, view_html, file, &e));
    ck_assert(stat(file, &info) == 0 && info.st_size > 1000);
    remove(file);
    ck_assert(rmdir(path) == 0); /* nothing else was left */
    ck_assert(!view_save(&v, view_html, file, &e));
    assert_contains(e.text, file);
    assert_contains(e.text, "No such file");
    mkdir(path, 0777);
    mkdir(file, 0777); /* a folder is in the way */
    ck_assert(!view_save(&v, view_svg, file, &e));
    ck_assert(rmdir(file) == 0 && rmdir(path) == 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("view");
    TCase *t = tcase_create("tokens");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, a_sentence_is_cut_at_blanks_and_around_ideographs, 0,
                        (int)(sizeof cuts / sizeof *cuts));
    suite_add_tcase(s, t);
    t = tcase_create("view");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, html_holds_the_tokens_escaped_and_the_weights_in_thousandths);
    tcase_add_test(t, html_needs_no_other_file);
    tcase_add_test(t, a_weight_that_is_no_number_does_not_break_the_page);
    tcase_add_test(t, what_is_no_character_of_xml_is_replaced);
    tcase_add_test(t, svg_holds_a_map_for_every_head_of_every_layer);
    tcase_add_test(t, the_terminal_shows_every_head_with_numbered_tokens);
    tcase_add_test(t, a_view_is_saved_or_says_why_not);
    suite_add_tcase(s, t);
    return run_suite(s);
}
