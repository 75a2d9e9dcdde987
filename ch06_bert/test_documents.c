/* Tests of the pretraining texts: what each reader makes of small files, and what it refuses. */
#include "documents.h"
#include "test_r_writer.h"

#include <string.h>

/* All documents as one text: "NAME: sentence | sentence\n". */
static const char *as_text(const Documents *d)
{
    size_t size = 1;
    for (int i = 0; i < d->count; i++) {
        size += strlen(d->documents[i].name) + 10;
        for (int k = 0; k < d->documents[i].count; k++)
            size += strlen(d->documents[i].sentences[k]) + 3;
    }
    char *text = arena_zeros(&arena, size), *to = text;
    for (int i = 0; i < d->count; i++) {
        to += sprintf(to, "%s: ", d->documents[i].name);
        for (int k = 0; k < d->documents[i].count; k++)
            to += sprintf(to, "%s%s", k ? " | " : "", d->documents[i].sentences[k]);
        to += sprintf(to, "\n");
    }
    return text;
}

static void assert_documents(CorpusKind kind, const char *path, const char *want)
{
    Documents d;
    Error e;
    ck_assert_msg(documents_read(&d, &arena, kind, folder, path, &e), "%s", e.text);
    ck_assert_str_eq(as_text(&d), want);
}

static void assert_refused(CorpusKind kind, const char *path, const char *message)
{
    Documents d;
    Error e;
    ck_assert(!documents_read(&d, &arena, kind, folder, path, &e));
    ck_assert_msg(strstr(e.text, message) != NULL, "%s", e.text);
    ck_assert_msg(strncmp(e.text, folder, strlen(folder)) == 0, "%s", e.text);
}

