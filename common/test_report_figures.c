/* Tests of what a run shows besides its results: the figures and the progress bar. */
#include "test_report_folder.h"

#include <fcntl.h>

/* ---- figures ---------------------------------------------------------------------------------*/

/* Goes to a top folder with a gnuplot and a script that does this, and draws figures there. */
static void draw_figures(const char *gnuplot, const char *script, char *out, char *err)
{
    Report r = open_report();
    close_report(&r);
    ck_assert_int_eq(chdir(folder), 0);
    mkdir("docs", 0777);
    mkdir("docs/plots", 0777);
    if (script) write_text("docs/plots/render.sh", script);
    write_text("gnuplot", gnuplot);
    chmod("gnuplot", 0777);
    char path[300];
    snprintf(path, sizeof path, "%s:/usr/bin:/bin", folder);
    setenv("PATH", path, 1);
    Capture o = capture_start(stdout), e = capture_start(stderr);
    report_figures(&r, "ch01 kernel");
    capture_end(e, err, 1000);
    capture_end(o, out, 1000);
}

START_TEST(figures_that_were_drawn_are_named)
{
    char out[1000], err[1000], want[1000];
    draw_figures("#!/bin/sh\n", "echo noise; echo \"$1\" >\"$2/fit.svg\"; : >\"$2/a.svg\"\n", out,
                 err);
    snprintf(want, sizeof want, "figures: %s/a.svg %s/fit.svg\n", results, results);
    ck_assert_str_eq(out, want);
    ck_assert_str_eq(err, "");
    ck_assert_str_eq(text_of("fit.svg"), "ch01 kernel\n");
}
END_TEST

START_TEST(what_figures_need_is_said_in_one_warning)
{
    char out[1000], err[1000];
    draw_figures("#!/bin/sh\n", NULL, out, err);
    assert_contains(err, "warning: no figures: docs/plots/render.sh is not here");
    draw_figures("#!/bin/sh\nexit 1\n", "exit 3\n", out, err);
    assert_contains(err, "warning: no figures: gnuplot is missing; ./setup installs it");
    draw_figures("#!/bin/sh\n", "exit 3\n", out, err);
    assert_contains(err, "warning: no figures: sh docs/plots/render.sh ch01 kernel ");
    assert_contains(err, " ended with status 3\n");
    ck_assert_str_eq(out, "");
}
END_TEST

/* ---- progress --------------------------------------------------------------------------------*/

static const char *line_of(long done, long total, double seconds, int columns)
{
    static char text[PROGRESS_SIZE];
    progress_line(text, &(Progress){.label = "training", .total = total}, done, seconds, columns);
    return text;
}

START_TEST(the_bar_shows_share_rate_and_time_left)
{
    ck_assert_str_eq(line_of(500, 1000, 10, 80),
                     "training [###############...............]  50%  50/s  10 s left");
    ck_assert_str_eq(line_of(0, 1000, 0, 80),
                     "training [..............................]   0%  0.0/s  ? left");
    ck_assert_str_eq(line_of(1200, 1000, 800, 80),
                     "training [##############################] 100%  1.2/s  0 s left");
    assert_contains(line_of(100, 1000, 33.4, 80), "5:01 left");
    assert_contains(line_of(100, 1000, 1000, 80), "2:30:00 left");
    assert_contains(line_of(0, 0, 1, 80), "100%");
}
END_TEST

START_TEST(the_bar_fits_the_terminal)
{
    for (int columns = 40; columns < 80; columns++)
        ck_assert_int_lt((int)strlen(line_of(1, 1000000, 3600, columns)), columns);
}
END_TEST

START_TEST(no_bar_is_drawn_where_stderr_is_no_terminal)
{
    char text[100];
    Report r = open_report();
    Capture err = capture_start(stderr);
    Progress p = report_progress(&r, "training", 10);
    p.drawn -= 1;
    progress_show(&p, 5);
    progress_end(&p);
    capture_end(err, text, sizeof text);
    ck_assert_str_eq(text, "");
    report_abandon(&r);
}
END_TEST

START_TEST(a_terminal_that_knows_no_escape_sequences_gets_no_bar)
{
    Report r = open_report();
    const int pty = posix_openpt(O_RDWR | O_NOCTTY), kept = dup(STDERR_FILENO);
    ck_assert(pty >= 0 && grantpt(pty) == 0 && unlockpt(pty) == 0);
    const int terminal = open(ptsname(pty), O_RDWR | O_NOCTTY);
    ck_assert(terminal >= 0 && dup2(terminal, STDERR_FILENO) == STDERR_FILENO);
    setenv("TERM", "xterm", 1);
    const Progress able = report_progress(&r, "training", 10);
    setenv("TERM", "dumb", 1);
    const Progress dumb = report_progress(&r, "training", 10);
    dup2(kept, STDERR_FILENO);
    close(kept), close(terminal), close(pty);
    ck_assert_ptr_eq(able.to, stderr);
    ck_assert_ptr_null(dumb.to);
    report_abandon(&r);
}
END_TEST

START_TEST(the_bar_is_drawn_ten_times_a_second_and_removed)
{
    char text[300];
    Report r = open_report();
    Progress p = report_progress(&r, "training", 10);
    Capture err = capture_start(stderr);
    p.to = stderr;
    progress_show(&p, 1); /* too early */
    p.drawn -= 1;
    progress_show(&p, 5);
    progress_show(&p, 6); /* too early */
    progress_end(&p);
    capture_end(err, text, sizeof text);
    ck_assert_int_eq(strncmp(text, "\rtraining [", 11), 0);
    ck_assert_ptr_eq(strchr(text + 1, '\r'), strrchr(text, '\r')); /* drawn once, removed once */
    assert_contains(text, "]  50%");
    assert_contains(text, " left\033[K\r\033[K");
    report_abandon(&r);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("report_figures");
    TCase *t = tcase_create("figures and progress");
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_add_test(t, figures_that_were_drawn_are_named);
    tcase_add_test(t, what_figures_need_is_said_in_one_warning);
    tcase_add_test(t, the_bar_shows_share_rate_and_time_left);
    tcase_add_test(t, the_bar_fits_the_terminal);
    tcase_add_test(t, no_bar_is_drawn_where_stderr_is_no_terminal);
    tcase_add_test(t, a_terminal_that_knows_no_escape_sequences_gets_no_bar);
    tcase_add_test(t, the_bar_is_drawn_ten_times_a_second_and_removed);
    suite_add_tcase(s, t);
    return run_suite(s);
}
