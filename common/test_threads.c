/* Tests of the threads' settings: this program starts itself as a child, which calls the function
 * first thing and then shows what it has. */
#include "testing.h"
#include "threads.h"

#include <stdio.h>
#include <stdlib.h>

static const char *self;

/* What a child prints that is started with these settings before its name. */
static void run_child(char text[200], const char *settings)
{
    char command[400];
    snprintf(command, sizeof command, "env -u OMP_WAIT_POLICY -u GOMP_SPINCOUNT %s %s one 'two  2'",
             settings, self);
    FILE *from = popen(command, "r");
    ck_assert_ptr_nonnull(from);
    text[0] = '\0';
    ck_assert_ptr_nonnull(fgets(text, 200, from));
    ck_assert_int_eq(pclose(from), 0);
}

#if defined(_OPENMP) && defined(__linux__)
START_TEST(the_program_starts_again_with_the_settings_and_its_arguments)
{
    char text[200];
    run_child(text, "");
    ck_assert_str_eq(text, "10000 [one] [two  2]\n");
}
END_TEST
#endif

START_TEST(what_the_user_has_set_stays)
{
    char text[200];
    run_child(text, "GOMP_SPINCOUNT=77");
    ck_assert_str_eq(text, "77 [one] [two  2]\n");
    run_child(text, "OMP_WAIT_POLICY=active");
    ck_assert_str_eq(text, "none [one] [two  2]\n");
}
END_TEST

int main(int argc, char **argv)
{
    self = argv[0];
    if (argc == 3) {
        threads_sleep_soon(argv);
        const char *rounds = getenv("GOMP_SPINCOUNT");
        printf("%s [%s] [%s]\n", rounds ? rounds : "none", argv[1], argv[2]);
        return 0;
    }
    Suite *s = suite_create("threads");
    TCase *t = tcase_create("threads");
#if defined(_OPENMP) && defined(__linux__)
    tcase_add_test(t, the_program_starts_again_with_the_settings_and_its_arguments);
#endif
    tcase_add_test(t, what_the_user_has_set_stays);
    suite_add_tcase(s, t);
    return run_suite(s);
}
