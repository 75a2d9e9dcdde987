/* Tests of what multi-head attention must be like, whatever its weights: heads and sequences keep
 * to themselves, order does not matter, masks hide, threads change nothing.
 */
#include "test_multihead_small.h"

#include <math.h>
#ifdef _OPENMP
#include <omp.h>
#endif

START_TEST(a_head_owns_neighbouring_columns)
{
    show_heads();
    Mat x = noise(BATCH * T, 1), before = attend(x, &everything, BATCH);
    mat_fill(mat_cols(m.w_q->value, D / 2, D / 2), 0.25f); /* of the second head */
    mat_fill(mat_cols(m.w_v->value, D / 2, D / 2), 0.5f);
    Mat after = attend(x, &everything, BATCH);
    ck_assert(equal(mat_cols(after, 0, D / 2), mat_cols(before, 0, D / 2)));
    for (int j = D / 2; j < D; j++) ck_assert(after.data[j] != before.data[j]);
}
END_TEST

START_TEST(a_sequence_never_sees_another)
{
    Mat x = noise(BATCH * T, 1), before = attend(x, &everything, BATCH);
    mat_fill(mat_sequence(x, 1, BATCH), 0.75f);
    Mat after = attend(x, &everything, BATCH);
    for (int b = 0; b < BATCH; b++)
        ck_assert(equal(mat_sequence(after, b, BATCH), mat_sequence(before, b, BATCH)) == (b != 1));
}
END_TEST

START_TEST(a_batch_gives_what_its_sequences_give_alone)
{
    Mat x = noise(BATCH * T, 1), all = attend(x, &everything, BATCH);
    for (int b = 0; b < BATCH; b++)
        assert_mat_close(attend(mat_sequence(x, b, BATCH), &everything, 1),
                         mat_sequence(all, b, BATCH), 1e-6);
}
END_TEST

//> equivariance_test
/* Attention sees a set: shuffle the tokens, and the outputs are shuffled in the same way. */
START_TEST(a_permutation_of_the_tokens_permutes_the_outputs)
{
    int order[T];
    Mat x = noise(T, 1), shuffled = mat_new(&arena, T, D), want = mat_new(&arena, T, D);
    rng_permutation(&rng, T, order);
    Mat out = attend(x, &everything, 1);
    for (int t = 0; t < T; t++) {
        mat_copy(mat_rows(shuffled, t, 1), mat_rows(x, order[t], 1));
        mat_copy(mat_rows(want, t, 1), mat_rows(out, order[t], 1));
    }
    assert_mat_close(attend(shuffled, &everything, 1), want, 1e-6);
}
END_TEST
//< equivariance_test

START_TEST(with_a_causal_mask_the_future_has_no_influence)
{
    const Mask causal = {.causal = true};
    for (int t = 1; t < T; t++) {
        Mat x = noise(T, 1), before = attend(x, &causal, 1);
        mat_fill(mat_rows(x, t, T - t), (float)t);
        Mat after = attend(x, &causal, 1);
        ck_assert(equal(mat_rows(after, 0, t), mat_rows(before, 0, t)));
        ck_assert(!equal(mat_rows(after, t, 1), mat_rows(before, t, 1)));
    }
}
END_TEST

START_TEST(padding_has_no_influence_and_gets_no_gradient)
{
    const int valid[] = {T, 3, 1};
    const Mask padding = {.valid = valid};
    Mat x = noise(BATCH * T, 1), memory = noise(BATCH * T, 2), d_out = noise(BATCH * T, 3);
    Mat before = mat_new(&arena, x.rows, D), after = mat_new(&arena, x.rows, D);
    multihead_forward(&m, &arena, before, x, memory, &padding, BATCH);
    mat_fill(mat_rows(memory, T + 3, 2), 100);
    multihead_forward(&m, &arena, after, x, memory, &padding, BATCH);
    ck_assert(equal(before, after));
    Mat d_x = mat_zeros(&arena, x.rows, D), d_memory = mat_zeros(&arena, x.rows, D);
    multihead_backward(&m, &arena, d_x, d_memory, d_out);
    ck_assert(equal(mat_rows(d_memory, T + 3, 2), mat_zeros(&arena, 2, D)));
    ck_assert(!equal(mat_rows(d_memory, T + 2, 1), mat_zeros(&arena, 1, D)));
}
END_TEST

/* Sequences of T, 3 and 1 rows that look at others of 2, T and 4, without padding. */
START_TEST(packed_sequences_give_what_they_give_alone)
{
    const int x_start[] = {0, T, T + 3, T + 4}, memory_start[] = {0, 2, 2 + T, 6 + T};
    const Mask packed = {.query_start = x_start, .key_start = memory_start};
    Mat x = noise(T + 4, 1), memory = noise(T + 6, 2), d_out = noise(T + 4, 3);
    Mat out = mat_new(&arena, x.rows, D), d_x = mat_zeros(&arena, x.rows, D),
        d_memory = mat_zeros(&arena, memory.rows, D), alone = mat_new(&arena, T, D);
    multihead_forward(&m, &arena, out, x, memory, &packed, BATCH);
    const MultiHead all = m;
    params_zero_grad(&params);
    multihead_backward(&m, &arena, d_x, d_memory, d_out);
    Mat w_k = mat_new(&arena, D, D);
    mat_copy(w_k, m.w_k->grad);
    params_zero_grad(&params);
    for (int b = 0; b < BATCH; b++) {
        Mat mine = mat_packed(x, b, BATCH, x_start),
            seen = mat_packed(memory, b, BATCH, memory_start);
        Mat got = mat_rows(alone, 0, mine.rows);
        multihead_forward(&m, &arena, got, mine, seen, &everything, 1);
        assert_mat_close(mat_packed(out, b, BATCH, x_start), got, 1e-6);
        assert_mat_close(multihead_weights(&all, 1, b), multihead_weights(&m, 1, 0), 1e-6);
        Mat d_mine = mat_zeros(&arena, mine.rows, D), d_seen = mat_zeros(&arena, seen.rows, D);
        multihead_backward(&m, &arena, d_mine, d_seen, mat_packed(d_out, b, BATCH, x_start));
        assert_mat_close(mat_packed(d_x, b, BATCH, x_start), d_mine, 1e-6);
        assert_mat_close(mat_packed(d_memory, b, BATCH, memory_start), d_seen, 1e-6);
    }
    assert_mat_close(w_k, m.w_k->grad, 1e-5);
}
END_TEST

