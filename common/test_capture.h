/* For tests of what a function prints: sends stdout or stderr into a file for a while. */
#ifndef COMMON_TEST_CAPTURE_H
#define COMMON_TEST_CAPTURE_H

#include <stdio.h>
#include <unistd.h>

#include "testing.h"

typedef struct {
    FILE *stream; /* stdout or stderr */
    FILE *file;   /* where it goes meanwhile */
    int before;   /* where it went */
} Capture;

static inline Capture capture_start(FILE *stream)
{
    fflush(stream);
    Capture c = {stream, tmpfile(), dup(fileno(stream))};
    ck_assert_ptr_nonnull(c.file);
    ck_assert_int_ge(dup2(fileno(c.file), fileno(stream)), 0);
    return c;
}

/* What was printed since capture_start, up to size - 1 bytes of it. */
static inline void capture_end(Capture c, char *text, size_t size)
{
    fflush(c.stream);
    dup2(c.before, fileno(c.stream));
    close(c.before);
    rewind(c.file);
    text[fread(text, 1, size - 1, c.file)] = '\0';
    fclose(c.file);
}

static inline void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part)) ck_abort_msg("\"%s\" is not in:\n%s", part, text);
}

static inline void assert_contains_no(const char *text, const char *part)
{
    if (strstr(text, part)) ck_abort_msg("\"%s\" is in:\n%s", part, text);
}

#endif
