/* Tests of layer normalisation and of the label-smoothed loss, against PyTorch. */
#include "layer_norm.h"
#include "vocabulary.h"
#include "common/layers.h"
#include "common/testing.h"

#include <math.h>

#define GOLDEN "ch05_transformer/golden/transformer.txt"

static Arena arena;
static Params params;

static void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

static Mat reference(const char *name)
{
    return golden(&arena, GOLDEN, name);
}

/* A layer with the reference's weights, run forward on its x. */
static LayerNorm run(Mat out)
{
    LayerNorm n = layer_norm_new(&params, "norm", 10, 1e-5);
    mat_copy(n.gamma->value, reference("norm.gamma"));
    mat_copy(n.beta->value, reference("norm.beta"));
    layer_norm_forward(&n, &arena, out, reference("norm.x"));
    return n;
}

START_TEST(forward_equals_pytorch)
{
    Mat out = mat_new(&arena, 6, 10);
    run(out);
    assert_mat_close(out, reference("norm.out"), 2e-6);
}
END_TEST

START_TEST(differences_of_large_numbers_are_kept)
{
    float x[] = {10000, 10001, 10002, 10003}, out[4];
    LayerNorm n = layer_norm_new(&params, "norm", 4, 1e-12);
    layer_norm_forward(&n, &arena, mat_of(1, 4, out), mat_of(1, 4, x));
    for (int j = 0; j < 4; j++) assert_close((double)out[j], (j - 1.5) / sqrt(1.25), 1e-5);
}
END_TEST

START_TEST(backward_equals_pytorch)
{
    Mat d_x = mat_zeros(&arena, 6, 10), d_out = reference("norm.d_out");
    LayerNorm n = run(mat_new(&arena, 6, 10));
    layer_norm_backward(&n, d_x, d_out);
    assert_mat_close(d_x, reference("norm.d_x"), 5e-6);
    assert_mat_close(n.gamma->grad, reference("norm.d_gamma"), 2e-6);
    assert_mat_close(n.beta->grad, reference("norm.d_beta"), 2e-6);
    layer_norm_backward(&n, d_x, d_out); /* adds */
    Mat twice = reference("norm.d_x");
    mat_scale(twice, 2);
    assert_mat_close(d_x, twice, 5e-6);
}
END_TEST

static const int targets[] = {3, IGNORED_TARGET, 0, 6, IGNORED_TARGET};

static Param *embedding(void)
{
    Param *e = params_add(&params, "embedding", 7, 6);
    mat_copy(e->value, reference("smoothed.embedding"));
    return e;
}

START_TEST(the_smoothed_loss_and_its_gradients_equal_pytorch)
{
    Param *e = embedding();
    Mat d_hidden = mat_zeros(&arena, 5, 6), want = reference("smoothed.d_hidden");
    VocabularyLoss l =
        vocabulary_loss(d_hidden, &arena, reference("smoothed.hidden"), e, targets, 0.2, 1);
    assert_close(l.loss, (double)reference("smoothed.loss").data[0], 2e-6);
    assert_mat_close(d_hidden, want, 5e-6);
    assert_mat_close(e->grad, reference("smoothed.d_embedding"), 5e-6);
}
END_TEST

START_TEST(rows_without_a_target_do_not_count)
{
    Mat none = {0};
    VocabularyLoss l =
        vocabulary_loss(none, &arena, reference("smoothed.hidden"), embedding(), targets, 0, 1);
    assert_close(l.loss, (double)reference("smoothed.nll").data[0], 2e-6);
    assert_close(l.nll, l.loss, 1e-9);
    ck_assert_int_eq(l.counted, 3);
}
END_TEST

START_TEST(the_largest_score_is_counted_as_right)
{
    float hidden[] = {1, 0, 0, 1, 1, 0};
    const int right[] = {0, 1, 1};
    Param *e = params_add(&params, "embedding", 2, 2);
    e->value.data[0] = e->value.data[3] = 1; /* the scores are the hidden numbers themselves */
    Mat none = {0};
    VocabularyLoss l = vocabulary_loss(none, &arena, mat_of(3, 2, hidden), e, right, 0, 1);
    ck_assert_int_eq(l.right, 2);
}
END_TEST

START_TEST(more_rows_than_a_block_give_the_same_sums)
{
    enum { ROWS = 1000 };
    int many[ROWS];
    Mat hidden = mat_new(&arena, ROWS, 6), d_hidden = mat_zeros(&arena, ROWS, 6), none = {0};
    Param *e = embedding();
    fill_noise(hidden, 1);
    double sum = 0;
    for (int i = 0; i < ROWS; i++) {
        many[i] = i % 3 ? i % 7 : IGNORED_TARGET;
        sum += vocabulary_loss(none, &arena, mat_rows(hidden, i, 1), e, many + i, 0.1, 1).loss;
    }
    VocabularyLoss l = vocabulary_loss(d_hidden, &arena, hidden, e, many, 0.1, 1);
    assert_close(l.loss, sum, 1e-5);
    for (int i = 0; i < ROWS; i++)
        ck_assert((mat_dot(mat_rows(d_hidden, i, 1), mat_rows(d_hidden, i, 1)) == 0) ==
                  (i % 3 == 0));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("layer_norm");
    TCase *t = tcase_create("layer_norm_row");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, forward_equals_pytorch);
    tcase_add_test(t, differences_of_large_numbers_are_kept);
    suite_add_tcase(s, t);
    t = tcase_create("layer_norm_row_backward");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, backward_equals_pytorch);
    suite_add_tcase(s, t);
    t = tcase_create("smoothed_gradient");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, the_smoothed_loss_and_its_gradients_equal_pytorch);
    suite_add_tcase(s, t);
    t = tcase_create("vocabulary");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, rows_without_a_target_do_not_count);
    tcase_add_test(t, the_largest_score_is_counted_as_right);
    tcase_add_test(t, more_rows_than_a_block_give_the_same_sums);
    suite_add_tcase(s, t);
    return run_suite(s);
}
