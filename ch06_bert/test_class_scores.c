/* Tests of accuracy, F1 and the confusion matrix: by hand, against scikit-learn, and where classes
 * are empty. */
#include "class_scores.h"
#include "common/testing.h"

#include <math.h>
#include <signal.h>

#define GOLDEN "ch06_bert/golden/bag_of_words.txt"

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

static int *golden_integers(const char *name)
{
    const Mat m = golden(&arena, GOLDEN, name);
    int *integers = arena_alloc(&arena, (size_t)m.cols * sizeof *integers);
    for (int i = 0; i < m.cols; i++) integers[i] = (int)m.data[i];
    return integers;
}

START_TEST(precision_recall_and_f1_are_those_calculated_by_hand)
{
    static const int labels[] = {0, 0, 0, 1}, predicted[] = {0, 0, 1, 1};
    const ClassScores s = class_scores(&arena, labels, predicted, 4, 2);
    static const int confusion[] = {2, 1, 0, 1};
    for (int i = 0; i < 4; i++) ck_assert_int_eq(s.confusion[i], confusion[i]);
    assert_close(s.of[0].precision, 1, 1e-6);
    assert_close(s.of[0].recall, 2. / 3, 1e-6);
    assert_close(s.of[0].f1, 0.8, 1e-6);
    assert_close(s.of[1].precision, 0.5, 1e-6);
    assert_close(s.of[1].recall, 1, 1e-6);
    assert_close(s.of[1].f1, 2. / 3, 1e-6);
    assert_close(s.accuracy, 0.75, 1e-6);
    assert_close(s.macro_f1, (0.8 + 2. / 3) / 2, 1e-6);
}
END_TEST

START_TEST(scores_equal_those_of_scikit_learn)
{
    enum { TEXTS = 40, CLASSES = 5 };
    const ClassScores s =
        class_scores(&arena, golden_integers("truth"), golden_integers("guess"), TEXTS, CLASSES);
    const Mat confusion = golden(&arena, GOLDEN, "confusion");
    const Mat scores = golden(&arena, GOLDEN, "scores");
    for (int c = 0; c < CLASSES; c++) {
        for (int k = 0; k < CLASSES; k++)
            ck_assert_int_eq(s.confusion[c * CLASSES + k], (int)mat_row(confusion, c)[k]);
        const float *want = mat_row(scores, c);
        assert_close(s.of[c].precision, want[0], 1e-6);
        assert_close(s.of[c].recall, want[1], 1e-6);
        assert_close(s.of[c].f1, want[2], 1e-6);
    }
    assert_close(s.accuracy, golden(&arena, GOLDEN, "accuracy").data[0], 1e-6);
    assert_close(s.macro_f1, golden(&arena, GOLDEN, "macro_f1").data[0], 1e-6);
}
END_TEST

START_TEST(a_class_that_no_text_has_counts_only_when_it_is_predicted)
{
    static const int labels[] = {0, 2, 2}, right[] = {0, 2, 2}, wrong[] = {0, 2, 1};
    ck_assert(class_scores(&arena, labels, right, 3, 4).macro_f1 == 1);
    const ClassScores s = class_scores(&arena, labels, wrong, 3, 4);
    ck_assert(s.of[1].precision == 0 && s.of[1].recall == 0 && s.of[1].f1 == 0);
    ck_assert_int_eq(s.of[1].predicted, 1);
    assert_close(s.macro_f1, (1 + 0 + 2. / 3) / 3, 1e-6);
}
END_TEST

START_TEST(the_name_of_the_largest_class_is_accurate_and_has_a_small_macro_f1)
{
    static const int labels[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, predicted[10] = {0};
    const ClassScores s = class_scores(&arena, labels, predicted, 10, 2);
    assert_close(s.accuracy, 0.9, 1e-6);
    assert_close(s.macro_f1, 18. / 19 / 2, 1e-6);
}
END_TEST

START_TEST(the_mean_over_seeds_comes_with_its_deviation)
{
    const ClassScores runs[] = {{.accuracy = 0.5, .macro_f1 = 0.2},
                                {.accuracy = 0.6, .macro_f1 = 0.2},
                                {.accuracy = 0.7, .macro_f1 = 0.5}};
    const ClassScoresMean m = class_scores_mean(runs, 3);
    assert_close(m.accuracy, 0.6, 1e-6);
    assert_close(m.accuracy_deviation, 0.1, 1e-6);
    assert_close(m.macro_f1, 0.3, 1e-6);
    assert_close(m.macro_f1_deviation, sqrt(0.03), 1e-6);
}
END_TEST

START_TEST(a_prediction_that_is_no_class_is_refused)
{
    static const int labels[] = {0}, predicted[] = {2};
    class_scores(&arena, labels, predicted, 1, 2);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("class scores");
    TCase *t = tcase_create("scores");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, precision_recall_and_f1_are_those_calculated_by_hand);
    tcase_add_test(t, scores_equal_those_of_scikit_learn);
    tcase_add_test(t, a_class_that_no_text_has_counts_only_when_it_is_predicted);
    tcase_add_test(t, the_name_of_the_largest_class_is_accurate_and_has_a_small_macro_f1);
    tcase_add_test(t, the_mean_over_seeds_comes_with_its_deviation);
    tcase_add_test_raise_signal(t, a_prediction_that_is_no_class_is_refused, SIGABRT);
    suite_add_tcase(s, t);
    return run_suite(s);
}
