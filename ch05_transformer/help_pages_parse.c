/* help_pages_parse - the paragraphs of one help page.
 *
 * A small strict reader instead of a library for HTML: one style sheet wrote all pages. In all
 * 7,680 of them every paragraph with an id ends with its own end tag and holds text, four entities
 * and the inline tags a, br, img, span, sub and sup, nothing that HTML lets an author leave out.
 * What would need a browser's repairs is refused with file and line, and not guessed at. */
#include "help_pages.h"
#include "corpus_text.h"
#include "common/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
    const char *path, *start, *at; /* a zero byte follows the page */
} Reader;

typedef struct {
    const char *name, *id; /* in the page: not closed by a zero byte */
    size_t name_size, id_size;
    bool is_end;
} Tag;

static bool refuse(const Reader *r, const char *at, const char *what, Error *e)
{
    int line = 1;
    for (const char *c = r->start; c < at; c++) line += *c == '\n';
    return fail(e, "%s:%d: %s", r->path, line, what);
}

/* ---- tags ------------------------------------------------------------------------------------*/

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_' || c == ':';
}

static bool tag_is(const Tag *t, const char *name)
{
    return t->name_size == strlen(name) && strncasecmp(t->name, name, t->name_size) == 0;
}

/* Moves over the value of an attribute, in quotes or bare. False: a quote is not closed. */
static bool read_value(Reader *r, const char **value, size_t *size)
{
    const char quote = *r->at;
    if (quote != '"' && quote != '\'') {
        *value = r->at;
        *size = strcspn(r->at, " \t\r\n>");
        r->at += *size;
        return true;
    }
    *value = r->at + 1;
    *size = strcspn(*value, quote == '"' ? "\"" : "'");
    r->at = *value + *size;
    return *r->at++ == quote;
}

/* Reads the tag at `<`. */
static bool read_tag(Reader *r, Tag *t, Error *e)
{
    static const char *const blanks = " \t\r\n/";
    const char *start = r->at++;
    *t = (Tag){.is_end = *r->at == '/'};
    r->at += t->is_end;
    for (t->name = r->at; is_name(*r->at); r->at++) t->name_size++;
    while (r->at += strspn(r->at, blanks), *r->at != '>') {
        const char *name = r->at, *value;
        size_t size, name_size = strcspn(name, " \t\r\n/=>");
        r->at += name_size + strspn(name + name_size, " \t\r\n");
        if (!*r->at) return refuse(r, start, "a tag without its end", e);
        if (*r->at != '=') continue;
        r->at += 1 + strspn(r->at + 1, " \t\r\n");
        if (!read_value(r, &value, &size)) return refuse(r, start, "a quote without its end", e);
        if (name_size == 2 && strncasecmp(name, "id", 2) == 0) t->id = value, t->id_size = size;
    }
    r->at++;
    return true;
}

/* Moves to what follows `end`. */
static bool skip_to(Reader *r, const char *end, const char *what, Error *e)
{
    const char *found = strstr(r->at, end);
    if (!found) return refuse(r, r->at, what, e);
    r->at = found + strlen(end);
    return true;
}

/* Moves over what is no text: comments, <!DOCTYPE>, and everything inside <script> and <style>.
 * Otherwise reads the tag at `<`, or leaves t->name_size at 0 for a `<` that is text. */
static bool read_markup(Reader *r, Tag *t, Error *e)
{
    *t = (Tag){0};
    if (strncmp(r->at, "<!--", 4) == 0) return skip_to(r, "-->", "a comment without its end", e);
    if (r->at[1] == '!') return skip_to(r, ">", "a declaration without its end", e);
    if (!isalpha((unsigned char)r->at[r->at[1] == '/' ? 2 : 1])) {
        r->at++;
        return true;
    }
    if (!read_tag(r, t, e)) return false;
    if (t->is_end) return true;
    if (tag_is(t, "script")) return skip_to(r, "</script>", "a script without its end", e);
    if (tag_is(t, "style")) return skip_to(r, "</style>", "a style without its end", e);
    return true;
}

