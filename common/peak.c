/* peak - multiply-adds on independent registers, which wait for nothing. */
#include "peak.h"
#include "clock.h"
#include "matmul_parts.h"

enum { CHAINS = VECTOR_BYTES > 32 ? 24 : 12 };

/* `steps` times CHAINS vector multiply-adds; the result is for the compiler, which must not know
 * the numbers. */
static float multiply_add(long steps, float seed)
{
    Vec sum[CHAINS], x = {0}, y = {0};
    x += 1 - seed;
    y += seed;
    foreach (i, CHAINS) sum[i] = y * (float)i;
    for (long s = 0; s < steps; s++)
        foreach (i, CHAINS) sum[i] = sum[i] * x + y;
    foreach (i, CHAINS) y += sum[i];
    return y[0];
}

double peak_gflops(int threads)
{
    enum { STEPS = 100000 };
    volatile float seed = 1e-3f, sink;
    const float known = seed;
    float total = 0;
    const double start = clock_seconds();
#ifdef _OPENMP
#pragma omp parallel for schedule(static) num_threads(threads) reduction(+ : total)
#endif
    for (int t = 0; t < threads; t++) total += multiply_add(STEPS, known);
    sink = total;
    (void)sink;
    return 2e-9 * STEPS * CHAINS * LANES * threads / (clock_seconds() - start);
}