START_TEST(packed_sequences_may_be_empty)
{
    const int x_start[] = {0, 3, 3, 4}, memory_start[] = {0, 2, 4, 4};
    const Mask packed = {.query_start = x_start, .key_start = memory_start};
    Mat x = noise(4, 1), memory = noise(4, 2), out = mat_new(&arena, 4, D);
    Mat d_x = mat_zeros(&arena, 4, D), d_memory = mat_zeros(&arena, 4, D);
    multihead_forward(&m, &arena, out, x, memory, &packed, BATCH);
    multihead_backward(&m, &arena, d_x, d_memory, noise(4, 3));
    ck_assert(equal(mat_rows(out, 3, 1), m.b_o->value));                 /* it had nothing to see */
    ck_assert(equal(mat_rows(d_memory, 2, 2), mat_zeros(&arena, 2, D))); /* nobody looked at it */
    for (int i = 0; i < 4 * D; i++) ck_assert(isfinite(d_x.data[i]));
}
END_TEST

START_TEST(packed_sequences_know_no_score_bias)
{
    const int start[] = {0, 1, 2, 3};
    Mat x = noise(3, 1);
    m.score_bias = mat_zeros(&arena, HEADS, 1);
    attend(x, &(Mask){.query_start = start, .key_start = start}, BATCH);
}
END_TEST

START_TEST(a_sequence_with_nothing_to_see_gives_the_bias_and_no_gradient)
{
    const int valid[] = {T, 0, T};
    const Mask padding = {.valid = valid};
    Mat x = noise(BATCH * T, 1), out = attend(x, &padding, BATCH);
    for (int t = T; t < 2 * T; t++) ck_assert(equal(mat_rows(out, t, 1), m.b_o->value));
    Mat d_x = mat_zeros(&arena, x.rows, D);
    multihead_backward(&m, &arena, d_x, d_x, noise(BATCH * T, 2));
    ck_assert(equal(mat_sequence(d_x, 1, BATCH), mat_zeros(&arena, T, D)));
    for (int i = 0; i < x.rows * D; i++) ck_assert(isfinite(d_x.data[i]));
}
END_TEST

/* Output and all gradients of one training step, one after the other. */
static Mat step_with_threads(int threads)
{
#ifdef _OPENMP
    omp_set_num_threads(threads);
#endif
    (void)threads;
    Rng r = rng_new(9);
    const int batch = 32, rows = batch * 61, d = 96;
    Params p = {0};
    MultiHead large = multihead_new(&p, &r, "m", d, 6);
    Mat x = mat_new(&arena, rows, d), all = mat_zeros(&arena, 3 * rows + 4 * d + 4, d);
    fill_noise(x, 4);
    large.dropout = 0.1, large.rng = &r;
    Mat out = mat_rows(all, 0, rows), d_x = mat_rows(all, rows, rows);
    multihead_forward(&large, &arena, out, x, x, &(Mask){.causal = true}, batch);
    multihead_backward(&large, &arena, d_x, mat_rows(all, 2 * rows, rows), out);
    for (int i = 0, row = 3 * rows; i < p.count; row += p.items[i++]->grad.rows)
        mat_copy(mat_rows(all, row, p.items[i]->grad.rows), p.items[i]->grad);
    params_free(&p);
    return all;
}

START_TEST(any_number_of_threads_gives_the_same)
{
    Mat one = step_with_threads(1);
    for (int threads = 2; threads <= 8; threads++)
        assert_mat_close(step_with_threads(threads), one, THREADS_TOLERANCE);
}
END_TEST

static TCase *add(Suite *s, TCase *t)
{
    tcase_add_checked_fixture(t, setup, teardown);
    suite_add_tcase(s, t);
    return t;
}

int main(void)
{
    Suite *s = suite_create("multihead_property");
    TCase *t = add(s, tcase_create("window"));
    tcase_add_test(t, a_head_owns_neighbouring_columns);
    tcase_add_test(t, a_sequence_never_sees_another);
    tcase_add_test(t, a_batch_gives_what_its_sequences_give_alone);
    t = add(s, tcase_create("properties"));
    tcase_add_test(t, a_permutation_of_the_tokens_permutes_the_outputs);
    tcase_add_test(t, with_a_causal_mask_the_future_has_no_influence);
    tcase_add_test(t, padding_has_no_influence_and_gets_no_gradient);
    tcase_add_test(t, packed_sequences_give_what_they_give_alone);
    tcase_add_test(t, packed_sequences_may_be_empty);
    tcase_add_test_raise_signal(t, packed_sequences_know_no_score_bias, 6);
    tcase_add_test(t, a_sequence_with_nothing_to_see_gives_the_bias_and_no_gradient);
    tcase_add_test(t, any_number_of_threads_gives_the_same);
    return run_suite(s);
}
