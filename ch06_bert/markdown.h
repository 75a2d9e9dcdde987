/* Plain text from the Markdown that this book's notes are written in (Pandoc's), for a language
 * model to read: well enough for that, and no more. */
#ifndef CH06_MARKDOWN_H
#define CH06_MARKDOWN_H

#include <stdbool.h>

#include "common/arena.h"

/* The text of a paragraph. Emphasis, code and links lose their marks and keep their text;
 * attributes {#id .class}, citations [@key] and measured numbers (`key`{.result}) go; a reference
 * such as @eq:name becomes "equation" (in Chinese 式); formulas keep letters, signs and the names
 * of symbols: $\mathbf x_i \le 2$ becomes "x i le 2". Owned by the arena. */
char *markdown_plain(Arena *a, const char *text, bool chinese);

#endif
