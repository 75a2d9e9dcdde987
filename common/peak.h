/* What the processor can do at most, as the measure of what a benchmark reaches. */
#ifndef COMMON_PEAK_H
#define COMMON_PEAK_H

/* GFLOP/s of vector multiply-adds (each is two) on so many threads, measured for some milliseconds.
 * Take the largest of several calls: other programs disturb every one. */
double peak_gflops(int threads);

#endif
