/* clock - the system's monotonic clock, and the thread's own. */
#include "clock.h"

#include <time.h>

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_seconds(void)
{
    return seconds(CLOCK_MONOTONIC);
}

double clock_thread_seconds(void)
{
    return seconds(CLOCK_THREAD_CPUTIME_ID);
}
