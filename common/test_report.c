/* Tests of the report: what the files hold, and that all of them or none is written. */
#include "test_report_folder.h"

#include <signal.h>

/* ---- files -----------------------------------------------------------------------------------*/

START_TEST(results_follow_a_head_in_the_order_of_reporting)
{
    setenv("BOOK_COMMIT", "0a1b2c", 1);
    Report r = open_report();
    report_number(&r, "d2l.mean.test_mse", 1.0 / 3);
    report_text(&r, "a-kernel", "gaussian\t\nand more");
    report_number(&r, "d2l.mean", -0.0);
    report_number(&r, "bad", NAN);
    close_report(&r);
    ck_assert_str_eq(text_of("results.txt"),
                     "# command: ./ch1 fit --data 'my file.csv' '--note=it'\\''s '\n"
                     "# seed: 42\n# commit: 0a1b2c\n"
                     "d2l.mean.test_mse=0.333333\na-kernel=gaussian  and more\n"
                     "d2l.mean=0\nbad=nan\n");
}
END_TEST

START_TEST(a_series_has_a_header_and_tabs)
{
    float v[] = {1, 0.5f, 9, -2, 1e-7f, 9};
    const char *labels[] = {"[CLS]", "注\t意"};
    Mat m = mat_cols(mat_of(2, 3, v), 0, 2);
    Report r = open_report();
    report_series(&r, "curve", "h  loo_rmse ", NULL, m);
    report_series(&r, "tokens", "token a b", labels, m);
    report_series(&r, "empty", "x", NULL, mat_of(0, 1, v));
    close_report(&r);
    ck_assert_str_eq(text_of("curve.tsv"), "h\tloo_rmse\n1\t0.5\n-2\t1e-07\n");
    ck_assert_str_eq(text_of("tokens.tsv"), "token\ta\tb\n[CLS]\t1\t0.5\n注 意\t-2\t1e-07\n");
    ck_assert_str_eq(text_of("empty.tsv"), "x\n");
    ck_assert_int_eq(count_files(), 4);
}
END_TEST

START_TEST(nothing_is_written_before_the_end)
{
    Report r = open_report();
    report_number(&r, "a", 1);
    ck_assert_int_eq(count_files(), 0);
    report_abandon(&r);
    ck_assert_int_eq(count_files(), 0);
}
END_TEST

START_TEST(new_results_replace_old_ones)
{
    for (int i = 1; i <= 2; i++) {
        Report r = open_report();
        report_number(&r, "run", i);
        close_report(&r);
    }
    assert_contains(text_of("results.txt"), "\nrun=2\n");
    assert_contains_no(text_of("results.txt"), "run=1");
    ck_assert_int_eq(count_files(), 1);
}
END_TEST

START_TEST(a_failed_close_leaves_the_old_results)
{
    Error e;
    Report r = open_report();
    report_number(&r, "run", 1);
    close_report(&r);
    r = open_report();
    report_number(&r, "run", 2);
    char deep[] = "no/such";
    r.folder = deep; /* as if the folder had been removed meanwhile */
    ck_assert(!report_close(&r, &e));
    assert_contains(e.text, "no/such/results.txt cannot be written: ");
    ck_assert_ptr_null(r.files);
    assert_contains(text_of("results.txt"), "\nrun=1\n");
    ck_assert_int_eq(count_files(), 1);
}
END_TEST

START_TEST(a_folder_in_the_place_of_a_file_fails_without_leftovers)
{
    char path[300];
    Error e;
    Report r = open_report();
    snprintf(path, sizeof path, "%s/results.txt", results);
    ck_assert_int_eq(mkdir(path, 0777), 0);
    ck_assert(!report_close(&r, &e));
    assert_contains(e.text, "results.txt cannot be replaced: ");
    ck_assert_int_eq(count_files(), 1);
}
END_TEST

START_TEST(when_one_place_is_taken_all_old_results_stay)
{
    char path[300];
    Error e;
    Report r = open_report();
    report_number(&r, "run", 1);
    close_report(&r);
    snprintf(path, sizeof path, "%s/curve.tsv", results);
    ck_assert_int_eq(mkdir(path, 0777), 0);
    r = open_report();
    report_number(&r, "run", 2);
    report_series(&r, "curve", "x", NULL, mat_of(0, 1, NULL));
    ck_assert(!report_close(&r, &e));
    assert_contains(e.text, "curve.tsv cannot be replaced: ");
    assert_contains(text_of("results.txt"), "\nrun=1\n");
    ck_assert_int_eq(count_files(), 2);
}
END_TEST

