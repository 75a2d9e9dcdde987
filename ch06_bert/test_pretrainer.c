/* Tests of pretraining: it learns, its state can be saved and taken up again with the same bits,
 * and a batch cut in two is the same step. */
#include "pretrainer.h"
#include "common/layers.h"
#include "common/testing.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#define TEXT_FILE "build/test_pretrainer.txt"
#define FOLDER "build"

static Arena arena;
static PretrainingData data;

/* Documents of one subject each: of four words, three of which always come together. */
static void set_up(void)
{
    static const char *const words[] = {"cats like warm milk", "dogs like cold water",
                                        "birds eat small seeds", "trees need much light"};
    Error e;
    FILE *f = fopen(TEXT_FILE, "w");
    ck_assert_ptr_nonnull(f);
    for (int d = 0; d < 160; d++, fputs("\n", f))
        for (int s = 0; s < 3; s++) fprintf(f, "%s %c%c.\n", words[d % 4], 'a' + d % 26, 'a' + s);
    ck_assert_int_eq(fclose(f), 0);
    const CorpusOptions o = {
        .corpus = CORPUS_FILE, .path = TEXT_FILE, .vocabulary = 120, .seed = 1};
    ck_assert_msg(pretraining_data_read(&data, &arena, &o, &e), "%s", e.text);
    pretraining_data_spell(&data, &arena, &o, NULL);
}

static void tear_down(void)
{
    arena_free(&arena);
    remove(TEXT_FILE);
    remove(FOLDER "/last.safetensors");
}

static BertModel new_model(uint64_t seed)
{
    BertModel m;
    Rng r = rng_new(seed);
    const BertConfig c = {.shape = bert_shape(data.tokenizer.vocabulary.count, 1, 16, 2, 24)};
    bert_model_new(&m, &r, c, PARTS_PRETRAINING);
    return m;
}

static Pretraining recipe(void)
{
    return (Pretraining){.steps = 300,
                         .warm_up = 5,
                         .rate = 0.02,
                         .decay = 0.01,
                         .clip = 1,
                         .rows = 8,
                         .longest = 24,
                         .accumulate = 1,
                         .pairs = true,
                         .seed = 1};
}

START_TEST(both_exercises_are_learned)
{
    bool best;
    BertModel m = new_model(1);
    Pretrainer t = pretrainer_new(&arena, &m, &data, recipe());
    const PretrainingScore before = pretrainer_validate(&t, &best);
    ck_assert(before.masked > 0 && before.pairs > 0);
    while (t.adam.step < t.how.steps) pretrainer_step(&t);
    const PretrainingScore after = pretrainer_validate(&t, &best);
    ck_assert(best);
    ck_assert_int_eq(after.masked, before.masked);                    /* the same questions */
    ck_assert_double_lt(after.masked_loss, 0.6 * before.masked_loss); /* letters are not known */
    ck_assert_int_gt(after.masked_right, 2 * before.masked_right);
    pretrainer_free(&t);
    bert_model_free(&m);
}
END_TEST

static void run_to(Pretrainer *t, int step)
{
    while (t->adam.step < step) pretrainer_step(t);
}

/* In the middle of an epoch, with dropout, and with two batches a step. */
START_TEST(a_resumed_run_has_the_same_bits)
{
    Error e;
    bool best;
    Pretraining how = recipe();
    how.accumulate = 1 + _i;
    BertModel whole = new_model(1), half = new_model(1), rest = new_model(2);
    Pretrainer w = pretrainer_new(&arena, &whole, &data, how);
    Pretrainer h = pretrainer_new(&arena, &half, &data, how);
    Pretrainer r = pretrainer_new(&arena, &rest, &data, how);
    run_to(&w, 20);
    run_to(&h, 10);
    ck_assert_msg(pretrainer_save(&h, FOLDER, &e), "%s", e.text);
    ck_assert_msg(pretrainer_load(&r, FOLDER, &e), "%s", e.text);
    ck_assert_int_eq(r.adam.step, 10);
    run_to(&r, 20);
    for (int i = 0; i < whole.params.count; i++)
        ck_assert(mat_difference(whole.params.items[i]->value, rest.params.items[i]->value) == 0);
    ck_assert(pretrainer_validate(&w, &best).masked_loss ==
              pretrainer_validate(&r, &best).masked_loss);
    pretrainer_free(&w), pretrainer_free(&h), pretrainer_free(&r);
    bert_model_free(&whole), bert_model_free(&half), bert_model_free(&rest);
}
END_TEST

START_TEST(a_state_of_other_settings_is_refused)
{
    Error e;
    BertModel m = new_model(1);
    Pretraining how = recipe();
    Pretrainer t = pretrainer_new(&arena, &m, &data, how);
    ck_assert(pretrainer_save(&t, FOLDER, &e));
    how.rate = 0.01;
    Pretrainer other = pretrainer_new(&arena, &m, &data, how);
    ck_assert(!pretrainer_load(&other, FOLDER, &e));
    ck_assert_msg(strstr(e.text, "it was \"rate 0.02\", and is \"rate 0.01\""), "%s", e.text);
    pretrainer_free(&t), pretrainer_free(&other);
    bert_model_free(&m);
}
END_TEST

