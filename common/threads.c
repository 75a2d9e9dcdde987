/* threads - settings of libgomp (gcc) and libomp (clang). */
#include "threads.h"

#include <stdlib.h>
#include <unistd.h>

void threads_sleep_soon(char **argv)
{
#ifdef _OPENMP
    if (getenv("OMP_WAIT_POLICY") || getenv("GOMP_SPINCOUNT")) return;
    setenv("GOMP_SPINCOUNT", "10000", 1); /* rounds: about a tenth of a millisecond */
    setenv("KMP_BLOCKTIME", "1", 0);      /* milliseconds, the least above none */
    execv("/proc/self/exe", argv);        /* where there is no such file, nothing happens */
#else
    (void)argv;
#endif
}
