/* Tests of WordNet's glosses and the help pages as labelled texts, on files as small as they can be
 * and, where ./setup has put them, on the real ones. */
#include "test_label_folder.h"

#include <unistd.h>

/* ---- glosses ---------------------------------------------------------------------------------*/

#define WORDNET "wordnet-base/usr/share/wordnet"

/* A synset for each number, all files in turn, after two lines of licence. */
static char *many_nouns(int n)
{
    char *text = arena_alloc(&arena, 100 * (size_t)n + 100), *to = text;
    to += sprintf(to, "  1 This software\n  2 and | database  \n");
    for (int i = 0; i < n; i++)
        to += sprintf(to, "%08d %02d n 01 x 0 001 @ 00001740 n 0000 | a thing; \"no. %d\"  \n", i,
                      3 + i % 26, i);
    return text;
}

static bool read_glosses(const char *text, Error *e)
{
    run("mkdir -p", WORDNET);
    write_file(WORDNET "/data.noun", text);
    return label_task_read(&task, &arena, GLOSSES, folder, NULL, 1, e);
}

START_TEST(glosses_have_the_name_of_their_lexicographers_file)
{
    Error e;
    ck_assert_msg(read_glosses(many_nouns(260), &e), "%s", e.text);
    ck_assert_int_eq(task.label_count, 26);
    ck_assert_int_eq(count_texts(), 260);
    assert_label("a thing; \"no. 0\"", "top");
    assert_label("a thing; \"no. 2\"", "animal");
    assert_label("a thing; \"no. 10\"", "food");
    assert_label("a thing; \"no. 41\"", "person");
    assert_label("a thing; \"no. 259\"", "time");
}
END_TEST

static const char *const no_nouns[] = {"00001740 02 n 01 entity 0 000 | gloss\n",
                                       "00001740 29 n 01 entity 0 000 | gloss\n",
                                       "00001740 03 v 01 entity 0 000 | gloss\n",
                                       "00001740 03 n 01 entity 0 000\n",
                                       "0000174 03 n 01 entity 0 000 | gloss\n",
                                       "00001740\n",
                                       "00001740 3\n",
                                       "\n"};

START_TEST(what_is_no_noun_is_refused_with_its_line)
{
    Error e;
    char text[200] = "  1 licence\n00001740 03 n 01 entity 0 000 | gloss\n";
    ck_assert(!read_glosses(strcat(text, no_nouns[_i]), &e));
    assert_message(&e, "data.noun:3: not a noun");
}
END_TEST

/* ---- help ------------------------------------------------------------------------------------*/

/* n pages in one folder, each with a sentence of its own and two that others have. */
static void write_pages(const char *language, const char *application, int n, const char *sentence)
{
    char name[200], html[600];
    snprintf(name, sizeof name, "%s/%s/guide", language, application);
    run("mkdir -p", name);
    for (int i = 0; i < n; i++) {
        snprintf(name, sizeof name, "%s/%s/guide/page%d.html", language, application, i);
        snprintf(html, sizeof html,
                 "<h1 id=\"hd_id1\">Syntax:</h1><p id=\"par_id2\">%s %d. The %s of page %d stands "
                 "here.</p><p id=\"par_id3\">This sentence is everywhere.</p>",
                 sentence, i, application, i);
        write_file(name, html);
    }
}

#define ENGLISH "libreoffice-help-en-us/usr/share/libreoffice/help/en-US/text"
#define CHINESE "libreoffice-help-zh-cn/usr/share/libreoffice/help/zh-CN/text"

START_TEST(sentences_have_the_application_of_their_page)
{
    Error e;
    write_pages(ENGLISH, "scalc", 30, "Enter the formula number");
    write_pages(ENGLISH, "swriter", 30, "Format the paragraph number");
    write_pages(ENGLISH, "shared", 30, "Save the document number");
    ck_assert_msg(label_task_read(&task, &arena, HELP_ENGLISH, folder, NULL, 1, &e), "%s", e.text);
    ck_assert_int_eq(task.label_count, 8);
    assert_label("Enter the formula number 7.", "Calc");
    assert_label("Format the paragraph number 7.", "Writer");
    Part part;
    ck_assert_ptr_null(find_text("Save the document number 7.", &part));
    ck_assert_ptr_null(find_text("Syntax:", &part));
    ck_assert_ptr_nonnull(find_text("This sentence is everywhere.", &part));
    ck_assert_int_eq(task.repeated, 58); /* all but one of each application */
    ck_assert_int_eq(label_task_overlaps(&task), 0);
}
END_TEST

