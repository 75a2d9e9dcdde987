/* Tests of the embedding: PyTorch's values, ids that come twice, ids that are not in the table. */
#include "layers.h"
#include "testing.h"

#include <signal.h>

#define GOLDEN "common/golden/layers.txt"

static Arena arena;
static const int ids[] = {3, 0, 3, 4}; /* of the reference values: 3 comes twice */

static void teardown(void)
{
    arena_free(&arena);
}

static Mat reference(const char *name)
{
    return golden(&arena, GOLDEN, name);
}

START_TEST(the_rows_equal_pytorch)
{
    Mat out = mat_new(&arena, 4, 3);
    embedding_forward(out, reference("embedding.table"), ids);
    assert_mat_close(out, reference("embedding.out"), 0);
}
END_TEST

START_TEST(the_gradient_equals_pytorch_and_is_added)
{
    Mat d_table = mat_zeros(&arena, 5, 3), want = reference("embedding.d_table");
    embedding_backward(d_table, ids, reference("embedding.d_out"));
    assert_mat_close(d_table, want, 1e-6);
    embedding_backward(d_table, ids, reference("embedding.d_out"));
    mat_scale(want, 2);
    assert_mat_close(d_table, want, 1e-6);
}
END_TEST

START_TEST(a_window_of_a_table_and_of_an_output_will_do)
{
    Mat wide = reference("embedding.table"), out = mat_zeros(&arena, 4, 3);
    embedding_forward(mat_cols(out, 1, 2), mat_cols(wide, 1, 2), ids);
    for (int i = 0; i < 4; i++) {
        ck_assert(mat_row(out, i)[0] == 0);
        ck_assert(mat_row(out, i)[2] == mat_row(wide, ids[i])[2]);
    }
}
END_TEST

static const int bad_ids[] = {5, -1, 2000000000};

START_TEST(an_id_outside_the_table_is_refused_forward)
{
    embedding_forward(mat_new(&arena, 1, 3), mat_zeros(&arena, 5, 3), &bad_ids[_i]);
}
END_TEST

START_TEST(an_id_outside_the_table_is_refused_backward)
{
    embedding_backward(mat_zeros(&arena, 5, 3), &bad_ids[_i], mat_zeros(&arena, 1, 3));
}
END_TEST

START_TEST(vectors_of_another_length_are_refused)
{
    embedding_forward(mat_new(&arena, 4, 2), mat_zeros(&arena, 5, 3), ids);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("embedding");
    TCase *t = tcase_create("embedding");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, the_rows_equal_pytorch);
    tcase_add_test(t, the_gradient_equals_pytorch_and_is_added);
    tcase_add_test(t, a_window_of_a_table_and_of_an_output_will_do);
    tcase_add_loop_test_raise_signal(t, an_id_outside_the_table_is_refused_forward, SIGABRT, 0, 3);
    tcase_add_loop_test_raise_signal(t, an_id_outside_the_table_is_refused_backward, SIGABRT, 0, 3);
    tcase_add_test_raise_signal(t, vectors_of_another_length_are_refused, SIGABRT);
    suite_add_tcase(s, t);
    return run_suite(s);
}
