/* Tests of the arena: alignment, marks, and no system call once a step has been seen. */
#include "arena.h"
#include "testing.h"

#include <stdint.h>
#include <string.h>

START_TEST(every_piece_is_aligned_and_separate)
{
    Arena a = {0};
    char *before = NULL;
    for (size_t size = 1; size < 300000; size = size * 3 + 1) {
        char *p = arena_zeros(&a, size);
        ck_assert_uint_eq((uintptr_t)p % 64, 0);
        for (size_t i = 0; i < size; i++) ck_assert_int_eq(p[i], 0);
        p[0] = p[size - 1] = 1;
        if (before) ck_assert_int_eq(before[0], 1);
        before = p;
    }
    arena_free(&a);
}
END_TEST

START_TEST(a_second_step_of_the_same_size_reuses_the_memory)
{
    Arena a = {0};
    for (int i = 0; i < 100; i++) arena_alloc(&a, 5000);
    arena_reset(&a);
    ArenaBlock *block = a.last;
    for (int i = 0; i < 100; i++) arena_alloc(&a, 5000);
    ck_assert_ptr_eq(a.last, block);
    arena_free(&a);
}
END_TEST

START_TEST(what_was_given_back_on_the_way_is_counted_once_and_fits_the_next_time)
{
    enum { SIZE = 100000, LAYERS = 10 };
    Arena a = {0};
    ArenaBlock *block = NULL;
    for (int step = 0; step < 3; step++) {
        arena_alloc(&a, SIZE);
        const Arena mark = a;
        for (int layer = 0; layer < LAYERS; layer++) {
            arena_alloc(&a, SIZE);
            arena_alloc(&a, SIZE);
            if (step == 1 && layer == 0) block = a.last;
            if (block) ck_assert_ptr_eq(a.last, block);
            arena_release(&a, mark);
        }
        ck_assert_uint_ge(a.most, 3 * SIZE);
        ck_assert_uint_lt(a.most, 4 * SIZE);
        arena_reset(&a);
    }
    arena_free(&a);
}
END_TEST

START_TEST(release_gives_back_what_came_after_the_mark)
{
    Arena a = {0};
    int *kept = arena_alloc(&a, sizeof *kept);
    *kept = 42;
    Arena mark = a;
    void *first = arena_alloc(&a, 100);
    for (int i = 0; i < 50; i++) arena_alloc(&a, 10000); /* more than one block */
    arena_release(&a, mark);
    ck_assert_int_eq(*kept, 42);
    ck_assert_ptr_eq(arena_alloc(&a, 100), first);
    arena_free(&a);
    ck_assert_ptr_null(a.last);
}
END_TEST

START_TEST(a_printed_text_is_as_long_as_it_must_be)
{
    Arena a = {0};
    const char *text = arena_print(&a, "%s/%0200d", "folder", 7);
    ck_assert_int_eq((int)strlen(text), 207);
    ck_assert_str_eq(text + 200, "0000007");
    ck_assert_str_eq(arena_print(&a, "%s", ""), "");
    arena_free(&a);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("arena");
    TCase *t = tcase_create("arena");
    tcase_add_test(t, every_piece_is_aligned_and_separate);
    tcase_add_test(t, a_second_step_of_the_same_size_reuses_the_memory);
    tcase_add_test(t, what_was_given_back_on_the_way_is_counted_once_and_fits_the_next_time);
    tcase_add_test(t, release_gives_back_what_came_after_the_mark);
    tcase_add_test(t, a_printed_text_is_as_long_as_it_must_be);
    suite_add_tcase(s, t);
    return run_suite(s);
}
