/* Tests of the sinusoidal encoding, of its shifts and of learned positions: 50-digit values, the
 * map that least squares finds, PyTorch's embedding, and the bugs of the notes. */
#include "position.h"
#include "common/matmul.h"
#include "common/testing.h"

#include <math.h>
#include <stdio.h>

#define GOLDEN "ch04_positional_encoding/golden/position.txt"

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

static Mat reference(const char *name)
{
    return golden(&arena, GOLDEN, name);
}

static Mat encoding(int first, int positions, int d)
{
    Mat out = mat_new(&arena, positions, d);
    sinusoidal_fill(out, first);
    return out;
}

START_TEST(positions_up_to_a_million_are_right_to_the_last_digit)
{
    static const int sizes[] = {1, 2, 5, 6, 64, 65};
    char name[32];
    snprintf(name, sizeof name, "sinusoidal%d", sizes[_i]);
    Mat positions = reference("positions"), want = reference(name);
    Mat got = mat_new(&arena, positions.cols, sizes[_i]);
    for (int t = 0; t < got.rows; t++)
        sinusoidal_row(mat_row(got, t), (double)positions.data[t], sizes[_i]);
    /* half a unit of float32; in double an angle of 10^6 is itself right to 10^-10 */
    assert_mat_close(got, want, sizeof(float) == 4 ? 6e-8 : 2e-5);
}
END_TEST

START_TEST(a_small_table_is_what_the_formula_gives_by_hand)
{
    static const double want[4][6] = {
        {0, 1, 0, 1, 0, 1},
        {0.841470985, 0.540302306, 0.0463992235, 0.998922976, 0.00215443302, 0.999997679},
        {0.909297427, -0.416146837, 0.0926985008, 0.995694224, 0.00430885605, 0.999990717},
        {0.141120008, -0.989992497, 0.138798101, 0.990320699, 0.00646325907, 0.999979113}};
    Mat got = encoding(0, 4, 6);
    for (int t = 0; t < 4; t++)
        for (int j = 0; j < 6; j++)
            ck_assert_double_eq_tol((double)mat_row(got, t)[j], want[t][j], 1e-7);
}
END_TEST

START_TEST(an_odd_width_ends_with_a_sine_and_writes_nothing_beyond)
{
    static const double want[3][5] = {
        {0, 1, 0, 1, 0},
        {0.841470985, 0.540302306, 0.0251162229, 0.999684538, 0.000630957303},
        {0.909297427, -0.416146837, 0.0502165994, 0.998738351, 0.00126191435}};
    Mat room = mat_new(&arena, 3, 6), got = mat_cols(room, 0, 5);
    mat_fill(room, 7);
    sinusoidal_fill(got, 0);
    for (int t = 0; t < 3; t++) {
        for (int j = 0; j < 5; j++)
            ck_assert_double_eq_tol((double)mat_row(got, t)[j], want[t][j], 1e-7);
        ck_assert(mat_row(room, t)[5] == 7);
    }
}
END_TEST

START_TEST(position_1000_is_the_row_number_1000)
{
    static const double want[] = {0.826879541, 0.562379076, -0.544021111, -0.839071529};
    Mat got = encoding(0, 1001, 4);
    for (int j = 0; j < 4; j++)
        ck_assert_double_eq_tol((double)mat_row(got, 1000)[j], want[j], 1e-7);
}
END_TEST

//> off_by_one_test
START_TEST(the_first_position_is_zero_sines_are_0_and_cosines_are_1)
{
    Mat got = encoding(0, 1, 8);
    for (int j = 0; j < 8; j++) ck_assert(got.data[j] == (float)(j % 2));
}
END_TEST
//< off_by_one_test

START_TEST(a_table_may_begin_anywhere)
{
    Mat all = encoding(0, 40, 10), later = encoding(30, 10, 10);
    assert_mat_close(later, mat_rows(all, 30, 10), 1e-7);
}
END_TEST

/* The row of d = 6, position 1 when the exponent is doubled: 2j/d with j the column. */
static const double doubled[] = {0.841470985, 0.998922976,    0.00215443302,
                                 0.999999995, 4.64158883e-06, 1.0};

//> exponent_test
START_TEST(each_frequency_is_a_fixed_fraction_of_the_one_before)
{
    double ratio = pow(10000, -2.0 / 6);
    Mat row = encoding(1, 1, 6);
    for (int i = 1; i < 3; i++)
        assert_close(asin((double)row.data[2 * i]), asin((double)row.data[2]) * pow(ratio, i - 1),
                     1e-6);
    assert_close(asin((double)row.data[2]), ratio, 1e-6);
    for (int j = 1; j < 5; j++) /* the exponent is not doubled */
        ck_assert(fabs((double)row.data[j] - doubled[j]) > 1e-3);
}
END_TEST
//< exponent_test

//> pair_test
START_TEST(both_columns_of_a_pair_turn_together)
{
    Mat got = encoding(0, 300, 12);
    for (int t = 0; t < got.rows; t++)
        for (int j = 0; j < 12; j += 2) { /* sin^2 + cos^2 = 1 only of the same angle */
            double sine = (double)mat_row(got, t)[j], cosine = (double)mat_row(got, t)[j + 1];
            assert_close(sine * sine + cosine * cosine, 1, 1e-6);
        }
}
END_TEST
//< pair_test

