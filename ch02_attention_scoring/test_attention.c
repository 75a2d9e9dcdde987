/* Tests of attention pooling against PyTorch's outputs, weights and gradients under every kind of
 * mask. */
#include "test_attention_case.h"

START_TEST(weights_and_outputs_equal_pytorch)
{
    Work w;
    prepare(&w, _i);
    assert_mat_close(w.at.weights, reference(cases[_i].group, "weights"), 2e-6);
    assert_mat_close(w.out, reference(cases[_i].group, "out"), 2e-6);
}
END_TEST

START_TEST(all_gradients_equal_pytorch)
{
    const char *group = cases[_i].group;
    char name[64];
    Work w;
    prepare(&w, _i);
    attention_backward(&w.at, &arena, w.d_q, w.d_k, w.d_v, w.d_out);
    assert_mat_close(w.d_q, reference(group, "d_q"), 5e-6);
    assert_mat_close(w.d_k, reference(group, "d_k"), 5e-6);
    assert_mat_close(w.d_v, reference(group, "d_v"), 5e-6);
    for (int n = 0; n < params.count; n++) {
        snprintf(name, sizeof name, "d_%s", params.items[n]->name + 2);
        assert_mat_close(params.items[n]->grad, reference(group, name), 5e-6);
    }
}
END_TEST

static double loss(void *context)
{
    Work *w = context;
    forward(w);
    return mat_dot(w->out, w->d_out);
}

START_TEST(all_gradients_equal_differences)
{
    Work w;
    prepare(&w, _i);
    attention_backward(&w.at, &arena, w.d_q, w.d_k, w.d_v, w.d_out);
    assert_gradient(w.q, w.d_q, loss, &w);
    assert_gradient(w.k, w.d_k, loss, &w);
    assert_gradient(w.v, w.d_v, loss, &w);
    for (int n = 0; n < params.count; n++)
        assert_gradient(params.items[n]->value, params.items[n]->grad, loss, &w);
}
END_TEST

START_TEST(backward_adds_to_what_is_there)
{
    Work w;
    prepare(&w, _i);
    mat_fill(w.d_q, 3);
    mat_fill(w.d_k, 3);
    mat_fill(w.d_v, 3);
    attention_backward(&w.at, &arena, w.d_q, w.d_k, w.d_v, w.d_out);
    static const char *const names[] = {"d_q", "d_k", "d_v"};
    const Mat got[] = {w.d_q, w.d_k, w.d_v};
    for (int n = 0; n < 3; n++) {
        Mat want = reference(cases[_i].group, names[n]),
            three = mat_new(&arena, want.rows, want.cols);
        mat_fill(three, 3);
        mat_add(want, three);
        assert_mat_close(got[n], want, 5e-6);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("attention");
    TCase *t = tcase_create("attention_backward");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, all_gradients_equal_pytorch, 0, CASES);
    tcase_add_loop_test(t, all_gradients_equal_differences, 0, CASES);
    tcase_add_loop_test(t, backward_adds_to_what_is_there, 0, CASES);
    suite_add_tcase(s, t);
    t = tcase_create("attention");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, weights_and_outputs_equal_pytorch, 0, CASES);
    suite_add_tcase(s, t);
    return run_suite(s);
}
