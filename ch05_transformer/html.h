/* The words of an HTML page: tags, text, and what is neither. A small strict reader instead of a
 * library, for pages that one program wrote: what would need a browser's repairs is refused with
 * file and line, and not guessed at. Which tags make a paragraph, its callers know. */
#ifndef CH05_HTML_H
#define CH05_HTML_H

#include <stddef.h>

#include "common/fail.h"

typedef struct {
    const char *path, *start, *at; /* a zero byte follows the page */
} Html;

typedef struct {
    const char *name, *id, *class; /* in the page: not closed by a zero byte; NULL: there is none */
    size_t name_size, id_size, class_size;
    bool is_end;
} HtmlTag;

/* Fails with the line of `at`. */
bool html_refuse(const Html *h, const char *at, const char *what, Error *e);

/* Whether the page's `size` bytes are UTF-8 without a zero byte. */
bool html_check(const Html *h, size_t size, Error *e);

/* Moves over what is no text: comments, <!DOCTYPE>, and everything inside <script> and
 * <style>. Otherwise reads the tag at `<`, or leaves t->name_size at 0 for a `<` that is text, and
 * moves over it. */
bool html_markup(Html *h, HtmlTag *t, Error *e);

/* Copies text up to the next `<`, with entities as the characters they stand for. It never grows:
 * an entity is longer than its character. */
void html_text(Html *h, char **to);

bool html_tag_is(const HtmlTag *t, const char *name);
bool html_class_is(const HtmlTag *t, const char *class);    /* all of the attribute, and not one of
                                                                several words */
bool html_same_tag(const HtmlTag *t, const HtmlTag *other); /* by name */

#endif
