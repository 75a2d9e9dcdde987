/* Tests of the schedules: tables of the linear one, published values of the inverse square root. */
#include "schedule.h"
#include "testing.h"

#include <math.h>

static const struct {
    long warm_up, total;
    double factor[12];
    int count;
} linear[] = {
    {4, 10, {0, 0.25, 0.5, 0.75, 1, 5 / 6., 4 / 6., 0.5, 2 / 6., 1 / 6., 0, 0}, 12},
    {0, 4, {1, 0.75, 0.5, 0.25, 0, 0}, 6},
    {4, 4, {0, 0.25, 0.5, 0.75, 0, 0}, 6},
    {6, 4, {0, 1 / 6., 2 / 6., 3 / 6., 0, 0}, 6},
};

START_TEST(the_linear_schedule_rises_and_falls_as_documented)
{
    for (int t = 0; t < linear[_i].count; t++)
        ck_assert_double_eq_tol(schedule_linear(t, linear[_i].warm_up, linear[_i].total),
                                linear[_i].factor[t], 1e-12);
}
END_TEST

START_TEST(the_inverse_square_root_is_the_papers)
{
    static const struct {
        long t;
        double rate;
    } want[] = {{1, 1.746928107e-07},    {2, 3.493856215e-07},    {4000, 0.000698771243},
                {4001, 0.0006986839129}, {8000, 0.0004941058844}, {100000, 0.0001397542486}};
    for (int i = 0; i < 6; i++) {
        double rate = schedule_inverse_sqrt(want[i].t, 4000) / sqrt(512.0 * 4000);
        ck_assert_double_eq_tol(rate, want[i].rate, 1e-9 * want[i].rate);
    }
    ck_assert(schedule_inverse_sqrt(0, 4000) == 0 && schedule_inverse_sqrt(1, 1) == 1);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("schedule");
    TCase *t = tcase_create("schedule");
    tcase_add_loop_test(t, the_linear_schedule_rises_and_falls_as_documented, 0, 4);
    tcase_add_test(t, the_inverse_square_root_is_the_papers);
    suite_add_tcase(s, t);
    return run_suite(s);
}
