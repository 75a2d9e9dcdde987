/* documents_handbook - the Debian Administrator's Handbook in Chinese, from its pages in HTML.
 *
 * One program made the pages: text is in <div class="para">, which may hold other divs (addresses
 * and little titles) but no other paragraph. These, and listings, are left out. */
#include "documents_parts.h"

#include "ch05_transformer/html.h"
#include "common/text.h"

#include <string.h>

enum { LARGEST_PAGE = 1 << 24 };

static bool is_paragraph(const HtmlTag *t)
{
    return !t->is_end && html_tag_is(t, "div") && html_class_is(t, "para");
}

/* Reads up to the end of the paragraph that was just opened; writes its text at *to. */
static bool read_content(Html *h, char **to, Error *e)
{
    const char *open = h->at;
    for (int divs = 1, listings = 0;;) {
        char *end = *to;
        html_text(h, &end);
        if (divs == 1 && listings == 0) *to = end;
        if (!*h->at) return html_refuse(h, open, "a paragraph without its end", e);
        const char *markup = h->at;
        HtmlTag t;
        if (!html_markup(h, &t, e)) return false;
        if (is_paragraph(&t)) return html_refuse(h, markup, "a paragraph inside another", e);
        if (html_tag_is(&t, "div")) divs += t.is_end ? -1 : 1;
        if (html_tag_is(&t, "pre")) listings += t.is_end ? -1 : 1;
        if (divs == 0) return true;
    }
}

static bool add_page(DocumentList *l, Html *h, char *text, Error *e)
{
    while ((h->at = strchr(h->at, '<'))) {
        HtmlTag t;
        char *end = text;
        if (!html_markup(h, &t, e)) return false;
        if (!is_paragraph(&t)) continue;
        if (!read_content(h, &end, e)) return false;
        documents_add(l, text, (size_t)(end - text));
    }
    return true;
}

static bool read_page(DocumentList *l, const char *folder, const char *name, Error *e)
{
    Arena scratch = {0};
    size_t size;
    const char *path = arena_print(l->arena, "%s/%s", folder, name);
    const char *html = text_file(&scratch, path, LARGEST_PAGE, &size, e);
    Html h = {path, html, html};
    documents_begin(l, name);
    const bool good =
        html && html_check(&h, size, e) && add_page(l, &h, arena_alloc(&scratch, size + 1), e);
    arena_free(&scratch);
    return good;
}

bool documents_read_handbook(DocumentList *l, const char *data, Error *e)
{
    const char *folder =
        arena_print(l->arena, "%s/debian-handbook/usr/share/doc/debian-handbook/html/zh-CN", data);
    char **names = documents_list_folder(l->arena, folder, "*.html", e);
    if (!names) return false;
    for (; *names; names++)
        if (!read_page(l, folder, *names, e)) return false;
    return true;
}
