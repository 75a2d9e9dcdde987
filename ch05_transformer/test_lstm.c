/* Tests of the LSTM against torch.nn.LSTM on packed sequences: outputs, last states and every
 * gradient, in both directions; gradients against differences. */
#include "bilstm.h"
#include "common/testing.h"

#include <stdio.h>

#define GOLDEN "ch05_transformer/golden/recurrent.txt"

static Arena arena;
static Params params;

static void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

/* The golden cases: all steps real, padding, two directions with padding, a single number. */
typedef struct {
    const char *name;
    int directions, batch;
    int valid[3];
} Golden;
static const Golden cases[] = {{"plain", 1, 2, {4, 4}},
                               {"padded", 1, 3, {2, 5, 1}},
                               {"both", 2, 3, {6, 1, 3}},
                               {"one", 2, 1, {1}}};
enum { CASES = sizeof cases / sizeof *cases };

static const char *name_of(int direction)
{
    return direction == 0 ? "forward" : "backward";
}

/* Everything of one case; the directions share x and have their columns of the output. */
typedef struct {
    const Golden *g;
    Mat x, out, d_out, d_x;
    Lstm l[2];
    LstmState first[2], last[2], d_first[2], d_last[2];
} Case;

static Mat reference(const Golden *g, const char *name)
{
    char key[96];
    snprintf(key, sizeof key, "%s.%s", g->name, name);
    return golden(&arena, GOLDEN, key);
}

static LstmState reference_state(const Golden *g, int direction, const char *name)
{
    char hidden[64], cell[64];
    snprintf(hidden, sizeof hidden, "%s.%s_hidden", name_of(direction), name);
    snprintf(cell, sizeof cell, "%s.%s_cell", name_of(direction), name);
    return (LstmState){reference(g, hidden), reference(g, cell)};
}

static Case load(int i)
{
    const Golden *g = &cases[i];
    Case c = {.g = g, .x = reference(g, "x"), .d_out = reference(g, "d_out")};
    Rng r = rng_new(1);
    c.out = mat_new(&arena, c.d_out.rows, c.d_out.cols);
    c.d_x = mat_zeros(&arena, c.x.rows, c.x.cols);
    for (int d = 0; d < g->directions; d++) {
        const int hidden = c.out.cols / g->directions;
        c.l[d] = lstm_new(&params, &r, name_of(d), c.x.cols, hidden, d == 1);
        c.first[d] = reference_state(g, d, "first");
        c.d_last[d] = reference_state(g, d, "d_last");
    }
    for (int p = 0; p < params.count; p++)
        mat_copy(params.items[p]->value, reference(g, params.items[p]->name));
    return c;
}

/* The columns of one direction. */
static Mat columns(const Case *c, Mat m, int direction)
{
    const int n = m.cols / c->g->directions;
    return mat_cols(m, direction * n, n);
}

static void forward(Case *c)
{
    for (int d = 0; d < c->g->directions; d++)
        c->last[d] = lstm_forward(&c->l[d], &arena, columns(c, c->out, d), c->x, c->g->valid,
                                  c->g->batch, c->first[d]);
}

static void backward(Case *c)
{
    for (int d = 0; d < c->g->directions; d++)
        c->d_first[d] =
            lstm_backward(&c->l[d], &arena, c->d_x, columns(c, c->d_out, d), c->d_last[d]);
}

START_TEST(outputs_and_last_states_equal_pytorch)
{
    Case c = load(_i);
    forward(&c);
    assert_mat_close(c.out, reference(c.g, "out"), 2e-6); /* zeros in padding, too */
    for (int d = 0; d < c.g->directions; d++) {
        LstmState want = reference_state(c.g, d, "last");
        assert_mat_close(c.last[d].hidden, want.hidden, 2e-6);
        assert_mat_close(c.last[d].cell, want.cell, 2e-6);
    }
}
END_TEST

START_TEST(every_gradient_equals_pytorch)
{
    Case c = load(_i);
    forward(&c);
    backward(&c);
    assert_mat_close(c.d_x, reference(c.g, "d_x"), 5e-6);
    for (int d = 0; d < c.g->directions; d++) {
        LstmState want = reference_state(c.g, d, "d_first");
        assert_mat_close(c.d_first[d].hidden, want.hidden, 5e-6);
        assert_mat_close(c.d_first[d].cell, want.cell, 5e-6);
    }
    for (int p = 0; p < params.count; p++) {
        char name[80];
        snprintf(name, sizeof name, "%s.grad", params.items[p]->name);
        assert_mat_close(params.items[p]->grad, reference(c.g, name), 1e-5);
    }
}
END_TEST

START_TEST(backward_adds_to_the_gradients_that_are_there)
{
    Case c = load(2);
    forward(&c);
    backward(&c);
    backward(&c);
    Mat twice_x = reference(c.g, "d_x"), twice_w = reference(c.g, "backward.w_h.grad");
    mat_scale(twice_x, 2);
    mat_scale(twice_w, 2);
    assert_mat_close(c.d_x, twice_x, 1e-5);
    assert_mat_close(c.l[1].w_h->grad, twice_w, 1e-5);
}
END_TEST

