/* rng - xoshiro256++ and the distributions the book draws from. */
#include "rng.h"

#include <math.h>

static uint64_t rotate_left(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

/* splitmix64: turns consecutive numbers into unrelated ones. */
static uint64_t split_mix(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

Rng rng_new(uint64_t seed)
{
    Rng r;
    for (int i = 0; i < 4; i++) r.s[i] = split_mix(&seed);
    return r;
}

uint64_t rng_next(Rng *r)
{
    uint64_t *s = r->s, result = rotate_left(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

double rng_uniform(Rng *r)
{
    return (double)(rng_next(r) >> 11) * 0x1p-53;
}

double rng_normal(Rng *r)
{
    const double two_pi = 6.283185307179586;
    double radius = sqrt(-2 * log1p(-rng_uniform(r))); /* log(1 - u): u = 0 is allowed, 1 is not */
    return radius * cos(two_pi * rng_uniform(r));
}

int rng_below(Rng *r, int n)
{
    require(n >= 1, "n = %d", n);
    uint64_t range = (uint64_t)n, limit = UINT64_MAX - UINT64_MAX % range, x;
    do x = rng_next(r);
    while (x >= limit); /* the last, incomplete run of n would favour small numbers */
    return (int)(x % range);
}

void rng_permutation(Rng *r, int n, int *out)
{
    for (int i = 0; i < n; i++) { /* Fisher-Yates, built from the front */
        int j = rng_below(r, i + 1);
        out[i] = out[j];
        out[j] = i;
    }
}

void fill_uniform(Mat m, Rng *r, double low, double high)
{
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++)
            mat_row(m, i)[j] = (float)(low + (high - low) * rng_uniform(r));
}

void fill_normal(Mat m, Rng *r, double deviation)
{
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++) mat_row(m, i)[j] = (float)(deviation * rng_normal(r));
}
