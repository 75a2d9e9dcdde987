/* Tests of the scoring functions: PyTorch's scores and gradients, differences, hand calculation.
 */
#include "scoring.h"
#include "common/testing.h"

#include <math.h>
#include <stdio.h>

#define GOLDEN "ch02_attention_scoring/golden/attention.txt"

static Arena arena;
static Params params;

static void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

static Mat reference(const char *group, const char *name)
{
    char key[128];
    snprintf(key, sizeof key, "%s.%s", group, name);
    return golden(&arena, GOLDEN, key);
}

static const struct {
    const char *group;
    ScoreKind kind;
} cases[] = {{"gaussian", SCORE_GAUSSIAN},           {"dot", SCORE_DOT},
             {"scaled", SCORE_SCALED_DOT},           {"bilinear", SCORE_BILINEAR},
             {"bilinear.two_sizes", SCORE_BILINEAR}, {"additive", SCORE_ADDITIVE},
             {"additive.two_sizes", SCORE_ADDITIVE}};

enum { FIRST_PRODUCT = 1, FIRST_ADDITIVE = 5, CASES = 7, BATCH = 2 };

/* The function of a case with PyTorch's weights, and its scores. */
static Scoring run(int c, Mat *scores)
{
    const char *group = cases[c].group;
    Mat q = reference(group, "q"), k = reference(group, "k"), want = reference(group, "scores");
    Rng r = rng_new(1);
    Scoring s = scoring_new(cases[c].kind, &params, &r, "s", q.cols, k.cols, 4);
    for (int n = 0; n < params.count; n++)
        mat_copy(params.items[n]->value, reference(group, params.items[n]->name + 2));
    *scores = mat_new(&arena, want.rows, want.cols);
    mat_fill(*scores, NAN); /* is overwritten, not added to */
    scores_forward(&s, &arena, *scores, q, k, BATCH);
    return s;
}

/* Measures every row from its largest score, as the Gaussian is. */
static void shift_rows(Mat m)
{
    for (int i = 0; i < m.rows; i++) {
        float largest = -INFINITY;
        for (int j = 0; j < m.cols; j++) largest = fmaxf(largest, mat_row(m, i)[j]);
        for (int j = 0; j < m.cols; j++) mat_row(m, i)[j] -= largest;
    }
}

START_TEST(scores_equal_pytorch)
{
    Mat scores, want = reference(cases[_i].group, "scores");
    run(_i, &scores);
    if (cases[_i].kind == SCORE_GAUSSIAN) shift_rows(want);
    assert_mat_close(scores, want, 2e-6);
}
END_TEST

START_TEST(all_gradients_equal_pytorch)
{
    const char *group = cases[_i].group;
    char name[64];
    Mat scores;
    Scoring s = run(_i, &scores);
    Mat d_q = mat_zeros(&arena, s.q.rows, s.q.cols), d_k = mat_zeros(&arena, s.k.rows, s.k.cols);
    scores_backward(&s, &arena, d_q, d_k, reference(group, "d_scores"));
    assert_mat_close(d_q, reference(group, "d_q"), 5e-6);
    assert_mat_close(d_k, reference(group, "d_k"), 5e-6);
    for (int n = 0; n < params.count; n++) {
        snprintf(name, sizeof name, "d_%s", params.items[n]->name + 2);
        assert_mat_close(params.items[n]->grad, reference(group, name), 5e-6);
    }
}
END_TEST

START_TEST(backward_adds_to_what_is_there)
{
    Mat scores, twice_q, twice_k;
    Scoring s = run(_i, &scores);
    Mat d_q = mat_zeros(&arena, s.q.rows, s.q.cols), d_k = mat_zeros(&arena, s.k.rows, s.k.cols);
    Mat d_scores = reference(cases[_i].group, "d_scores");
    twice_q = mat_zeros(&arena, d_q.rows, d_q.cols);
    twice_k = mat_zeros(&arena, d_k.rows, d_k.cols);
    scores_backward(&s, &arena, d_q, d_k, d_scores);
    mat_scale(d_q, 2);
    mat_scale(d_k, 2);
    params_zero_grad(&params);
    scores_backward(&s, &arena, twice_q, twice_k, d_scores);
    Mat once = {0};
    if (params.count) {
        once = mat_new(&arena, params.items[0]->grad.rows, params.items[0]->grad.cols);
        mat_copy(once, params.items[0]->grad);
    }
    scores_backward(&s, &arena, twice_q, twice_k, d_scores);
    assert_mat_close(twice_q, d_q, 1e-6);
    assert_mat_close(twice_k, d_k, 1e-6);
    if (!params.count) return;
    mat_scale(once, 2);
    assert_mat_close(params.items[0]->grad, once, 2e-6);
}
END_TEST

typedef struct {
    Scoring s;
    Mat q, k, d_scores;
} LossCase;

/* sum of scores_ij d_scores_ij, whose gradient with respect to the scores is d_scores. */
static double loss(void *context)
{
    LossCase *c = context;
    Mat scores = mat_new(&arena, c->d_scores.rows, c->d_scores.cols);
    scores_forward(&c->s, &arena, scores, c->q, c->k, BATCH);
    return mat_dot(scores, c->d_scores);
}

