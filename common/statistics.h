/* Numbers that sum up other numbers: mean and deviation of repeated runs, and how many things a row
 * of weights looks at. */
#ifndef COMMON_STATISTICS_H
#define COMMON_STATISTICS_H

/* The mean of n >= 2 numbers; *deviation is their standard deviation, with n - 1. */
double mean_of(const double *x, int n, double *deviation);

/* -sum w log w of n weights, in nats, where 0 log 0 = 0. */
double entropy_of(const float *weights, int n);

/* exp of the entropy of weights that sum to 1: how many of the n they look at; n when all are
 * equal, 1 when one weight is 1. Chapter 1 derives it. */
double looked_at(const float *weights, int n);

#endif
