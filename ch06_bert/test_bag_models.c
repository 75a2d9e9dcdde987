/* Tests of majority, naive Bayes and logistic regression against scikit-learn, and of how a
 * baseline is chosen. */
#include "bag_baselines.h"
#include "bag_models.h"
#include "common/layers.h"
#include "common/testing.h"

#include <math.h>
#include <stdio.h>

#define GOLDEN "ch06_bert/golden/bag_of_words.txt"
enum { TEXTS = 24, NEW = 10, WORDS = 12, CLASSES = 4, ABSENT = 2 };

static Arena arena;
static SparseMat x, new;
static int labels[TEXTS], predicted[NEW];

static SparseMat sparse_of(Mat m)
{
    const size_t room = (size_t)m.rows * (size_t)m.cols;
    SparseMat s = {m.rows, m.cols, arena_zeros(&arena, ((size_t)m.rows + 1) * sizeof(int)),
                   arena_alloc(&arena, room * sizeof(int)),
                   arena_alloc(&arena, room * sizeof(float))};
    int at = 0;
    for (int i = 0; i < m.rows; i++) {
        for (int j = 0; j < m.cols; j++)
            if (mat_row(m, i)[j] != 0) s.col[at] = j, s.value[at++] = mat_row(m, i)[j];
        s.start[i + 1] = at;
    }
    return s;
}

static void setup(void)
{
    const Mat golden_labels = golden(&arena, GOLDEN, "labels");
    x = sparse_of(golden(&arena, GOLDEN, "x"));
    new = sparse_of(golden(&arena, GOLDEN, "new"));
    for (int i = 0; i < TEXTS; i++) labels[i] = (int)golden_labels.data[i];
}

static void teardown(void)
{
    arena_free(&arena);
}

static Mat reference(const char *model, const char *setting, const char *name)
{
    char key[64];
    snprintf(key, sizeof key, "%s.%s.%s", model, setting, name);
    return golden(&arena, GOLDEN, key);
}

/* Column c of `got` is the class that column of_golden(c) of `want` is for: the reference has no
 * column for the class without a text. */
static void assert_columns_close(Mat got, Mat want, double tolerance)
{
    assert_mat_close(mat_cols(got, 0, ABSENT), mat_cols(want, 0, ABSENT), tolerance);
    assert_mat_close(mat_cols(got, ABSENT + 1, 1), mat_cols(want, ABSENT, 1), tolerance);
}

/* ---- models ----------------------------------------------------------------------------------*/

START_TEST(majority_is_the_largest_class_for_every_text)
{
    const BagModel m = bag_majority(&arena, &x, labels, CLASSES);
    bag_predict(predicted, &m, &new);
    for (int i = 0; i < NEW; i++) ck_assert_int_eq(predicted[i], 0);
    assert_close(m.bias.data[1], log(9. / TEXTS), 1e-6);
    ck_assert(isinf((double)m.bias.data[ABSENT]));
}
END_TEST

static const struct {
    const char *name;
    double value;
} alphas[] = {{"1", 1}, {"0.1", 0.1}}, decays[] = {{"0.5", 0.5}, {"0.02", 0.02}};

START_TEST(naive_bayes_equals_scikit_learns)
{
    const BagModel m = bag_naive_bayes(&arena, &x, labels, CLASSES, alphas[_i].value);
    assert_columns_close(m.weight, reference("bayes", alphas[_i].name, "weight"), 1e-5);
    assert_columns_close(m.bias, reference("bayes", alphas[_i].name, "bias"), 1e-5);
    const Mat want = reference("bayes", alphas[_i].name, "predicted");
    bag_predict(predicted, &m, &new);
    for (int i = 0; i < NEW; i++) ck_assert_int_eq(predicted[i], (int)want.data[i]);
}
END_TEST

/* The search stops where the gradient is 1e-5, in double precision too: hence no closer. */
static void assert_near(Mat got, Mat want)
{
    for (int i = 0; i < want.rows; i++)
        for (int j = 0; j < want.cols; j++)
            ck_assert_double_eq_tol((double)mat_row(got, i)[j], (double)mat_row(want, i)[j], 4e-3);
}

START_TEST(logistic_regression_equals_scikit_learns)
{
    for (int i = 0; i < TEXTS; i++) labels[i] -= labels[i] > ABSENT; /* 0, 1, 3 -> 0, 1, 2 */
    const BagModel m = bag_logistic(&arena, &x, labels, CLASSES - 1, decays[_i].value);
    assert_near(m.weight, reference("logistic", decays[_i].name, "weight"));
    Mat scores = mat_new(&arena, NEW, CLASSES - 1);
    bag_scores(scores, &m, &new);
    log_softmax_forward(scores, scores);
    assert_near(scores, reference("logistic", decays[_i].name, "log_probabilities"));
}
END_TEST

