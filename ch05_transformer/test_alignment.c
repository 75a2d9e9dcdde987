/* Tests of additive attention step by step against chapter 2's attention, which takes all queries
 * at once: the same weights, the same answers and the same gradients. */
#include "alignment.h"
#include "ch02_attention_scoring/attention.h"
#include "lstm.h"
#include "common/testing.h"

enum { BATCH = 3, STEPS = 4, KEYS = 5, D_QUERY = 3, D_MEMORY = 6, FEATURES = 7 };
static const int valid[BATCH] = {KEYS, 2, 0};

static Arena arena;
static Params params;
static Alignment al;
static Mat queries, memory, d_out;

static void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

static Mat noise(int rows, int cols, unsigned seed)
{
    Mat m = mat_new(&arena, rows, cols);
    fill_noise(m, seed);
    return m;
}

static void setup(void)
{
    Rng r = rng_new(1);
    al = alignment_new(&params, &r, "a", D_QUERY, D_MEMORY, FEATURES);
    queries = noise(BATCH * STEPS, D_QUERY, 1), memory = noise(BATCH * KEYS, D_MEMORY, 2);
    d_out = noise(BATCH * STEPS, D_MEMORY, 3);
}

static Mat forward(const int *lengths)
{
    Mat out = mat_new(&arena, BATCH * STEPS, D_MEMORY);
    alignment_memory(&al, &arena, memory, lengths, BATCH);
    alignment_begin(&al, &arena, STEPS);
    for (int t = 0; t < STEPS; t++)
        alignment_step(&al, mat_step(out, t, BATCH), mat_step(queries, t, BATCH), t);
    return out;
}

static void backward(Mat d_queries, Mat d_memory)
{
    AlignmentGrad d = alignment_begin_backward(&al, &arena);
    for (int t = STEPS - 1; t >= 0; t--)
        alignment_step_backward(&al, &d, mat_step(d_queries, t, BATCH), mat_step(d_out, t, BATCH),
                                t);
    alignment_end_backward(&al, &d, d_memory, queries, d_out);
}

static const int *const lengths[] = {valid, NULL};

START_TEST(answers_and_weights_are_those_of_chapter_2)
{
    const Mask mask = {.valid = lengths[_i]};
    Attention at = {.scoring = al.scoring};
    Mat want = attention_forward(&at, &arena, queries, memory, memory, &mask, BATCH);
    assert_mat_close(forward(lengths[_i]), want, 2e-6);
    assert_mat_close(al.weights, at.weights, 2e-6);
}
END_TEST

/* Of the queries, the memory and the three weights, step by step or by chapter 2's functions. */
enum { GRADIENTS = 5 };
static void collect(Mat gradients[GRADIENTS], const int *of, bool by_steps)
{
    Mat d_queries = mat_zeros(&arena, queries.rows, D_QUERY);
    Mat d_memory = mat_zeros(&arena, memory.rows, D_MEMORY);
    params_zero_grad(&params);
    if (by_steps) {
        forward(of);
        backward(d_queries, d_memory);
    } else {
        const Mask mask = {.valid = of};
        Attention at = {.scoring = al.scoring};
        attention_forward(&at, &arena, queries, memory, memory, &mask, BATCH);
        attention_backward(&at, &arena, d_queries, d_memory, d_memory, d_out);
    }
    gradients[0] = d_queries, gradients[1] = d_memory;
    for (int p = 0; p < params.count; p++) {
        Mat grad = params.items[p]->grad;
        gradients[2 + p] = mat_new(&arena, grad.rows, grad.cols);
        mat_copy(gradients[2 + p], grad);
    }
}

START_TEST(gradients_are_those_of_chapter_2)
{
    Mat want[GRADIENTS] = {{0}}, got[GRADIENTS] = {{0}};
    collect(want, lengths[_i], false);
    collect(got, lengths[_i], true);
    for (int i = 0; i < GRADIENTS; i++) {
        ck_assert_double_gt(mat_dot(want[i], want[i]), 1e-6);
        assert_mat_close(got[i], want[i], 5e-6);
    }
}
END_TEST

static double loss(void *context)
{
    Arena mark = arena;
    double sum = mat_dot(forward(context), d_out);
    arena_release(&arena, mark);
    return sum;
}

START_TEST(gradients_equal_differences)
{
    Mat d_queries = mat_zeros(&arena, queries.rows, D_QUERY);
    Mat d_memory = mat_zeros(&arena, memory.rows, D_MEMORY);
    void *context = (void *)lengths[_i];
    forward(context);
    backward(d_queries, d_memory);
    assert_gradient(queries, d_queries, loss, context);
    assert_gradient(memory, d_memory, loss, context);
    for (int p = 0; p < params.count; p++)
        assert_gradient(params.items[p]->value, params.items[p]->grad, loss, context);
}
END_TEST

START_TEST(with_nothing_to_look_at_the_answer_is_zero)
{
    Mat out = mat_rows(forward(valid), 2 * STEPS, STEPS); /* the sequence of length 0 */
    assert_mat_close(out, mat_zeros(&arena, STEPS, D_MEMORY), 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("alignment");
    TCase *t = tcase_create("alignment");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, answers_and_weights_are_those_of_chapter_2, 0, 2);
    tcase_add_loop_test(t, gradients_are_those_of_chapter_2, 0, 2);
    tcase_add_loop_test(t, gradients_equal_differences, 0, 2);
    tcase_add_test(t, with_nothing_to_look_at_the_answer_is_zero);
    suite_add_tcase(s, t);
    return run_suite(s);
}
