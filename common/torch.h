/* PyTorch as the other side of a benchmark: a Python script that runs as a child and takes turns
 * with the program over a pipe, so that a disturbance meets both.
 *
 * A turn is several steps, since the other side's threads go on waiting busily for a moment; of all
 * steps of each side the fastest counts. The script is given the number of threads, prints
 * "ready VERSION", and answers every line with the seconds of the fastest step of one turn. */
#ifndef COMMON_TORCH_H
#define COMMON_TORCH_H

#include <stdio.h>

#include "fail.h"

typedef struct {
    FILE *to, *from; /* NULL: there is no PyTorch */
    char version[64];
    int threads; /* of each side: as many as OpenMP has here */
} Torch;

/* Starts the script, a path from the top folder. PyTorch's matrix product gets its best kernel:
 * OPENBLAS_CORETYPE and OPENBLAS_L2_SIZE are set as this processor needs them, whatever they were.
 * The script ends with the program. */
Torch torch_start(const char *script);

/* Prints whether PyTorch takes turns, and what torch_compare shows. */
void torch_introduce(const Torch *t);

/* Seconds of the fastest step of a turn, which the line (without its end) describes; infinite
 * without PyTorch. */
double torch_turn(const Torch *t, const char *line, ...) PRINTF_LIKE(2, 3);

/* Prints " ours 1.00   PyTorch 2.00   ratio 2.00" in milliseconds and ends the line; infinite
 * seconds of PyTorch are left out. */
void torch_compare(double ours, double theirs);

/* Prints KEY.ms=, KEY.torch_ms= and KEY.speedup=, the latter two unless theirs is infinite. */
void torch_report(const char *key, double ours, double theirs);

#endif
