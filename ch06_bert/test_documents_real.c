/* Tests of the pretraining texts on what there really is: Debian's packages, where ./setup has
 * fetched them, and this book's own notes. */
#include "documents.h"
#include "label_tasks.h"
#include "ch05_transformer/corpus_set.h"
#include "common/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

/* What the packages of Debian 12 hold; later ones may hold a little more or less. */
static const struct {
    CorpusKind kind;
    const char *package;
    int documents, sentences;
    long words;
} real[] = {{CORPUS_AUSTEN, "r-cran-janeaustenr", 269, 31481, 716718},
            {CORPUS_HELP_EN, "libreoffice-help-en-us", 2541, 74440, 620678},
            {CORPUS_HELP_ZH, "libreoffice-help-zh-cn", 2388, 48087, 629022},
            {CORPUS_HANDBOOK_ZH, "debian-handbook", 116, 4811, 138350},
            {CORPUS_WORDNET, "wordnet-base", 117659, 165892, 1460764}};

static void assert_near(long got, long want)
{
    ck_assert_msg(labs(got - want) <= want / 10, "%ld instead of %ld", got, want);
}

static void assert_split(const Documents *d)
{
    Documents part[PARTS];
    const DocumentsStatistics all = documents_statistics(d);
    int sentences = documents_split(part, &arena, d, 1, 0.1, 0.1);
    ck_assert_int_eq(documents_overlaps(part), 0);
    for (int p = TRAIN; p < PARTS; p++) {
        ck_assert_int_gt(part[p].count, 0);
        sentences += documents_statistics(&part[p]).sentences;
    }
    ck_assert_int_eq(sentences, all.sentences);
}

START_TEST(the_packages_hold_what_they_are_said_to_and_split_without_overlap)
{
    char path[100];
    struct stat kind;
    snprintf(path, sizeof path, "build/data/%s", real[_i].package);
    if (stat(path, &kind) != 0) return; /* ./setup has not fetched it */
    Documents d;
    Error e;
    ck_assert_msg(documents_read(&d, &arena, real[_i].kind, "build/data", NULL, &e), "%s", e.text);
    const DocumentsStatistics s = documents_statistics(&d);
    assert_near(s.documents, real[_i].documents);
    assert_near(s.sentences, real[_i].sentences);
    assert_near(s.words, real[_i].words);
    assert_split(&d);
}
END_TEST

START_TEST(the_books_notes_are_read_in_both_languages)
{
    for (CorpusKind kind = CORPUS_NOTES; kind <= CORPUS_NOTES_ZH; kind++) {
        Documents d;
        Error e;
        ck_assert_msg(documents_read(&d, &arena, kind, "no data", NULL, &e), "%s", e.text);
        const DocumentsStatistics s = documents_statistics(&d);
        ck_assert_int_ge(s.documents, 50);
        ck_assert_int_ge(s.words, 15000);
        for (int i = 0; i < d.count; i++)
            for (int k = 0; k < d.documents[i].count; k++) {
                const char *text = d.documents[i].sentences[k];
                ck_assert_msg(!strstr(text, "\\math") && !strstr(text, "{#") && !strstr(text, "]("),
                              "%s", text);
            }
        assert_split(&d);
    }
}
END_TEST

static const struct {
    CorpusKind corpus;
    LabelTaskKind task;
    const char *package;
} same_texts[] = {{CORPUS_WORDNET, GLOSSES, "wordnet-base"},
                  {CORPUS_HELP_EN, HELP_ENGLISH, "libreoffice-help-en-us"},
                  {CORPUS_HELP_ZH, HELP_CHINESE, "libreoffice-help-zh-cn"}};

START_TEST(what_a_classifier_is_tested_on_was_not_read_in_pretraining)
{
    char path[100];
    struct stat kind;
    snprintf(path, sizeof path, "build/data/%s", same_texts[_i].package);
    if (stat(path, &kind) != 0) return; /* ./setup has not fetched it */
    Documents d, part[PARTS];
    LabelTask task;
    Error e;
    StringSet read = {0};
    int tested = 0;
    ck_assert(documents_read(&d, &arena, same_texts[_i].corpus, "build/data", NULL, &e));
    ck_assert(label_task_read(&task, &arena, same_texts[_i].task, "build/data", NULL, 1, &e));
    documents_split(part, &arena, &d, 1, VALID_SHARE, TEST_SHARE);
    for (int i = 0; i < part[TRAIN].count; i++)
        string_set_add(&read, &arena, part[TRAIN].documents[i].name);
    for (int i = 0; i < task.count[TRAIN]; i++)
        tested += string_set_find(&read, task.part[TRAIN][i].group) >= 0;
    ck_assert_int_eq(tested, task.count[TRAIN]);
    for (int i = 0; i < task.count[TEST]; i++)
        ck_assert_msg(string_set_find(&read, task.part[TEST][i].group) < 0, "%s",
                      task.part[TEST][i].group);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("documents, real");
    TCase *t = tcase_create("real texts");
    tcase_set_timeout(t, 300);
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, the_packages_hold_what_they_are_said_to_and_split_without_overlap, 0,
                        sizeof real / sizeof *real);
    tcase_add_loop_test(t, what_a_classifier_is_tested_on_was_not_read_in_pretraining, 0,
                        sizeof same_texts / sizeof *same_texts);
    tcase_add_test(t, the_books_notes_are_read_in_both_languages);
    suite_add_tcase(s, t);
    return run_suite(s);
}
