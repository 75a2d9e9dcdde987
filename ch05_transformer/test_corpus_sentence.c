/* Tests of where sentences end, and of sentences as they are kept, compared and measured. */
#include "corpus_sentence.h"
#include "corpus_text.h"
#include "common/testing.h"

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

/* The parts with '|' between them. */
static const char *cut(const char *text, TextEnd end)
{
    char **parts, *joined = arena_zeros(&arena, 2 * strlen(text) + 1);
    int count = corpus_cut(&arena, text, end, &parts);
    for (int i = 0; i < count; i++) {
        if (i) strcat(joined, "|");
        strcat(joined, parts[i]);
    }
    return joined;
}

static const char *const sentences[] = {
    "Choose File. Click OK! Done? Yes.|Choose File.|Click OK!|Done?|Yes.",
    "Press \"Enter.\" Then (if needed.) Stop.|Press \"Enter.\"|Then (if needed.)|Stop.",
    "See e.g. Table 1, i.e. Figures.|See e.g. Table 1, i.e. Figures.",
    "In the U.S. Government, Dr. Who vs. Nobody.|In the U.S. Government, Dr. Who vs. Nobody.",
    "Par ex. Joe. Voir cf. Annexe.|Par ex. Joe.|Voir cf. Annexe.",
    "Use 3.5 or file.txt now. 7 more.|Use 3.5 or file.txt now.|7 more.",
    "The range. lower case goes on.|The range. lower case goes on.",
    "Wait... And then… More.|Wait...|And then…|More.",
    "Où ? Là ! Été.|Où ?|Là !|Été.",
    "1. Open the file. 2. Close it.|1. Open the file.|2. Close it.",
    "It costs 25. 30. 35.|It costs 25. 30. 35.",
    "打开文件。单击「确定。」完成！好吗？是。|打开文件。|单击「确定。」|完成！|好吗？|是。",
    "打开 LibreOffice. 然后关闭。|打开 LibreOffice.|然后关闭。",
    "No end|No end"};

START_TEST(sentences_end_where_a_reader_ends_them)
{
    const char *text = sentences[_i], *bar = strchr(text, '|');
    char *whole = arena_zeros(&arena, (size_t)(bar - text) + 1);
    memcpy(whole, text, (size_t)(bar - text));
    ck_assert_str_eq(cut(whole, SENTENCE_END), bar + 1);
}
END_TEST

START_TEST(clauses_end_at_colons_and_semicolons)
{
    ck_assert_str_eq(cut("Note: use a:b; then stop. End", CLAUSE_END),
                     "Note:|use a:b;|then stop. End");
    ck_assert_str_eq(cut("Remarque : utilisez", CLAUSE_END), "Remarque :|utilisez");
    ck_assert_str_eq(cut("注意：先保存；再关闭", CLAUSE_END), "注意：|先保存；|再关闭");
    ck_assert_str_eq(cut("At 12:30: go", CLAUSE_END), "At 12:30:|go");
    ck_assert_int_eq(corpus_cut(&arena, "", CLAUSE_END, &(char **){NULL}), 0);
}
END_TEST

START_TEST(pairs_are_cut_only_where_both_sides_have_as_many_parts)
{
    static const Pair want[] = {{"One.", "Un.", "p"},     {"Note:", "Remarque :", "p"},
                                {"two.", "deux.", "p"},   {"A. B.", "A et B.", "q"},
                                {"C: d.", "C d.", "q"},   {"E.", "F.", "q"},
                                {"A et B.", "A. B.", "q"}};
    Corpus c = {0};
    corpus_add(&c, &arena, (Pair){"One. Note: two.", "Un. Remarque : deux.", "p"});
    corpus_add(&c, &arena, (Pair){"A. B.", "A et B.", "q"});
    corpus_add(&c, &arena, (Pair){"C: d. E.", "C d. F.", "q"});
    corpus_add(&c, &arena, (Pair){"A et B.", "A. B.", "q"});
    Corpus got = corpus_sentences(&arena, &c);
    ck_assert_int_eq(got.count, 7);
    for (int i = 0; i < 7; i++) {
        ck_assert_str_eq(got.pairs[i].source, want[i].source);
        ck_assert_str_eq(got.pairs[i].target, want[i].target);
        ck_assert_str_eq(got.pairs[i].page, want[i].page);
    }
}
END_TEST

