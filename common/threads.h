/* How OpenMP's threads wait for each other. */
#ifndef COMMON_THREADS_H
#define COMMON_THREADS_H

/* Makes threads that have nothing to do sleep soon. Without it they spin for milliseconds at the
 * end of every parallel loop, and when another program wants the core they spin on, a step of
 * training takes thirty times as long. OpenMP's libraries read their settings before main: the
 * program is started again with them. To be called first in main; whoever has set OMP_WAIT_POLICY
 * or GOMP_SPINCOUNT decides instead. */
void threads_sleep_soon(char **argv);

#endif
