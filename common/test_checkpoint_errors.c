/* Tests of checkpoints that do not fit: every error names what is wrong, and nothing is changed. */
#include "test_checkpoint_run.h"

#include <math.h>

START_TEST(a_checkpoint_that_fits_changes_everything)
{
    Run two, r;
    Error e;
    Checkpoint c = run_of(&two, 2, "width 3");
    save_or_fail(&c);
    params_free(&two.params);
    c = run_of(&r, 1, "width 3");
    ck_assert_msg(checkpoint_load(&c, path, &e), "%s", e.text);
    assert_unchanged(&r, 2);
    params_free(&r.params);
}
END_TEST

START_TEST(a_missing_or_broken_file_is_named)
{
    assert_refused(": No such file or directory");
    write_bytes("<html></html>", 13);
    assert_refused(": not a safetensors file: it seems to be a web page (HTML)");
}
END_TEST

START_TEST(another_model_is_refused_by_name_and_shape)
{
    Run two;
    const Checkpoint c = run_of(&two, 2, "width 3");
    two.params.items[0]->value = mat_new(&arena, 2, 4);
    two.params.items[1]->name[0] = 'c';
    mat_fill(two.params.items[0]->value, 2);
    save_or_fail(&c);
    char words[300];
    snprintf(words, sizeof words,
             ": does not fit (3 missing: b, optimizer.mean.b, optimizer.square.b) (3 not expected: "
             "c, optimizer.mean.c, optimizer.square.c) (1 of another shape: w is %s 2x4, not 2x3)",
             sizeof(float) == 8 ? "F64" : "F32");
    assert_refused(words);
    params_free(&two.params);
}
END_TEST

#define LONG "_and_fifty_letters_more_that_leave_no_room_for_a_third"
START_TEST(a_name_that_finds_no_room_is_left_out_whole)
{
    Params p = {0}, none = {0};
    Error e;
    params_add(&p, "a" LONG, 1, 1), params_add(&p, "b" LONG, 1, 1), params_add(&p, "c" LONG, 1, 1);
    save_or_fail(&(Checkpoint){.params = &p});
    ck_assert(!checkpoint_load(&(Checkpoint){.params = &none}, path, &e));
    assert_error(&e, ": does not fit (3 not expected: a" LONG ", b" LONG ", ...)");
    params_free(&p);
}
END_TEST

START_TEST(long_lists_of_names_are_cut)
{
    Run two;
    Checkpoint c = run_of(&two, 2, "width 3");
    c.adam = NULL;
    save_or_fail(&c);
    assert_refused(": does not fit (9 missing: optimizer.mean.w, optimizer.square.w, "
                   "optimizer.mean.b, ...)");
    params_free(&two.params);
}
END_TEST

START_TEST(gradients_and_variables_that_are_not_asked_for_are_not_expected)
{
    Run two;
    int extra = 3;
    Checkpoint c = run_of(&two, 2, "width 3");
    c.gradients = true;
    two.state[3] = state_ints("extra", &extra, 1);
    save_or_fail(&c);
    assert_refused(": does not fit (3 not expected: optimizer.gradient.b, optimizer.gradient.w, "
                   "state.extra)");
    params_free(&two.params);
}
END_TEST

START_TEST(weights_alone_do_not_resume_a_run)
{
    Run two;
    run_of(&two, 2, "width 3");
    save_or_fail(&(Checkpoint){.params = &two.params});
    assert_refused(": does not fit (12 missing: optimizer.mean.w, optimizer.square.w, "
                   "optimizer.mean.b, ...)");
    params_free(&two.params);
}
END_TEST

START_TEST(names_from_the_file_do_not_act_on_the_terminal)
{
    Params p = {0}, none = {0};
    Error e;
    params_add(&p, "\033[31mred", 1, 1);
    save_or_fail(&(Checkpoint){.params = &p});
    ck_assert(!checkpoint_load(&(Checkpoint){.params = &none}, path, &e));
    assert_error(&e, ": does not fit (1 not expected: ?[31mred)");
    params_free(&p);
}
END_TEST

START_TEST(another_configuration_is_refused_at_the_difference)
{
    Run two;
    Checkpoint c = run_of(&two, 2, "width 4");
    save_or_fail(&c);
    assert_refused(": \"config\" differs: it was \"width 4\", and is \"width 3\"");
    two.params.items[0]->value = mat_zeros(&arena, 2, 4); /* that is why it does not fit */
    two.state[3] = state_text("config", "width 31");
    save_or_fail(&c);
    assert_refused(": \"config\" differs: it was \"width 31\", and is \"width 3\"");
    two.params.items[0]->value = mat_zeros(&arena, 2, 3);
    c.count = 3;
    save_or_fail(&c);
    assert_refused(": no text \"config\"");
    params_free(&two.params);
}
END_TEST

/* The message for a file with the text `was`, read by a run with the text `is`. */
static void assert_difference(const char *was, const char *is, const char *words)
{
    Run two;
    Error e;
    Checkpoint c = run_of(&two, 2, was);
    save_or_fail(&c);
    two.state[3] = state_text("config", is);
    ck_assert(!checkpoint_load(&c, path, &e));
    assert_error(&e, words);
    params_free(&two.params);
}

START_TEST(only_the_setting_that_differs_is_quoted)
{
    assert_difference("warm-up 500, rate 0.002, rows 32", "warm-up 500, rate 0.001, rows 16",
                      ": \"config\" differs: it was \"rate 0.002\", and is \"rate 0.001\"");
    assert_difference("warm-up 500, rate 0.002", "warm-up 50, rate 0.002",
                      ": \"config\" differs: it was \"warm-up 500\", and is \"warm-up 50\"");
    assert_difference("rate 1, rows 8", "rate 1",
                      ": \"config\" differs: it was \"rows 8\", and is \"\"");
    assert_difference("rate 1", "rate 1, rows 8",
                      ": \"config\" differs: it was \"\", and is \"rows 8\"");
}
END_TEST

