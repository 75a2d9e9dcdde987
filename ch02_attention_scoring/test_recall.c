/* Tests of noisy associative recall: the task is what it says, the loss has its gradient, and
 * training finds what theory predicts. */
#include "recall.h"
#include "common/testing.h"

#include <math.h>

static Arena arena;
static Params params;

static void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

/* The accuracy of Gaussian attention with one width for all features. */
static double accuracy_by_width(const RecallBatch *b, float width)
{
    Mat widths = mat_new(&arena, 1, b->shown.cols);
    mat_fill(widths, width);
    return recall_accuracy(recall_by_width(&arena, b, widths), b);
}

START_TEST(with_little_noise_the_nearest_key_has_the_right_class)
{
    Rng r = rng_new(1);
    RecallTask copy = recall_task(&arena, &r, 6, 6, 0.01, 0.01);
    RecallTask map = recall_task(&arena, &r, 9, 6, 0.01, 0.01);
    RecallBatch b = recall_batch(_i ? &map : &copy, &arena, &r, 50);
    ck_assert_int_eq(b.q.cols, _i ? 9 : 6);
    ck_assert(accuracy_by_width(&b, 100) == 1);
    ck_assert(accuracy_by_width(&b, 0) < 0.5);
}
END_TEST

START_TEST(noise_has_the_deviation_that_was_asked_for)
{
    Rng r = rng_new(2);
    RecallTask t = recall_task(&arena, &r, 3, 3, 0.5, 2);
    static const double want[] = {0.5, 1, 2};
    RecallBatch b = recall_batch(&t, &arena, &r, 500);
    for (int c = 0; c < 3; c++) { /* var(q) = var(k) + noise^2 */
        Mat column = mat_cols(b.q, c, 1);
        double variance = mat_dot(column, column) / b.q.rows;
        ck_assert_double_eq_tol(variance, 1 + want[c] * want[c], 0.15 * (1 + want[c] * want[c]));
        assert_close((double)t.noise.data[c], want[c], 1e-6);
    }
}
END_TEST

START_TEST(a_constant_feature_is_one_and_keys_of_equal_length_have_that_length)
{
    Rng r = rng_new(3);
    RecallTask t = recall_task(&arena, &r, 4, 4, 1, 1);
    t.constant = t.equal_length = true;
    RecallBatch b = recall_batch(&t, &arena, &r, 5);
    ck_assert_int_eq(b.q.cols, 5);
    for (int i = 0; i < b.q.rows; i++) ck_assert(mat_row(b.q, i)[4] == 1);
    for (int j = 0; j < b.k.rows; j++) {
        Mat key = mat_rows(b.k, j, 1);
        assert_close(mat_dot(key, key), 4, 1e-6);
    }
}
END_TEST

START_TEST(outputs_are_probabilities_and_without_widths_the_frequencies_of_the_classes)
{
    Rng r = rng_new(4);
    RecallTask t = recall_task(&arena, &r, 4, 4, 1, 1);
    RecallBatch b = recall_batch(&t, &arena, &r, 1);
    Mat out = recall_by_width(&arena, &b, mat_zeros(&arena, 1, 4));
    Mat want = mat_zeros(&arena, 1, RECALL_CLASSES);
    mat_sum_rows(want, b.v);
    mat_scale(want, 1.0f / RECALL_KEYS);
    for (int i = 0; i < out.rows; i++) assert_mat_close(mat_rows(out, i, 1), want, 1e-6);
}
END_TEST

typedef struct {
    Mat out;
    RecallBatch batch;
} LossCase;

static double loss(void *context)
{
    LossCase *c = context;
    return recall_loss(mat_zeros(&arena, c->out.rows, c->out.cols), c->out, &c->batch);
}

