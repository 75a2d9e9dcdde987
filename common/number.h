/* Numbers as people write them, in arguments and in tables: decimal digits, a decimal point and an
 * exponent, read and written in the same way on every machine. No program of the book calls
 * setlocale, so the rules of the C locale hold whatever LANG says. */
#ifndef COMMON_NUMBER_H
#define COMMON_NUMBER_H

enum { NUMBER_SIZE = 32 }; /* bytes that hold every number as text */

/* Reads the whole text as one finite decimal number. Returns NULL, or what is wrong with the text
 * as the end of a sentence: "is not a number", "is not a finite number", or a hint about a decimal
 * comma. *value is then of no use. */
const char *number_read(const char *text, double *value);

/* Writes whole numbers below 10^15 exactly, and of others the shortest text that keeps six digits:
 * 1234567, 0.5, 1e-07, nan, inf. Returns `text`. */
const char *number_write(char text[NUMBER_SIZE], double value);

#endif
