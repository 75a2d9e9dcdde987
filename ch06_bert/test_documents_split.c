/* Tests of the split of documents: by document, and without a sentence in two parts. */
#include "documents.h"
#include "common/testing.h"

#include <stdio.h>
#include <string.h>

enum { DOCUMENTS = 400 };

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

/* Document i: "D<i> s0." ... with i % 6 + 1 sentences; every fifth sentence is "Common!". */
static Documents make_documents(void)
{
    Documents d = {arena_alloc(&arena, DOCUMENTS * sizeof *d.documents), DOCUMENTS};
    for (int i = 0, n = 0; i < DOCUMENTS; i++) {
        Document *to = &d.documents[i];
        to->count = i % 6 + 1;
        to->name = arena_print(&arena, "page %d", i);
        to->sentences = arena_alloc(&arena, 6 * sizeof *to->sentences);
        for (int k = 0; k < to->count; k++, n++)
            to->sentences[k] = n % 5   ? arena_print(&arena, "D%d s%d.", i, k)
                               : n % 2 ? "Common!"
                                       : "common";
    }
    return d;
}

START_TEST(a_document_goes_to_one_part_and_none_is_lost)
{
    const Documents d = make_documents();
    Documents part[PARTS];
    documents_split(part, &arena, &d, 3, 0.2, 0.1);
    ck_assert(part[TRAIN].count > 240 && part[TRAIN].count < 320);
    for (int i = 0; i < DOCUMENTS; i++) {
        const Part home = part_of(d.documents[i].name, 3, 0.2, 0.1);
        int sentences = 0;
        for (int p = TRAIN; p < PARTS; p++)
            for (int k = 0; k < part[p].count; k++) {
                if (strcmp(part[p].documents[k].name, d.documents[i].name) != 0) continue;
                ck_assert_int_eq(p, home);
                sentences += part[p].documents[k].count;
            }
        if (home == TRAIN) ck_assert_int_eq(sentences, d.documents[i].count);
        ck_assert_int_ge(sentences, d.documents[i].count - 2);
    }
}
END_TEST

START_TEST(shared_sentences_are_dropped_where_they_stand_and_runs_stay_together)
{
    const Documents d = make_documents();
    Documents part[PARTS];
    int left = documents_split(part, &arena, &d, 3, 0.2, 0.1);
    ck_assert_int_gt(left, 0);
    ck_assert_int_eq(documents_overlaps(part), 0);
    for (int p = TRAIN; p < PARTS; p++)
        for (int i = 0; i < part[p].count; i++) {
            const Document *run = &part[p].documents[i];
            ck_assert_int_ge(run->count, 1);
            left += run->count;
            for (int k = 0; k < run->count && p > TRAIN; k++) {
                int number, sentence, before;
                ck_assert_int_eq(sscanf(run->sentences[k], "D%d s%d.", &number, &sentence), 2);
                if (k == 0) continue;
                sscanf(run->sentences[k - 1], "D%d s%d.", &number, &before);
                ck_assert_int_eq(sentence, before + 1);
            }
        }
    ck_assert_int_eq(left, documents_statistics(&d).sentences);
}
END_TEST

/* The number of a page that goes to this part. */
static int page_of(Part part)
{
    int i = 0;
    while (part_of(arena_print(&arena, "page %d", i), 3, 0.2, 0.1) != part) i++;
    return i;
}

START_TEST(a_sentence_of_two_parts_stays_in_the_larger_one)
{
    const Part homes[][2] = {{TRAIN, VALID}, {TRAIN, TEST}, {VALID, TEST}};
    for (int i = 0; i < 3; i++) {
        Document both[] = {{(const char *[]){"Same.", "First."}, 2,
                            arena_print(&arena, "page %d", page_of(homes[i][0]))},
                           {(const char *[]){"Second.", "same"}, 2,
                            arena_print(&arena, "page %d", page_of(homes[i][1]))}};
        Documents part[PARTS];
        ck_assert_int_eq(documents_split(part, &arena, &(Documents){both, 2}, 3, 0.2, 0.1), 1);
        ck_assert_int_eq(part[homes[i][0]].documents[0].count, 2);
        ck_assert_int_eq(part[homes[i][1]].documents[0].count, 1);
    }
}
END_TEST

START_TEST(overlaps_are_counted_where_they_are)
{
    Document a = {(const char *[]){"One.", "Two."}, 2, "a"};
    Document b = {(const char *[]){"ONE!", "Three.", "one"}, 3, "b"};
    Document c = {(const char *[]){"Three", "Four.", "two"}, 3, "c"};
    const Documents part[PARTS] = {{&a, 1}, {&b, 1}, {&c, 1}};
    ck_assert_int_eq(documents_overlaps(part), 4); /* One twice; Three and two */
}
END_TEST

START_TEST(the_part_of_a_document_does_not_depend_on_the_others)
{
    Documents d = make_documents(), part[PARTS], half[PARTS];
    documents_split(part, &arena, &d, 5, 0.3, 0.3);
    d.count /= 2;
    documents_split(half, &arena, &d, 5, 0.3, 0.3);
    for (int i = 0; i < half[TRAIN].count; i++)
        ck_assert_str_eq(half[TRAIN].documents[i].name, part[TRAIN].documents[i].name);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("documents split");
    TCase *t = tcase_create("split");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, a_document_goes_to_one_part_and_none_is_lost);
    tcase_add_test(t, shared_sentences_are_dropped_where_they_stand_and_runs_stay_together);
    tcase_add_test(t, a_sentence_of_two_parts_stays_in_the_larger_one);
    tcase_add_test(t, overlaps_are_counted_where_they_are);
    tcase_add_test(t, the_part_of_a_document_does_not_depend_on_the_others);
    suite_add_tcase(s, t);
    return run_suite(s);
}
