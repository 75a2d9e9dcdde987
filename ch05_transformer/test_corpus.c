/* Tests of the corpus: files, cleaning, and parts that share no sentence. */
#include "corpus.h"
#include "corpus_set.h"
#include "common/test_folder.h"

static Corpus corpus;

static void add(const char *source, const char *target, const char *page)
{
    corpus_add(&corpus, &arena, (Pair){source, target, page});
}

static char *print(const char *format, int number)
{
    char *text = arena_alloc(&arena, 64);
    snprintf(text, 64, format, number);
    return text;
}

static bool read_text(const char *text, Error *e)
{
    return corpus_read(&corpus, &arena, write_file("pairs.tsv", text), e);
}

/* ---- the set ---------------------------------------------------------------------------------*/

START_TEST(a_set_numbers_its_strings_in_the_order_of_their_coming)
{
    StringSet s = {0};
    ck_assert_int_eq(string_set_find(&s, "0"), -1);
    for (int i = 0; i < 5000; i++) ck_assert_int_eq(string_set_add(&s, &arena, print("%d", i)), i);
    for (int i = 0; i < 5000; i++) {
        ck_assert_int_eq(string_set_add(&s, &arena, print("%d", i)), i);
        ck_assert_str_eq(s.strings[i], print("%d", i));
        ck_assert_int_eq(string_set_find(&s, print("-%d", i)), -1);
    }
    ck_assert_int_eq(s.count, 5000);
}
END_TEST

START_TEST(hashes_are_those_that_the_authors_of_fnv_publish)
{
    ck_assert(string_hash("") == UINT64_C(0xcbf29ce484222325));
    ck_assert(string_hash("a") == UINT64_C(0xaf63dc4c8601ec8c));
    ck_assert(string_hash("foobar") == UINT64_C(0x85944171f73967e8));
}
END_TEST

/* ---- files -----------------------------------------------------------------------------------*/

START_TEST(files_of_pairs_are_read_with_or_without_more_columns)
{
    Error e;
    ck_assert_msg(read_text("\xEF\xBB\xBFGo.\tVa !\tCC-BY 2.0 (France) #1 & #2\r\n"
                            "Hi.\tSalut\xE2\x80\xAF!\n"
                            "GO!\tBouge !\tx\ty\n"
                            "  A man.\t Un  homme. \n\n\n",
                            &e),
                  "%s", e.text);
    ck_assert_int_eq(corpus.count, 4);
    ck_assert_str_eq(corpus.pairs[0].source, "Go.");
    ck_assert_str_eq(corpus.pairs[0].target, "Va !");
    ck_assert_str_eq(corpus.pairs[1].target, "Salut !");
    ck_assert_str_eq(corpus.pairs[3].source, "A man.");
    ck_assert_str_eq(corpus.pairs[3].target, "Un homme.");
}
END_TEST

START_TEST(all_translations_of_a_sentence_are_one_page)
{
    Error e;
    ck_assert(read_text("Go.\tVa !\nHi.\tSalut !\nGO!\tBouge !\n", &e));
    ck_assert_str_eq(corpus.pairs[0].page, corpus.pairs[2].page);
    ck_assert_str_ne(corpus.pairs[0].page, corpus.pairs[1].page);
}
END_TEST

START_TEST(files_that_hold_no_pairs_are_refused_with_their_line)
{
    static const char *const text[] = {"a\tb\nno tab\n",
                                       "a\tb\n\nc\td\n",
                                       "a\tb\n \tc\n",
                                       "a\tb\nc\t \tx\n",
                                       "a\tb\nc\t\xC3(\n",
                                       "",
                                       "\n\n"};
    static const char *const message[] = {
        "pairs.tsv:2: no tab",         "pairs.tsv:2: no tab", "pairs.tsv:2: nothing before",
        "pairs.tsv:2: nothing after",  "pairs.tsv:2:",        "pairs.tsv: the file is empty",
        "pairs.tsv: the file is empty"};
    Error e;
    ck_assert(!read_text(text[_i], &e));
    ck_assert_msg(strstr(e.text, message[_i]) != NULL, "%s", e.text);
    ck_assert(!corpus_read(&corpus, &arena, path_in_folder("none.tsv"), &e));
    ck_assert_ptr_nonnull(strstr(e.text, "none.tsv: No such file"));
}
END_TEST

