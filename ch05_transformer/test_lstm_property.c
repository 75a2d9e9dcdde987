/* Tests of what must hold for the LSTM whatever its weights: padding, reversal, sequences cut in
 * two, empty ones, huge numbers, threads. */
#include "lstm.h"
#include "common/testing.h"

#include <math.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum { INPUTS = 3, HIDDEN = 4, BATCH = 3, LENGTH = 5 };
static const LstmState zero;

static Arena arena;
static Params params;
static Rng rng;

static void setup(void)
{
    rng = rng_new(1);
}

static void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

static Lstm small(bool reversed)
{
    Lstm l = lstm_new(&params, &rng, "l", INPUTS, HIDDEN, reversed);
    fill_uniform(l.b->value, &rng, -1, 1);
    return l;
}

static Mat noise(int rows, int cols, unsigned seed)
{
    Mat m = mat_new(&arena, rows, cols);
    fill_noise(m, seed);
    return m;
}

/* One call forward and backward. */
typedef struct {
    Mat out, d_x;
    LstmState last, d_first;
} Run;

static Run run(Lstm *l, Mat x, Mat d_out, const int *valid, int batch, LstmState first)
{
    Run r = {.out = mat_new(&arena, x.rows, HIDDEN), .d_x = mat_zeros(&arena, x.rows, x.cols)};
    LstmState d_last = {noise(batch, HIDDEN, 8), noise(batch, HIDDEN, 9)};
    params_zero_grad(&params);
    r.last = lstm_forward(l, &arena, r.out, x, valid, batch, first);
    r.d_first = lstm_backward(l, &arena, r.d_x, d_out, d_last);
    return r;
}

/* The stack with sequences of another length: rows in padding are `filler`. */
static Mat padded(Mat stack, int batch, int length, const int *valid, float filler)
{
    Mat longer = mat_new(&arena, batch * length, stack.cols);
    mat_fill(longer, filler);
    for (int b = 0; b < batch; b++)
        mat_copy(mat_rows(longer, b * length, valid[b]),
                 mat_rows(stack, b * (stack.rows / batch), valid[b]));
    return longer;
}

/* Sums that run over different numbers of rows may be rounded differently. */
static void assert_same_run(Run got, Run want)
{
    const double tolerance = 1e-6;
    assert_mat_close(got.out, want.out, 0);
    assert_mat_close(got.d_x, want.d_x, tolerance);
    assert_mat_close(got.last.hidden, want.last.hidden, 0);
    assert_mat_close(got.last.cell, want.last.cell, 0);
    assert_mat_close(got.d_first.hidden, want.d_first.hidden, tolerance);
    assert_mat_close(got.d_first.cell, want.d_first.cell, tolerance);
}

START_TEST(padding_never_changes_anything)
{
    static const int valid[BATCH] = {LENGTH, 2, 0};
    Lstm l = small(_i == 1);
    Mat x = noise(BATCH * LENGTH, INPUTS, 1), d_out = noise(BATCH * LENGTH, HIDDEN, 2);
    LstmState first = {noise(BATCH, HIDDEN, 3), noise(BATCH, HIDDEN, 4)};
    Run want = run(&l, padded(x, BATCH, LENGTH, valid, 0), padded(d_out, BATCH, LENGTH, valid, 0),
                   valid, BATCH, first);
    Mat d_w_x = mat_new(&arena, INPUTS, 4 * HIDDEN), d_b = mat_new(&arena, 1, 4 * HIDDEN);
    mat_copy(d_w_x, l.w_x->grad);
    mat_copy(d_b, l.b->grad);

    Run got = run(&l, padded(x, BATCH, LENGTH + 3, valid, 1e6f),
                  padded(d_out, BATCH, LENGTH + 3, valid, NAN), valid, BATCH, first);
    got.out = padded(got.out, BATCH, LENGTH, valid, 0);
    got.d_x = padded(got.d_x, BATCH, LENGTH, valid, 0);
    assert_same_run(got, want);
    assert_mat_close(l.w_x->grad, d_w_x, 1e-6);
    assert_mat_close(l.b->grad, d_b, 1e-6);
}
END_TEST

START_TEST(padding_has_output_zero_and_gradient_zero)
{
    static const int valid[BATCH] = {LENGTH, 2, 0};
    Lstm l = small(_i == 1);
    LstmState first = {noise(BATCH, HIDDEN, 3), noise(BATCH, HIDDEN, 4)};
    Run r = run(&l, noise(BATCH * LENGTH, INPUTS, 1), noise(BATCH * LENGTH, HIDDEN, 2), valid,
                BATCH, first);
    assert_mat_close(r.out, padded(r.out, BATCH, LENGTH, valid, 0), 0);
    assert_mat_close(r.d_x, padded(r.d_x, BATCH, LENGTH, valid, 0), 0);
}
END_TEST

START_TEST(an_empty_sequence_passes_its_state_through)
{
    static const int valid[] = {0};
    Lstm l = small(_i == 1);
    LstmState first = {noise(1, HIDDEN, 3), noise(1, HIDDEN, 4)};
    for (int length = 0; length < 3; length++) {
        Run r = run(&l, noise(length, INPUTS, 1), noise(length, HIDDEN, 2), valid, 1, first);
        assert_mat_close(r.last.hidden, first.hidden, 0);
        assert_mat_close(r.last.cell, first.cell, 0);
        assert_mat_close(r.d_first.hidden, noise(1, HIDDEN, 8), 0);
        assert_mat_close(r.d_first.cell, noise(1, HIDDEN, 9), 0);
        ck_assert(mat_dot(l.w_h->grad, l.w_h->grad) == 0);
    }
}
END_TEST

