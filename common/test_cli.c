/* Tests of the command line: what is read, what is refused and with which words. */
#include "test_cli_program.h"

#include <limits.h>
#include <sys/stat.h>

/* The line is refused with exit status 2 and two lines on stderr, the first with these words. */
static void assert_refused(const char *line, const char *words)
{
    Run r;
    ck_assert_msg(run(&r, line) == 2, "not refused: %s", line);
    ck_assert_ptr_null(r.ran);
    ck_assert_str_eq(printed, "");
    assert_contains(errors, words);
    const char *second = strchr(errors, '\n') + 1;
    ck_assert_int_eq(strncmp(errors, "error: ", 7), 0);
    ck_assert_int_eq(strncmp(second, "try ./ch1", 9), 0);
    ck_assert_str_eq(strchr(second, '\n'), "\n");
}

/* ---- what is read ----------------------------------------------------------------------------*/

START_TEST(the_first_command_runs_when_none_is_named)
{
    Run r;
    ck_assert_int_eq(run(&r, ""), 0);
    ck_assert_str_eq(r.ran, "all");
    ck_assert_int_eq(run(&r, "--seed 3 --quiet"), 0);
    ck_assert_str_eq(r.ran, "all");
    ck_assert_int_eq(r.seed, 3);
    ck_assert(r.quiet);
}
END_TEST

START_TEST(values_follow_a_blank_or_an_equals_sign)
{
    Run r;
    ck_assert_int_eq(run(&r, "fit --kernel=boxcar --bandwidth 2.5e-1 --data=a=b.csv --epochs 1e3"),
                     0);
    ck_assert_str_eq(r.ran, "fit");
    ck_assert_int_eq(r.kernel, 1);
    ck_assert_double_eq(r.bandwidth, 0.25);
    ck_assert_str_eq(r.data, "a=b.csv");
    ck_assert_int_eq(r.epochs, 1000);
    ck_assert_int_eq(r.seed, 7);
}
END_TEST

START_TEST(a_real_option_may_take_a_word)
{
    Run r;
    ck_assert_int_eq(run(&r, "fit --rate 0.5"), 0);
    ck_assert_double_eq(r.rate, 0.5);
    ck_assert_int_eq(run(&r, "fit --rate auto"), 0);
    ck_assert_double_nan(r.rate);
}
END_TEST

START_TEST(a_whole_number_may_be_a_word)
{
    Error e;
    char text[OPTION_RANGE_SIZE];
    int steps = 3;
    const Option o = {"steps", "N", "", OPTION_INT, &steps, 0, 9, "auto"};
    ck_assert(option_set(&o, "auto", &e));
    ck_assert_int_eq(steps, INT_MIN);
    ck_assert(option_set(&o, "4", &e));
    ck_assert_int_eq(steps, 4);
    ck_assert(!option_set(&o, "4.5", &e));
    ck_assert_str_eq(option_range(&o, text), "auto, or from 0 to 9");
}
END_TEST

START_TEST(values_may_start_with_a_minus)
{
    Run r;
    ck_assert_int_eq(run(&r, "--seed -4"), 0);
    ck_assert_int_eq(r.seed, -4);
    ck_assert_int_eq(run(&r, "fit --data -"), 0);
    ck_assert_str_eq(r.data, "-");
    assert_refused("fit --bandwidth -1", "--bandwidth: -1 is too small (expected: above 0)");
}
END_TEST

START_TEST(bounds_belong_to_the_range)
{
    Run r;
    ck_assert_int_eq(run(&r, "fit --epochs 1"), 0);
    ck_assert_int_eq(run(&r, "fit --epochs 5000 --rate 1"), 0);
    assert_refused("fit --epochs 0", "--epochs: 0 is too small (expected: from 1 to 5000)");
    assert_refused("fit --epochs 5001", "--epochs: 5001 is too large");
    assert_refused("fit --bandwidth 0", "--bandwidth: 0 is too small");
    assert_refused("fit --bandwidth 1e-300", "too small");
    assert_refused("fit --bandwidth 1e39", "too large");
    assert_refused("--seed 2147483648", "too large");
}
END_TEST