/* ---- cleaning --------------------------------------------------------------------------------*/

START_TEST(every_pair_that_is_dropped_is_counted_under_its_reason)
{
    static const int want[DROP_REASONS] = {2, 3, 1, 1, 2};
    int counts[DROP_REASONS];
    add("Open the file.", "打开文件。", "a");
    add("12 + 3", "加上", "a"); /* wordless */
    add("plus", "...", "a");
    add("OK 按钮", "ok「按钮」", "a"); /* the same */
    add("Untranslated text", "Texte non traduit", "a");
    add("Writer", "Writer", "a");
    add("a b c d e f g h i j k", "一二三四五六", "a"); /* too long */
    add("One", "一二三四五六", "a");                   /* uneven: 6 > 2 * 1 + 3 */
    add("Two", "一二三四五", "a");
    add("Open the file.", "打开文件。", "b"); /* repeated */
    add("Open the file.", "打开文件。", "c");
    add("Open the file.", "请打开文件。", "c");
    Corpus kept = corpus_clean(&arena, &corpus, (CorpusRules){10, 2, true}, counts);
    for (DropReason r = 0; r < DROP_REASONS; r++)
        ck_assert_msg(counts[r] == want[r], "%s: %d", drop_reason_name(r), counts[r]);
    ck_assert_int_eq(kept.count, 3);
    ck_assert_str_eq(kept.pairs[0].page, "a");
    ck_assert_str_eq(kept.pairs[1].source, "Two");
    ck_assert_str_eq(kept.pairs[2].target, "请打开文件。");
    corpus_clean(&arena, &corpus, (CorpusRules){10, 2, false}, counts);
    ck_assert_int_eq(counts[UNTRANSLATED], 2); /* a target without Han characters is welcome */
}
END_TEST

START_TEST(statistics_count_pairs_pages_and_words)
{
    add("One two", "Un", "a");
    add("One", "Un deux trois", "b");
    add("One", "Un", "a");
    CorpusStatistics s = corpus_statistics(&corpus);
    ck_assert_int_eq(s.pairs, 3);
    ck_assert_int_eq(s.pages, 2);
    ck_assert_int_eq(s.source_words, 4);
    ck_assert_int_eq(s.target_words, 5);
    ck_assert_int_eq(s.longest_source, 2);
    ck_assert_int_eq(s.longest_target, 3);
}
END_TEST

START_TEST(samples_are_different_pairs_that_the_seed_picks)
{
    Rng r = rng_new(1), again = rng_new(1);
    for (int i = 0; i < 50; i++) add(print("s%d", i), "t", "p");
    Corpus x = corpus_sample(&arena, &corpus, &r, 20),
           y = corpus_sample(&arena, &corpus, &again, 20);
    ck_assert_int_eq(x.count, 20);
    for (int i = 0; i < 20; i++) {
        ck_assert_str_eq(x.pairs[i].source, y.pairs[i].source);
        for (int j = 0; j < i; j++) ck_assert_str_ne(x.pairs[i].source, x.pairs[j].source);
    }
    ck_assert_int_eq(corpus_sample(&arena, &corpus, &r, 99).count, 50);
}
END_TEST

/* ---- parts -----------------------------------------------------------------------------------*/

static void add_pages(int pages)
{
    for (int i = 0; i < pages * 5; i++)
        add(print("source %d", i), print("target %d", i), print("page%d.html", i / 5));
}

static CorpusSplit split(uint64_t seed)
{
    return corpus_split(&arena, &corpus, seed, 0.1, 0.2);
}

START_TEST(a_page_is_in_one_part_whole)
{
    add_pages(400);
    CorpusSplit s = split(1);
    int pages = 0;
    for (Part p = TRAIN; p < PARTS; p++) {
        CorpusStatistics t = corpus_statistics(&s.part[p]);
        ck_assert_int_eq(t.pairs, 5 * t.pages);
        pages += t.pages;
    }
    ck_assert_int_eq(pages, 400);
    int valid = s.part[VALID].count / 5, test = s.part[TEST].count / 5;
    ck_assert_msg(valid > 20 && valid < 60 && test > 55 && test < 105, "%d %d", valid, test);
}
END_TEST

