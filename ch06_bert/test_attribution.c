/* Tests of which text is shown, and of what it is shown to consist of. */
#include "attribution.h"
#include "test_classifier_case.h"

#include <signal.h>
#include <stdlib.h>

static Arena arena;
static TextClassifier model;

static void teardown(void)
{
    text_classifier_free(&model);
    model = (TextClassifier){0};
    arena_free(&arena);
}

/* ---- which text ------------------------------------------------------------------------------*/

enum { TEXTS = 8 };

/* Texts of class 0 with these lengths; the odd ones are called by another class. */
static const int lengths[TEXTS] = {7, 8, 14, 20, 20, 9, 21, 30};
static const int predicted[TEXTS] = {0, 1, 0, 1, 0, 1, 0, 1};

static void texts_new(TextExample x[TEXTS])
{
    for (int i = 0; i < TEXTS; i++) x[i] = (TextExample){.length = lengths[i], .label = 0};
}

/* Counts how often each text is drawn. */
static void draw(int times[TEXTS], const TextExample *x, int n, bool right)
{
    Rng r = rng_new(5);
    for (int i = 0; i < TEXTS; i++) times[i] = 0;
    for (int k = 0; k < 3000; k++) {
        const int i = attribution_pick(&r, x, predicted, n, right);
        ck_assert_int_ge(i, 0);
        times[i]++;
    }
}

START_TEST(every_right_or_wrong_text_that_can_be_shown_is_drawn_equally_often)
{
    static const bool drawn[2][TEXTS] = {{0, 1, 0, 1, 0, 1, 0, 0}, {0, 0, 1, 0, 1, 0, 0, 0}};
    const int right = _i, share = right ? 1500 : 1000;
    TextExample x[TEXTS];
    int times[TEXTS];
    texts_new(x);
    draw(times, x, TEXTS, right);
    for (int i = 0; i < TEXTS; i++)
        ck_assert_msg(drawn[right][i] ? abs(times[i] - share) < 120 : times[i] == 0,
                      "text %d: %d times", i, times[i]);
}
END_TEST

START_TEST(where_none_can_be_shown_any_length_will_do)
{
    TextExample x[TEXTS];
    int times[TEXTS];
    texts_new(x);
    for (int i = 0; i < TEXTS; i++) x[i].length = i < 4 ? 3 : 40;
    draw(times, x, TEXTS, false);
    for (int i = 0; i < TEXTS; i++)
        ck_assert_msg(i % 2 ? times[i] > 600 : times[i] == 0, "text %d: %d times", i, times[i]);
}
END_TEST

START_TEST(nothing_is_drawn_where_none_is_wrong)
{
    Rng r = rng_new(5);
    TextExample x[TEXTS];
    texts_new(x);
    for (int i = 0; i < TEXTS; i++) x[i].label = predicted[i];
    ck_assert_int_eq(attribution_pick(&r, x, predicted, TEXTS, false), -1);
    ck_assert_int_ge(attribution_pick(&r, x, predicted, TEXTS, true), 0);
}
END_TEST

/* ---- piece by piece --------------------------------------------------------------------------*/

enum { PIECES = 5, HEADS = 2, MASK = 7, CLASS = 1 };
static const int ids[PIECES] = {1, 4, MASK, 3, 2};
static const TextExample text = {.ids = ids, .length = PIECES};
static const TextModel models[] = {BERT_CLS, BERT_BILSTM};

/* log p(CLASS) of the pieces. */
static double log_p(const int *of)
{
    Mat all = mat_new(&arena, 1, CASE_CLASSES);
    text_classifier_predict(&model, &arena, all,
                            (BertInput){.ids = of, .batch = 1, .length = PIECES});
    return (double)all.data[CLASS];
}

START_TEST(the_loss_is_that_of_hiding_one_piece_and_nothing_else)
{
    case_new(&model, models[_i], POOL_MAX, 3);
    const Mat m = attribution(&model, &arena, &text, CLASS, MASK);
    ck_assert_int_eq(m.rows, PIECES);
    ck_assert_int_eq(m.cols, HEADS + 1);
    for (int t = 1; t < PIECES - 1; t++) {
        int other[PIECES];
        for (int k = 0; k < PIECES; k++) other[k] = k == t ? MASK : ids[k];
        const double want = log_p(ids) - log_p(other), loss = (double)mat_row(m, t)[HEADS];
        assert_close(loss, want, 1e-5);
        if (ids[t] != MASK) ck_assert_double_gt(want < 0 ? -want : want, 1e-3);
    }
    ck_assert_double_eq((double)mat_row(m, 0)[HEADS], 0);
    ck_assert_double_eq((double)mat_row(m, PIECES - 1)[HEADS], 0);
}
END_TEST

START_TEST(attention_is_that_of_the_places_which_the_classifier_reads)
{
    case_new(&model, models[_i], POOL_MAX, 3);
    const Mat m = attribution(&model, &arena, &text, CLASS, MASK);
    text_classifier_forward(&model, &arena, (BertInput){.ids = ids, .batch = 1, .length = PIECES});
    for (int h = 0; h < HEADS; h++) {
        const Mat weights = multihead_weights(&model.bert.bert.layers[1].self, h, 0);
        double sum = 0;
        for (int t = 0; t < PIECES; t++) {
            double mean = 0;
            for (int q = 0; q < PIECES; q++) mean += (double)mat_row(weights, q)[t] / PIECES;
            const double want = models[_i] == BERT_CLS ? (double)mat_row(weights, 0)[t] : mean;
            assert_close((double)mat_row(m, t)[h], want, 1e-6);
            sum += (double)mat_row(m, t)[h];
        }
        assert_close(sum, 1, 1e-6);
    }
}
END_TEST

START_TEST(a_bilstm_without_attention_is_refused)
{
    case_new(&model, BILSTM, POOL_MAX, 3);
    attribution(&model, &arena, &text, CLASS, MASK);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("ch06_attribution");
    TCase *c = tcase_create("attribution");
    tcase_add_checked_fixture(c, NULL, teardown);
    tcase_add_loop_test(c, every_right_or_wrong_text_that_can_be_shown_is_drawn_equally_often, 0,
                        2);
    tcase_add_test(c, where_none_can_be_shown_any_length_will_do);
    tcase_add_test(c, nothing_is_drawn_where_none_is_wrong);
    tcase_add_loop_test(c, the_loss_is_that_of_hiding_one_piece_and_nothing_else, 0, 2);
    tcase_add_loop_test(c, attention_is_that_of_the_places_which_the_classifier_reads, 0, 2);
    tcase_add_test_raise_signal(c, a_bilstm_without_attention_is_refused, SIGABRT);
    suite_add_tcase(s, c);
    return run_suite(s);
}