/* to (1 x d) = m row, the row taken as a column. */
static void apply(Mat to, Mat m, Mat row)
{
    matmul_nt(to, 1, row, m, 0);
}

static Mat shift(int d, double delta)
{
    Mat m = mat_new(&arena, d, d);
    shift_matrix(m, delta);
    return m;
}

START_TEST(the_shift_is_the_map_that_least_squares_finds)
{
    static const struct {
        int d, delta;
    } cases[] = {{6, 1}, {6, -3}, {8, 50}};
    char name[32];
    snprintf(name, sizeof name, "shift%d.%d", cases[_i].d, cases[_i].delta);
    assert_mat_close(shift(cases[_i].d, cases[_i].delta), reference(name), 1e-7);
}
END_TEST

START_TEST(one_matrix_shifts_every_position)
{
    static const int deltas[] = {0, 1, -5, 50, 1000};
    Mat m = shift(16, deltas[_i]), got = mat_new(&arena, 1, 16);
    for (int p = 5; p < 100000; p = 3 * p + 1) {
        apply(got, m, encoding(p, 1, 16));
        assert_mat_close(got, encoding(p + deltas[_i], 1, 16), 1e-6);
    }
}
END_TEST

START_TEST(shifts_are_rotations_and_add_up)
{
    Mat a = shift(10, 3), b = shift(10, 4), product = mat_new(&arena, 10, 10);
    matmul(product, 1, a, b, 0);
    assert_mat_close(product, shift(10, 7), 1e-6);
    matmul_nt(product, 1, a, a, 0); /* its transpose undoes it */
    assert_mat_close(product, shift(10, 0), 1e-6);
}
END_TEST

START_TEST(a_scalar_product_depends_on_the_distance_alone)
{
    static const int distances[] = {0, 1, 7, 200};
    Mat here = encoding(0, 1, 32), there = encoding(distances[_i], 1, 32);
    double want = mat_dot(here, there), sum = 0;
    for (int i = 0; i < 16; i++) sum += cos(distances[_i] * pow(10000, -i / 16.0));
    assert_close(want, sum, 1e-5);
    for (int p = 1; p < 100000; p = 3 * p + 1)
        assert_close(mat_dot(encoding(p, 1, 32), encoding(p + distances[_i], 1, 32)), want, 1e-5);
}
END_TEST

START_TEST(an_odd_width_cannot_be_shifted)
{
    shift(5, 1);
}
END_TEST

START_TEST(positions_are_added_to_every_sequence)
{
    Mat x = reference("learned.x"), out = mat_new(&arena, x.rows, x.cols);
    mat_copy(out, x);
    position_add(out, reference("learned.table"), 3);
    assert_mat_close(out, reference("learned.out"), 1e-6);
}
END_TEST

START_TEST(the_gradient_of_learned_positions_equals_pytorch)
{
    Mat d_table = mat_zeros(&arena, 7, 6);
    position_add_backward(d_table, reference("learned.d_out"), 3);
    assert_mat_close(d_table, reference("learned.d_table"), 1e-6);
    position_add_backward(d_table, reference("learned.d_out"), 3); /* it adds */
    mat_scale(d_table, 0.5f);
    assert_mat_close(d_table, reference("learned.d_table"), 1e-6);
}
END_TEST

START_TEST(a_sequence_longer_than_the_table_is_refused)
{
    Mat x = mat_zeros(&arena, 16, 6);
    position_add(x, reference("learned.table"), 2);
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("position");
    TCase *t = tcase_create("sinusoidal_row");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, positions_up_to_a_million_are_right_to_the_last_digit, 0, 6);
    tcase_add_test(t, a_small_table_is_what_the_formula_gives_by_hand);
    tcase_add_test(t, an_odd_width_ends_with_a_sine_and_writes_nothing_beyond);
    tcase_add_test(t, position_1000_is_the_row_number_1000);
    tcase_add_test(t, the_first_position_is_zero_sines_are_0_and_cosines_are_1);
    tcase_add_test(t, a_table_may_begin_anywhere);
    tcase_add_test(t, each_frequency_is_a_fixed_fraction_of_the_one_before);
    tcase_add_test(t, both_columns_of_a_pair_turn_together);
    tcase_add_loop_test(t, a_scalar_product_depends_on_the_distance_alone, 0, 4);
    suite_add_tcase(s, t);
    t = tcase_create("shift_matrix");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, the_shift_is_the_map_that_least_squares_finds, 0, 3);
    tcase_add_loop_test(t, one_matrix_shifts_every_position, 0, 5);
    tcase_add_test(t, shifts_are_rotations_and_add_up);
    suite_add_tcase(s, t);
    t = tcase_create("position_add_backward");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, the_gradient_of_learned_positions_equals_pytorch);
    suite_add_tcase(s, t);
    t = tcase_create("position_add");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, positions_are_added_to_every_sequence);
    tcase_add_test_raise_signal(t, a_sequence_longer_than_the_table_is_refused, 6);
    tcase_add_test_raise_signal(t, an_odd_width_cannot_be_shifted, 6);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return run_suite(suite());
}
