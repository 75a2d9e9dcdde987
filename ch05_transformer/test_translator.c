/* Tests of translating many sources: in the order in which they were asked, each as if it were
 * alone, and what becomes of one that is too long or of a translation that does not end. */
#include "test_trainer_case.h"

enum { MANY = 40 };
static const Search greedy = {1, 12, 0, BEGIN_ID, END_ID, PAD_ID};

static void assert_same(Translation got, Translation want)
{
    ck_assert_int_eq(got.length, want.length);
    ck_assert(got.finished == want.finished);
    for (int i = 0; i < got.length; i++) ck_assert_int_eq(got.ids[i], want.ids[i]);
    assert_close(got.score, want.score, 1e-4);
}

START_TEST(every_source_gets_the_translation_it_gets_alone)
{
    Translator model;
    Sequence sources[MANY];
    Trainer t = start(&model, (ModelKind)_i);
    run_to(&t, STEPS);
    for (int i = 0; i < MANY; i++) sources[i] = data.examples[TRAIN][7 * i].source;
    const Translation *all = translator_translate(&model, &arena, sources, MANY, greedy);
    for (int i = 0; i < MANY; i++)
        assert_same(all[i], *translator_translate(&model, &arena, sources + i, 1, greedy));
    end(&t, &model);
}
END_TEST

START_TEST(a_source_that_is_too_long_is_cut_and_ends)
{
    Translator model;
    int ids[50];
    Trainer t = start(&model, (ModelKind)_i);
    for (int i = 0; i < 50; i++) ids[i] = FIRST_ID + i;
    const Sequence whole = {ids, 50};
    const Translation *cut = translator_translate(&model, &arena, &whole, 1, greedy);
    ids[39] = END_ID; /* the model's longest is 40 */
    const Sequence same = {ids, 40};
    assert_same(*cut, *translator_translate(&model, &arena, &same, 1, greedy));
    end(&t, &model);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("translator");
    TCase *t = tcase_create("translator");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, every_source_gets_the_translation_it_gets_alone, 0, 2);
    tcase_add_loop_test(t, a_source_that_is_too_long_is_cut_and_ends, 0, 2);
    suite_add_tcase(s, t);
    return run_suite(s);
}
