/* fail - how errors are reported; see fail.h for which function serves which kind. */
#include "fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool fail(Error *e, const char *format, ...)
{
    Error message;
    va_list args;
    va_start(args, format);
    vsnprintf(message.text, sizeof message.text, format, args);
    va_end(args);
    *e = message;
    return false;
}

static void print_line(const char *kind, const char *format, va_list args)
{
    fflush(stdout); /* keep the order of what the user sees */
    fputs(kind, stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void warn(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line("warning: ", format, args);
    va_end(args);
}

void die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line("error: ", format, args);
    va_end(args);
    exit(EXIT_FAILURE);
}

void require_failed(const char *file, int line, const char *condition, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s:%d: this must hold: %s: ", file, line, condition);
    print_line("", format, args);
    va_end(args);
    abort();
}
