/* The time that passes, for measuring how long something takes. */
#ifndef COMMON_CLOCK_H
#define COMMON_CLOCK_H

/* Seconds since some moment in the past, never set back. */
double clock_seconds(void);

/* Seconds that this thread has worked: what else runs on the machine does not count. */
double clock_thread_seconds(void);

#endif
