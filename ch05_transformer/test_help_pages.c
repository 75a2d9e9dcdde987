/* Tests of the reader of help pages: what is text, what is refused, and which paragraphs belong
 * together. */
#include "help_pages.h"
#include "common/test_folder.h"

static HelpPage page;

static bool parse(const char *html, Error *e)
{
    return help_page_parse(&page, &arena, "page.html", html, strlen(html), e);
}

/* The text of the only paragraph of a page with this content. */
static const char *text_of(const char *content)
{
    Error e;
    char html[1000];
    snprintf(html, sizeof html, "<body>\n<p id=\"par_1\" class=\"x\">%s</p>\n</body>", content);
    ck_assert_msg(parse(html, &e), "%s", e.text);
    ck_assert_int_eq(page.count, 1);
    ck_assert_str_eq(page.paragraphs[0].id, "par_1");
    return page.paragraphs[0].text;
}

/* ---- one page --------------------------------------------------------------------------------*/

START_TEST(paragraphs_and_headings_with_an_id_are_read_and_nothing_else)
{
    Error e;
    ck_assert_msg(parse("<!DOCTYPE html>\n<html><head><title>T</title></head><body>"
                        "<p dir=\"auto\">menu</p><h1 id=\"hd_id7\">Head</h1>\n"
                        "<div id=\"DisplayArea\"><p class='a > b' id='par_id31'>One</p></div>"
                        "<P ID = \"par_idN1\">Two</P><p id=other>no</p></body></html>",
                        &e),
                  "%s", e.text);
    ck_assert_int_eq(page.count, 3);
    ck_assert_str_eq(page.paragraphs[0].id, "hd_id7");
    ck_assert_str_eq(page.paragraphs[0].text, "Head");
    ck_assert_str_eq(page.paragraphs[1].id, "par_id31");
    ck_assert_str_eq(page.paragraphs[1].text, "One");
    ck_assert_str_eq(page.paragraphs[2].text, "Two");
}
END_TEST

START_TEST(inline_tags_leave_their_text_and_only_breaks_a_blank)
{
    ck_assert_str_eq(text_of("Press <span class=\"input\"><span>F</span>2</span>, <a href=\"x>y\">"
                             "<img src=\"i.png\" alt=\"no\">or</a> x<sup>2</sup>."),
                     "Press F2, or x2.");
    ck_assert_str_eq(text_of("one<br>two<br/>three"), "one two three");
}
END_TEST

START_TEST(entities_are_the_characters_they_stand_for)
{
    ck_assert_str_eq(text_of("A &amp; B &lt;p&gt; &quot;x&quot; &apos;y&apos;"),
                     "A & B <p> \"x\" 'y'");
    ck_assert_str_eq(text_of("&#233;&#xE9;&#x6C49;"), "éé汉");
    ck_assert_str_eq(text_of("&amp;lt;"), "&lt;"); /* once, not twice */
    ck_assert_str_eq(text_of("R&D &unknown; &#xD800; &#; 1 < 2"),
                     "R&D &unknown; &#xD800; &#; 1 < 2");
}
END_TEST

START_TEST(white_space_is_one_blank_and_none_at_the_ends)
{
    ck_assert_str_eq(text_of("\n  one \t\r\n two\xC2\xA0: <span> three</span>&nbsp;"),
                     "one two : three");
    ck_assert_str_eq(text_of("soft\xC2\xADhyphen"), "softhyphen");
}
END_TEST

START_TEST(comments_scripts_and_styles_are_no_text)
{
    ck_assert_str_eq(text_of("a<!-- <p id=\"par_2\"> -->b"), "ab");
    Error e;
    ck_assert(parse("<script>x = '<p id=\"par_1\">';</script><style><p id=\"par_2\"></style>"
                    "<p id=\"par_3\">c</p>",
                    &e));
    ck_assert_int_eq(page.count, 1);
    ck_assert_str_eq(page.paragraphs[0].id, "par_3");
}
END_TEST

