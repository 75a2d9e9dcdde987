/* What the tests of BLEU and chrF share: files of texts under golden/, cells separated by tabs. */
#ifndef CH05_TEST_TSV_H
#define CH05_TEST_TSV_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/testing.h"
#include "common/text.h"

/* The code point of "u{HEX}" at *from as UTF-8 at `to`; *from moves to the brace that closes it. */
static inline char *tsv_code_point(const char **from, char *to)
{
    char *end;
    long code = strtol(*from + 2, &end, 16);
    *from = end;
    return to + text_encode((int)code, to);
}

/* Puts in place of the escapes of the file what they stand for. */
static inline void tsv_unescape(char *cell)
{
    char *to = cell;
    for (const char *from = cell; *from; from++) {
        if (*from != '\\')
            *to++ = *from;
        else if (*++from == 'u')
            to = tsv_code_point(&from, to);
        else
            *to++ = *from == 'n' ? '\n' : *from == 't' ? '\t' : *from;
    }
    *to = 0;
}

/* Cuts a line into its cells, which are `cells` in number. */
static inline void tsv_cut(char *line, char **row, int cells)
{
    line[strcspn(line, "\n")] = 0;
    for (int i = 0; i < cells; i++) {
        ck_assert_ptr_nonnull(line);
        row[i] = line;
        line = strchr(line, '\t');
        if (line) *line++ = 0;
        tsv_unescape(row[i]);
    }
    ck_assert_ptr_null(line);
}

/* Calls `each` with the cells of every line but the first, a comment. Returns their number. */
typedef void TsvRow(char **row, void *context);
static inline int tsv_read(const char *path, int cells, TsvRow *each, void *context)
{
    FILE *f = fopen(path, "r");
    if (!f) ck_abort_msg("%s: cannot be opened; tests run from the top folder", path);
    char *line = NULL, *row[8];
    size_t size = 0;
    int lines = 0;
    while (getline(&line, &size, f) >= 0)
        if (lines++ > 0) {
            tsv_cut(line, row, cells);
            each(row, context);
        }
    free(line);
    fclose(f);
    return lines - 1;
}

#endif
