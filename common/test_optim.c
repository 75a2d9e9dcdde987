/* Tests of the parameter registry and the optimisers, against PyTorch's steps. */
#include "optim.h"
#include "testing.h"

#include <math.h>
#include <stdio.h>

#define GOLDEN "common/golden/layers.txt"

static Arena arena;
static Params params;

static void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

/* Follows the reference path of `name` with its five gradients. */
static void assert_path(const char *name, Adam *adam)
{
    char key[32];
    snprintf(key, sizeof key, "%s.grads", name);
    Mat grads = golden(&arena, GOLDEN, key);
    snprintf(key, sizeof key, "%s.start", name);
    Param *w = params_add(&params, "w", 1, grads.cols);
    mat_copy(w->value, golden(&arena, GOLDEN, key));
    snprintf(key, sizeof key, "%s.path", name);
    Mat path = golden(&arena, GOLDEN, key);
    for (int t = 0; t < grads.rows; t++) {
        mat_copy(w->grad, mat_rows(grads, t, 1));
        if (adam)
            adam_step(adam, &params);
        else
            sgd_step(&params, 0.5);
        assert_mat_close(w->value, mat_rows(path, t, 1), 1e-6);
    }
}

START_TEST(sgd_takes_pytorchs_steps)
{
    assert_path("sgd", NULL);
}
END_TEST

START_TEST(adam_takes_pytorchs_steps)
{
    Adam adam = adam_new(0.0625);
    assert_path("adam", &adam);
}
END_TEST

/* Four steps from 1 with rate 0.01 and decay 0.1, as torch.optim.AdamW takes them. The last
 * gradient is 0: the means still move the weight. Decay in the gradient instead would give 0.9823
 * after the third. */
START_TEST(adamw_decays_weights_but_no_parameter_of_one_row)
{
    static const float grads[] = {0.1F, -0.2F, 0.05F, 0.0F};
    static const float decayed[] = {0.989000001F, 0.991672036F, 0.9920472705F, 0.9921749099F};
    static const float exempt[] = {0.990000001F, 0.993661036F, 0.9950279426F, 0.9961476292F};
    Param *weight = params_add(&params, "w", 2, 1), *bias = params_add(&params, "b", 1, 2);
    mat_fill(weight->value, 1), mat_fill(bias->value, 1);
    Adam adam = adam_new(0.01);
    adam.decay = 0.1;
    for (int t = 0; t < 4; t++) {
        mat_fill(weight->grad, grads[t]), mat_fill(bias->grad, grads[t]);
        adam_step(&adam, &params);
        for (int i = 0; i < 2; i++) {
            ck_assert_double_eq_tol((double)weight->value.data[i], (double)decayed[t], 2e-7);
            ck_assert_double_eq_tol((double)bias->value.data[i], (double)exempt[t], 2e-7);
        }
    }
}
END_TEST

START_TEST(parameters_keep_their_place_when_more_are_added)
{
    Param *first = params_add(&params, "first", 2, 3);
    first->value.data[5] = 42;
    for (int i = 0; i < 100; i++) {
        char name[16];
        snprintf(name, sizeof name, "layer.%d", i);
        params_add(&params, name, 4, 4);
    }
    ck_assert_ptr_eq(params_find(&params, "first"), first);
    ck_assert_int_eq((int)first->value.data[5], 42);
    ck_assert_int_eq(params_find(&params, "layer.99")->value.rows, 4);
    ck_assert_int_eq(params_size(&params), 2 * 3 + 100 * 4 * 4);
    ck_assert_ptr_null(params_find(&params, "layer.100"));
}
END_TEST

START_TEST(weights_are_xavier_uniform_and_rows_constant)
{
    Rng r = rng_new(1);
    Param *w = params_weight(&params, &r, "layer", "w", 40, 56); /* bound sqrt(6 / 96) = 1/4 */
    ck_assert_ptr_eq(params_find(&params, "layer.w"), w);
    double most = 0, variance = mat_dot(w->value, w->value) / (40 * 56);
    for (int i = 0; i < 40 * 56; i++) most = fmax(most, fabs((double)w->value.data[i]));
    ck_assert(most <= 0.25 && most > 0.245);
    ck_assert_double_eq_tol(variance, 0.25 * 0.25 / 3, 0.002);
    Param *b = params_row(&params, "layer", "b", 5, 1);
    ck_assert(b->value.rows == 1 && mat_sum(b->value) == 5);
}
END_TEST

START_TEST(zero_grad_clears_every_gradient)
{
    Param *a = params_add(&params, "a", 2, 2), *b = params_add(&params, "b", 1, 3);
    mat_fill(a->grad, 5);
    mat_fill(b->grad, 5);
    params_zero_grad(&params);
    ck_assert(mat_dot(a->grad, a->grad) + mat_dot(b->grad, b->grad) == 0);
}
END_TEST

START_TEST(clipping_keeps_the_direction_and_limits_the_norm)
{
    Param *a = params_add(&params, "a", 1, 2), *b = params_add(&params, "b", 1, 1);
    a->grad.data[0] = 2, a->grad.data[1] = -3, b->grad.data[0] = 6;
    assert_close(clip_gradients(&params, 7), 7, 1e-6); /* sqrt(4 + 9 + 36): not more than 7 */
    ck_assert(a->grad.data[0] == 2 && b->grad.data[0] == 6);
    assert_close(clip_gradients(&params, 3.5), 7, 1e-6);
    ck_assert(a->grad.data[0] == 1 && a->grad.data[1] == -1.5f && b->grad.data[0] == 3);
    b->grad.data[0] = NAN;
    ck_assert(isnan(clip_gradients(&params, 1)) && a->grad.data[0] == 1);
}
END_TEST

START_TEST(the_same_name_twice_is_refused)
{
    params_add(&params, "w", 1, 1);
    params_add(&params, "w", 1, 1);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("optim");
    TCase *t = tcase_create("optim");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, sgd_takes_pytorchs_steps);
    tcase_add_test(t, adam_takes_pytorchs_steps);
    tcase_add_test(t, adamw_decays_weights_but_no_parameter_of_one_row);
    tcase_add_test(t, parameters_keep_their_place_when_more_are_added);
    tcase_add_test(t, weights_are_xavier_uniform_and_rows_constant);
    tcase_add_test(t, zero_grad_clears_every_gradient);
    tcase_add_test(t, clipping_keeps_the_direction_and_limits_the_norm);
    tcase_add_test_raise_signal(t, the_same_name_twice_is_refused, 6);
    suite_add_tcase(s, t);
    return run_suite(s);
}
