/* Tests of the loop of a training: when it validates, and what it does not begin. */
#include "training_loop.h"
#include "common/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    Adam adam;
    History history;
    int validated[8], count;
} Fake;

static Arena arena;
static Fake fake;
static Run run;

static void setup(void)
{
    fake = (Fake){.adam = adam_new(1e-3), .history = history_new(&arena)};
    run = (Run){0};
}

static void teardown(void)
{
    arena_free(&arena);
}

static double step(void *context)
{
    Fake *f = context;
    f->adam.step++;
    history_step(&f->history, 1, 1, 1);
    return 1;
}

static void validate(void *context)
{
    Fake *f = context;
    f->validated[f->count++] = f->adam.step;
    history_add(&f->history, f->adam.step, 1);
}

static bool loop(int steps, int every)
{
    return training_loop(&run, &(TrainingLoop){&fake, step, validate, &fake.adam, &fake.history,
                                               steps, every, "pieces"});
}

START_TEST(it_validates_at_every_so_many_steps_and_at_the_last)
{
    ck_assert(loop(5, 2));
    ck_assert_int_eq(fake.count, 3);
    ck_assert(fake.validated[0] == 2 && fake.validated[1] == 4 && fake.validated[2] == 5);
}
END_TEST

START_TEST(a_run_that_is_over_takes_no_step)
{
    ck_assert(loop(4, 2));
    ck_assert(loop(4, 2));
    ck_assert(fake.adam.step == 4 && fake.count == 2);
}
END_TEST

START_TEST(steps_that_were_taken_cannot_be_taken_back)
{
    loop(4, 2);
    loop(3, 2);
}
END_TEST

START_TEST(a_run_without_a_milestone_is_not_over)
{
    fake.adam.step = 3;
    loop(3, 100);
}
END_TEST

/* It was stopped by Ctrl-C after a step that is no milestone. */
START_TEST(a_run_whose_last_step_was_not_validated_is_not_over)
{
    loop(4, 2);
    step(&fake);
    loop(5, 2);
}
END_TEST

START_TEST(more_milestones_than_there_is_room_for_are_refused_before_the_first_step)
{
    fake.adam.step = fake.history.count = 10;
    loop(MOST_MILESTONES + 1, 1);
}
END_TEST

/* Behind step 3, every 4 steps: steps 4 and 5 are milestones, though fewer than 4 are left. */
START_TEST(as_many_milestones_as_there_is_room_for_are_taken)
{
    fake.adam.step = 3;
    fake.history.count = MOST_MILESTONES - 2;
    ck_assert(loop(5, 4));
    ck_assert_int_eq(fake.history.count, MOST_MILESTONES);
}
END_TEST

START_TEST(one_more_milestone_than_there_is_room_for_is_refused)
{
    fake.adam.step = 3;
    fake.history.count = MOST_MILESTONES - 1;
    loop(5, 4);
}
END_TEST

/* ---- the folder ------------------------------------------------------------------------------*/

static char folder[64], files[2][96]; /* a state, a model */

static void make_folder(void)
{
    strcpy(folder, "/tmp/loop_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(files[0], sizeof *files, "%s/last.safetensors", folder);
    snprintf(files[1], sizeof *files, "%s/model.safetensors", folder);
}

static void remove_folder(void)
{
    for (int i = 0; i < 2; i++) remove(files[i]);
    remove(folder);
}

START_TEST(a_run_is_begun_in_a_folder_without_one)
{
    training_starts_in(folder);
    training_starts_in("/tmp/is/not/there");
}
END_TEST

START_TEST(no_run_is_begun_where_one_would_be_overwritten)
{
    remove(files[1 - _i]);
    ck_assert_int_eq(fclose(fopen(files[_i], "w")), 0);
    training_starts_in(folder);
}
END_TEST

/* The name of the file that this process writes beside its place. */
static const char *beside(char name[128], int file, long process)
{
    snprintf(name, 128, "%s.%ld.tmp", files[file], process);
    return name;
}

/* A training that was killed while it saved leaves such a file; one that saves has one, too. */
START_TEST(what_a_killed_training_left_is_removed)
{
    char killed[128], alive[128], other[128];
    const pid_t child = fork();
    if (!child) _exit(0);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    snprintf(other, sizeof other, "%s.old.tmp", files[_i]);
    ck_assert_int_eq(fclose(fopen(beside(killed, _i, child), "w")), 0);
    ck_assert_int_eq(fclose(fopen(beside(alive, _i, getpid()), "w")), 0);
    ck_assert_int_eq(fclose(fopen(other, "w")), 0);
    run.report.folder = folder;
    ck_assert(loop(2, 2));
    ck_assert_int_ne(access(killed, F_OK), 0);
    ck_assert_int_eq(remove(alive), 0);
    ck_assert_int_eq(remove(other), 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("training loop");
    TCase *t = tcase_create("training loop");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, it_validates_at_every_so_many_steps_and_at_the_last);
    tcase_add_test(t, a_run_that_is_over_takes_no_step);
    tcase_add_exit_test(t, steps_that_were_taken_cannot_be_taken_back, 1);
    tcase_add_exit_test(t, a_run_without_a_milestone_is_not_over, 1);
    tcase_add_exit_test(t, a_run_whose_last_step_was_not_validated_is_not_over, 1);
    tcase_add_exit_test(t, one_more_milestone_than_there_is_room_for_is_refused, 1);
    tcase_add_exit_test(t, more_milestones_than_there_is_room_for_are_refused_before_the_first_step,
                        1);
    tcase_add_test(t, as_many_milestones_as_there_is_room_for_are_taken);
    suite_add_tcase(s, t);
    t = tcase_create("folder");
    tcase_add_unchecked_fixture(t, make_folder, remove_folder);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, what_a_killed_training_left_is_removed, 0, 2);
    tcase_add_test(t, a_run_is_begun_in_a_folder_without_one);
    tcase_add_loop_exit_test(t, no_run_is_begun_where_one_would_be_overwritten, 1, 0, 2);
    suite_add_tcase(s, t);
    return run_suite(s);
}
