/* A view of attention: who looks at whom, for any tokens, heads and layers - in the terminal, as an
 * SVG picture, and as one HTML file that needs nothing else: pick heads, point at a token. */
#ifndef CH03_VIEW_H
#define CH03_VIEW_H

#include <stdio.h>

#include "common/run.h"

typedef struct {
    const char *title, *note; /* plain text in UTF-8; note may be NULL */
    int layers, heads;
    int queries, keys; /* how many tokens look, and are looked at */
    const char *const *query_text, *const *key_text;
    const Mat *weights; /* layers * heads matrices of queries x keys, layer by layer */
} AttentionView;

/* Every head of every layer as a heat map with the tokens beside it. */
void view_terminal(const AttentionView *v, const Term *t);

/* Writers of the two file forms; texts may hold any characters. */
typedef void ViewWriter(const AttentionView *v, FILE *to);
ViewWriter view_svg, view_html;

/* Writes a view to a file; the old file stays when that fails. False: it cannot be written. */
bool view_save(const AttentionView *v, ViewWriter *writer, const char *path, Error *e);

/* The same for a program's option --html or --svg: nothing when path is NULL; says where it is.
 * Dies when it cannot be written. */
void view_write(const Run *run, const AttentionView *v, ViewWriter *writer, const char *path);

/* Text for SVG and HTML: < > & and quotes become entities, what XML has no
 * characters for (most controls, U+FFFE and U+FFFF) becomes U+FFFD. */
void write_escaped(FILE *to, const char *text);

#endif
