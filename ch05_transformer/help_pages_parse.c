/* help_pages_parse - the paragraphs of one help page.
 *
 * One style sheet wrote all pages. In all 7,680 of them every paragraph with an id ends with its
 * own end tag and holds text, four entities and the inline tags a, br, img, span, sub and sup,
 * nothing that HTML lets an author leave out. */
#include "help_pages.h"
#include "corpus_text.h"
#include "html.h"

#include <string.h>

static bool is_paragraph(const HtmlTag *t)
{
    return t->id && (strncmp(t->id, "par_", 4) == 0 || strncmp(t->id, "hd_", 3) == 0);
}

/* Reads up to the end tag of the paragraph that `open` began; writes its text at *to. */
static bool read_content(Html *h, const HtmlTag *open, char **to, Error *e)
{
    while (html_text(h, to), *h->at) {
        const char *markup = h->at;
        HtmlTag t;
        if (!html_markup(h, &t, e)) return false;
        const bool same = html_same_tag(&t, open);
        if (same && t.is_end) return true;
        if (same || is_paragraph(&t))
            return html_refuse(h, markup, "a paragraph inside another", e);
        if (html_tag_is(&t, "br")) *(*to)++ = ' ';
        if (t.name_size == 0 && h->at == markup + 1) *(*to)++ = '<';
    }
    return html_refuse(h, open->name, "a paragraph without its end", e);
}

static char *copy(Arena *a, const char *text, size_t size)
{
    char *out = arena_zeros(a, size + 1);
    return memcpy(out, text, size);
}

static void add_paragraph(HelpPage *page, Arena *a, int *room, HelpParagraph p)
{
    if (page->count == *room) {
        HelpParagraph *old = page->paragraphs;
        *room = *room ? 2 * *room : 32;
        page->paragraphs = arena_alloc(a, (size_t)*room * sizeof *old);
        if (old) memcpy(page->paragraphs, old, (size_t)page->count * sizeof *old);
    }
    page->paragraphs[page->count++] = p;
}

/* Reads the paragraphs from the start of the page on; `text` has room for the longest of them. */
static bool read_paragraphs(HelpPage *page, Arena *a, Html *h, char *text, Error *e)
{
    int room = 0;
    while ((h->at = strchr(h->at, '<'))) {
        HtmlTag t;
        char *end = text;
        if (!html_markup(h, &t, e)) return false;
        if (t.is_end || !is_paragraph(&t)) continue;
        if (!read_content(h, &t, &end, e)) return false;
        HelpParagraph p = {copy(a, t.id, t.id_size), corpus_tidy(a, text, (size_t)(end - text))};
        add_paragraph(page, a, &room, p);
    }
    return true;
}

bool help_page_parse(HelpPage *page, Arena *a, const char *path, const char *html, size_t size,
                     Error *e)
{
    Html h = {path, html, html};
    Arena scratch = {0};
    page->count = 0;
    page->paragraphs = NULL;
    const bool good =
        html_check(&h, size, e) && read_paragraphs(page, a, &h, arena_alloc(&scratch, size + 1), e);
    arena_free(&scratch);
    return good;
}