START_TEST(a_page_is_in_one_part_whole)
{
    Error e;
    write_pages(ENGLISH, "scalc", 60, "Enter the formula number");
    ck_assert(label_task_read(&task, &arena, HELP_ENGLISH, folder, NULL, 1, &e));
    for (int i = 0; i < 60; i++) {
        char one[100], other[100];
        Part a, b;
        snprintf(one, sizeof one, "Enter the formula number %d.", i);
        snprintf(other, sizeof other, "The scalc of page %d stands here.", i);
        const Labelled *first = find_text(one, &a), *second = find_text(other, &b);
        ck_assert(first && second && a == b);
        ck_assert_str_eq(first->group, second->group);
    }
}
END_TEST

START_TEST(chinese_pages_are_in_the_parts_of_the_english_ones)
{
    Error e;
    write_pages(ENGLISH, "sdraw", 60, "Draw the line number");
    write_pages(CHINESE, "sdraw", 60, "请绘制线条");
    ck_assert(label_task_read(&task, &arena, HELP_CHINESE, folder, NULL, 3, &e));
    const LabelTask chinese = task;
    ck_assert(label_task_read(&task, &arena, HELP_ENGLISH, folder, NULL, 3, &e));
    for (Part p = TRAIN; p < PARTS; p++)
        for (int i = 0; i < chinese.count[p]; i++) {
            const char *text = chinese.part[p][i].text, *number = strrchr(text, ' ');
            char english[100];
            Part part;
            ck_assert_msg(number && strncmp(text, "请", 3) == 0, "not translated: %s", text);
            snprintf(english, sizeof english, "Draw the line number%s", number);
            ck_assert_ptr_nonnull(find_text(english, &part));
            ck_assert_int_eq(part, p);
        }
}
END_TEST

START_TEST(missing_data_are_errors)
{
    Error e;
    for (LabelTaskKind kind = GLOSSES; kind < LABEL_FILE; kind++) {
        ck_assert_msg(!label_task_read(&task, &arena, kind, folder, NULL, 1, &e), "%s",
                      label_task_name(kind));
        assert_message(&e, folder);
        assert_message(&e, "No such file");
    }
}
END_TEST

/* ---- the real ones ---------------------------------------------------------------------------*/

#define DATA "build/data"

static const struct {
    LabelTaskKind kind;
    const char *package;
    int texts, least; /* all that there are, or at least */
} real[] = {{GLOSSES, DATA "/wordnet-base", 82115, 0},
            {HELP_ENGLISH, DATA "/libreoffice-help-en-us", 0, 20000},
            {HELP_CHINESE, DATA "/libreoffice-help-zh-cn", 0, 15000},
            {FOODS, DATA "/r-cran-modeldata", 5000, 0}};
enum { REAL = sizeof real / sizeof *real };

START_TEST(no_real_text_is_in_two_parts)
{
    Error e;
    ck_assert_msg(label_task_read(&task, &arena, real[_i].kind, DATA, NULL, 1, &e), "%s", e.text);
    ck_assert_int_eq(label_task_overlaps(&task), 0);
    const int all =
        count_texts() + task.wordless + task.repeated + task.dropped[VALID] + task.dropped[TEST];
    if (real[_i].texts) ck_assert_int_eq(all, real[_i].texts);
    ck_assert_int_ge(all, real[_i].least);
    for (Part p = TRAIN; p < PARTS; p++) ck_assert_int_gt(task.count[p], 400);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("label sources");
    TCase *t = tcase_create("glosses");
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_add_test(t, glosses_have_the_name_of_their_lexicographers_file);
    tcase_add_loop_test(t, what_is_no_noun_is_refused_with_its_line, 0,
                        sizeof no_nouns / sizeof *no_nouns);
    suite_add_tcase(s, t);
    t = tcase_create("help");
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_add_test(t, sentences_have_the_application_of_their_page);
    tcase_add_test(t, a_page_is_in_one_part_whole);
    tcase_add_test(t, chinese_pages_are_in_the_parts_of_the_english_ones);
    tcase_add_test(t, missing_data_are_errors);
    suite_add_tcase(s, t);
    t = tcase_create("real");
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_set_timeout(t, 120);
    for (int i = 0; i < REAL; i++)
        if (access(real[i].package, R_OK) == 0)
            tcase_add_loop_test(t, no_real_text_is_in_two_parts, i, i + 1);
    suite_add_tcase(s, t);
    return run_suite(s);
}
