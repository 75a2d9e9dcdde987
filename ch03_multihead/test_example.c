/* Tests of the example of the notes: every number that they print, from PyTorch. */
#include "example.h"
#include "common/testing.h"

#include <stdio.h>

static Arena arena;
static Params params;
static Example e;

static void setup(void)
{
    e = example_run(&params, &arena);
}

static void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

static void assert_equals(const char *name, Mat got)
{
    char key[32];
    snprintf(key, sizeof key, "example.%.20s", name);
    assert_mat_close(got, golden(&arena, "ch03_multihead/golden/multihead.txt", key), 1e-6);
}

START_TEST(every_number_of_the_forward_pass_is_right)
{
    assert_equals("x", e.x);
    assert_equals("w_q", e.m.w_q->value), assert_equals("w_k", e.m.w_k->value);
    assert_equals("w_v", e.m.w_v->value), assert_equals("w_o", e.m.w_o->value);
    assert_equals("q", e.m.q), assert_equals("k", e.m.k), assert_equals("v", e.m.v);
    assert_equals("a1", multihead_weights(&e.m, 0, 0));
    assert_equals("a2", multihead_weights(&e.m, 1, 0));
    assert_equals("context", e.m.context), assert_equals("out", e.out);
}
END_TEST

START_TEST(every_number_of_the_backward_pass_is_right)
{
    assert_equals("d_out", e.d_out), assert_equals("d_context", e.d_context);
    for (int h = 0; h < 2; h++) {
        assert_equals(h ? "d_a2" : "d_a1", mat_rows(e.d_weights, 2 * h, 2));
        assert_equals(h ? "d_s2" : "d_s1", mat_rows(e.d_scores, 2 * h, 2));
    }
    assert_equals("d_q", e.d_q), assert_equals("d_k", e.d_k), assert_equals("d_v", e.d_v);
    assert_equals("d_w_q", e.m.w_q->grad), assert_equals("d_w_k", e.m.w_k->grad);
    assert_equals("d_w_v", e.m.w_v->grad), assert_equals("d_w_o", e.m.w_o->grad);
    assert_equals("d_x", e.d_x);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("example");
    TCase *t = tcase_create("example");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, every_number_of_the_forward_pass_is_right);
    tcase_add_test(t, every_number_of_the_backward_pass_is_right);
    suite_add_tcase(s, t);
    return run_suite(s);
}