START_TEST(a_class_without_texts_is_never_predicted)
{
    const BagModel models[] = {bag_naive_bayes(&arena, &x, labels, CLASSES, 1),
                               bag_logistic(&arena, &x, labels, CLASSES, 0.02)};
    for (int k = 0; k < 2; k++) {
        bag_predict(predicted, &models[k], &new);
        for (int i = 0; i < NEW; i++) ck_assert_int_ne(predicted[i], ABSENT);
    }
}
END_TEST

/* ---- baselines -------------------------------------------------------------------------------*/

static Labelled train[] = {{"red apple", 0, ""},     {"a ripe apple", 0, ""},
                           {"green apple", 0, ""},   {"a fast train", 1, ""},
                           {"train to town", 1, ""}, {"a train", 1, ""}};
static Labelled valid[] = {{"apple pie", 0, ""}, {"night train", 1, ""}, {"a town", 1, ""}};
static Labelled test[] = {{"an apple", 0, ""}, {"the train", 1, ""}, {"town", 1, ""}};

static LabelTask fruit(void)
{
    static const char *const names[] = {"fruit", "traffic"};
    return (LabelTask){
        .labels = names, .label_count = 2, .part = {train, valid, test}, .count = {6, 3, 3}};
}

START_TEST(baselines_learn_from_words_and_the_majority_does_not)
{
    const LabelTask t = fruit();
    assert_close(bag_baseline(&arena, &t, MAJORITY).test.accuracy, 1. / 3, 1e-6);
    for (BagBaseline kind = NAIVE_BAYES; kind <= LOGISTIC; kind++) {
        const BagResult r = bag_baseline(&arena, &t, kind);
        ck_assert_msg(r.test.accuracy == 1 && r.valid.accuracy == 1, "%s", bag_baseline_name(kind));
        ck_assert_int_eq(r.words, 9);
        ck_assert(r.setting > 0);
        for (int i = 0; i < 3; i++) ck_assert_int_eq(r.predicted[i], test[i].label);
    }
}
END_TEST

START_TEST(settings_are_those_that_are_right_most_often_on_the_validation_part)
{
    static Labelled rare[] = {{"oak oak oak oak oak oak oak oak oak pine", 0, ""},
                              {"elm", 1, ""},
                              {"ash", 2, ""},
                              {"fir", 2, ""}};
    static Labelled wanted[] = {{"elm", 1, ""}, {"oak", 0, ""}, {"pine", 0, ""}};
    LabelTask t = fruit();
    t.label_count = 3;
    t.part[TRAIN] = rare, t.count[TRAIN] = 4;
    t.part[VALID] = wanted, t.count[VALID] = 3;
    const BagResult r = bag_baseline(&arena, &t, NAIVE_BAYES);
    ck_assert_msg(r.setting < 1 && r.valid.accuracy == 1, "%g %g", r.setting, r.valid.accuracy);
}
END_TEST

START_TEST(the_labels_of_the_test_part_change_no_prediction)
{
    LabelTask t = fruit();
    const BagResult before = bag_baseline(&arena, &t, LOGISTIC);
    Labelled other[] = {test[0], test[1], test[2]};
    for (int i = 0; i < 3; i++) other[i].label = 1 - other[i].label;
    t.part[TEST] = other;
    const BagResult after = bag_baseline(&arena, &t, LOGISTIC);
    for (int i = 0; i < 3; i++) ck_assert_int_eq(before.predicted[i], after.predicted[i]);
    ck_assert(after.test.accuracy == 0 && after.setting == before.setting);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bag models");
    TCase *t = tcase_create("models");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, majority_is_the_largest_class_for_every_text);
    tcase_add_loop_test(t, naive_bayes_equals_scikit_learns, 0, 2);
    tcase_add_loop_test(t, logistic_regression_equals_scikit_learns, 0, 2);
    tcase_add_test(t, a_class_without_texts_is_never_predicted);
    suite_add_tcase(s, t);
    t = tcase_create("baselines");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, baselines_learn_from_words_and_the_majority_does_not);
    tcase_add_test(t, settings_are_those_that_are_right_most_often_on_the_validation_part);
    tcase_add_test(t, the_labels_of_the_test_part_change_no_prediction);
    suite_add_tcase(s, t);
    return run_suite(s);
}
