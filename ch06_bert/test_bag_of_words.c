/* Tests of words, counts and sparse matrices. */
#include "bag_of_words.h"
#include "common/parallel.h"
#include "common/testing.h"

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

/* The words of a text with a bar after each. */
static const char *words_of(const char *text)
{
    const char **words;
    const int count = bag_words(&arena, text, &words);
    char *all = arena_zeros(&arena, 200);
    for (int i = 0; i < count; i++) strcat(strcat(all, words[i]), "|");
    return all;
}

/* ---- words -----------------------------------------------------------------------------------*/

START_TEST(words_are_runs_of_letters_and_digits_without_case)
{
    ck_assert_str_eq(words_of("Don't STOP -- see 3.5 (x2)"), "don|t|stop|see|3|5|x2|");
    ck_assert_str_eq(words_of("Größe ﬁne ÉTÉ e\u0301"), "grösse|fine|été|é|");
    ck_assert_str_eq(words_of(""), "");
    ck_assert_str_eq(words_of("... !"), "");
}
END_TEST

START_TEST(ideographs_are_words_alone_and_by_two)
{
    ck_assert_str_eq(words_of("打开文件"), "打|开|打开|文|开文|件|文件|");
    ck_assert_str_eq(words_of("打开Calc表。格 好"), "打|开|打开|calc|表|格|好|");
    ck_assert_str_eq(words_of("a中b"), "a|中|b|");
}
END_TEST

/* ---- counts ----------------------------------------------------------------------------------*/

static const Labelled texts[] = {
    {"the cat sees the dog", 0, ""}, {"?", 0, ""}, {"Dog, dog, DOG: a cat", 0, ""}};

START_TEST(a_vocabulary_has_every_word_once)
{
    const StringSet v = bag_vocabulary(&arena, texts, 3);
    static const char *const want[] = {"the", "cat", "sees", "dog", "a"};
    ck_assert_int_eq(v.count, 5);
    for (int i = 0; i < 5; i++) ck_assert_str_eq(v.strings[i], want[i]);
}
END_TEST

START_TEST(counts_are_by_ascending_column_and_leave_unknown_words_out)
{
    const StringSet v = bag_vocabulary(&arena, texts, 1); /* the cat sees dog */
    const SparseMat m = bag_counts(&arena, &v, texts, 3);
    static const int start[] = {0, 4, 4, 6}, col[] = {0, 1, 2, 3, 1, 3};
    static const float value[] = {2, 1, 1, 1, 1, 3};
    ck_assert_int_eq(m.rows, 3);
    ck_assert_int_eq(m.cols, 4);
    for (int i = 0; i < 4; i++) ck_assert_int_eq(m.start[i], start[i]);
    for (int k = 0; k < 6; k++) {
        ck_assert_int_eq(m.col[k], col[k]);
        ck_assert(m.value[k] == value[k]);
    }
}
END_TEST

/* ---- sparse matrices -------------------------------------------------------------------------*/

/* About one entry of five. */
static SparseMat random_sparse(int rows, int cols, Mat *dense)
{
    Rng r = rng_new(3);
    const size_t room = (size_t)rows * (size_t)cols;
    SparseMat m = {rows, cols, arena_alloc(&arena, ((size_t)rows + 1) * sizeof(int)),
                   arena_alloc(&arena, room * sizeof(int)),
                   arena_alloc(&arena, room * sizeof(float))};
    *dense = mat_zeros(&arena, rows, cols);
    int at = m.start[0] = 0;
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < cols; j++) {
            if (rng_below(&r, 5) > 0) continue;
            m.col[at] = j;
            mat_row(*dense, i)[j] = m.value[at++] = (float)(1 + rng_below(&r, 3));
        }
        m.start[i + 1] = at;
    }
    return m;
}

static Mat dense_product(Mat x, Mat w, bool transposed)
{
    Mat out = mat_zeros(&arena, transposed ? x.cols : x.rows, w.cols);
    for (int i = 0; i < x.rows; i++)
        for (int j = 0; j < x.cols; j++)
            for (int k = 0; k < w.cols; k++)
                mat_row(out, transposed ? j : i)[k] +=
                    mat_row(x, i)[j] * mat_row(w, transposed ? i : j)[k];
    return out;
}

START_TEST(products_equal_those_of_the_full_matrix)
{
    Mat dense, w = mat_new(&arena, 23, 3), w_of_rows = mat_new(&arena, 17, 3);
    const SparseMat x = random_sparse(17, 23, &dense), t = sparse_transpose(&arena, &x);
    Mat out = mat_new(&arena, 17, 3), out_of_cols = mat_new(&arena, 23, 3);
    fill_noise(w, 1);
    fill_noise(w_of_rows, 2);
    sparse_multiply(out, &x, w);
    assert_mat_close(out, dense_product(dense, w, false), 1e-5);
    sparse_multiply(out_of_cols, &t, w_of_rows);
    assert_mat_close(out_of_cols, dense_product(dense, w_of_rows, true), 1e-5);
}
END_TEST

START_TEST(a_transposed_matrix_has_ascending_columns_again)
{
    Mat dense;
    const SparseMat x = random_sparse(17, 23, &dense), t = sparse_transpose(&arena, &x);
    ck_assert_int_eq(t.start[0], 0);
    ck_assert_int_eq(t.start[t.rows], x.start[x.rows]);
    for (int i = 0; i < t.rows; i++)
        for (int k = t.start[i] + 1; k < t.start[i + 1]; k++)
            ck_assert_int_lt(t.col[k - 1], t.col[k]);
}
END_TEST

START_TEST(the_number_of_threads_changes_no_bit)
{
    Mat dense, one = mat_new(&arena, 400, 128), four = mat_new(&arena, 400, 128);
    const SparseMat x = random_sparse(400, 23, &dense);
    Mat w = mat_new(&arena, 23, 128);
    fill_noise(w, 1);
    const int before = use_threads(1);
    sparse_multiply(one, &x, w);
    use_threads(4);
    sparse_multiply(four, &x, w);
    use_threads(before);
    ck_assert(mat_difference(one, four) == 0);
    ck_assert(mat_is_large(one));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bag of words");
    TCase *t = tcase_create("words");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, words_are_runs_of_letters_and_digits_without_case);
    tcase_add_test(t, ideographs_are_words_alone_and_by_two);
    tcase_add_test(t, a_vocabulary_has_every_word_once);
    tcase_add_test(t, counts_are_by_ascending_column_and_leave_unknown_words_out);
    suite_add_tcase(s, t);
    t = tcase_create("sparse");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, products_equal_those_of_the_full_matrix);
    tcase_add_test(t, a_transposed_matrix_has_ascending_columns_again);
    tcase_add_test(t, the_number_of_threads_changes_no_bit);
    suite_add_tcase(s, t);
    return run_suite(s);
}