/* A loss with the gradients d_out and d_last. */
static double loss(void *context)
{
    Case *c = context;
    Arena mark = arena;
    forward(c);
    double sum = mat_dot(c->out, c->d_out);
    for (int d = 0; d < c->g->directions; d++)
        sum += mat_dot(c->last[d].hidden, c->d_last[d].hidden) +
               mat_dot(c->last[d].cell, c->d_last[d].cell);
    arena_release(&arena, mark);
    return sum;
}

START_TEST(every_gradient_equals_differences)
{
    Case c = load(_i);
    forward(&c);
    backward(&c);
    for (int p = 0; p < params.count; p++)
        assert_gradient(params.items[p]->value, params.items[p]->grad, loss, &c);
    assert_gradient(c.x, c.d_x, loss, &c);
    for (int d = 0; d < c.g->directions; d++) {
        assert_gradient(c.first[d].hidden, c.d_first[d].hidden, loss, &c);
        assert_gradient(c.first[d].cell, c.d_first[d].cell, loss, &c);
    }
}
END_TEST

START_TEST(a_gradient_of_x_that_is_not_wanted_changes_no_other)
{
    Case c = load(1);
    forward(&c);
    c.d_x = (Mat){0};
    backward(&c);
    assert_mat_close(params.items[0]->grad, reference(c.g, "forward.w_x.grad"), 1e-5);
    assert_mat_close(c.d_first[0].hidden, reference(c.g, "forward.d_first_hidden"), 5e-6);
}
END_TEST

START_TEST(the_bidirectional_layer_is_both_directions_side_by_side)
{
    Rng r = rng_new(2);
    BiLstm both = bilstm_new(&params, &r, "b", 3, 4);
    Mat x = mat_new(&arena, 6, 3), out = mat_new(&arena, 6, 8), one = mat_new(&arena, 6, 4);
    const int valid[] = {3, 2};
    fill_noise(x, 1);
    BiLstmState last = bilstm_forward(&both, &arena, out, x, valid, 2);
    ck_assert_ptr_nonnull(params_find(&params, "b.forward.w_x"));
    ck_assert(!both.forward.reversed && both.backward.reversed);
    for (int d = 0; d < 2; d++) {
        Lstm alone = d == 0 ? both.forward : both.backward;
        LstmState end = lstm_forward(&alone, &arena, one, x, valid, 2, (LstmState){0});
        assert_mat_close(mat_cols(out, 4 * d, 4), one, 0);
        assert_mat_close(d == 0 ? last.forward.cell : last.backward.cell, end.cell, 0);
    }
}
END_TEST

/* A loss of a bidirectional layer's outputs and last states. */
typedef struct {
    BiLstm l;
    Mat x, probe; /* 6 x 3, 10 x 8: of the outputs, then two rows of each last state */
} Both;

static double loss_of_both(void *context)
{
    static const int valid[] = {3, 2};
    Both *c = context;
    Arena mark = arena;
    Mat out = mat_new(&arena, 6, 8);
    BiLstmState last = bilstm_forward(&c->l, &arena, out, c->x, valid, 2);
    double sum = mat_dot(out, mat_rows(c->probe, 0, 6));
    sum += mat_dot(last.forward.hidden, mat_block(c->probe, 6, 0, 2, 4));
    sum += mat_dot(last.backward.hidden, mat_block(c->probe, 6, 4, 2, 4));
    sum += mat_dot(last.forward.cell, mat_block(c->probe, 8, 0, 2, 4));
    sum += mat_dot(last.backward.cell, mat_block(c->probe, 8, 4, 2, 4));
    arena_release(&arena, mark);
    return sum;
}

START_TEST(gradients_of_the_bidirectional_layer_equal_differences)
{
    static const int valid[] = {3, 2};
    Rng r = rng_new(2);
    Both c = {bilstm_new(&params, &r, "b", 3, 4), mat_new(&arena, 6, 3), mat_new(&arena, 10, 8)};
    Mat out = mat_new(&arena, 6, 8), d_x = mat_zeros(&arena, 6, 3);
    fill_noise(c.x, 1);
    fill_noise(c.probe, 2);
    BiLstmState d_last = {
        {mat_block(c.probe, 6, 0, 2, 4), mat_block(c.probe, 8, 0, 2, 4)},
        {mat_block(c.probe, 6, 4, 2, 4), mat_block(c.probe, 8, 4, 2, 4)},
    };
    bilstm_forward(&c.l, &arena, out, c.x, valid, 2);
    bilstm_backward(&c.l, &arena, d_x, mat_rows(c.probe, 0, 6), d_last);
    assert_gradient(c.x, d_x, loss_of_both, &c);
    for (int p = 0; p < params.count; p++)
        assert_gradient(params.items[p]->value, params.items[p]->grad, loss_of_both, &c);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("lstm");
    TCase *t = tcase_create("cell_forward");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, outputs_and_last_states_equal_pytorch, 0, CASES);
    tcase_add_test(t, the_bidirectional_layer_is_both_directions_side_by_side);
    suite_add_tcase(s, t);
    t = tcase_create("cell_backward");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_loop_test(t, every_gradient_equals_pytorch, 0, CASES);
    tcase_add_loop_test(t, every_gradient_equals_differences, 0, CASES);
    tcase_add_test(t, backward_adds_to_the_gradients_that_are_there);
    tcase_add_test(t, gradients_of_the_bidirectional_layer_equal_differences);
    tcase_add_test(t, a_gradient_of_x_that_is_not_wanted_changes_no_other);
    suite_add_tcase(s, t);
    return run_suite(s);
}