/* The rows of each sequence's real part in opposite order. */
static Mat turned(Mat stack, int batch, const int *valid)
{
    Mat out = mat_zeros(&arena, stack.rows, stack.cols);
    const int length = stack.rows / batch;
    for (int b = 0; b < batch; b++)
        for (int t = 0; t < valid[b]; t++)
            mat_copy(mat_rows(out, b * length + t, 1),
                     mat_rows(stack, b * length + valid[b] - 1 - t, 1));
    return out;
}

START_TEST(the_reversed_layer_reads_each_sequence_from_its_end)
{
    static const int valid[BATCH] = {LENGTH, 2, 4};
    Lstm forward = small(false), reversed = forward;
    reversed.reversed = true;
    Mat x = noise(BATCH * LENGTH, INPUTS, 1), d_out = noise(BATCH * LENGTH, HIDDEN, 2);
    LstmState first = {noise(BATCH, HIDDEN, 3), noise(BATCH, HIDDEN, 4)};
    Run want =
        run(&forward, turned(x, BATCH, valid), turned(d_out, BATCH, valid), valid, BATCH, first);
    Run got = run(&reversed, x, d_out, valid, BATCH, first);
    got.out = turned(got.out, BATCH, valid), got.d_x = turned(got.d_x, BATCH, valid);
    assert_same_run(got, want);
}
END_TEST

START_TEST(a_sequence_may_be_read_in_two_parts)
{
    Lstm l = small(false), second = l;
    Mat x = noise(LENGTH, INPUTS, 1), out = mat_new(&arena, LENGTH, HIDDEN);
    LstmState last = lstm_forward(&l, &arena, out, x, NULL, 1, zero);
    for (int cut = 0; cut <= LENGTH; cut++) {
        Mat parts = mat_new(&arena, LENGTH, HIDDEN);
        LstmState middle =
            lstm_forward(&l, &arena, mat_rows(parts, 0, cut), mat_rows(x, 0, cut), NULL, 1, zero);
        LstmState end = lstm_forward(&second, &arena, mat_rows(parts, cut, LENGTH - cut),
                                     mat_rows(x, cut, LENGTH - cut), NULL, 1, middle);
        assert_mat_close(parts, out, 1e-6);
        assert_mat_close(end.cell, last.cell, 1e-6);
    }
}
END_TEST

START_TEST(huge_inputs_saturate_the_gates_and_nothing_else)
{
    Lstm l = small(false);
    Mat x = mat_new(&arena, 2 * LENGTH, INPUTS), d_out = noise(2 * LENGTH, HIDDEN, 2);
    fill_noise(x, 5);
    mat_scale(x, 1e6f);
    Run r = run(&l, x, d_out, NULL, 2, zero);
    for (int i = 0; i < r.out.rows * HIDDEN; i++) ck_assert(fabs((double)r.out.data[i]) <= 1);
    ck_assert(isfinite(mat_sum(r.d_x)) && isfinite(mat_sum(l.w_h->grad)));
}
END_TEST

START_TEST(the_forget_gate_starts_open)
{
    Lstm l = lstm_new(&params, &rng, "l", INPUTS, HIDDEN, false);
    for (int j = 0; j < 4 * HIDDEN; j++) ck_assert(l.b->value.data[j] == (j / HIDDEN == 1 ? 1 : 0));
}
END_TEST

#ifdef _OPENMP
START_TEST(any_number_of_threads_gives_the_same)
{
    enum { MANY = 200, WIDE = 64, STEPS = 3 };
    Lstm l = lstm_new(&params, &rng, "l", WIDE, WIDE, false);
    Mat x = noise(MANY * STEPS, WIDE, 1), d_out = noise(MANY * STEPS, WIDE, 2), out[2], d_x[2];
    for (int i = 0; i < 2; i++) {
        omp_set_num_threads(i + 1);
        out[i] = mat_new(&arena, x.rows, WIDE), d_x[i] = mat_zeros(&arena, x.rows, WIDE);
        lstm_forward(&l, &arena, out[i], x, NULL, MANY, zero);
        lstm_backward(&l, &arena, d_x[i], d_out, zero);
    }
    ck_assert_double_gt(mat_dot(d_x[0], d_x[0]), 1);
    assert_mat_close(out[1], out[0], THREADS_TOLERANCE);
    assert_mat_close(d_x[1], d_x[0], THREADS_TOLERANCE);
}
END_TEST
#endif

int main(void)
{
    Suite *s = suite_create("lstm_property");
    TCase *t = tcase_create("lstm");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, padding_never_changes_anything, 0, 2);
    tcase_add_loop_test(t, padding_has_output_zero_and_gradient_zero, 0, 2);
    tcase_add_loop_test(t, an_empty_sequence_passes_its_state_through, 0, 2);
    tcase_add_test(t, the_reversed_layer_reads_each_sequence_from_its_end);
    tcase_add_test(t, a_sequence_may_be_read_in_two_parts);
    tcase_add_test(t, huge_inputs_saturate_the_gates_and_nothing_else);
    tcase_add_test(t, the_forget_gate_starts_open);
#ifdef _OPENMP
    tcase_add_test(t, any_number_of_threads_gives_the_same);
#endif
    suite_add_tcase(s, t);
    return run_suite(s);
}
