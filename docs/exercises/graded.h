/* Included before a student's code when it is graded: when the memory of the grader's limit is used
 * up, the program ends and says so, rather than with a null pointer some lines later. */
#ifndef EXERCISES_GRADED_H
#define EXERCISES_GRADED_H

#include "common/exercise.h"
#include "common/fail.h"

#include <stdlib.h>

static inline void *graded(void *p)
{
    if (!p) die("out of memory");
    return p;
}
#define malloc(size) graded(malloc(size))
#define calloc(n, size) graded(calloc(n, size))
#define realloc(p, size) graded(realloc(p, size))

#endif
