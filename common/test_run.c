/* Tests of what all programs share: options, headings, results, runs with and without a folder. */
#include "run.h"
#include "test_report_folder.h"

#include <sys/wait.h>

static RunOptions o;

static void setup(void)
{
    make_folder();
    o = (RunOptions){.seed = 42, .argv = argv_of_main, .folder = results};
}

/* ---- what is printed --------------------------------------------------------------------------*/

START_TEST(a_heading_is_underlined_as_far_as_it_reaches)
{
    static const char *const texts[][2] = {{"Cost", "----"}, {"注意力 A", "--------"}, {"é", "-"}};
    char got[100], want[100];
    Run run = {.report = {.out = stdout}};
    Capture c = capture_start(stdout);
    heading(&run, texts[_i][0]);
    capture_end(c, got, sizeof got);
    snprintf(want, sizeof want, "\n%s\n%s\n", texts[_i][0], texts[_i][1]);
    ck_assert_str_eq(got, want);
}
END_TEST

START_TEST(a_quiet_run_prints_nothing)
{
    char got[100];
    o.quiet = true;
    Run run = run_start_printing(&o, NULL);
    Capture c = capture_start(stdout);
    heading(&run, "Cost");
    say(&run, "%d", 7);
    capture_end(c, got, sizeof got);
    ck_assert_str_eq(got, "");
    ck_assert_ptr_null(run.term.out);
    run_finish(&run, NULL);
}
END_TEST

/* ---- files ------------------------------------------------------------------------------------*/

START_TEST(a_result_has_the_key_that_the_format_makes)
{
    Run run = run_start(&o, NULL);
    result(&run, 0.25, "pe.%s.%d.accuracy", "copy", 16);
    result(&run, 7, "a.key.longer.than.sixty.four.bytes.%s", "which.is.neither.cut.off.nor.lost");
    run_finish(&run, NULL);
    const char *text = text_of("results.txt");
    assert_contains(text, "# seed: 42\n");
    assert_contains(text, "\npe.copy.16.accuracy=0.25\n");
    assert_contains(text,
                    "\na.key.longer.than.sixty.four.bytes.which.is.neither.cut.off.nor.lost=7\n");
}
END_TEST

START_TEST(a_matrix_has_a_letter_and_a_number_for_each_column)
{
    float first[] = {5, 6}, values[] = {1, 2, 3, 4};
    Run run = run_start(&o, NULL);
    report_matrix(&run, "with", "x", mat_of(2, 1, first), 'a', mat_of(2, 2, values));
    report_matrix(&run, "without", NULL, (Mat){0}, 'k', mat_of(2, 2, values));
    run_finish(&run, NULL);
    ck_assert_str_eq(text_of("with.tsv"), "x\ta1\ta2\n5\t1\t2\n6\t3\t4\n");
    ck_assert_str_eq(text_of("without.tsv"), "k1\tk2\n1\t2\n3\t4\n");
}
END_TEST

START_TEST(the_option_out_comes_before_the_usual_folder)
{
    char other[150];
    snprintf(other, sizeof other, "%s/other", folder);
    o.out = results, o.folder = other;
    for (int i = 0; i < 2; i++) { /* started in either way */
        Run run = i ? run_start_printing(&o, NULL) : run_start(&o, NULL);
        ck_assert_str_eq(run.report.folder, results);
        run_finish(&run, NULL);
        ck_assert_int_eq(count_files(), 1);
    }
    ck_assert_int_ne(access(other, F_OK), 0);
}
END_TEST

START_TEST(without_the_option_out_a_run_that_prints_writes_nothing)
{
    float value[] = {1};
    char got[100];
    Capture c = capture_start(stdout);
    Run run = run_start_printing(&o, NULL);
    say(&run, "shown");
    result(&run, 1, "key");
    result(&run, 1, "key"); /* no report, so nothing is reported twice */
    report_matrix(&run, "m", NULL, (Mat){0}, 'k', mat_of(1, 1, value));
    run_finish(&run, "no_such_chapter"); /* and there are no figures to draw */
    capture_end(c, got, sizeof got);
    ck_assert_str_eq(got, "shown");
    ck_assert_int_ne(access(results, F_OK), 0);
}
END_TEST

START_TEST(figures_are_drawn_for_a_chapter_alone)
{
    char got[2][1000];
    for (int i = 0; i < 2; i++) {
        Run run = run_start(&o, NULL);
        run.report.out = NULL;
        Capture c = capture_start(stderr);
        run_finish(&run, i ? "no_such_chapter" : NULL);
        capture_end(c, got[i], sizeof got[i]);
    }
    ck_assert_str_eq(got[0], "");
    assert_contains(got[1], "warning: "); /* there are none, which is all that it shows */
}
END_TEST

