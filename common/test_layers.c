/* Tests of softmax and linear: PyTorch's values, gradients by differences, extreme scores. */
#include "layers.h"
#include "testing.h"

#include <math.h>

#define GOLDEN "common/golden/layers.txt"

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

static Mat reference(const char *name)
{
    return golden(&arena, GOLDEN, name);
}

START_TEST(softmax_equals_pytorch)
{
    Mat scores = reference("softmax.scores"), want = reference("softmax.out");
    Mat out = mat_new(&arena, scores.rows, scores.cols);
    softmax_forward(out, scores);
    assert_mat_close(out, want, 1e-6);
    Mat d_scores = mat_zeros(&arena, scores.rows, scores.cols);
    softmax_backward(d_scores, out, reference("softmax.d_out"));
    assert_mat_close(d_scores, reference("softmax.d_scores"), 1e-6);
}
END_TEST

/* One row of scores, with its softmax by hand or from the exact formula. */
static const struct {
    int n;
    float scores[3];
    double want[3];
} extreme[] = {
    {2, {1000, 1000}, {0.5, 0.5}},
    {2, {1000, -1000}, {1, 0}},
    {2, {-1000, -1001}, {0.7310585786300049, 0.2689414213699951}},
    {2, {-104, -104}, {0.5, 0.5}},
    {2, {0, (float)-1e30}, {1, 0}},
    {2, {(float)3e38, (float)3e38}, {0.5, 0.5}},
    {2, {(float)1e8, (float)1e8}, {0.5, 0.5}},
    {3, {-200, -201, -205}, {0.7274751568004648, 0.2676231541498623, 0.0049016890496729}},
    {2, {-INFINITY, 0}, {0, 1}},
    {2, {-INFINITY, -INFINITY}, {0, 0}},
    {1, {-INFINITY}, {0}},
    {1, {(float)-3e38}, {1}},
};

START_TEST(softmax_is_right_for_scores_of_any_size)
{
    int n = extreme[_i].n;
    float row[3];
    for (int j = 0; j < n; j++) row[j] = extreme[_i].scores[j];
    softmax_forward(mat_of(1, n, row), mat_of(1, n, row)); /* in place */
    for (int j = 0; j < n; j++) assert_close((double)row[j], extreme[_i].want[j], 1e-6);
}
END_TEST

START_TEST(a_shift_of_all_scores_changes_nothing)
{
    Mat scores = mat_new(&arena, 3, 9), out = mat_new(&arena, 3, 9),
        shifted = mat_new(&arena, 3, 9);
    fill_noise(scores, 1);
    softmax_forward(out, scores);
    for (int j = 0; j < 27; j++) scores.data[j] += 64;
    softmax_forward(shifted, scores);
    assert_mat_close(shifted, out, 1e-5);
}
END_TEST

START_TEST(nan_in_a_row_of_scores_stays_visible_in_that_row_only)
{
    float scores[] = {0, NAN, 1, 0, 0, 0}, out[6];
    softmax_forward(mat_of(2, 3, out), mat_of(2, 3, scores));
    for (int j = 0; j < 3; j++) ck_assert(isnan(out[j]) && !isnan(out[3 + j]));
}
END_TEST

START_TEST(linear_equals_pytorch)
{
    Mat x = reference("linear.x"), weight = reference("linear.weight");
    Mat d_out = reference("linear.d_out"), out = mat_new(&arena, 5, 4);
    linear_forward(out, x, weight, reference("linear.bias"));
    assert_mat_close(out, reference("linear.out"), 1e-6);
    Mat d_x = mat_zeros(&arena, 5, 3), d_weight = mat_zeros(&arena, 3, 4);
    Mat d_bias = mat_zeros(&arena, 1, 4), none = {0};
    linear_backward(d_x, none, none, x, weight, d_out);
    linear_backward(none, d_weight, d_bias, x, weight, d_out);
    linear_backward(d_x, d_weight, d_bias, x, weight, mat_zeros(&arena, 5, 4)); /* adds nothing */
    assert_mat_close(d_x, reference("linear.d_x"), 1e-6);
    assert_mat_close(d_weight, reference("linear.d_weight"), 1e-6);
    assert_mat_close(d_bias, reference("linear.d_bias"), 1e-6);
}
END_TEST

START_TEST(backward_adds_to_the_gradient_that_is_there)
{
    Mat p = reference("softmax.out"), d_out = reference("softmax.d_out");
    Mat d_scores = mat_new(&arena, p.rows, p.cols), want = reference("softmax.d_scores");
    mat_fill(d_scores, 1);
    softmax_backward(d_scores, p, d_out);
    for (int j = 0; j < p.rows * p.cols; j++) want.data[j] += 1;
    assert_mat_close(d_scores, want, 1e-6);
}
END_TEST

typedef struct {
    Mat scores, probe;
} SoftmaxCase;

/* The sum of softmax(scores) * probe. */
static double softmax_loss(void *context)
{
    SoftmaxCase *c = context;
    Mat out = mat_new(&arena, c->scores.rows, c->scores.cols);
    softmax_forward(out, c->scores);
    return mat_dot(out, c->probe);
}

START_TEST(softmax_gradient_equals_differences)
{
    SoftmaxCase c = {mat_new(&arena, 3, 5), mat_new(&arena, 3, 5)};
    fill_noise(c.scores, 1);
    fill_noise(c.probe, 2);
    Mat out = mat_new(&arena, 3, 5), d_scores = mat_zeros(&arena, 3, 5);
    softmax_forward(out, c.scores);
    softmax_backward(d_scores, out, c.probe);
    assert_gradient(c.scores, d_scores, softmax_loss, &c);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("layers");
    TCase *t = tcase_create("softmax_row");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, softmax_equals_pytorch);
    tcase_add_loop_test(t, softmax_is_right_for_scores_of_any_size, 0,
                        (int)(sizeof extreme / sizeof *extreme));
    tcase_add_test(t, a_shift_of_all_scores_changes_nothing);
    tcase_add_test(t, nan_in_a_row_of_scores_stays_visible_in_that_row_only);
    suite_add_tcase(s, t);
    t = tcase_create("linear");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, linear_equals_pytorch);
    suite_add_tcase(s, t);
    t = tcase_create("softmax_backward");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, backward_adds_to_the_gradient_that_is_there);
    tcase_add_test(t, softmax_gradient_equals_differences);
    suite_add_tcase(s, t);
    return run_suite(s);
}
