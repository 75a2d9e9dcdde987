/* A terminal for tests: what is drawn on it, line by line. */
#ifndef COMMON_TEST_TERM_SCREEN_H
#define COMMON_TEST_TERM_SCREEN_H

#include "term.h"
#include "testing.h"

#include <stdlib.h>

typedef struct {
    Term term; /* its out writes into text */
    char *text;
    size_t size;
} Screen;

/* The stream keeps pointers to text and size: the screen must stay where it is. */
static inline void screen_open(Screen *s, int width, int colors, bool utf8)
{
    FILE *out = open_memstream(&s->text, &s->size);
    ck_assert_ptr_nonnull(out);
    s->term = (Term){out, width, colors, utf8};
}

static inline const char *screen_text(Screen *s)
{
    fflush(s->term.out);
    return s->text;
}

static inline void screen_close(Screen *s)
{
    fclose(s->term.out);
    free(s->text);
}

/* Line i, from 0, without its end. */
static inline const char *screen_line(Screen *s, int i)
{
    static char line[1000];
    const char *text = screen_text(s);
    for (; i > 0; i--) {
        text = strchr(text, '\n');
        ck_assert_ptr_nonnull(text++);
    }
    snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
    return line;
}

static inline int screen_lines(Screen *s)
{
    int count = 0;
    for (const char *c = screen_text(s); *c; c++) count += *c == '\n';
    return count;
}

static inline void assert_screen(Screen *s, const char *part)
{
    if (!strstr(screen_text(s), part)) ck_abort_msg("\"%s\" is not in:\n%s", part, s->text);
}

/* No line is wider than the terminal, and no character stands for one that cannot be shown. */
static inline void assert_screen_fits(Screen *s)
{
    for (int i = 0; i < screen_lines(s); i++)
        ck_assert_msg(term_columns(screen_line(s, i)) <= s->term.width, "%s", screen_line(s, i));
}

#endif
