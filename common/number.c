/* number - decimal numbers from and to text; see number.h for what counts as one. */
#include "number.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* strtod also takes leading blanks and hexadecimal numbers: nobody who writes a table means them.
 */
static bool is_decimal(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && !*end && !isspace((unsigned char)*text) && !strpbrk(text, "xX");
}

/* "1,5" would be a number if the comma were a point. */
static bool has_decimal_comma(const char *text)
{
    char copy[64];
    const char *comma = strchr(text, ',');
    if (!comma || strlen(text) >= sizeof copy) return false;
    strcpy(copy, text);
    copy[comma - text] = '.';
    double value;
    return is_decimal(copy, &value);
}

const char *number_read(const char *text, double *value)
{
    if (is_decimal(text, value)) return isfinite(*value) ? NULL : "is not a finite number";
    if (has_decimal_comma(text)) return "has a decimal comma: use a decimal point, as in 1.5";
    return "is not a number";
}

const char *number_write(char text[NUMBER_SIZE], double value)
{
    /* Adding 0 turns -0 into 0; the sign of a NaN says nothing. */
    if (isnan(value)) return strcpy(text, "nan");
    const bool whole = value == trunc(value) && fabs(value) < 1e15; /* a count: exactly */
    snprintf(text, NUMBER_SIZE, whole ? "%.0f" : "%.6g", value + 0.0);
    return text;
}