START_TEST(a_folder_that_cannot_be_made_ends_the_program)
{
    char path[200];
    snprintf(path, sizeof path, "%s/file", folder);
    write_text(path, "");
    o.out = path;
    run_start(&o, NULL);
}
END_TEST

/* ---- the command line -------------------------------------------------------------------------*/

START_TEST(the_options_set_what_they_say)
{
    Error e;
    Option options[RUN_OPTIONS];
    run_options(options, &o);
    ck_assert(option_set(&options[0], "7", &e) && option_set(&options[1], "there", &e));
    ck_assert(o.seed == 7 && strcmp(o.out, "there") == 0);
    ck_assert(options[2].target == &o.quiet && options[2].kind == OPTION_FLAG);
    ck_assert_ptr_null(options[3].name);
}
END_TEST

START_TEST(arguments_are_joined_with_blanks)
{
    Arena a = {0};
    char *words[] = {"the", "cat", "我爱 北京"};
    ck_assert_str_eq(run_text(&a, 3, words), "the cat 我爱 北京");
    ck_assert_str_eq(run_text(&a, 0, words), "");
    arena_free(&a);
}
END_TEST

/* Adds the text and a bar to the buffer. */
static void append(void *buffer, const char *text)
{
    strcat(strcat(buffer, text), "|");
}

START_TEST(texts_come_from_the_arguments_or_else_from_standard_input)
{
    char got[100] = "", path[200], *words[] = {"the cat", ""};
    run_texts(2, words, append, got);
    ck_assert_str_eq(got, "the cat||");
    snprintf(path, sizeof path, "%s/lines", folder);
    write_text(path, "one\n\n两 三\nlast");
    ck_assert_ptr_nonnull(freopen(path, "r", stdin));
    *got = '\0';
    run_texts(0, NULL, append, got);
    ck_assert_str_eq(got, "one||两 三|last|");
}
END_TEST

/* A text that is none, of the line whose number the message has. */
static void assert_texts_end(int argc, char **argv, const char *message)
{
    char got[300], buffer[100] = "";
    Capture c = capture_start(stderr);
    const pid_t child = fork();
    if (child == 0) {
        run_texts(argc, argv, append, buffer);
        _exit(0);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    capture_end(c, got, sizeof got);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 1, "status %d: %s", status, got);
    assert_contains(got, message);
}

START_TEST(what_is_not_text_is_refused_with_its_place)
{
    static const struct {
        const char *bytes;
        size_t size;
        const char *message;
    } inputs[] = {{"one\r\nx\0y\n", 9, "standard input:2: byte 2 of the line is a zero byte"},
                  {"one\ncaf\xE9\n", 9, "standard input:2: byte 4 of the line, 0xE9"}};
    char file[200], *words[] = {"one", "tw\xFFo"};
    assert_texts_end(2, words, "text:2: byte 3 of the line, 0xFF, is not UTF-8");
    for (int i = 0; i < 2; i++) {
        snprintf(file, sizeof file, "%s/lines", folder);
        FILE *f = fopen(file, "wb");
        ck_assert_uint_eq(fwrite(inputs[i].bytes, 1, inputs[i].size, f), inputs[i].size);
        ck_assert_int_eq(fclose(f), 0);
        ck_assert_ptr_nonnull(freopen(file, "r", stdin));
        assert_texts_end(0, NULL, inputs[i].message);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("run");
    TCase *printed = tcase_create("printed"), *files = tcase_create("files");
    TCase *line = tcase_create("command line");
    tcase_add_checked_fixture(printed, setup, remove_folder);
    tcase_add_loop_test(printed, a_heading_is_underlined_as_far_as_it_reaches, 0, 3);
    tcase_add_test(printed, a_quiet_run_prints_nothing);
    suite_add_tcase(s, printed);
    tcase_add_checked_fixture(files, setup, remove_folder);
    tcase_add_test(files, a_result_has_the_key_that_the_format_makes);
    tcase_add_test(files, a_matrix_has_a_letter_and_a_number_for_each_column);
    tcase_add_test(files, the_option_out_comes_before_the_usual_folder);
    tcase_add_test(files, without_the_option_out_a_run_that_prints_writes_nothing);
    tcase_add_test(files, figures_are_drawn_for_a_chapter_alone);
    tcase_add_exit_test(files, a_folder_that_cannot_be_made_ends_the_program, 1);
    suite_add_tcase(s, files);
    tcase_add_checked_fixture(line, setup, remove_folder);
    tcase_add_test(line, the_options_set_what_they_say);
    tcase_add_test(line, arguments_are_joined_with_blanks);
    tcase_add_test(line, texts_come_from_the_arguments_or_else_from_standard_input);
    tcase_add_test(line, what_is_not_text_is_refused_with_its_place);
    suite_add_tcase(s, line);
    return run_suite(s);
}
