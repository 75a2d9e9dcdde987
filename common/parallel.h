/* Sharing the rounds of a loop among threads when that is worth it. */
#ifndef COMMON_PARALLEL_H
#define COMMON_PARALLEL_H

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

#endif