/* ---- text ------------------------------------------------------------------------------------*/

/* Writes the character that the entity at `&` stands for. Returns the entity's size, or 0 when it
 * is none of those that are known: then it is text. */
static size_t read_entity(const char *at, char **to)
{
    static const struct {
        const char *name, *bytes;
    } known[] = {{"&amp;", "&"},   {"&lt;", "<"},   {"&gt;", ">"},
                 {"&quot;", "\""}, {"&apos;", "'"}, {"&nbsp;", " "}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t size = strlen(known[i].name);
        if (strncmp(at, known[i].name, size) != 0) continue;
        *(*to)++ = *known[i].bytes;
        return size;
    }
    if (at[1] != '#') return 0;
    const bool hex = at[2] == 'x' || at[2] == 'X';
    const char *digits = at + (hex ? 3 : 2);
    char *end;
    if (!isxdigit((unsigned char)*digits)) return 0;
    long code = strtol(digits, &end, hex ? 16 : 10);
    if (*end != ';' || code < 1 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return 0;
    *to += text_encode((int)code, *to);
    return (size_t)(end + 1 - at);
}

/* Copies text up to the next `<`; it never grows: an entity is longer than its character. */
static void copy_text(Reader *r, char **to)
{
    while (*r->at && *r->at != '<') {
        size_t entity = *r->at == '&' ? read_entity(r->at, to) : 0;
        if (!entity) *(*to)++ = *r->at++;
        r->at += entity;
    }
}

/* ---- paragraphs ------------------------------------------------------------------------------*/

static bool is_paragraph(const Tag *t)
{
    return t->id && (strncmp(t->id, "par_", 4) == 0 || strncmp(t->id, "hd_", 3) == 0);
}

/* Reads up to the end tag of the paragraph that `open` began; writes its text at *to. */
static bool read_content(Reader *r, const Tag *open, char **to, Error *e)
{
    while (copy_text(r, to), *r->at) {
        const char *markup = r->at;
        Tag t;
        if (!read_markup(r, &t, e)) return false;
        const bool same =
            t.name_size == open->name_size && strncasecmp(t.name, open->name, t.name_size) == 0;
        if (same && t.is_end) return true;
        if (same || is_paragraph(&t)) return refuse(r, markup, "a paragraph inside another", e);
        if (tag_is(&t, "br")) *(*to)++ = ' ';
        if (t.name_size == 0 && r->at == markup + 1) *(*to)++ = '<';
    }
    return refuse(r, open->name, "a paragraph without its end", e);
}

static bool check_bytes(const Reader *r, size_t size, Error *e)
{
    const char *end = r->start + size;
    for (const char *c = r->start; c < end;) {
        int length, code = text_decode(c, (size_t)(end - c), &length);
        if (code == TEXT_INVALID) return refuse(r, c, "a byte that is not UTF-8", e);
        if (code == 0) return refuse(r, c, "a zero byte", e);
        c += length;
    }
    return true;
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
static bool read_paragraphs(HelpPage *page, Arena *a, Reader *r, char *text, Error *e)
{
    int room = 0;
    while ((r->at = strchr(r->at, '<'))) {
        Tag t;
        char *end = text;
        if (!read_markup(r, &t, e)) return false;
        if (t.is_end || !is_paragraph(&t)) continue;
        if (!read_content(r, &t, &end, e)) return false;
        HelpParagraph p = {copy(a, t.id, t.id_size), corpus_tidy(a, text, (size_t)(end - text))};
        add_paragraph(page, a, &room, p);
    }
    return true;
}

bool help_page_parse(HelpPage *page, Arena *a, const char *path, const char *html, size_t size,
                     Error *e)
{
    Reader r = {path, html, html};
    Arena scratch = {0};
    page->count = 0;
    page->paragraphs = NULL;
    const bool good = check_bytes(&r, size, e) &&
                      read_paragraphs(page, a, &r, arena_alloc(&scratch, size + 1), e);
    arena_free(&scratch);
    return good;
}