static const struct {
    const char *html, *message;
} wrong[] = {
    {"a\nb\n<p id=\"par_1\">text", "page.html:3: a paragraph without its end"},
    {"\n<p id=\"par_1\">a<p id=\"par_2\">b</p>", "page.html:2: a paragraph inside another"},
    {"<p id=\"par_1\">a<h1 id=\"hd_2\">b</h1></p>", "page.html:1: a paragraph inside another"},
    {"<p id=\"par_1\">a<p>b</p></p>", "page.html:1: a paragraph inside another"},
    {"<p id=\"par_1>text</p>", "page.html:1: a quote without its end"},
    {"<p id=\"par_1\" ", "page.html:1: a tag without its end"},
    {"<p", "page.html:1: a tag without its end"},
    {"\n\n<!-- ", "page.html:3: a comment without its end"},
    {"<script>", "page.html:1: a script without its end"},
    {"<!DOCTYPE", "page.html:1: a declaration without its end"},
    {"\n<p id=\"par_1\">\xFF</p>", "page.html:2: a byte that is not UTF-8"}};

START_TEST(what_would_have_to_be_guessed_at_is_refused_with_its_line)
{
    Error e;
    ck_assert(!parse(wrong[_i].html, &e));
    ck_assert_str_eq(e.text, wrong[_i].message);
}
END_TEST

START_TEST(no_cut_off_page_is_read_past_its_end)
{
    static const char html[] = "<!-- c --><p id='par_1' class=\"x\">a &amp; &#xE9; <br/>b</p>";
    for (size_t size = 0; size < sizeof html; size++) {
        char *copy = malloc(size + 1); /* of its own, for the sanitizer */
        memcpy(copy, html, size);
        copy[size] = '\0';
        Error e;
        bool whole = size == sizeof html - 1;
        bool good = help_page_parse(&page, &arena, "page.html", copy, size, &e);
        ck_assert(good || !whole);
        if (good) ck_assert_int_eq(page.count, whole);
        free(copy);
    }
}
END_TEST

/* ---- folders ---------------------------------------------------------------------------------*/

static HelpPages read_pages(const char *language)
{
    Error e;
    HelpPages pages;
    ck_assert_msg(help_pages_read(&pages, &arena, path_in_folder(language), &e), "%s", e.text);
    return pages;
}

static void make_languages(void)
{
    make_folder();
    ck_assert_int_eq(mkdir(path_in_folder("en"), 0700), 0);
    ck_assert_int_eq(mkdir(path_in_folder("en/sub"), 0700), 0);
    ck_assert_int_eq(mkdir(path_in_folder("fr"), 0700), 0);
    ck_assert_int_eq(mkdir(path_in_folder("fr/sub"), 0700), 0);
    write_file("en/sub/b.html", "<p id=\"par_1\">Sub</p>");
    write_file("en/a.html",
               "<p id=\"par_1\">One</p><p id=\"par_2\">Two</p><p id=\"par_1\">Again</p>"
               "<p id=\"par_3\"> </p><p id=\"par_4\">Only here</p>");
    write_file("en/c.html", "<p id=\"par_1\">No such page</p>");
    write_file("en/readme.txt", "<p id=\"par_1\">no page</p>");
    write_file("fr/sub/b.html", "<p id=\"par_1\">Sous</p>");
    write_file("fr/a.html",
               "<p id=\"par_3\">Rien</p><p id=\"par_1\">Un</p><p id=\"par_1\">Encore</p>"
               "<p id=\"par_2\">Deux</p><p id=\"par_5\">Seulement ici</p>");
}

