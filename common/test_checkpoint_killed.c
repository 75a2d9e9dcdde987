/* Tests of checkpoints: a process that is killed while it saves leaves a whole file. */
#include "checkpoint.h"
#include "test_files.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

enum { SIDE = 150 };

/* A model whose every number is its step. */
static void fill_with(Params *p, int step)
{
    Param *w = params_find(p, "w");
    mat_fill(w->value, (float)step);
    mat_fill(w->mean, (float)step);
    mat_fill(w->square, (float)step);
}

static void assert_filled_with(const Params *p, int step)
{
    const Param *w = params_find(p, "w");
    for (int i = 0; i < SIDE * SIDE; i++)
        ck_assert(w->value.data[i] == (float)step && w->mean.data[i] == (float)step &&
                  w->square.data[i] == (float)step);
}

START_TEST(a_killed_process_leaves_the_old_or_the_new_file)
{
    Params p = {0};
    Adam adam = adam_new(1);
    int step = 0, last = 0;
    State state[] = {state_ints("step", &step, 1)};
    const Checkpoint c = {.params = &p, .adam = &adam, .state = state, .count = 1};
    Rng rng = rng_new(1);
    Error e;
    params_add(&p, "w", SIDE, SIDE);
    ck_assert_msg(checkpoint_save(&c, path, &e), "%s", e.text);
    for (int round = 0; round < 25; round++) {
        const pid_t child = fork();
        ck_assert_int_ge(child, 0);
        while (child == 0) {
            fill_with(&p, ++step);
            if (!checkpoint_save(&c, path, &e)) _exit(1);
        }
        const struct timespec moment = {0, 1000000 + rng_below(&rng, 20000000)};
        nanosleep(&moment, NULL);
        ck_assert_int_eq(kill(child, SIGKILL), 0);
        int status;
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert(WIFSIGNALED(status));
        ck_assert_msg(checkpoint_load(&c, path, &e), "%s", e.text);
        assert_filled_with(&p, step);
        ck_assert_int_ge(step, last);
        last = step;
        char left[300];
        snprintf(left, sizeof left, "%s.%ld.tmp", path, (long)child);
        unlink(left);
    }
    ck_assert_int_gt(last, 0);
    params_free(&p);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("checkpoint_killed");
    TCase *t = tcase_create("checkpoint killed");
    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, a_killed_process_leaves_the_old_or_the_new_file);
    suite_add_tcase(s, t);
    return run_suite(s);
}