START_TEST(the_gradient_of_the_loss_equals_differences)
{
    Rng r = rng_new(5);
    RecallTask t = recall_task(&arena, &r, 4, 4, 1, 1);
    LossCase c = {.batch = recall_batch(&t, &arena, &r, 2)};
    c.out = mat_new(&arena, c.batch.q.rows, RECALL_CLASSES);
    fill_uniform(c.out, &r, 0.3, 0.9);
    Mat d_out = mat_zeros(&arena, c.out.rows, c.out.cols);
    recall_loss(d_out, c.out, &c.batch);
    assert_gradient(c.out, d_out, loss, &c);
}
END_TEST

START_TEST(a_share_of_zero_gives_a_finite_loss)
{
    Rng r = rng_new(6);
    RecallTask t = recall_task(&arena, &r, 4, 4, 1, 1);
    LossCase c = {.batch = recall_batch(&t, &arena, &r, 2)};
    c.out = mat_zeros(&arena, c.batch.q.rows, RECALL_CLASSES);
    assert_close(loss(&c), -log(1e-7), 1e-5);
}
END_TEST

/* A scoring function trained on the task with 3 features and noise from 0.2 to 0.8. */
static Attention trained(ScoreKind kind, bool constant, Mat trace)
{
    Rng r = rng_new(7);
    RecallTask t = recall_task(&arena, &r, 3, 3, 0.2, 0.8);
    t.constant = constant;
    RecallBatch test = recall_batch(&t, &arena, &r, 200);
    Attention at = {.scoring = scoring_new(kind, &params, &r, "s", test.q.cols, 3, 24)};
    recall_train(&at, &params, &t, &r, (RecallTraining){300, 16, 0.03}, &test, trace);
    return at;
}

START_TEST(the_gaussian_learns_the_noise_of_each_feature)
{
    Mat trace = mat_new(&arena, 4, 3);
    const float *width = trained(SCORE_GAUSSIAN, false, trace).scoring.width->value.data;
    static const double noise[] = {0.2, 0.4, 0.8};
    for (int c = 0; c < 3; c++) ck_assert_double_eq_tol(fabs((double)width[c]) * noise[c], 1, 0.15);
    ck_assert(mat_row(trace, 0)[0] == 0 && mat_row(trace, 1)[0] == 100);
    ck_assert(mat_row(trace, 3)[0] == 300);
    ck_assert(mat_row(trace, 3)[1] < mat_row(trace, 0)[1]); /* the loss has fallen */
}
END_TEST

START_TEST(additive_scores_learn_with_a_constant_feature_and_not_without)
{
    Mat trace = mat_new(&arena, 2, 3);
    trained(SCORE_ADDITIVE, false, trace);
    ck_assert(mat_row(trace, 1)[2] < 0.35f); /* the most frequent class is as good */
    params_free(&params);
    trained(SCORE_ADDITIVE, true, trace);
    ck_assert(mat_row(trace, 1)[2] > 0.6f);
}
END_TEST

START_TEST(a_training_can_be_repeated_to_the_bit)
{
    Mat first = mat_new(&arena, 3, 3), second = mat_new(&arena, 3, 3);
    trained(SCORE_BILINEAR, false, first);
    params_free(&params);
    trained(SCORE_BILINEAR, false, second);
    for (int n = 0; n < 9; n++) ck_assert(first.data[n] == second.data[n]);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("recall");
    TCase *t = tcase_create("recall");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, with_little_noise_the_nearest_key_has_the_right_class, 0, 2);
    tcase_add_test(t, noise_has_the_deviation_that_was_asked_for);
    tcase_add_test(t, a_constant_feature_is_one_and_keys_of_equal_length_have_that_length);
    tcase_add_test(t, outputs_are_probabilities_and_without_widths_the_frequencies_of_the_classes);
    tcase_add_test(t, the_gradient_of_the_loss_equals_differences);
    tcase_add_test(t, a_share_of_zero_gives_a_finite_loss);
    tcase_add_test(t, the_gaussian_learns_the_noise_of_each_feature);
    tcase_add_test(t, additive_scores_learn_with_a_constant_feature_and_not_without);
    tcase_add_test(t, a_training_can_be_repeated_to_the_bit);
    suite_add_tcase(s, t);
    return run_suite(s);
}
