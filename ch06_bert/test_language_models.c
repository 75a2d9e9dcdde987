/* Tests of the three language models: gradients by differences, nobody sees what he is asked for,
 * and a text that can be known is learned. */
#include "language_models.h"
#include "common/layers.h"
#include "common/optim.h"
#include "common/testing.h"

#include <string.h>

enum { BATCH = 2, LENGTH = 6, PLACES = BATCH * LENGTH, V = 11, HOLE = 4 };

typedef struct {
    LanguageModel model;
    HoledTexts texts;
    int ids[PLACES], holed[PLACES], labels[PLACES], valid[BATCH];
    Arena step;
} Case;

static Case c;

/* The second text is shorter; holes at places 2 and 4 of the first, 1 of the second. */
static void set_up(LanguageModelKind kind)
{
    static const int holes[] = {2, 4, LENGTH + 1};
    BertShape shape = bert_shape(V, 1, 8, 2, LENGTH);
    shape.dropout = shape.attention_dropout = 0, shape.initial = 0.3;
    Rng r = rng_new(3);
    memset(&c, 0, sizeof c);
    for (int i = 0; i < PLACES; i++) {
        c.ids[i] = c.holed[i] = 5 + i * i % 6;
        c.labels[i] = IGNORED_TARGET;
    }
    for (int k = 0; k < 3; k++) c.labels[holes[k]] = c.ids[holes[k]], c.holed[holes[k]] = HOLE;
    c.valid[0] = LENGTH, c.valid[1] = 4;
    c.texts = (HoledTexts){c.ids, c.holed, c.labels, c.valid, BATCH, LENGTH};
    language_model_new(&c.model, &r, kind, shape);
}

static void tear_down(void)
{
    language_model_free(&c.model);
    arena_free(&c.step);
}

static double mean_loss(void *unused)
{
    (void)unused;
    Rng r = rng_new(1);
    arena_reset(&c.step);
    const VocabularyLoss loss = language_model_learn(&c.model, &c.step, &c.texts, &r);
    return loss.nll / (double)loss.counted;
}

START_TEST(every_gradient_is_the_difference_quotient)
{
    Arena a = {0};
    set_up((LanguageModelKind)_i);
    Params *p = language_model_params(&c.model);
    params_zero_grad(p);
    mean_loss(NULL);
    for (int i = 0; i < p->count; i++) { /* a copy: every evaluation adds to the gradient */
        Mat d = mat_new(&a, p->items[i]->grad.rows, p->items[i]->grad.cols);
        mat_copy(d, p->items[i]->grad);
        assert_gradient(p->items[i]->value, d, mean_loss, NULL);
        params_zero_grad(p);
        mean_loss(NULL);
    }
    arena_free(&a);
}
END_TEST

START_TEST(as_many_pieces_are_asked_for_as_there_are)
{
    static const long asked[LANGUAGE_MODELS] = {3, 5 + 3, 2 * (5 + 3)};
    Rng r = rng_new(1);
    set_up((LanguageModelKind)_i);
    ck_assert_int_eq(language_model_learn(&c.model, &c.step, &c.texts, &r).counted, asked[_i]);
    long places;
    language_model_right(&c.model, &c.step, &c.texts, BOTH_CONTEXTS, &places);
    ck_assert_int_eq(places, 3);
}
END_TEST

/* Which pieces are right is found without the text at the holes: with others there, the same are.
 */
START_TEST(no_model_sees_the_piece_it_is_asked_for)
{
    long asked;
    set_up((LanguageModelKind)_i);
    for (int label = 5; label < V; label++) {
        for (int i = 0; i < PLACES; i++)
            if (c.labels[i] != IGNORED_TARGET) c.labels[i] = label;
        const int kept = c.ids[4];
        const long right = language_model_right(&c.model, &c.step, &c.texts, BOTH_CONTEXTS, &asked);
        c.ids[4] = kept == 5 ? 6 : 5;
        c.labels[2] = IGNORED_TARGET; /* its own context has changed */
        const long other = language_model_right(&c.model, &c.step, &c.texts, BOTH_CONTEXTS, &asked);
        c.ids[4] = kept;
        const long again = language_model_right(&c.model, &c.step, &c.texts, BOTH_CONTEXTS, &asked);
        ck_assert_int_eq(other, again);
        ck_assert_int_le(again, right);
        c.labels[2] = label;
    }
}
END_TEST