/* Long enough that a time that grows with the square of the length would be more than the test is
 * given. */
START_TEST(long_runs_of_marks_are_read_in_a_time_that_grows_with_their_length)
{
    static const char *const odd[] = {".", ". ", "a.", "。", "?\"", "Mr. "};
    enum { TIMES = 200000 };
    char **parts;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        const size_t size = strlen(odd[i]);
        char *text = arena_zeros(&arena, TIMES * size + 1);
        for (size_t k = 0; k < TIMES; k++) memcpy(text + k * size, odd[i], size);
        ck_assert_int_eq(corpus_cut(&arena, text, SENTENCE_END, &parts), 1);
    }
}
END_TEST

START_TEST(tidy_text_has_single_blanks_composed_letters_and_nothing_unseen)
{
    static const char text[] = " \t a\xC2\xA0 b\xE3\x80\x80"
                               "c\xE2\x80\x8B"
                               "d e\xCC\x81\x01 \n";
    ck_assert_str_eq(corpus_tidy(&arena, text, sizeof text - 1), "a b cd é");
    ck_assert_str_eq(corpus_tidy(&arena, "abcdef", 3), "abc");
    ck_assert_str_eq(corpus_tidy(&arena, " \n", 2), "");
}
END_TEST

START_TEST(keys_are_equal_for_what_differs_only_in_case_blanks_and_marks)
{
    ck_assert_str_eq(corpus_key(&arena, "File-name: \"X\"."), "filenamex");
    ck_assert_str_eq(corpus_key(&arena, "ＡＢ１２ Straße"), "ab12strasse");
    ck_assert_str_eq(corpus_key(&arena, "É e\xCC\x81"), "éé");
    ck_assert_str_eq(corpus_key(&arena, "打开「文件」。"), "打开文件");
    ck_assert_str_eq(corpus_key(&arena, "-- !"), "");
    ck_assert_str_ne(corpus_key(&arena, "ete"), corpus_key(&arena, "été"));
}
END_TEST

START_TEST(lengths_count_words_and_ideographs)
{
    ck_assert_int_eq(corpus_length("Don't open \"A1:B2\" - now."), 4);
    ck_assert_int_eq(corpus_length("打开 Writer 文档。"), 5);
    ck_assert_int_eq(corpus_length("使用OK按钮"), 5);
    ck_assert_int_eq(corpus_length("... -"), 0);
}
END_TEST

START_TEST(letters_and_ideographs_are_told_from_other_characters)
{
    ck_assert(corpus_has_letter("1 é") && corpus_has_letter("汉") &&
              !corpus_has_letter("12 + !。"));
    ck_assert(corpus_has_ideograph("a汉") && !corpus_has_ideograph("abc 。「」カ한"));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("sentences");
    TCase *t = tcase_create("ends");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, sentences_end_where_a_reader_ends_them, 0,
                        sizeof sentences / sizeof *sentences);
    tcase_add_test(t, clauses_end_at_colons_and_semicolons);
    tcase_add_test(t, long_runs_of_marks_are_read_in_a_time_that_grows_with_their_length);
    tcase_add_test(t, pairs_are_cut_only_where_both_sides_have_as_many_parts);
    suite_add_tcase(s, t);
    t = tcase_create("text");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, tidy_text_has_single_blanks_composed_letters_and_nothing_unseen);
    tcase_add_test(t, keys_are_equal_for_what_differs_only_in_case_blanks_and_marks);
    tcase_add_test(t, lengths_count_words_and_ideographs);
    tcase_add_test(t, letters_and_ideographs_are_told_from_other_characters);
    suite_add_tcase(s, t);
    return run_suite(s);
}