START_TEST(arguments_are_what_is_no_option)
{
    Run r;
    ck_assert_int_eq(run(&r, "show a --seed 1 - -- b --seed -h"), 1);
    ck_assert_str_eq(r.arguments, "a|-|b|--seed|-h|");
    ck_assert_int_eq(run_line(&r, "a", true), 1);
    ck_assert_str_eq(r.arguments, "a|");
    ck_assert_int_eq(run_line(&r, "--epochs 3 a b", true), 1);
    ck_assert_str_eq(r.arguments, "a|b|");
}
END_TEST

START_TEST(the_exit_status_is_the_commands)
{
    Run r;
    ck_assert_int_eq(run(&r, "show a"), 1);
    ck_assert_str_eq(errors, "");
}
END_TEST

START_TEST(argv_stays_as_it_is)
{
    Run r;
    char *argv[] = {"ch1", "show", "--seed", "1", "a", NULL};
    ck_assert_int_eq(run_words(&r, 5, argv, false), 1);
    ck_assert_str_eq(argv[2], "--seed");
    ck_assert_str_eq(argv[4], "a");
}
END_TEST

/* ---- what is refused -------------------------------------------------------------------------*/

START_TEST(unknown_names_bring_the_nearest_one)
{
    assert_refused("fit --bandwith 3", "unknown option --bandwith; did you mean --bandwidth?");
    assert_refused("fit --band=3", "unknown option --band; did you mean --bandwidth?");
    assert_refused("fit --dat x", "did you mean --data?"); /* not --rate, two letters away */
    assert_refused("fit -seed 3", "unknown option -seed; did you mean --seed?");
    assert_refused("--hlep", "did you mean --help?");
    assert_refused("fti", "unknown command \"fti\"; did you mean fit?");
    assert_refused("fit --zyxw", "unknown option --zyxw\n");
    assert_refused("nonsense", "unknown command \"nonsense\"\n");
    assert_refused("fit -5", "unknown option -5\n");
}
END_TEST

START_TEST(options_of_another_command_are_explained)
{
    assert_refused("--epochs 3", "--epochs is an option of another command: ./ch1 fit");
    assert_refused("--seed 3 fit", "the command comes first: ./ch1 fit");
}
END_TEST

START_TEST(missing_values_are_named)
{
    assert_refused("fit --data", "--data needs a value: --data FILE");
    assert_refused("fit --data --quiet", "--data needs a value");
    assert_refused("fit --data --", "--data needs a value");
    assert_refused("fit --data=", "--data needs a value");
    assert_refused("--quiet=yes", "--quiet takes no value");
}
END_TEST

START_TEST(values_that_are_no_numbers_are_quoted)
{
    assert_refused("fit --epochs ten", "--epochs: \"ten\" is not a number");
    assert_refused("fit --epochs 10x", "--epochs: \"10x\" is not a number");
    assert_refused("fit --epochs 1.5", "--epochs: \"1.5\" is not a whole number");
    assert_refused("fit --bandwidth nan", "--bandwidth: \"nan\" is not a finite number");
    assert_refused("fit --bandwidth inf", "--bandwidth: \"inf\" is not a finite number");
    assert_refused("fit --bandwidth 0,5", "--bandwidth: \"0,5\" has a decimal comma");
    assert_refused("fit --rate aut", "\"aut\" is not a number (expected: auto, or above 0 and at "
                                     "most 1)");
}
END_TEST

START_TEST(wrong_choices_bring_the_list)
{
    assert_refused("fit --kernel cubic", "\"cubic\" is none of its values (expected: gaussian, "
                                         "boxcar or triangular)");
    assert_refused("fit --kernel gauss", "\"gauss\" is none of its values");
    assert_refused("fit --kernel gaussian|boxcar", "is none of its values");
}
END_TEST

START_TEST(repeated_options_are_refused)
{
    assert_refused("--seed 1 --seed 1", "--seed is given twice");
    assert_refused("fit --quiet --seed 1 --quiet", "--quiet is given twice");
}
END_TEST

