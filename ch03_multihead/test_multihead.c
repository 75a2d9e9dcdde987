/* Tests of multi-head attention against torch.nn.MultiheadAttention: outputs, the weights of every
 * head, and the gradients of both inputs and of all eight parameters. */
#include "test_multihead_case.h"

#include <math.h>

static Arena arena;
static Case c;

static void teardown(void)
{
    params_free(&c.params);
    arena_free(&arena);
}

static void start(int i)
{
    c = case_new(&arena, i);
    case_load(&c);
    case_forward(&c);
}

START_TEST(the_output_equals_pytorch)
{
    start(_i);
    assert_mat_close(c.out, case_golden(&c, "out"), 5e-6);
}
END_TEST

START_TEST(the_weights_of_every_head_equal_pytorch)
{
    start(_i);
    assert_mat_close(c.m.weights, case_golden(&c, "weights"), 2e-6);
}
END_TEST

START_TEST(the_gradients_of_the_inputs_equal_pytorch)
{
    start(_i);
    case_backward(&c);
    assert_mat_close(c.d_x, case_golden(&c, "d_x"), 1e-5);
    assert_mat_close(c.d_memory, case_golden(&c, "d_memory"), 1e-5);
}
END_TEST

START_TEST(the_gradients_of_the_parameters_equal_pytorch)
{
    start(_i);
    case_backward(&c);
    for (int i = 0; i < c.params.count; i++) {
        char name[32];
        snprintf(name, sizeof name, "d_%.20s", c.params.items[i]->name + 2);
        assert_mat_close(c.params.items[i]->grad, case_golden(&c, name), 1e-5);
    }
}
END_TEST

/* A vector added to all keys adds a constant to each row of scores, which the softmax ignores. */
START_TEST(the_bias_of_the_keys_has_no_gradient)
{
    start(_i);
    case_backward(&c);
    assert_mat_close(c.m.b_k->grad, mat_zeros(&arena, 1, c.x.cols), 2e-6);
}
END_TEST

static void assert_twice(Mat gradient, const char *name)
{
    Mat twice = case_golden(&c, name);
    mat_scale(twice, 2);
    assert_mat_close(gradient, twice, 2e-5);
}

START_TEST(backward_adds_to_the_gradients_that_are_there)
{
    start(3);
    case_backward(&c);
    case_backward(&c);
    assert_twice(c.d_x, "d_x");
    assert_twice(c.d_memory, "d_memory");
    for (int i = 0; i < c.params.count; i++) {
        char name[32];
        snprintf(name, sizeof name, "d_%.20s", c.params.items[i]->name + 2);
        assert_twice(c.params.items[i]->grad, name);
    }
}
END_TEST

/* The sum of out * d_out, a loss with the gradient d_out. */
static double loss(void *context)
{
    Case *k = context;
    Arena mark = arena;
    case_forward(k);
    double sum = mat_dot(k->out, k->d_out);
    arena_release(&arena, mark);
    return sum;
}

START_TEST(every_gradient_equals_differences)
{
    start(_i);
    case_backward(&c);
    for (int i = 0; i < c.params.count; i++)
        assert_gradient(c.params.items[i]->value, c.params.items[i]->grad, loss, &c);
    assert_gradient(c.x, c.d_x, loss, &c);
    assert_gradient(c.memory, c.d_memory, loss, &c);
}
END_TEST

/* The same with half of the weights dropped: every evaluation draws from a copy of the generator,
 * and so makes the same choices. */
static double loss_with_dropout(void *context)
{
    Case *k = context;
    Rng r = rng_new(7);
    k->m.rng = &r;
    return loss(k);
}

//> dropout_test
START_TEST(dropout_makes_the_same_choices_in_forward_and_backward)
{
    start(_i);
    double whole = mat_dot(c.out, c.d_out);
    Rng r = rng_new(7);
    c.m.dropout = 0.5, c.m.rng = &r;
    case_forward(&c);
    case_backward(&c);
    ck_assert_double_gt(fabs(mat_dot(c.out, c.d_out) - whole), 1e-3); /* something was dropped */
    for (int i = 0; i < c.params.count; i++)
        assert_gradient(c.params.items[i]->value, c.params.items[i]->grad, loss_with_dropout, &c);
    assert_gradient(c.x, c.d_x, loss_with_dropout, &c);
    assert_gradient(c.memory, c.d_memory, loss_with_dropout, &c);
}
END_TEST
//< dropout_test

static TCase *add(Suite *s, TCase *t)
{
    tcase_add_checked_fixture(t, NULL, teardown);
    suite_add_tcase(s, t);
    return t;
}

int main(void)
{
    Suite *s = suite_create("multihead");
    TCase *t = add(s, tcase_create("multihead_forward"));
    tcase_add_loop_test(t, the_output_equals_pytorch, 0, GOLDEN_CASES);
    t = add(s, tcase_create("pair_forward"));
    tcase_add_loop_test(t, the_weights_of_every_head_equal_pytorch, 0, GOLDEN_CASES);
    tcase_add_loop_test(t, the_output_equals_pytorch, 0, GOLDEN_CASES);
    t = add(s, tcase_create("pair_backward"));
    tcase_add_loop_test(t, the_gradients_of_the_inputs_equal_pytorch, 0, GOLDEN_CASES);
    tcase_add_loop_test(t, dropout_makes_the_same_choices_in_forward_and_backward, 0, GOLDEN_CASES);
    t = add(s, tcase_create("multihead_backward"));
    tcase_add_loop_test(t, the_gradients_of_the_parameters_equal_pytorch, 0, GOLDEN_CASES);
    tcase_add_loop_test(t, every_gradient_equals_differences, 0, GOLDEN_CASES);
    tcase_add_loop_test(t, the_bias_of_the_keys_has_no_gradient, 0, GOLDEN_CASES);
    tcase_add_test(t, backward_adds_to_the_gradients_that_are_there);
    return run_suite(s);
}