START_TEST(a_text_that_can_be_known_is_learned)
{
    long asked = 0;
    Rng r = rng_new(2);
    set_up((LanguageModelKind)_i);
    for (int i = 0; i < PLACES; i++) {
        c.ids[i] = 5 + i % LENGTH;
        if (c.labels[i] != IGNORED_TARGET) c.labels[i] = c.ids[i];
        c.holed[i] = c.labels[i] == IGNORED_TARGET ? c.ids[i] : HOLE;
    }
    Params *p = language_model_params(&c.model);
    Adam adam = adam_new(0.01);
    for (int n = 0; n < 150; n++) {
        params_zero_grad(p);
        arena_reset(&c.step);
        language_model_learn(&c.model, &c.step, &c.texts, &r);
        adam_step(&adam, p);
    }
    ck_assert_int_eq(language_model_right(&c.model, &c.step, &c.texts, BOTH_CONTEXTS, &asked), 3);
    ck_assert_int_eq(asked, 3);
}
END_TEST

/* Holes at places 2 and 4 of a text of 6 pieces, and 1 of one of 4. */
START_TEST(single_holes_are_one_to_a_text)
{
    static const int row[] = {0, 0, 1}, place[] = {2, 4, 1};
    set_up(MASKED_MODEL);
    for (int context = LEFT_CONTEXT; context <= BOTH_CONTEXTS; context++) {
        const HoledTexts t = single_holes(&c.step, &c.texts, (Context)context, HOLE);
        ck_assert_int_eq(t.batch, 3);
        ck_assert_int_eq(t.length, LENGTH);
        for (int n = 0; n < 3; n++) {
            ck_assert_int_eq(t.valid[n], context == LEFT_CONTEXT ? place[n] + 1 : c.valid[row[n]]);
            for (int i = 0; i < LENGTH; i++) {
                const int at = n * LENGTH + i, original = c.ids[row[n] * LENGTH + i];
                ck_assert_int_eq(t.ids[at], original);
                ck_assert_int_eq(t.holed[at], i == place[n] ? HOLE : original);
                ck_assert_int_eq(t.labels[at], i == place[n] ? original : IGNORED_TARGET);
            }
        }
    }
}
END_TEST

/* What stands behind the hole changes the answer of those who look there, and of nobody else. */
START_TEST(the_left_context_is_all_that_is_seen_of_it)
{
    set_up((LanguageModelKind)_i);
    if (_i == TWO_LSTMS) mat_scale(c.model.words->value, 10); /* states near -1 and 1 */
    for (int context = LEFT_CONTEXT; context <= BOTH_CONTEXTS; context++) {
        bool changed = false;
        long asked;
        for (int label = 5; label < V; label++) {
            for (int i = 0; i < PLACES; i++) c.labels[i] = i == 2 ? label : IGNORED_TARGET;
            long right[6];
            for (int other = 0; other < 6; other++) {
                for (int i = 3; i < LENGTH; i++) c.ids[i] = 5 + (other * i + other) % 6;
                const HoledTexts t = single_holes(&c.step, &c.texts, (Context)context, HOLE);
                right[other] =
                    language_model_right(&c.model, &c.step, &t, (Context)context, &asked);
                changed |= right[other] != right[0];
            }
        }
        ck_assert_int_eq(changed, context == BOTH_CONTEXTS && _i != LEFT_TO_RIGHT);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("language models");
    TCase *t = tcase_create("language models");
    tcase_add_checked_fixture(t, NULL, tear_down);
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, every_gradient_is_the_difference_quotient, 0, LANGUAGE_MODELS);
    tcase_add_loop_test(t, as_many_pieces_are_asked_for_as_there_are, 0, LANGUAGE_MODELS);
    tcase_add_loop_test(t, no_model_sees_the_piece_it_is_asked_for, 0, LANGUAGE_MODELS);
    tcase_add_loop_test(t, a_text_that_can_be_known_is_learned, 0, LANGUAGE_MODELS);
    tcase_add_test(t, single_holes_are_one_to_a_text);
    tcase_add_loop_test(t, the_left_context_is_all_that_is_seen_of_it, 0, LANGUAGE_MODELS);
    suite_add_tcase(s, t);
    return run_suite(s);
}
