/* Tests of joining the most frequent pairs, on rows that can be followed by hand. */
#include "pair_merge.h"
#include "testing.h"

static PairMerger m;

static void teardown(void)
{
    merger_free(&m);
}

static void add(long count, int length, const int *ids)
{
    merger_add(&m, ids, length, count);
}
#define ROW(count, ...)                                                                            \
    add(count, (int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)), (int[]){__VA_ARGS__})

static void assert_next(int left, int right)
{
    int l, r;
    ck_assert(merger_next(&m, &l, &r));
    ck_assert_int_eq(l, left);
    ck_assert_int_eq(r, right);
}

START_TEST(the_most_frequent_pair_comes_first_and_of_equals_the_smaller_ids)
{
    int l, r;
    ROW(2, 4, 1);
    ROW(3, 2, 3);
    ROW(2, 1, 4);
    ROW(2, 1, 3);
    ROW(1, 7, 8);
    assert_next(2, 3);
    merger_join(&m, 2, 3, 9);
    assert_next(1, 3);
    merger_join(&m, 1, 3, 10);
    assert_next(1, 4);
    merger_join(&m, 1, 4, 11);
    assert_next(4, 1);
    merger_join(&m, 4, 1, 12);
    ck_assert(!merger_next(&m, &l, &r)); /* 7 8 stands there once */
}
END_TEST

/* 1 2 5 four times: 2 5 is no pair any more, 9 5 is one. */
START_TEST(neighbours_of_a_joined_pair_lose_and_gain)
{
    int l, r;
    ROW(4, 1, 2, 5);
    ROW(3, 1, 2);
    assert_next(1, 2);
    merger_join(&m, 1, 2, 9);
    assert_next(9, 5);
    merger_join(&m, 9, 5, 10);
    ck_assert(!merger_next(&m, &l, &r));
}
END_TEST

/* 1 2 becomes 3, which is there: 3 4 stood there three times, and now seven. */
START_TEST(a_pair_that_gains_late_is_not_overlooked)
{
    ROW(5, 1, 2);
    ROW(4, 1, 2, 4);
    ROW(3, 3, 4);
    ROW(5, 5, 6);
    assert_next(1, 2);
    merger_join(&m, 1, 2, 3);
    assert_next(3, 4);
    merger_join(&m, 3, 4, 9);
    assert_next(5, 6);
}
END_TEST

/* 1 1 1 is two pairs and one join. What was not joined does not count when 7 8 becomes 1: 1 1 then
 * stands there five times, and 5 6 seven times. */
START_TEST(overlapping_pairs_leave_nothing_behind)
{
    ROW(4, 1, 1, 1);
    ROW(5, 7, 8, 1);
    ROW(7, 5, 6);
    assert_next(1, 1);
    merger_join(&m, 1, 1, 9);
    merger_join(&m, 7, 8, 1);
    assert_next(5, 6);
    merger_join(&m, 5, 6, 10);
    assert_next(1, 1);
}
END_TEST

START_TEST(joining_what_is_not_there_is_refused)
{
    ROW(1, 1, 2);
    merger_join(&m, 2, 1, 3);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("pair merge");
    TCase *t = tcase_create("pair merge");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, the_most_frequent_pair_comes_first_and_of_equals_the_smaller_ids);
    tcase_add_test(t, neighbours_of_a_joined_pair_lose_and_gain);
    tcase_add_test(t, a_pair_that_gains_late_is_not_overlooked);
    tcase_add_test(t, overlapping_pairs_leave_nothing_behind);
    tcase_add_test_raise_signal(t, joining_what_is_not_there_is_refused, 6);
    suite_add_tcase(s, t);
    return run_suite(s);
}
