/* Matrices as one types them in an argument: 1:0,1:2 has the rows (1, 0) and (1, 2). */
#ifndef COMMON_MAT_TEXT_H
#define COMMON_MAT_TEXT_H

#include "mat.h"

/* Reads a text with ':' between the numbers of a row and ',' between rows. Owned by the arena.
 * False: a number is none or no float32 can hold it, or rows differ in length. */
bool mat_read(Mat *m, Arena *a, const char *text, Error *e);

#endif
