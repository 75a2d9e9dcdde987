/* Tests of cross-entropy: PyTorch's values, ignored rows, extreme logits, targets that are wrong.
 */
#include "layers.h"
#include "testing.h"

#include <math.h>
#include <signal.h>

#define GOLDEN "common/golden/layers.txt"

static Arena arena;
static const int targets[] = {5, 0, IGNORED_TARGET, 3, 3}; /* of the reference values */

static void teardown(void)
{
    arena_free(&arena);
}

static Mat reference(const char *name)
{
    return golden(&arena, GOLDEN, name);
}

START_TEST(the_loss_equals_pytorch)
{
    Mat logits = reference("cross_entropy.logits"), log_probs = mat_new(&arena, 5, 6);
    double loss = cross_entropy_forward(log_probs, logits, targets);
    assert_close(loss, (double)reference("cross_entropy.loss").data[0], 1e-6);
    assert_mat_close(log_probs, reference("cross_entropy.log_probs"), 1e-6);
}
END_TEST

START_TEST(the_gradient_equals_pytorch)
{
    Mat log_probs = reference("cross_entropy.log_probs"), d_logits = mat_zeros(&arena, 5, 6);
    cross_entropy_backward(d_logits, log_probs, targets);
    assert_mat_close(d_logits, reference("cross_entropy.d_logits"), 1e-6);
    cross_entropy_backward(d_logits, log_probs, targets); /* adds */
    Mat twice = reference("cross_entropy.d_logits");
    mat_scale(twice, 2);
    assert_mat_close(d_logits, twice, 1e-6);
}
END_TEST

static double loss_of(void *logits)
{
    return cross_entropy_forward(mat_new(&arena, 5, 6), *(Mat *)logits, targets);
}

START_TEST(the_gradient_equals_differences)
{
    Mat logits = reference("cross_entropy.logits"), log_probs = mat_new(&arena, 5, 6);
    Mat d_logits = mat_zeros(&arena, 5, 6);
    cross_entropy_forward(log_probs, logits, targets);
    cross_entropy_backward(d_logits, log_probs, targets);
    assert_gradient(logits, d_logits, loss_of, &logits);
}
END_TEST

static float case_logits[] = {2, 0.5f, -1, 0, 0.1f, 0.2f, 0.3f, 0.4f, -1, 3, 0, 1};

START_TEST(the_mean_is_over_the_rows_that_count)
{
    /* Divided by all three rows the loss would be 1.3425. */
    const int some[] = {1, IGNORED_TARGET, 3};
    float want[] = {0.355049961f,   -0.420777645f, 0.0176768967f, 0.0480507871f, 0, 0, 0, 0,
                    0.00760971443f, 0.41547633f,   0.0206853485f, -0.443771393f};
    Mat logits = mat_of(3, 4, case_logits), log_probs = mat_new(&arena, 3, 4);
    Mat d_logits = mat_zeros(&arena, 3, 4);
    ck_assert_double_eq_tol(cross_entropy_forward(log_probs, logits, some), 2.01376602, 1e-6);
    cross_entropy_backward(d_logits, log_probs, some);
    for (int j = 0; j < 12; j++)
        ck_assert_double_eq_tol((double)d_logits.data[j], (double)want[j], 1e-6);
}
END_TEST

START_TEST(with_nothing_to_count_loss_and_gradient_are_zero)
{
    const int none[] = {IGNORED_TARGET, IGNORED_TARGET, IGNORED_TARGET};
    Mat log_probs = mat_new(&arena, 3, 4), d_logits = mat_zeros(&arena, 3, 4);
    ck_assert(cross_entropy_forward(log_probs, mat_of(3, 4, case_logits), none) == 0);
    cross_entropy_backward(d_logits, log_probs, none);
    assert_mat_close(d_logits, mat_zeros(&arena, 3, 4), 0);
}
END_TEST

START_TEST(logits_of_any_size_have_the_right_loss)
{
    /* the differences are 2000, 1 and 0: log(1 + e^-2000), log(1 + e^-1), log 2 */
    float logits[] = {1000, -1000, -1000, -1001, 88, 88};
    const int right[] = {0, 0, 1}, wrong[] = {1, 1, 1};
    Mat log_probs = mat_new(&arena, 3, 2);
    double loss = cross_entropy_forward(log_probs, mat_of(3, 2, logits), right);
    assert_close(loss, (0 + 0.3132616875182228 + 0.6931471805599453) / 3, 1e-6);
    loss = cross_entropy_forward(log_probs, mat_of(3, 2, logits), wrong);
    assert_close(loss, (2000 + 1.3132616875182228 + 0.6931471805599453) / 3, 1e-6);
}
END_TEST

START_TEST(equal_logits_cost_the_logarithm_of_the_number_of_classes)
{
    enum { CLASSES = 30522 };
    const int target[] = {12345};
    Mat logits = mat_zeros(&arena, 1, CLASSES);
    double loss = cross_entropy_forward(logits, logits, target); /* in place */
    assert_close(loss, log(CLASSES), 1e-6);
}
END_TEST

START_TEST(nan_stays_visible)
{
    float logits[] = {0, NAN, 1, 0};
    const int both[] = {0, 0};
    Mat log_probs = mat_new(&arena, 2, 2);
    ck_assert(isnan(cross_entropy_forward(log_probs, mat_of(2, 2, logits), both)));
    ck_assert(!isnan(mat_row(log_probs, 1)[0]));
}
END_TEST

/* A class too many; a negative number that is not the ignored one, as other conventions have. */
static const int bad_targets[][3] = {{1, 4, 3}, {1, -4, 3}, {0, -1, 0}, {0, 0, -101}};

START_TEST(a_target_that_is_no_class_is_refused_forward)
{
    Mat logits = mat_of(3, 4, case_logits);
    cross_entropy_forward(mat_new(&arena, 3, 4), logits, bad_targets[_i]);
}
END_TEST

START_TEST(a_target_that_is_no_class_is_refused_backward)
{
    Mat log_probs = mat_of(3, 4, case_logits);
    cross_entropy_backward(mat_zeros(&arena, 3, 4), log_probs, bad_targets[_i]);
}
END_TEST

START_TEST(a_gradient_of_another_shape_is_refused)
{
    const int some[] = {1, 1, 1};
    cross_entropy_backward(mat_zeros(&arena, 3, 5), mat_of(3, 4, case_logits), some);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("cross_entropy");
    TCase *t = tcase_create("cross_entropy_backward");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, the_gradient_equals_pytorch);
    tcase_add_test(t, the_gradient_equals_differences);
    tcase_add_test(t, the_mean_is_over_the_rows_that_count);
    tcase_add_test(t, with_nothing_to_count_loss_and_gradient_are_zero);
    suite_add_tcase(s, t);
    t = tcase_create("cross_entropy");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, the_loss_equals_pytorch);
    tcase_add_test(t, logits_of_any_size_have_the_right_loss);
    tcase_add_test(t, equal_logits_cost_the_logarithm_of_the_number_of_classes);
    tcase_add_test(t, nan_stays_visible);
    tcase_add_loop_test_raise_signal(t, a_target_that_is_no_class_is_refused_forward, SIGABRT, 0,
                                     4);
    tcase_add_loop_test_raise_signal(t, a_target_that_is_no_class_is_refused_backward, SIGABRT, 0,
                                     4);
    tcase_add_test_raise_signal(t, a_gradient_of_another_shape_is_refused, SIGABRT);
    suite_add_tcase(s, t);
    return run_suite(s);
}