START_TEST(the_part_of_a_page_depends_on_its_name_and_the_seed_alone)
{
    int moved = 0;
    add_pages(100);
    CorpusSplit s = split(1);
    for (Part p = TRAIN; p < PARTS; p++)
        for (int i = 0; i < s.part[p].count; i++) {
            const char *page = s.part[p].pairs[i].page;
            ck_assert_int_eq(part_of(page, 1, 0.1, 0.2), p);
            moved += part_of(page, 2, 0.1, 0.2) != p;
        }
    ck_assert_int_gt(moved, 100);
    ck_assert_int_eq(part_of("any", 1, 0, 0), TRAIN);
}
END_TEST

START_TEST(overlaps_of_either_side_are_counted)
{
    CorpusSplit s = {0};
    corpus_add(&s.part[TRAIN], &arena, (Pair){"Note:", "Remarque :", "a"});
    corpus_add(&s.part[TRAIN], &arena, (Pair){"Open", "Ouvrir", "a"});
    corpus_add(&s.part[VALID], &arena, (Pair){"NOTE", "Note bien", "b"}); /* as in TRAIN */
    corpus_add(&s.part[VALID], &arena, (Pair){"Close", "Fermer", "b"});
    corpus_add(&s.part[TEST], &arena, (Pair){"Opening", "ouvrir.", "c"}); /* as in TRAIN */
    corpus_add(&s.part[TEST], &arena, (Pair){"\"Close\"", "Clore", "c"}); /* as in VALID */
    corpus_add(&s.part[TEST], &arena, (Pair){"Ouvrir", "Open", "c"});     /* the other side */
    ck_assert_int_eq(corpus_overlaps(&s), 3);
    corpus_drop_overlaps(&s, &arena);
    ck_assert_int_eq(corpus_overlaps(&s), 0);
    ck_assert_int_eq(s.dropped[VALID], 1);
    ck_assert_int_eq(s.dropped[TEST], 2);
    ck_assert_str_eq(s.part[VALID].pairs[0].source, "Close");
    ck_assert_str_eq(s.part[TEST].pairs[0].source, "Ouvrir");
    ck_assert_int_eq(s.part[TRAIN].count, 2);
}
END_TEST

START_TEST(sentences_that_pages_repeat_are_tested_on_no_page)
{
    add_pages(400);
    for (int i = 0; i < 400; i++) {
        add("See also", print("Voir aussi %d", i), print("page%d.html", i));
        add(print("More on %d", i), "En savoir plus", print("page%d.html", i));
    }
    CorpusSplit s = split(1);
    ck_assert_int_eq(corpus_overlaps(&s), 0);
    int tested = s.part[TEST].count + s.part[VALID].count;
    ck_assert_int_eq(tested % 5, 0);
    ck_assert_int_eq(s.dropped[VALID] + s.dropped[TEST], tested / 5 * 2);
    ck_assert_int_eq(s.part[TRAIN].count, (400 - tested / 5) * 7);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("corpus");
    TCase *t = tcase_create("files");
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_add_test(t, a_set_numbers_its_strings_in_the_order_of_their_coming);
    tcase_add_test(t, hashes_are_those_that_the_authors_of_fnv_publish);
    tcase_add_test(t, files_of_pairs_are_read_with_or_without_more_columns);
    tcase_add_test(t, all_translations_of_a_sentence_are_one_page);
    tcase_add_loop_test(t, files_that_hold_no_pairs_are_refused_with_their_line, 0, 7);
    suite_add_tcase(s, t);
    t = tcase_create("pairs");
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_add_test(t, every_pair_that_is_dropped_is_counted_under_its_reason);
    tcase_add_test(t, statistics_count_pairs_pages_and_words);
    tcase_add_test(t, samples_are_different_pairs_that_the_seed_picks);
    suite_add_tcase(s, t);
    t = tcase_create("parts");
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_add_test(t, a_page_is_in_one_part_whole);
    tcase_add_test(t, the_part_of_a_page_depends_on_its_name_and_the_seed_alone);
    tcase_add_test(t, overlaps_of_either_side_are_counted);
    tcase_add_test(t, sentences_that_pages_repeat_are_tested_on_no_page);
    suite_add_tcase(s, t);
    return run_suite(s);
}