START_TEST(pages_of_all_folders_are_read_in_the_order_of_their_names)
{
    for (int i = 0; i < 20; i++) {
        char name[20];
        snprintf(name, sizeof name, "en/p%02d.html", i * 7 % 20);
        write_file(name, "");
    }
    HelpPages pages = read_pages("en");
    ck_assert_int_eq(pages.count, 23);
    ck_assert_str_eq(pages.pages[0].name, "a.html");
    ck_assert_int_eq(pages.pages[0].count, 5);
    ck_assert_str_eq(pages.pages[22].name, "sub/b.html");
    for (int i = 1; i < 23; i++)
        ck_assert_int_lt(strcmp(pages.pages[i - 1].name, pages.pages[i].name), 0);
}
END_TEST

START_TEST(paragraphs_are_paired_by_page_id_and_occurrence)
{
    static const Pair want[] = {{"One", "Un", "a.html"},
                                {"Two", "Deux", "a.html"},
                                {"Again", "Encore", "a.html"},
                                {"Sub", "Sous", "sub/b.html"}};
    HelpPages source = read_pages("en"), target = read_pages("fr");
    Corpus c = help_pages_align(&arena, &source, &target);
    ck_assert_int_eq(c.count, 4);
    for (int i = 0; i < 4; i++) {
        ck_assert_str_eq(c.pairs[i].source, want[i].source);
        ck_assert_str_eq(c.pairs[i].target, want[i].target);
        ck_assert_str_eq(c.pairs[i].page, want[i].page);
    }
}
END_TEST

START_TEST(missing_folders_and_folders_without_pages_are_errors)
{
    Error e;
    HelpPages pages;
    ck_assert(!help_pages_read(&pages, &arena, path_in_folder("xx"), &e));
    ck_assert_ptr_nonnull(strstr(e.text, "/xx"));
    ck_assert_ptr_nonnull(strstr(e.text, "No such file"));
    ck_assert_int_eq(mkdir(path_in_folder("empty"), 0700), 0);
    ck_assert(!help_pages_read(&pages, &arena, path_in_folder("empty"), &e));
    ck_assert_ptr_nonnull(strstr(e.text, "no .html file"));
    write_file("fr/bad.html", "\n<p id=\"par_1\">");
    ck_assert(!help_pages_read(&pages, &arena, path_in_folder("fr"), &e));
    ck_assert_ptr_nonnull(strstr(e.text, "fr/bad.html:2: a paragraph without its end"));
}
END_TEST

START_TEST(the_folder_of_a_language_follows_the_package)
{
    ck_assert_str_eq(help_pages_folder(&arena, "build/data", "zh-cn"),
                     "build/data/libreoffice-help-zh-cn/usr/share/libreoffice/help/zh-CN/text");
    ck_assert_str_eq(help_pages_folder(&arena, "d", "fr"),
                     "d/libreoffice-help-fr/usr/share/libreoffice/help/fr/text");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("help pages");
    TCase *t = tcase_create("page");
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_add_test(t, paragraphs_and_headings_with_an_id_are_read_and_nothing_else);
    tcase_add_test(t, inline_tags_leave_their_text_and_only_breaks_a_blank);
    tcase_add_test(t, entities_are_the_characters_they_stand_for);
    tcase_add_test(t, white_space_is_one_blank_and_none_at_the_ends);
    tcase_add_test(t, comments_scripts_and_styles_are_no_text);
    tcase_add_loop_test(t, what_would_have_to_be_guessed_at_is_refused_with_its_line, 0,
                        sizeof wrong / sizeof *wrong);
    tcase_add_test(t, no_cut_off_page_is_read_past_its_end);
    suite_add_tcase(s, t);
    t = tcase_create("folders");
    tcase_add_checked_fixture(t, make_languages, remove_folder);
    tcase_add_test(t, pages_of_all_folders_are_read_in_the_order_of_their_names);
    tcase_add_test(t, paragraphs_are_paired_by_page_id_and_occurrence);
    tcase_add_test(t, missing_folders_and_folders_without_pages_are_errors);
    tcase_add_test(t, the_folder_of_a_language_follows_the_package);
    suite_add_tcase(s, t);
    return run_suite(s);
}