/* Makes a folder with those above it. */
static void make_path(const char *name)
{
    char *path = path_in_folder(name);
    for (char *slash = strchr(path + strlen(folder) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    ck_assert_int_eq(mkdir(path, 0700), 0);
}

/* ---- files of lines --------------------------------------------------------------------------*/

START_TEST(empty_lines_separate_the_documents_of_a_file)
{
    const char *path = write_file("a.txt", "\nOne. Two!\r\nThree\n \t\n\n\nFour  is\there.\n1 2 3\n"
                                           "\n* * *\n\n第一句。第二句。");
    assert_documents(CORPUS_FILE, path,
                     "One. Two!: One. | Two! | Three\n"
                     "Four  is\there.: Four is here.\n"
                     "第一句。第二句。: 第一句。 | 第二句。\n");
}
END_TEST

START_TEST(a_file_without_sentences_or_of_other_bytes_is_refused)
{
    assert_refused(CORPUS_FILE, write_file("a.txt", ""), "a.txt: no sentence in it");
    assert_refused(CORPUS_FILE, write_file("a.txt", "\n1\n\n2\n"), "a.txt: no sentence in it");
    assert_refused(CORPUS_FILE, write_file("a.txt", "a\n\xFF\n"), "a.txt:2: byte 1");
    assert_refused(CORPUS_FILE, path_in_folder("no.txt"), "no.txt: No such file");
}
END_TEST

/* ---- notes -----------------------------------------------------------------------------------*/

START_TEST(a_section_of_the_notes_is_a_document_without_listings_formulas_and_tables)
{
    make_path("ch02_b"), make_path("ch01_a"), make_path("ch03_c"), make_path("docs");
    write_file("docs/notes.md", "# No chapter");
    write_file("ch02_b/notes.md", "# Two {#sec:b}\n");
    write_file("ch01_a/notes.zh.md", "# 一\n\nNot Chinese.\n\n注意力\n是什么？\n");
    write_file("ch01_a/notes.md",
               "# One *big* title {#sec:a}\n\nIt begins. And\ngoes on\n"
               "$$x\n= y$$ {#eq:z}\nhere.\n\n$$1$$\n\n## Part {#sec:p}\n"
               "``` {.c region=\"a.c#b\"}\n# no heading\n```\n### Small\n"
               "| a | b |\n|--|--|\n\n: A caption. {#tbl:t}\n\n- first\n  item\n- second, $v_2$\n"
               "12. third\n<!-- a\n comment -->\n![A picture](a.svg){#fig:p}\n::: note\nEnd.\n");
    assert_documents(CORPUS_NOTES, folder,
                     "ch01_a: One *big* title : One big title | It begins. | And goes on here.\n"
                     "ch01_a: Part : Part | Small | A caption. | first item | second, v 2 | "
                     "third A picture | End.\n"
                     "ch02_b: Two : Two\n");
    assert_documents(CORPUS_NOTES_ZH, folder, "ch01_a: 一: 一 | 注意力 是什么？\n");
}
END_TEST

START_TEST(notes_that_are_missing_or_have_no_end_are_refused)
{
    assert_refused(CORPUS_NOTES, folder,
                   "no folder ch01_... with notes in it: run it from the book's folder");
    assert_refused(CORPUS_HELP_ZH, NULL, "(./setup fetches the data");
    assert_refused(CORPUS_NOTES, path_in_folder("no"), "/no: No such file");
    make_path("ch01_a");
    write_file("ch01_a/notes.md", "a\n```\nb\n");
    assert_refused(CORPUS_NOTES, folder, "ch01_a/notes.md: a block without its end, ```");
    write_file("ch01_a/notes.md", "a\n$$x\nb\n");
    assert_refused(CORPUS_NOTES, folder, "ch01_a/notes.md: a block without its end, $$");
}
END_TEST

/* ---- packages --------------------------------------------------------------------------------*/

#define AUSTEN "r-cran-janeaustenr/usr/lib/R/site-library/janeaustenr/data"

/* A data folder whose six novels are all these lines. */
static void write_novels(const char *const *lines, int count)
{
    static const char *const names[] = {"emma",       "mansfieldpark",  "northangerabbey",
                                        "persuasion", "prideprejudice", "sensesensibility"};
    char top[sizeof folder];
    strcpy(top, folder);
    strcpy(folder, path_in_folder(AUSTEN)); /* where write_package writes */
    write_package(names, (const char *const *const[]){lines, lines, lines, lines, lines, lines},
                  (const int[]){count, count, count, count, count, count}, 6);
    strcpy(folder, top);
}

START_TEST(a_chapter_of_a_novel_is_a_document_and_its_lines_are_joined)
{
    static const char *const lines[] = {"EMMA",
                                        "By Jane Austen",
                                        "",
                                        "CHAPTER I",
                                        "",
                                        "Emma was _rich_.",
                                        "She had a",
                                        "sister!",
                                        "",
                                        "    * * *",
                                        "",
                                        "VOLUME II",
                                        "",
                                        "Chapter 2",
                                        "Of Mr. B.",
                                        "CHAPTER XXX",
                                        "He had",
                                        "chapter one",
                                        "of chapters",
                                        "",
                                        "THE END"};
    make_path(AUSTEN);
    write_novels(lines, sizeof lines / sizeof *lines);
    Documents d;
    Error e;
    ck_assert_msg(documents_read(&d, &arena, CORPUS_AUSTEN, folder, NULL, &e), "%s", e.text);
    ck_assert_int_eq(d.count, 18);
    d.count = 3;
    ck_assert_str_eq(as_text(&d), "sensesensibility 1: Emma was rich. | She had a sister!\n"
                                  "sensesensibility 2: Of Mr. B.\n"
                                  "sensesensibility 3: He had chapter one of chapters\n");
}
END_TEST

START_TEST(novels_without_chapters_or_files_are_refused)
{
    assert_refused(CORPUS_AUSTEN, NULL, "Rdata.rdb: No such file");
    make_path(AUSTEN);
    write_novels((const char *const[]){"Text", "CHAPTER", "Chapter one", "CHAPTERS II"}, 4);
    assert_refused(CORPUS_AUSTEN, NULL, ": no sentence in it");
}
END_TEST

#define WORDNET "wordnet-base/usr/share/wordnet"

static void write_glosses(const char *verbs)
{
    write_file(
        WORDNET "/data.noun",
        "  1 The licence | of this  \n"
        "00001740 03 n 01 entity 0 000 | that which is; has ends  \n"
        "00001930 03 n 01 thing 0 000 | a thing; \"this is one. It is\"; \"so; \"this\"\"\n");
    write_file(WORDNET "/data.verb", verbs);
    write_file(WORDNET "/data.adj", "");
    write_file(WORDNET "/data.adv", "00002000 02 r 01 x 0 | in a way\n");
}

START_TEST(a_gloss_is_a_document_of_a_definition_and_examples)
{
    make_path(WORDNET);
    write_glosses("00001000 29 v 01 do 0 000 | do\n");
    assert_documents(
        CORPUS_WORDNET, NULL,
        "thatwhichishasends: that which is; has ends\n"
        "athingthisisoneitissothis: a thing | \"this is one. It is\" | \"so | \"this\"\"\n"
        "do: do\ninaway: in a way\n");
}
END_TEST

START_TEST(lines_that_are_not_wordnets_are_refused)
{
    make_path(WORDNET);
    write_glosses("00001000 29 v 01 do 0 000 | do\n00001000 29 v 01 do 0 000\n");
    assert_refused(CORPUS_WORDNET, NULL, "data.verb:2: not a line of WordNet");
    write_glosses("0001000 29 v 01 do 0 000 | do\n");
    assert_refused(CORPUS_WORDNET, NULL, "data.verb:1: not a line of WordNet");
    ck_assert_int_eq(remove(path_in_folder(WORDNET "/data.adv")), 0);
    write_glosses("");
    ck_assert_int_eq(remove(path_in_folder(WORDNET "/data.adv")), 0);
    assert_refused(CORPUS_WORDNET, NULL, "data.adv: No such file");
}
END_TEST

#define HANDBOOK "debian-handbook/usr/share/doc/debian-handbook/html/zh-CN"

START_TEST(paragraphs_of_the_handbook_are_read_without_listings_and_titles)
{
    make_path(HANDBOOK);
    write_file(HANDBOOK "/b.html", "<div class=\"para\">第二页。</div>");
    write_file(HANDBOOK "/.hidden.html", "<div class=\"para\">不是页。</div>");
    write_file(HANDBOOK "/c.css", "<div class=\"para\">不是页。</div>");
    write_file(HANDBOOK "/a.html",
               "<?xml version=\"1.0\"?>\n<!DOCTYPE html>\n<title>题目</title><h1>标题</h1>\n"
               "<div class=\"section\"><div class=\"para\">\n\t用 <code class=\"x\">apt</code> 吧。"
               "&lt;好&gt;！<div class=\"url\">网址<div>内</div></div><pre>清单</pre>完了。</div>"
               "<div class=\"para\">Not translated.</div>文字<div id=\"para\">别</div></div>");
    assert_documents(CORPUS_HANDBOOK_ZH, NULL,
                     "a.html: 用 apt 吧。 | <好>！ | 完了。\nb.html: 第二页。\n");
}
END_TEST

START_TEST(pages_of_the_handbook_that_would_have_to_be_guessed_at_are_refused)
{
    assert_refused(CORPUS_HANDBOOK_ZH, NULL, "zh-CN: No such file");
    make_path(HANDBOOK);
    assert_refused(CORPUS_HANDBOOK_ZH, NULL, ": no sentence in it");
    write_file(HANDBOOK "/a.html", "\n<div class=\"para\">好<div>内</div>");
    assert_refused(CORPUS_HANDBOOK_ZH, NULL, "a.html:2: a paragraph without its end");
    write_file(HANDBOOK "/a.html", "\n\n<div class='para'>好<div class='para'>内</div></div>");
    assert_refused(CORPUS_HANDBOOK_ZH, NULL, "a.html:3: a paragraph inside another");
    write_file(HANDBOOK "/a.html", "<div class=\"para");
    assert_refused(CORPUS_HANDBOOK_ZH, NULL, "a.html:1: a quote without its end");
    write_file(HANDBOOK "/a.html", "<p>\xE5</p>");
    assert_refused(CORPUS_HANDBOOK_ZH, NULL, "a.html:1: a byte that is not UTF-8");
}
END_TEST

#define HELP(language) "libreoffice-help-" language "/usr/share/libreoffice/help/"

START_TEST(a_help_page_is_a_document)
{
    make_path(HELP("en-us") "en-US/text/swriter");
    make_path(HELP("zh-cn") "zh-CN/text");
    write_file(HELP("en-us") "en-US/text/swriter/a.html",
               "<h1 id=\"hd_1\">Head</h1><p id=\"par_1\">One. Two.</p>");
    write_file(HELP("en-us") "en-US/text/b.html", "<p id=\"par_1\">3</p>");
    write_file(HELP("zh-cn") "zh-CN/text/a.html",
               "<p id=\"par_1\">Same.</p><p id=\"par_2\">一。二。</p>");
    assert_documents(CORPUS_HELP_EN, NULL, "swriter/a.html: Head | One. | Two.\n");
    assert_documents(CORPUS_HELP_ZH, NULL, "a.html: 一。 | 二。\n");
}
END_TEST

static TCase *readers(void)
{
    TCase *t = tcase_create("readers");
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_add_test(t, empty_lines_separate_the_documents_of_a_file);
    tcase_add_test(t, a_file_without_sentences_or_of_other_bytes_is_refused);
    tcase_add_test(t, a_section_of_the_notes_is_a_document_without_listings_formulas_and_tables);
    tcase_add_test(t, notes_that_are_missing_or_have_no_end_are_refused);
    tcase_add_test(t, a_chapter_of_a_novel_is_a_document_and_its_lines_are_joined);
    tcase_add_test(t, novels_without_chapters_or_files_are_refused);
    tcase_add_test(t, a_gloss_is_a_document_of_a_definition_and_examples);
    tcase_add_test(t, lines_that_are_not_wordnets_are_refused);
    tcase_add_test(t, paragraphs_of_the_handbook_are_read_without_listings_and_titles);
    tcase_add_test(t, pages_of_the_handbook_that_would_have_to_be_guessed_at_are_refused);
    tcase_add_test(t, a_help_page_is_a_document);
    return t;
}

int main(void)
{
    Suite *s = suite_create("documents");
    suite_add_tcase(s, readers());
    return run_suite(s);
}
