/* Tests of the task and of its model: sentences are what they promise, gradients, and what one and
 * two heads can learn. */
#include "model.h"
#include "common/layers.h"
#include "common/testing.h"

#include <math.h>

enum { BATCH = 40 };

static Arena arena;
static Params params;

static void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

static Sentences draw(uint64_t seed, int batch)
{
    Rng r = rng_new(seed);
    return sentences_new(&arena, &r, batch);
}

START_TEST(every_word_of_a_sentence_comes_twice)
{
    Sentences s = draw(1, BATCH);
    for (int b = 0; b < BATCH; b++)
        for (int t = 0; t < LENGTH; t++) {
            int times = 0, *word = s.word + b * LENGTH;
            for (int j = 0; j < LENGTH; j++) times += word[j] == word[t];
            ck_assert_int_eq(times, 2);
            ck_assert(word[t] >= 0 && word[t] < WORDS);
        }
}
END_TEST

START_TEST(the_answers_are_the_colours_before_and_of_the_other_token)
{
    Sentences s = draw(2, BATCH);
    for (int i = 0; i < BATCH * LENGTH; i++) {
        int t = i % LENGTH, first = i - t, match = s.source[MATCH][i];
        ck_assert_int_eq(s.target[PREVIOUS][i], t ? s.colour[i - 1] : IGNORED_TARGET);
        ck_assert_int_ne(match, t);
        ck_assert_int_eq(s.word[first + match], s.word[i]);
        ck_assert_int_eq(s.target[MATCH][i], s.colour[first + match]);
    }
}
END_TEST

START_TEST(a_sentence_starts_anywhere_on_the_page_and_goes_on_from_there)
{
    Sentences s = draw(3, 5 * BATCH);
    int lowest = POSITIONS, highest = 0;
    for (int i = 0; i < 5 * BATCH * LENGTH; i++) {
        ck_assert_int_eq(s.position[i], s.position[i - i % LENGTH] + i % LENGTH);
        lowest = s.position[i] < lowest ? s.position[i] : lowest;
        highest = s.position[i] > highest ? s.position[i] : highest;
    }
    ck_assert_int_eq(lowest, 0);
    ck_assert_int_eq(highest, POSITIONS - 1);
}
END_TEST

START_TEST(counting_is_better_than_chance_and_far_from_right)
{
    Sentences s = draw(4, 2000);
    for (int q = 0; q < QUESTIONS; q++) {
        double share = counting_accuracy(&s, (Question)q);
        ck_assert(share > 1.2 / COLOURS && share < 0.5);
    }
}
END_TEST

START_TEST(counting_a_known_sentence)
{
    int colour[LENGTH] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 0, 3}, target[LENGTH];
    for (int t = 0; t < LENGTH; t++) target[t] = t < 4 ? 2 : t < 8 ? 1 : IGNORED_TARGET;
    Sentences s = {.batch = 1, .colour = colour, .target = {target, target}};
    ck_assert_double_eq_tol(counting_accuracy(&s, MATCH), 0.5, 1e-12); /* always says 2 */
}
END_TEST

START_TEST(who_counts_leaves_out_the_token_that_asks)
{
    int colour[LENGTH], target[LENGTH];
    for (int t = 0; t < LENGTH; t++) colour[t] = t % 2, target[t] = 1 - t % 2; /* 7 against 8 */
    Sentences s = {.batch = 1, .colour = colour, .target = {target, target}};
    ck_assert_double_eq_tol(counting_accuracy(&s, MATCH), 1, 1e-12);
}
END_TEST

typedef struct {
    Model model;
    Sentences sentences;
} ModelCase;

static double loss(void *context)
{
    ModelCase *c = context;
    Arena mark = arena;
    double value = model_forward(&c->model, &arena, &c->sentences);
    arena_release(&arena, mark);
    return value;
}