/* Numbers of a damaged file to which no run comes. */
START_TEST(a_state_that_no_run_has_is_refused)
{
    Error e;
    BertModel m = new_model(1);
    Pretrainer t = pretrainer_new(&arena, &m, &data, recipe());
    bool best;
    pretrainer_step(&t);
    pretrainer_validate(&t, &best);
    Milestone *const seen = t.history.milestones, sound = *seen;
    double *const of[] = {&seen->step,  &seen->seconds, &seen->tokens, &seen->train,
                          &seen->valid, &t.history.nll, &seen->step};
    const double wrong[] = {NAN, INFINITY, -1, -INFINITY, -2, NAN, 2};
    for (int i = 0; i < 7; i++) {
        const double before = *of[i];
        *of[i] = wrong[i];
        ck_assert(pretrainer_save(&t, FOLDER, &e));
        ck_assert_msg(!pretrainer_load(&t, FOLDER, &e), "number %d", i);
        ck_assert_msg(strstr(e.text, i == 5 ? "with 1 milestones" : "milestone 1"), "%s", e.text);
        *of[i] = before;
    }
    *seen = sound;
    ck_assert(pretrainer_save(&t, FOLDER, &e));
    ck_assert_msg(pretrainer_load(&t, FOLDER, &e), "%s", e.text);
    pretrainer_free(&t), bert_model_free(&m);
}
END_TEST

/* What the texts are counts, not what they are called. */
START_TEST(a_state_of_other_texts_is_refused)
{
    Error e;
    BertModel m = new_model(1);
    Pretraining how = recipe();
    how.corpus = "a.txt";
    Pretrainer t = pretrainer_new(&arena, &m, &data, how);
    while (t.train.position.epoch < 1) pretrainer_step(&t);
    ck_assert_msg(pretrainer_save(&t, FOLDER, &e), "%s", e.text);
    how.corpus = "b.txt";
    Pretrainer same = pretrainer_new(&arena, &m, &data, how);
    ck_assert_msg(pretrainer_load(&same, FOLDER, &e), "%s", e.text);
    ck_assert_int_eq(same.first_batches, t.first_batches);
    Spelled *changed = &data.spelled[_i == 0 ? TRAIN : VALID];
    if (_i == 2) changed->document_count--;
    ((int *)changed->ids)[_i == 2 ? 0 : 5] ^= _i == 2 ? 0 : 1;
    Pretrainer other = pretrainer_new(&arena, &m, &data, how);
    ck_assert(!pretrainer_load(&other, FOLDER, &e));
    ck_assert_msg(strstr(e.text, "last.safetensors: the texts (b.txt) are not those that the run"),
                  "%s", e.text);
    pretrainer_free(&t), pretrainer_free(&same), pretrainer_free(&other);
    bert_model_free(&m);
}
END_TEST

START_TEST(a_file_of_few_documents_is_refused_with_its_name)
{
    static const char words[] =
        TEXT_FILE ": 1 document is too few: each of three parts needs 2; a blank line separates "
                  "documents";
    Error e;
    FILE *f = fopen(TEXT_FILE, "w");
    ck_assert_ptr_nonnull(f);
    for (int s = 0; s < 50; s++) fprintf(f, "sentence %d\n", s);
    ck_assert_int_eq(fclose(f), 0);
    const CorpusOptions o = {.corpus = CORPUS_FILE, .path = TEXT_FILE, .seed = 1};
    ck_assert(!pretraining_data_read(&data, &arena, &o, &e));
    ck_assert_str_eq(e.text, words);
}
END_TEST

START_TEST(the_rate_rises_and_falls)
{
    const Pretraining how = {.steps = 10, .warm_up = 4, .rate = 1};
    ck_assert_double_eq_tol(pretraining_rate(&how, 1), 0.25, 1e-12);
    ck_assert_double_eq_tol(pretraining_rate(&how, 4), 1, 1e-12);
    ck_assert_double_eq_tol(pretraining_rate(&how, 10), 1.0 / 7, 1e-12);
}
END_TEST

static void assert_warm_up(int steps, int asked, int want)
{
    Error e;
    Pretraining how = {.steps = steps, .warm_up = asked};
    ck_assert_msg(pretraining_warm_up(&how, &e), "%s", e.text);
    ck_assert_int_eq(how.warm_up, want);
}

START_TEST(the_warm_up_suits_the_steps)
{
    Error e;
    assert_warm_up(30000, INT_MIN, 500);
    assert_warm_up(5000, INT_MIN, 500);
    assert_warm_up(300, INT_MIN, 30);
    assert_warm_up(5, INT_MIN, 0);
    assert_warm_up(300, 300, 300);
    ck_assert(!pretraining_warm_up(&(Pretraining){.steps = 300, .warm_up = 301}, &e));
    ck_assert_msg(strstr(e.text, "--warm-up 301: more than --steps 300"), "%s", e.text);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("pretrainer");
    TCase *t = tcase_create("pretrainer");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_set_timeout(t, 120);
    tcase_add_test(t, both_exercises_are_learned);
    tcase_add_loop_test(t, a_resumed_run_has_the_same_bits, 0, 2);
    tcase_add_test(t, a_state_of_other_settings_is_refused);
    tcase_add_test(t, a_state_that_no_run_has_is_refused);
    tcase_add_loop_test(t, a_state_of_other_texts_is_refused, 0, 3);
    tcase_add_test(t, a_file_of_few_documents_is_refused_with_its_name);
    tcase_add_test(t, the_rate_rises_and_falls);
    tcase_add_test(t, the_warm_up_suits_the_steps);
    suite_add_tcase(s, t);
    return run_suite(s);
}
