/* Tests of the help: everything is listed, with ranges and defaults, in 80 columns. */
#include "test_cli_program.h"

static void assert_fits(const char *text)
{
    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        ck_assert_msg(strcspn(line, "\n") < 80, "%s", line);
        ck_assert_msg(line[0] == '\n' || line[strcspn(line, "\n") - 1] != ' ', "%s", line);
    }
}

START_TEST(the_programs_help_lists_commands_options_and_examples)
{
    Run r;
    ck_assert_int_eq(run(&r, "--help"), 0);
    ck_assert_ptr_null(r.ran);
    assert_contains(printed, "ch1: Kernel regression\n\nUsage: ./ch1 [COMMAND] [OPTIONS]\n");
    assert_contains(printed, "  all   run every experiment (default)\n  fit   predict from");
    assert_contains(printed, "  --out FOLDER  where the results go (default: build/ch1)\n");
    assert_contains(printed, "  --quiet       print only errors\n  -h, --help    show this");
    assert_contains(printed, "\nExamples:\n  ./ch1 fit --bandwidth 0.5\n");
    ck_assert_str_eq(errors, "");
    assert_fits(printed);
}
END_TEST

START_TEST(a_commands_help_shows_ranges_and_defaults)
{
    Run r;
    ck_assert_int_eq(run(&r, "fit -h"), 0);
    assert_contains(printed, "ch1: predict from a table\n\nUsage: ./ch1 fit [OPTIONS]\n");
    assert_contains(printed, "--data FILE    the table\n");
    assert_contains(printed, "shape (gaussian, boxcar or triangular; default: gaussian)\n");
    assert_contains(printed, "(above 0; default: 0.5)\n");
    assert_contains(printed, "(auto, or above 0 and at most 1; default: auto)\n");
    assert_contains(printed,
                    "--epochs N     passes over the data (from 1 to 5000; default: 200)\n");
    assert_contains(printed, "--seed N       seed of the random numbers (a whole number; default: "
                             "7)\n");
    assert_fits(printed);
}
END_TEST

START_TEST(a_commands_help_ends_with_its_own_epilogue)
{
    Run r;
    ck_assert_int_eq(run(&r, "all --help"), 0);
    assert_contains(printed, "show this help and stop\n\nKeys:\n  loss\n");
    assert_contains_no(printed, "Examples:");
}
END_TEST

START_TEST(help_wins_over_what_is_wrong_and_shows_untouched_defaults)
{
    Run r;
    ck_assert_int_eq(run(&r, "fit --epochs 3 --nonsense --help"), 0);
    assert_contains(printed, "default: 200");
    ck_assert_int_eq(r.epochs, 200);
}
END_TEST

START_TEST(a_program_of_one_command_shows_its_options)
{
    Run r;
    ck_assert_int_eq(run_line(&r, "--help", true), 0);
    assert_contains(printed, "Usage: ./ch1 [OPTIONS] MODEL [TEXT]\n\nOptions:\n  --data FILE");
    assert_contains(printed, "Examples:");
    assert_contains_no(printed, "COMMAND");
    assert_fits(printed);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("cli_help");
    TCase *t = tcase_create("help");
    tcase_add_test(t, the_programs_help_lists_commands_options_and_examples);
    tcase_add_test(t, a_commands_help_shows_ranges_and_defaults);
    tcase_add_test(t, a_commands_help_ends_with_its_own_epilogue);
    tcase_add_test(t, help_wins_over_what_is_wrong_and_shows_untouched_defaults);
    tcase_add_test(t, a_program_of_one_command_shows_its_options);
    suite_add_tcase(s, t);
    return run_suite(s);
}
