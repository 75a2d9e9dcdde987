/* corpus_file - a parallel corpus from a file of lines: source, tab, target. */
#include "corpus.h"
#include "corpus_set.h"
#include "corpus_text.h"
#include "common/text.h"

#include <string.h>

/* The two texts of a line. */
static bool read_line(Pair *p, Arena *a, const char *line, const char *path, size_t number,
                      Error *e)
{
    const size_t source = strcspn(line, "\t");
    if (!line[source])
        return fail(e, "%s:%zu: no tab: a line must be a sentence, a tab and its translation", path,
                    number);
    const char *target = line + source + 1;
    p->source = corpus_tidy(a, line, source);
    p->target = corpus_tidy(a, target, strcspn(target, "\t"));
    if (!*p->source) return fail(e, "%s:%zu: nothing before the tab", path, number);
    if (!*p->target) return fail(e, "%s:%zu: nothing after the tab", path, number);
    return true;
}

bool corpus_read(Corpus *c, Arena *a, const char *path, Error *e)
{
    TextLines lines;
    StringSet pages = {0};
    if (!text_read(&lines, a, path, e)) return false;
    while (lines.count && !*lines.lines[lines.count - 1]) lines.count--;
    if (!lines.count) return fail(e, "%s: the file is empty", path);
    *c = (Corpus){0};
    for (size_t i = 0; i < lines.count; i++) {
        Pair p = {0};
        if (!read_line(&p, a, lines.lines[i], path, i + 1, e)) return false;
        const int page = string_set_add(&pages, a, corpus_key(a, p.source));
        p.page = pages.strings[page];
        corpus_add(c, a, p);
    }
    return true;
}
