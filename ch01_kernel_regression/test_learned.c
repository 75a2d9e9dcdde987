/* Tests of the learned width: PyTorch's values and gradients, D2L's training step by step, and the
 * bug of letting a sample see itself. */
#include "learned.h"
#include "bandwidth.h"
#include "dataset.h"
#include "common/testing.h"

#include <math.h>
#include <stdio.h>

#define GOLDEN "ch01_kernel_regression/golden/kernel.txt"

static Arena arena;
static Params params;

static void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

static Mat reference(const char *group, const char *name)
{
    char key[64];
    snprintf(key, sizeof key, "%s.%s", group, name);
    return golden(&arena, GOLDEN, key);
}

/* A kernel with the reference's width, run forward. */
static LearnedKernel run(const char *group, Mat out, bool leave_one_out)
{
    Mat w = reference(group, "w");
    LearnedKernel l = {.width = params_add(&params, "width", 1, w.cols)};
    mat_copy(l.width->value, w);
    learned_forward(&l, &arena, out, reference(group, "queries"), reference(group, "keys"),
                    reference(group, "values"), leave_one_out);
    return l;
}

static const struct {
    const char *group;
    bool leave_one_out;
} cases[] = {
    {"learned1", false}, {"learned1.loo", true}, {"learned3", false}, {"learned3.loo", true}};

START_TEST(forward_equals_pytorch)
{
    const char *group = cases[_i].group;
    Mat targets = reference(group, "targets"), out = mat_new(&arena, targets.rows, 1);
    LearnedKernel l = run(group, out, cases[_i].leave_one_out);
    assert_mat_close(l.weights, reference(group, "weights"), 1e-6);
    assert_mat_close(out, reference(group, "out"), 1e-6);
}
END_TEST

START_TEST(the_gradient_equals_pytorch)
{
    const char *group = cases[_i].group;
    Mat targets = reference(group, "targets"), out = mat_new(&arena, targets.rows, 1);
    Mat d_out = mat_zeros(&arena, targets.rows, 1);
    LearnedKernel l = run(group, out, cases[_i].leave_one_out);
    double loss = squared_error(d_out, out, targets);
    assert_close(loss, (double)reference(group, "loss").data[0], 1e-6);
    learned_backward(&l, &arena, d_out);
    assert_mat_close(l.width->grad, reference(group, "d_w"), 5e-6);
}
END_TEST

typedef struct {
    LearnedKernel *kernel;
    Dataset samples;
} WidthCase;

static double width_loss(void *context)
{
    WidthCase *c = context;
    Mat out = mat_new(&arena, c->samples.y.rows, 1),
        unused = mat_zeros(&arena, c->samples.y.rows, 1);
    learned_forward(c->kernel, &arena, out, c->samples.x, c->samples.x, c->samples.y, true);
    return squared_error(unused, out, c->samples.y);
}

START_TEST(the_gradient_equals_differences)
{
    Rng r = rng_new(1);
    LearnedKernel l = {.width = params_add(&params, "width", 1, 2)};
    l.width->value.data[0] = 1.5f, l.width->value.data[1] = -0.25f;
    WidthCase c = {&l, dataset_two_features(&arena, &r, 12)};
    Mat out = mat_new(&arena, 12, 1), d_out = mat_zeros(&arena, 12, 1);
    learned_forward(&l, &arena, out, c.samples.x, c.samples.x, c.samples.y, true);
    squared_error(d_out, out, c.samples.y);
    learned_backward(&l, &arena, d_out);
    assert_gradient(l.width->value, l.width->grad, width_loss, &c);
}
END_TEST

START_TEST(backward_adds_to_what_is_there)
{
    const char *group = cases[_i].group;
    Mat targets = reference(group, "targets"), out = mat_new(&arena, targets.rows, 1);
    Mat d_out = mat_zeros(&arena, targets.rows, 1), twice = reference(group, "d_w");
    LearnedKernel l = run(group, out, cases[_i].leave_one_out);
    squared_error(d_out, out, targets);
    learned_backward(&l, &arena, d_out);
    learned_backward(&l, &arena, d_out);
    mat_scale(twice, 2);
    assert_mat_close(l.width->grad, twice, 5e-6);
}
END_TEST

