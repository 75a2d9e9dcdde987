/* html - reading tags, entities and text of HTML pages. */
#include "html.h"
#include "common/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool html_refuse(const Html *h, const char *at, const char *what, Error *e)
{
    int line = 1;
    for (const char *c = h->start; c < at; c++) line += *c == '\n';
    return fail(e, "%s:%d: %s", h->path, line, what);
}

bool html_check(const Html *h, size_t size, Error *e)
{
    const char *end = h->start + size;
    for (const char *c = h->start; c < end;) {
        int length, code = text_decode(c, (size_t)(end - c), &length);
        if (code == TEXT_INVALID) return html_refuse(h, c, "a byte that is not UTF-8", e);
        if (code == 0) return html_refuse(h, c, "a zero byte", e);
        c += length;
    }
    return true;
}

/* ---- tags ------------------------------------------------------------------------------------*/

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_' || c == ':';
}

static bool is_text(const char *text, size_t size, const char *word)
{
    return size == strlen(word) && strncasecmp(text, word, size) == 0;
}

bool html_tag_is(const HtmlTag *t, const char *name)
{
    return is_text(t->name, t->name_size, name);
}

bool html_class_is(const HtmlTag *t, const char *class)
{
    return t->class && t->class_size == strlen(class) &&
           memcmp(t->class, class, t->class_size) == 0;
}

bool html_same_tag(const HtmlTag *t, const HtmlTag *other)
{
    return t->name_size == other->name_size && strncasecmp(t->name, other->name, t->name_size) == 0;
}

/* Moves over the value of an attribute, in quotes or bare. False: a quote is not closed. */
static bool read_value(Html *h, const char **value, size_t *size)
{
    const char quote = *h->at;
    if (quote != '"' && quote != '\'') {
        *value = h->at;
        *size = strcspn(h->at, " \t\r\n>");
        h->at += *size;
        return true;
    }
    *value = h->at + 1;
    *size = strcspn(*value, quote == '"' ? "\"" : "'");
    h->at = *value + *size;
    return *h->at++ == quote;
}

/* Reads the tag at `<`. */
static bool read_tag(Html *h, HtmlTag *t, Error *e)
{
    static const char *const blanks = " \t\r\n/";
    const char *start = h->at++;
    *t = (HtmlTag){.is_end = *h->at == '/'};
    h->at += t->is_end;
    for (t->name = h->at; is_name(*h->at); h->at++) t->name_size++;
    while (h->at += strspn(h->at, blanks), *h->at != '>') {
        const char *name = h->at, *value;
        size_t size, name_size = strcspn(name, " \t\r\n/=>");
        h->at += name_size + strspn(name + name_size, " \t\r\n");
        if (!*h->at) return html_refuse(h, start, "a tag without its end", e);
        if (*h->at != '=') continue;
        h->at += 1 + strspn(h->at + 1, " \t\r\n");
        if (!read_value(h, &value, &size))
            return html_refuse(h, start, "a quote without its end", e);
        if (is_text(name, name_size, "id")) t->id = value, t->id_size = size;
        if (is_text(name, name_size, "class")) t->class = value, t->class_size = size;
    }
    h->at++;
    return true;
}

/* Moves to what follows `end`. */
static bool skip_to(Html *h, const char *end, const char *what, Error *e)
{
    const char *found = strstr(h->at, end);
    if (!found) return html_refuse(h, h->at, what, e);
    h->at = found + strlen(end);
    return true;
}

bool html_markup(Html *h, HtmlTag *t, Error *e)
{
    *t = (HtmlTag){0};
    if (strncmp(h->at, "<!--", 4) == 0) return skip_to(h, "-->", "a comment without its end", e);
    if (h->at[1] == '!') return skip_to(h, ">", "a declaration without its end", e);
    if (!isalpha((unsigned char)h->at[h->at[1] == '/' ? 2 : 1])) {
        h->at++;
        return true;
    }
    if (!read_tag(h, t, e)) return false;
    if (t->is_end) return true;
    if (html_tag_is(t, "script")) return skip_to(h, "</script>", "a script without its end", e);
    if (html_tag_is(t, "style")) return skip_to(h, "</style>", "a style without its end", e);
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

void html_text(Html *h, char **to)
{
    while (*h->at && *h->at != '<') {
        size_t entity = *h->at == '&' ? read_entity(h->at, to) : 0;
        if (!entity) *(*to)++ = *h->at++;
        h->at += entity;
    }
}