START_TEST(the_number_of_arguments_is_checked)
{
    Run r;
    assert_refused("fit x", "unexpected argument \"x\"");
    assert_refused("show", "MODEL is missing");
    ck_assert_int_eq(run_line(&r, "a b c", true), 2);
    assert_contains(errors, "unexpected argument \"c\"\ntry ./ch1 --help");
}
END_TEST

START_TEST(the_hint_names_the_command)
{
    assert_refused("fit --epochs ten", "\ntry ./ch1 fit --help\n");
    assert_refused("--seed ten", "\ntry ./ch1 --help\n");
}
END_TEST

START_TEST(control_characters_stay_out_of_messages)
{
    assert_refused("a\nb\033[31m", "unknown command \"a?b?[31m\"");
}
END_TEST

START_TEST(a_full_disk_is_an_error)
{
    FILE *full = fopen("/dev/full", "w");
    if (!full) return; /* a system without it */
    Capture out = capture_start(stdout), err = capture_start(stderr);
    dup2(fileno(full), STDOUT_FILENO);
    const Command commands[] = {{"all", NULL, "", run_all, NULL, NULL}, {0}};
    const Cli cli = {"ch1", "Kernel regression", commands, NULL, NULL};
    int status = cli_run(&cli, NULL, 2, (char *[]){"ch1", "-h", NULL});
    capture_end(err, errors, sizeof errors);
    capture_end(out, printed, sizeof printed);
    fclose(full);
    ck_assert_int_eq(status, 1);
    assert_contains(errors, "error: standard output: ");
}
END_TEST

/* Prints a line; how many bytes are in the file that standard output is when it goes on. */
static int run_lines(void *context, int argc, char **argv)
{
    struct stat file;
    (void)argc, (void)argv;
    printf("step 500\n");
    if (fstat(STDOUT_FILENO, &file) == 0) *(long *)context = (long)file.st_size;
    return 0;
}

START_TEST(a_line_is_in_the_file_before_the_program_ends)
{
    long size = 0;
    const Command commands[] = {{"all", NULL, "", run_lines, NULL, NULL}, {0}};
    const Cli cli = {"ch1", "Kernel regression", commands, NULL, NULL};
    ck_assert_ptr_nonnull(freopen("build/test_cli.txt", "w", stdout)); /* as it is at the start */
    cli_run(&cli, &size, 1, (char *[]){"ch1", NULL});
    remove("build/test_cli.txt");
    ck_assert_int_eq(size, 9);
}
END_TEST

static TCase *reading(void)
{
    TCase *t = tcase_create("what is read");
    tcase_add_test(t, the_first_command_runs_when_none_is_named);
    tcase_add_test(t, values_follow_a_blank_or_an_equals_sign);
    tcase_add_test(t, a_real_option_may_take_a_word);
    tcase_add_test(t, a_whole_number_may_be_a_word);
    tcase_add_test(t, values_may_start_with_a_minus);
    tcase_add_test(t, bounds_belong_to_the_range);
    tcase_add_test(t, arguments_are_what_is_no_option);
    tcase_add_test(t, the_exit_status_is_the_commands);
    tcase_add_test(t, argv_stays_as_it_is);
    tcase_add_test(t, a_line_is_in_the_file_before_the_program_ends);
    return t;
}

static TCase *refusing(void)
{
    TCase *t = tcase_create("what is refused");
    tcase_add_test(t, unknown_names_bring_the_nearest_one);
    tcase_add_test(t, options_of_another_command_are_explained);
    tcase_add_test(t, missing_values_are_named);
    tcase_add_test(t, values_that_are_no_numbers_are_quoted);
    tcase_add_test(t, wrong_choices_bring_the_list);
    tcase_add_test(t, repeated_options_are_refused);
    tcase_add_test(t, the_number_of_arguments_is_checked);
    tcase_add_test(t, the_hint_names_the_command);
    tcase_add_test(t, control_characters_stay_out_of_messages);
    tcase_add_test(t, a_full_disk_is_an_error);
    return t;
}

int main(void)
{
    Suite *s = suite_create("cli");
    suite_add_tcase(s, reading());
    suite_add_tcase(s, refusing());
    return run_suite(s);
}
