/* mat_text - reads matrices from arguments; see mat_text.h. */
#include "mat_text.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "number.h"

/* How often the character stands in the first `length` bytes. */
static int count(const char *text, size_t length, char character)
{
    int found = 0;
    for (size_t i = 0; i < length; i++) found += text[i] == character;
    return found;
}

static bool read_number(float *to, const char *text, size_t length, Error *e)
{
    char word[64];
    double value = 0;
    snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), text);
    const char *wrong = number_read(word, &value);
    if (wrong) return fail(e, "\"%s\" %s", word, wrong);
    if (fabs(value) > (double)FLT_MAX) return fail(e, "\"%s\" is too large", word);
    *to = (float)value;
    return true;
}

bool mat_read(Mat *m, Arena *a, const char *text, Error *e)
{
    const int rows = count(text, strlen(text), ',') + 1;
    const int cols = count(text, strcspn(text, ","), ':') + 1;
    *m = mat_new(a, rows, cols);
    for (int i = 0; i < rows; i++) {
        const int held = count(text, strcspn(text, ","), ':') + 1;
        if (held != cols)
            return fail(e, "row %d has %d number%s, row 1 has %d (as in 1:0,1:2)", i + 1, held,
                        held > 1 ? "s" : "", cols);
        for (int j = 0; j < cols; j++) {
            const size_t length = strcspn(text, ",:");
            if (!read_number(&mat_row(*m, i)[j], text, length, e)) return false;
            text += length + (i < rows - 1 || j < cols - 1); /* not beyond the end */
        }
    }
    return true;
}