START_TEST(all_gradients_equal_differences)
{
    const char *group = cases[_i].group;
    Mat scores;
    LossCase c = {run(_i, &scores), reference(group, "q"), reference(group, "k"),
                  reference(group, "d_scores")};
    Mat d_q = mat_zeros(&arena, c.q.rows, c.q.cols), d_k = mat_zeros(&arena, c.k.rows, c.k.cols);
    scores_forward(&c.s, &arena, scores, c.q, c.k, BATCH);
    scores_backward(&c.s, &arena, d_q, d_k, c.d_scores);
    assert_gradient(c.q, d_q, loss, &c);
    assert_gradient(c.k, d_k, loss, &c);
    for (int n = 0; n < params.count; n++)
        assert_gradient(params.items[n]->value, params.items[n]->grad, loss, &c);
}
END_TEST

/* One query, three keys, small numbers: the scores that pencil and paper give. */
static float paper_q[] = {1, 0, 2, -1};
static float paper_k[] = {1, 1, 0, 0, 0, 2, 1, 1, -1, (float)0.5, 2, 0};

/* weights: those of all parameters, one after the other. */
static Mat paper_scores(ScoreKind kind, const float *weights)
{
    Rng r = rng_new(1);
    Scoring s = scoring_new(kind, &params, &r, "s", 4, 4, 3);
    for (int n = 0; n < params.count; n++) {
        Mat w = params.items[n]->value;
        for (int i = 0; i < w.rows * w.cols; i++) w.data[i] = *weights++;
    }
    Mat scores = mat_new(&arena, 1, 3);
    scores_forward(&s, &arena, scores, mat_of(1, 4, paper_q), mat_of(3, 4, paper_k), 1);
    return scores;
}

START_TEST(dot_products_are_what_paper_gives)
{
    static const float none[] = {0};
    float dot[] = {1, 1, 3}, scaled[] = {0.5, 0.5, 1.5};
    assert_mat_close(paper_scores(SCORE_DOT, none), mat_of(1, 3, dot), 1e-6);
    assert_mat_close(paper_scores(SCORE_SCALED_DOT, none), mat_of(1, 3, scaled), 1e-6);
}
END_TEST

START_TEST(additive_scores_are_what_numpy_gives)
{
    /* w_q and w_k: a row for each feature of the query or key, a column for each tanh; w_v */
    static const float weights[] = {
        (float)0.1,  (float)0.5, 0,          (float)-0.2, (float)0.1,  (float)0.3, (float)0.3,
        (float)-0.3, (float)0.2, (float)0.4, (float)0.2,  (float)-0.1, (float)0.2, (float)-0.1,
        (float)0.3,  (float)0.1, (float)0.4, (float)-0.2, 0,           (float)0.2, (float)0.1,
        (float)-0.3, 0,          (float)0.5, (float)0.7,  (float)-0.4, (float)0.9};
    float want[] = {(float)0.8592793067, (float)0.4403466132, (float)0.2144212898};
    Mat got = paper_scores(SCORE_ADDITIVE, weights);
    for (int j = 0; j < 3; j++) ck_assert_double_eq_tol((double)got.data[j], (double)want[j], 1e-6);
}
END_TEST

static TCase *added(Suite *s, TCase *t)
{
    tcase_add_checked_fixture(t, NULL, teardown);
    suite_add_tcase(s, t);
    return t;
}

int main(void)
{
    Suite *s = suite_create("scoring");
    TCase *t = added(s, tcase_create("gaussian_backward"));
    tcase_add_loop_test(t, all_gradients_equal_pytorch, 0, FIRST_PRODUCT);
    tcase_add_loop_test(t, all_gradients_equal_differences, 0, FIRST_PRODUCT);
    tcase_add_loop_test(t, backward_adds_to_what_is_there, 0, FIRST_PRODUCT);
    t = added(s, tcase_create("dot_backward"));
    tcase_add_loop_test(t, all_gradients_equal_pytorch, FIRST_PRODUCT, FIRST_ADDITIVE);
    tcase_add_loop_test(t, all_gradients_equal_differences, FIRST_PRODUCT, FIRST_ADDITIVE);
    tcase_add_loop_test(t, backward_adds_to_what_is_there, FIRST_PRODUCT, FIRST_ADDITIVE);
    t = added(s, tcase_create("additive_forward"));
    tcase_add_test(t, additive_scores_are_what_numpy_gives);
    tcase_add_loop_test(t, scores_equal_pytorch, FIRST_ADDITIVE, CASES);
    t = added(s, tcase_create("additive_backward"));
    tcase_add_loop_test(t, all_gradients_equal_pytorch, FIRST_ADDITIVE, CASES);
    tcase_add_loop_test(t, all_gradients_equal_differences, FIRST_ADDITIVE, CASES);
    tcase_add_loop_test(t, backward_adds_to_what_is_there, FIRST_ADDITIVE, CASES);
    t = added(s, tcase_create("scoring"));
    tcase_add_loop_test(t, scores_equal_pytorch, 0, FIRST_ADDITIVE);
    tcase_add_test(t, dot_products_are_what_paper_gives);
    return run_suite(s);
}
