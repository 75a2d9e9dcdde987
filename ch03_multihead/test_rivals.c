/* Tests of the recurrence and the convolution against torch.nn.RNN and torch.nn.Conv1d. */
#include "rivals.h"
#include "common/testing.h"

#define GOLDEN "ch03_multihead/golden/rivals.txt"

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

static Mat reference(const char *name)
{
    return golden(&arena, GOLDEN, name);
}

START_TEST(the_recurrence_equals_pytorch)
{
    Mat out = mat_new(&arena, 6, 5);
    recurrence_forward(out, reference("recurrence.x"), reference("recurrence.w"),
                       reference("recurrence.u"), reference("recurrence.b"), 1);
    assert_mat_close(out, reference("recurrence.out"), 1e-6);
}
END_TEST

START_TEST(sequences_of_a_batch_run_through_the_recurrence_side_by_side)
{
    Mat x = mat_new(&arena, 12, 5), out = mat_new(&arena, 12, 5);
    fill_noise(x, 1);
    mat_copy(mat_rows(x, 6, 6), reference("recurrence.x"));
    recurrence_forward(out, x, reference("recurrence.w"), reference("recurrence.u"),
                       reference("recurrence.b"), 2);
    assert_mat_close(mat_rows(out, 6, 6), reference("recurrence.out"), 1e-6);
}
END_TEST

START_TEST(the_convolution_equals_pytorch)
{
    Mat out = mat_new(&arena, 6, 5);
    convolution_forward(out, reference("convolution.x"), reference("convolution.w"),
                        reference("convolution.b"));
    assert_mat_close(out, reference("convolution.out"), 1e-6);
}
END_TEST

START_TEST(a_single_token_has_no_neighbours)
{
    Mat x = mat_rows(reference("convolution.x"), 0, 1), w = reference("convolution.w");
    Mat out = mat_new(&arena, 1, 5), b = reference("convolution.b");
    convolution_forward(out, x, w, b);
    for (int j = 0; j < 5; j++) {
        double want = (double)b.data[j];
        for (int c = 0; c < 5; c++) want += (double)x.data[c] * (double)mat_row(w, 5 + c)[j];
        assert_close((double)out.data[j], want, 1e-6);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("rivals");
    TCase *t = tcase_create("rivals");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, the_recurrence_equals_pytorch);
    tcase_add_test(t, sequences_of_a_batch_run_through_the_recurrence_side_by_side);
    tcase_add_test(t, the_convolution_equals_pytorch);
    tcase_add_test(t, a_single_token_has_no_neighbours);
    suite_add_tcase(s, t);
    return run_suite(s);
}
