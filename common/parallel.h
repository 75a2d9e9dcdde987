/* Sharing the rounds of a loop among threads when that is worth it, and how many threads. */
#ifndef COMMON_PARALLEL_H
#define COMMON_PARALLEL_H

#ifdef _OPENMP
#include <omp.h>
#endif

/* for (int i = 0; i < n; i++) { ... }, shared among OpenMP's threads when `worth` is true. OpenMP's
 * own if clause makes a team of one for every small loop, which costs more than most of those
 * loops. */
#define PARALLEL_FOR(worth, i, n, ...)                                                             \
    do {                                                                                           \
        if (worth) {                                                                               \
            _Pragma("omp parallel for") for (int i = 0; i < (n); i++)                              \
            {                                                                                      \
                __VA_ARGS__                                                                        \
            }                                                                                      \
        } else {                                                                                   \
            for (int i = 0; i < (n); i++) {                                                        \
                __VA_ARGS__                                                                        \
            }                                                                                      \
        }                                                                                          \
    } while (0)

/* How many threads a loop may have. */
static inline int most_threads(void)
{
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

/* Sets how many threads the loops of this thread may use from here on; returns how many it was. */
static inline int use_threads(int threads)
{
    int before = 1;
#ifdef _OPENMP
    before = omp_get_max_threads();
    omp_set_num_threads(threads);
#endif
    (void)threads;
    return before;
}

#endif
