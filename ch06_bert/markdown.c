/* markdown - plain text from a paragraph of the notes, from its start to its end: each function
 * below reads one kind of markup at `at`, writes what is kept, and returns what comes after it. */
#include "markdown.h"

#include <ctype.h>
#include <string.h>

typedef struct {
    char *to; /* what is written is never longer than what was read */
    bool chinese;
} Writer;

static void write_bytes(Writer *w, const char *bytes, size_t size)
{
    memcpy(w->to, bytes, size);
    w->to += size;
}

/* ---- formulas --------------------------------------------------------------------------------*/

/* Commands for the look of a formula; the names of the others are read aloud. */
static bool is_look(const char *name, size_t size)
{
    static const char *const looks[] = {
        "mathbf", "mathbb", "mathrm", "mathcal", "operatorname", "text",  "frac", "dfrac", "left",
        "right",  "bigl",   "bigr",   "Bigl",    "Bigr",         "big",   "Big",  "quad",  "qquad",
        "bar",    "tilde",  "hat",    "limits",  "boldsymbol",   "begin", "end",  "top"};
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (strlen(looks[i]) == size && memcmp(looks[i], name, size) == 0) return true;
    return false;
}

/* A backslash and a name, or and a sign: \{ is a bracket, \, a thin blank. */
static const char *read_command(Writer *w, const char *at)
{
    const char *name = ++at;
    while (isalpha((unsigned char)*at)) at++;
    if (at == name) {
        if (*at == '{' || *at == '}' || *at == '%') *w->to++ = *at;
        return *at ? at + 1 : at;
    }
    if (!is_look(name, (size_t)(at - name))) write_bytes(w, name, (size_t)(at - name));
    return at;
}

static const char *read_formula(Writer *w, const char *at, const char *end)
{
    while (at < end) {
        if (*at == '\\')
            at = read_command(w, at);
        else if (strchr("{}^_&~$", *at))
            *w->to++ = ' ', at++;
        else
            *w->to++ = *at++;
    }
    return at;
}

/* At a $: the formula up to the next one, unless it is a lone sign. */
static const char *read_dollar(Writer *w, const char *at)
{
    const char *end = at + 1;
    while (*end && *end != '$') end += end[0] == '\\' && end[1] ? 2 : 1;
    if (!*end || isspace((unsigned char)at[1])) {
        *w->to++ = *at;
        return at + 1;
    }
    read_formula(w, at + 1, end);
    return end + 1;
}

/* ---- brackets --------------------------------------------------------------------------------*/

/* At {: what follows an attribute such as {.c #name}, or NULL when it is none. */
static const char *skip_attribute(const char *at)
{
    const bool opens = at[0] == '{' && (at[1] == '#' || at[1] == '.');
    const char *end = opens ? strchr(at, '}') : NULL;
    return end ? end + 1 : NULL;
}

/* At backquotes: the text up to as many; that of a measured number is its name, and goes. */
static const char *read_code(Writer *w, const char *at)
{
    const size_t quotes = strspn(at, "`");
    const char *start = at + quotes, *end = start;
    while ((end = strchr(end, '`')) && strspn(end, "`") != quotes) end += strspn(end, "`");
    if (!end) {
        write_bytes(w, at, quotes);
        return start;
    }
    const char *after = skip_attribute(end + quotes);
    if (!after || strncmp(end + quotes, "{.result", 8) != 0)
        write_bytes(w, start, (size_t)(end - start));
    return after ? after : end + quotes;
}

static size_t key_size(const char *key)
{
    size_t size = 0;
    while (isalnum((unsigned char)key[size]) || (key[size] && strchr(":_-", key[size]))) size++;
    return size;
}

/* At @: a reference leaves the word for what it points at, a citation nothing. */
static const char *read_at(Writer *w, const char *at)
{
    static const struct {
        const char *prefix, *english, *chinese;
    } kinds[] = {{"sec:", "section", "节"},
                 {"eq:", "equation", "式"},
                 {"fig:", "figure", "图"},
                 {"tbl:", "table", "表"},
                 {"lst:", "listing", "代码"}};
    const size_t size = key_size(at + 1);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *word = w->chinese ? kinds[i].chinese : kinds[i].english;
        if (strncmp(at + 1, kinds[i].prefix, strlen(kinds[i].prefix)) == 0)
            write_bytes(w, word, strlen(word));
    }
    if (size == 0) *w->to++ = '@';
    return at + 1 + size;
}

/* At [: a citation or references in brackets. Returns NULL when it is neither. */
static const char *read_citation(Writer *w, const char *at)
{
    const char *end = strchr(at, ']');
    if (!end || (at[1] != '@' && strncmp(at + 1, "-@", 2) != 0)) return NULL;
    for (at++; at < end;) at = *at == '@' ? read_at(w, at) : at + 1;
    return end + 1;
}

/* At ]: over the address of a link, or over attributes. */
static const char *skip_address(const char *at)
{
    const char *after = at[1] == '(' ? strchr(at, ')') : NULL;
    return after ? after + 1 : skip_attribute(at + 1);
}

/* At [: over the bracket when a link or a span begins; its text follows. */
static bool is_link(const char *at)
{
    int depth = 0;
    for (; *at; at++) {
        depth += (*at == '[') - (*at == ']');
        if (depth == 0) return skip_address(at) != NULL;
    }
    return false;
}

/* ---- paragraphs ------------------------------------------------------------------------------*/

/* Reads the character or markup at `at`. */
static const char *read_next(Writer *w, const char *at)
{
    const char *after;
    switch (*at) {
    case '`': return read_code(w, at);
    case '$': return read_dollar(w, at);
    case '@': return read_at(w, at);
    case '*': return at + 1;
    case '!':
        if (at[1] == '[' && is_link(at + 1)) return at + 2;
        break;
    case '[':
        if ((after = read_citation(w, at))) return after;
        if (is_link(at)) return at + 1;
        break;
    case ']':
        if ((after = skip_address(at))) return after;
        break;
    case '{':
        if ((after = skip_attribute(at))) return after;
        break;
    case '\\':
        if (ispunct((unsigned char)at[1])) at++;
        break;
    }
    *w->to++ = *at;
    return at + 1;
}

char *markdown_plain(Arena *a, const char *text, bool chinese)
{
    enum { LONGEST_WORD = 9 }; /* "@eq:" becomes "equation" */
    char *out = arena_alloc(a, LONGEST_WORD * strlen(text) + 1);
    Writer w = {out, chinese};
    while (*text) text = read_next(&w, text);
    *w.to = '\0';
    return out;
}
