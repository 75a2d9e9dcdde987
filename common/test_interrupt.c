/* Tests of Ctrl-C as a wish. */
#include "interrupt.h"
#include "testing.h"

#include <signal.h>

START_TEST(the_first_signal_is_remembered)
{
    interrupt_catch();
    ck_assert(!interrupted());
    raise(_i);
    ck_assert(interrupted());
}
END_TEST

START_TEST(the_second_one_ends_the_program)
{
    interrupt_catch();
    raise(SIGINT);
    raise(SIGINT);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("interrupt");
    TCase *t = tcase_create("interrupt");
    tcase_add_loop_test(t, the_first_signal_is_remembered, SIGINT, SIGINT + 1);
    tcase_add_loop_test(t, the_first_signal_is_remembered, SIGTERM, SIGTERM + 1);
    tcase_add_loop_test(t, the_first_signal_is_remembered, SIGHUP, SIGHUP + 1);
    tcase_add_test_raise_signal(t, the_second_one_ends_the_program, SIGINT);
    suite_add_tcase(s, t);
    return run_suite(s);
}