/* Trains on the reference's 50 samples from w = 0.25. */
static Mat train(Training how)
{
    Mat trace = mat_new(&arena, how.steps + 1, 2);
    LearnedKernel l = {.width = params_add(&params, "width", 1, 1)};
    mat_fill(l.width->value, 0.25f);
    ck_assert(learned_train(&l, &params, reference("d2l", "x"), reference("d2l", "y"), how, trace));
    return trace;
}

START_TEST(sgd_training_follows_pytorch_step_by_step)
{
    assert_mat_close(train((Training){5, 0.5, SGD, false}), reference("d2l", "sgd"), 1e-4);
}
END_TEST

START_TEST(adam_training_follows_pytorch_step_by_step)
{
    assert_mat_close(train((Training){40, 0.1, ADAM, false}), reference("d2l", "adam"), 1e-4);
}
END_TEST

/* The width after 400 steps on the motorcycle data; *error: the training error it ends with. */
static double trained_width(bool see_itself, double *error)
{
    Dataset d = dataset_motorcycle(&arena);
    Mat trace = mat_new(&arena, 401, 2);
    LearnedKernel l = {.width = params_add(&params, "width", 1, 1)};
    mat_fill(l.width->value, 0.25f);
    learned_train(&l, &params, d.x, d.y, (Training){400, 0.1, ADAM, see_itself}, trace);
    *error = (double)mat_row(trace, 400)[0];
    params_free(&params);
    return (double)mat_row(trace, 400)[1];
}

//> see_itself_test
START_TEST(a_sample_that_sees_itself_learns_to_look_at_nothing_else)
{
    double error, error_wrong, w = trained_width(false, &error);
    double w_wrong = trained_width(true, &error_wrong);
    ck_assert_double_gt(w_wrong, 5 * w);           /* the width grows and grows */
    ck_assert_double_lt(error_wrong, 0.7 * error); /* and the training error sinks */
    Dataset d = dataset_motorcycle(&arena);        /* while samples not seen are predicted worse */
    ck_assert_double_gt(leave_one_out_rmse(&arena, d.x, d.y, GAUSSIAN, 1 / w_wrong), 1.1 * error);
}
END_TEST
//< see_itself_test

START_TEST(the_trained_width_is_the_cross_validated_bandwidth)
{
    Dataset d = dataset_motorcycle(&arena);
    double error, h = bandwidth_select(&arena, d.x, d.y, GAUSSIAN);
    ck_assert_double_eq_tol(1 / trained_width(false, &error), h, 0.005 * h);
    ck_assert_double_eq_tol(error, leave_one_out_rmse(&arena, d.x, d.y, GAUSSIAN, h), 1e-3);
}
END_TEST

START_TEST(a_rate_that_is_too_large_is_noticed)
{
    float x[] = {0, 1, 2, 4}, y[] = {(float)1e18, (float)-1e18, (float)1e18, 0};
    Mat trace = mat_new(&arena, 6, 2);
    LearnedKernel l = {.width = params_add(&params, "width", 1, 1)};
    mat_fill(l.width->value, 1);
    Training how = {5, 1e30, SGD, false};
    ck_assert(!learned_train(&l, &params, mat_of(4, 1, x), mat_of(4, 1, y), how, trace) ||
              sizeof(float) > 4); /* double precision holds more */
}
END_TEST

int main(void)
{
    Suite *s = suite_create("learned");
    TCase *t = tcase_create("width_backward");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, the_gradient_equals_pytorch, 0, 4);
    tcase_add_test(t, the_gradient_equals_differences);
    tcase_add_loop_test(t, backward_adds_to_what_is_there, 0, 4);
    suite_add_tcase(s, t);
    t = tcase_create("learned");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, forward_equals_pytorch, 0, 4);
    tcase_add_test(t, sgd_training_follows_pytorch_step_by_step);
    tcase_add_test(t, adam_training_follows_pytorch_step_by_step);
    tcase_add_test(t, the_trained_width_is_the_cross_validated_bandwidth);
    tcase_add_test(t, a_sample_that_sees_itself_learns_to_look_at_nothing_else);
    tcase_add_test(t, a_rate_that_is_too_large_is_noticed);
    suite_add_tcase(s, t);
    return run_suite(s);
}
