/* Random numbers that are the same on every machine (normal ones but for the last digits of the C
 * library's log and cos): xoshiro256++ (Blackman and Vigna 2021,
 * "Scrambled linear pseudorandom number generators", ACM Trans. Math. Softw. 47(4)), seeded by
 * splitmix64. The state is the caller's: a plain struct that can be copied, saved and restored. */
#ifndef COMMON_RNG_H
#define COMMON_RNG_H

#include <stdint.h>

#include "mat.h"

typedef struct {
    uint64_t s[4]; /* not all zero */
} Rng;

/* A generator for each seed; different seeds give unrelated sequences. */
Rng rng_new(uint64_t seed);

uint64_t rng_next(Rng *r);                     /* 64 random bits */
double rng_uniform(Rng *r);                    /* in [0, 1), 53 bits */
double rng_normal(Rng *r);                     /* mean 0, variance 1 (Box-Muller) */
int rng_below(Rng *r, int n);                  /* in 0 .. n-1, all equally likely; n >= 1 */
void rng_permutation(Rng *r, int n, int *out); /* 0 .. n-1 in random order */

/* Fill a matrix, row by row: uniform between low and high (either may come out
 * of rounding), normal with the given standard deviation. */
void fill_uniform(Mat m, Rng *r, double low, double high);
void fill_normal(Mat m, Rng *r, double deviation);

#endif
