/* The two kinds of error.
 *
 * The world is wrong (a file, an argument, a byte of input): the function that reads it returns
 * false after fail() has written into an Error what was expected and what was found, and where.
 * The program is wrong (shapes that do not fit): require() says where and aborts. */
#ifndef COMMON_FAIL_H
#define COMMON_FAIL_H

#include <stdbool.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(text, args) __attribute__((format(printf, text, args)))
#else
#define PRINTF_LIKE(text, args)
#endif

typedef struct {
    char text[512]; /* one line, without a newline; cut off when longer */
} Error;

/* Writes the message and returns false, so that a reader can say: return fail(e, "...", ...).
 * The message may quote e->text itself, to add where an inner error happened. */
bool fail(Error *e, const char *format, ...) PRINTF_LIKE(2, 3);

/* Prints "warning: " and the message on stderr, on one line. */
void warn(const char *format, ...) PRINTF_LIKE(1, 2);

/* Prints "error: " and the message on stderr, on one line, and exits with status 1. */
_Noreturn void die(const char *format, ...) PRINTF_LIKE(1, 2);

/* Prints the place and the message on stderr and aborts: what require() calls. */
_Noreturn void require_failed(const char *file, int line, const char *condition, const char *format,
                              ...) PRINTF_LIKE(4, 5);

/* The caller's contract: when cond is false the program itself is wrong. The message gives the
 * shapes or values that do not fit: require(a.cols == b.rows, "a %dx%d, b %dx%d", ...). */
#define require(cond, ...)                                                                         \
    do {                                                                                           \
        if (!(cond)) require_failed(__FILE__, __LINE__, #cond, __VA_ARGS__);                       \
    } while (0)

#endif