START_TEST(every_gradient_of_the_model_equals_differences)
{
    Rng r = rng_new(5);
    ModelCase c = {model_new(&params, &r, 4, 2), draw(5, 2)};
    for (int i = 0; i < params.count; i++) mat_scale(params.items[i]->value, 0.5f);
    model_forward(&c.model, &arena, &c.sentences);
    model_backward(&c.model, &arena, &c.sentences);
    for (int i = 0; i < params.count; i++)
        assert_gradient(params.items[i]->value, params.items[i]->grad, loss, &c);
}
END_TEST

START_TEST(answers_are_counted_for_each_question_and_both)
{
    Sentences s = draw(6, 1);
    Mat logits = mat_zeros(&arena, LENGTH, QUESTIONS * COLOURS);
    for (int t = 0; t < LENGTH; t++) { /* previous: right but for tokens 1 and 2 */
        if (t > 0) mat_row(logits, t)[(s.target[PREVIOUS][t] + (t < 3)) % COLOURS] = 1;
        mat_row(logits, t)[COLOURS + (s.target[MATCH][t] + (t < 4)) % COLOURS] = 1;
    }
    Accuracy a = accuracy_of(logits, &s);
    ck_assert_double_eq_tol(a.question[PREVIOUS], 13. / 15, 1e-12);
    ck_assert_double_eq_tol(a.question[MATCH], 12. / 16, 1e-12);
    ck_assert_double_eq_tol(a.both, 12. / 15, 1e-12);
}
END_TEST

/* Trains a model and returns its accuracy on new sentences. */
static Accuracy trained(Model *m, int heads, uint64_t seed, Sentences *test)
{
    Rng r = rng_new(seed);
    *m = model_new(&params, &r, 32, heads);
    *test = draw(UINT64_C(77), 100);
    model_train(
        m, &(ModelTraining){.steps = 300, .batch = 32, .rate = 0.01, .params = &params, .rng = &r});
    return model_accuracy(m, &arena, test);
}

START_TEST(two_heads_answer_both_questions_and_share_them_out)
{
    Model m;
    Sentences test;
    Accuracy a = trained(&m, 2, 1, &test);
    ck_assert_double_gt(a.both, 0.95);
    double looks[2];
    for (int h = 0; h < 2; h++)
        looks[h] = head_looks_at(&m, h, &test, PREVIOUS) - head_looks_at(&m, h, &test, MATCH);
    ck_assert(fabs(looks[0]) > 0.5 && fabs(looks[1]) > 0.5 && looks[0] * looks[1] < 0);
}
END_TEST

START_TEST(one_head_answers_one_question_only)
{
    Model m;
    Sentences test;
    Accuracy a = trained(&m, 1, 2, &test);
    double better = fmax(a.question[PREVIOUS], a.question[MATCH]);
    ck_assert_double_gt(better, 0.95);
    ck_assert_double_lt(a.question[PREVIOUS] + a.question[MATCH] - better, 0.5);
    ck_assert_double_lt(a.both, 0.5);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("model");
    TCase *t = tcase_create("colours");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, every_word_of_a_sentence_comes_twice);
    tcase_add_test(t, the_answers_are_the_colours_before_and_of_the_other_token);
    tcase_add_test(t, a_sentence_starts_anywhere_on_the_page_and_goes_on_from_there);
    tcase_add_test(t, counting_is_better_than_chance_and_far_from_right);
    tcase_add_test(t, counting_a_known_sentence);
    tcase_add_test(t, who_counts_leaves_out_the_token_that_asks);
    suite_add_tcase(s, t);
    t = tcase_create("model");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_set_timeout(t, 120);
    tcase_add_test(t, every_gradient_of_the_model_equals_differences);
    tcase_add_test(t, answers_are_counted_for_each_question_and_both);
    tcase_add_test(t, two_heads_answer_both_questions_and_share_them_out);
    tcase_add_test(t, one_head_answers_one_question_only);
    suite_add_tcase(s, t);
    return run_suite(s);
}