START_TEST(a_sign_that_differs_is_explained)
{
    Run two;
    Error e;
    Checkpoint c = run_of(&two, 2, "");
    two.state[3] = state_sign("texts", "0123", "other texts");
    save_or_fail(&c);
    ck_assert_msg(checkpoint_load(&c, path, &e), "%s", e.text);
    two.state[3] = state_sign("texts", "0124", "other texts");
    ck_assert(!checkpoint_load(&c, path, &e));
    assert_error(&e, ": other texts");
    params_free(&two.params);
}
END_TEST

/* The checkpoint of twos, with another variable in place of one. */
static void save_with(int index, State other)
{
    Run two;
    const Checkpoint c = run_of(&two, 2, "width 3");
    two.state[index] = other;
    save_or_fail(&c);
    params_free(&two.params);
}

START_TEST(variables_of_another_kind_are_refused)
{
    int pair[] = {2, 2};
    double number = 2;
    save_with(1, state_ints("epoch", pair, 2));
    assert_refused(": tensor \"state.epoch\" is I64 2, and should be 1 numbers, I64");
    save_with(1, state_doubles("epoch", &number, 1));
    assert_refused(": tensor \"state.epoch\" is F64 1, and should be 1 numbers, I64");
    save_with(2, state_ints("best", pair, 1));
    assert_refused(": tensor \"state.best\" is I64 1, and should be 1 numbers, floating point");
}
END_TEST

START_TEST(numbers_that_a_variable_cannot_hold_are_refused)
{
    Params none = {0};
    int epoch = 1;
    State state[] = {state_ints("epoch", &epoch, 1)};
    const Checkpoint c = {.params = &none, .state = state, .count = 1};
    const int64_t large = INT64_C(2147483648);
    SafetensorsOut out = {0};
    Error e;
    safetensors_add_ints(&out, "state.epoch", &large, 1);
    ck_assert(safetensors_save(&out, path, &e));
    safetensors_free(&out);
    ck_assert(!checkpoint_load(&c, path, &e));
    assert_error(&e, ": state.epoch: 2147483648 is too large");
    ck_assert_int_eq(epoch, 1);
    Rng zeros = {0};
    save_with(0, state_rng("rng", &zeros));
    assert_refused(": state.rng: a generator of nothing but zeros");
}
END_TEST

/* Adam of the run of twos as `a`, but for what the caller has changed. */
static void assert_adam_refused(Adam a, const char *words)
{
    Run two;
    const Checkpoint c = run_of(&two, 2, "width 3");
    two.adam = a;
    save_or_fail(&c);
    assert_refused(words);
    params_free(&two.params);
}

START_TEST(an_optimizer_that_no_run_has_is_refused)
{
    Adam a[5];
    for (int i = 0; i < 5; i++) a[i] = adam_new(2);
    a[0].beta1 = NAN, a[1].beta2 = 1, a[2].rate = INFINITY, a[3].epsilon = -1, a[4].step = -1;
    assert_adam_refused(a[0], ": optimizer.beta1 is nan: it is from 0 to below 1");
    assert_adam_refused(a[1], ": optimizer.beta2 is 1: it is from 0 to below 1");
    assert_adam_refused(a[2], ": optimizer.rate is inf: it is finite and not below 0");
    assert_adam_refused(a[3], ": optimizer.epsilon is -1: it is finite and not below 0");
    assert_adam_refused(a[4], ": optimizer.step is -1: it is finite and not below 0");
}
END_TEST

START_TEST(a_checkpoint_that_cannot_be_written_is_an_error)
{
    Run r;
    Error e;
    const Checkpoint c = run_of(&r, 1, "width 3");
    ck_assert(!checkpoint_save(&c, "/tmp/no/such/run", &e));
    ck_assert_str_eq(e.text, "/tmp/no/such/run: cannot be written: No such file or directory");
    params_free(&r.params);
}
END_TEST

START_TEST(a_parameter_with_a_name_of_the_state_is_the_programs_mistake)
{
    Params p = {0};
    Error e;
    params_add(&p, "state.w", 1, 1);
    checkpoint_save(&(Checkpoint){.params = &p}, "/tmp/never", &e);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("checkpoint_errors");
    TCase *t = tcase_create("checkpoint errors");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, a_checkpoint_that_fits_changes_everything);
    tcase_add_test(t, a_missing_or_broken_file_is_named);
    tcase_add_test(t, another_model_is_refused_by_name_and_shape);
    tcase_add_test(t, a_name_that_finds_no_room_is_left_out_whole);
    tcase_add_test(t, long_lists_of_names_are_cut);
    tcase_add_test(t, gradients_and_variables_that_are_not_asked_for_are_not_expected);
    tcase_add_test(t, weights_alone_do_not_resume_a_run);
    tcase_add_test(t, names_from_the_file_do_not_act_on_the_terminal);
    tcase_add_test(t, another_configuration_is_refused_at_the_difference);
    tcase_add_test(t, only_the_setting_that_differs_is_quoted);
    tcase_add_test(t, a_sign_that_differs_is_explained);
    tcase_add_test(t, variables_of_another_kind_are_refused);
    tcase_add_test(t, numbers_that_a_variable_cannot_hold_are_refused);
    tcase_add_test(t, an_optimizer_that_no_run_has_is_refused);
    tcase_add_test(t, a_checkpoint_that_cannot_be_written_is_an_error);
    tcase_add_test_raise_signal(t, a_parameter_with_a_name_of_the_state_is_the_programs_mistake, 6);
    suite_add_tcase(s, t);
    return run_suite(s);
}