START_TEST(a_file_in_the_way_is_named)
{
    Report r;
    Error e;
    char path[300];
    snprintf(path, sizeof path, "%s/build", folder);
    write_text(path, "");
    ck_assert(!report_open(&r, results, argv_of_main, 1, false, &e));
    assert_contains(e.text, "/build is a file, and a folder is needed there");
    ck_assert(!report_open(&r, path, argv_of_main, 1, false, &e));
    assert_contains(e.text, "/build is a file");
}
END_TEST

START_TEST(a_folder_that_cannot_be_made_is_an_error)
{
    Report r;
    Error e;
    char name[5000] = "";
    ck_assert(!report_open(&r, "/proc/no/results", argv_of_main, 1, false, &e));
    assert_contains(e.text, "/proc/no cannot be made: ");
    ck_assert(!report_open(&r, "", argv_of_main, 1, false, &e));
    memset(name, 'a', sizeof name - 1);
    ck_assert(!report_open(&r, name, argv_of_main, 1, false, &e));
    assert_contains(e.text, "too long");
}
END_TEST

START_TEST(a_key_is_reported_once)
{
    Report r = open_report();
    report_number(&r, "loo.rmse", 1);
    report_number(&r, "rmse", 1); /* the end of another key is no repetition */
    report_number(&r, "loo", 1);
    report_number(&r, "loo.rmse", 1);
}
END_TEST

START_TEST(a_key_holds_no_blank)
{
    Report r = open_report();
    report_number(&r, "loo rmse", 1);
}
END_TEST

START_TEST(a_column_without_a_name_aborts)
{
    float v[2] = {0};
    Report r = open_report();
    report_series(&r, "curve", "x", NULL, mat_of(1, 2, v));
}
END_TEST

/* ---- standard output -------------------------------------------------------------------------*/

START_TEST(notes_are_printed_unless_the_run_is_quiet)
{
    Error e;
    char text[100];
    for (int quiet = 0; quiet < 2; quiet++) {
        Report r;
        Capture out = capture_start(stdout);
        ck_assert(report_open(&r, results, argv_of_main, 1, quiet, &e));
        report_note(&r, "h = %g\n", 0.5);
        report_number(&r, "a", 1);
        ck_assert(report_close(&r, &e));
        capture_end(out, text, sizeof text);
        ck_assert_str_eq(text, quiet ? "" : "h = 0.5\n");
        ck_assert_ptr_eq(r.out, quiet ? NULL : stdout);
    }
}
END_TEST

static TCase *files(void)
{
    TCase *t = tcase_create("files");
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_add_test(t, results_follow_a_head_in_the_order_of_reporting);
    tcase_add_test(t, a_series_has_a_header_and_tabs);
    tcase_add_test(t, nothing_is_written_before_the_end);
    tcase_add_test(t, new_results_replace_old_ones);
    tcase_add_test(t, a_failed_close_leaves_the_old_results);
    tcase_add_test(t, a_folder_in_the_place_of_a_file_fails_without_leftovers);
    tcase_add_test(t, when_one_place_is_taken_all_old_results_stay);
    tcase_add_test(t, a_file_in_the_way_is_named);
    tcase_add_test(t, a_folder_that_cannot_be_made_is_an_error);
    tcase_add_test(t, notes_are_printed_unless_the_run_is_quiet);
    return t;
}

static TCase *mistakes(void)
{
    TCase *t = tcase_create("mistakes of the program");
    tcase_add_unchecked_fixture(t, make_folder, remove_folder); /* the test's process aborts */
    tcase_add_test_raise_signal(t, a_key_is_reported_once, SIGABRT);
    tcase_add_test_raise_signal(t, a_key_holds_no_blank, SIGABRT);
    tcase_add_test_raise_signal(t, a_column_without_a_name_aborts, SIGABRT);
    return t;
}

int main(void)
{
    Suite *s = suite_create("report");
    suite_add_tcase(s, files());
    suite_add_tcase(s, mistakes());
    return run_suite(s);
}
