/* documents_austen - the six novels that Jane Austen finished, from the data of the R package
 * janeaustenr (Silge 2017): of each novel an array of lines, with empty ones between paragraphs. */
#include "documents_parts.h"
#include "r_data.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Whether the line is a heading such as "CHAPTER XIV" or "Chapter 3". */
static bool is_chapter(const char *line)
{
    enum { WORD = 8 };
    return strncasecmp(line, "chapter ", WORD) == 0 && line[WORD] &&
           strspn(line + WORD, "0123456789IVXLC") == strlen(line + WORD);
}

/* Titles, "VOLUME II", "THE END" and rows of stars are not sentences. */
static bool has_small_letter(const char *text)
{
    for (; *text; text++)
        if (islower((unsigned char)*text)) return true;
    return false;
}

/* Adds the lines of a paragraph as one text. _Emphasis_ loses its marks. */
static void add_paragraph(DocumentList *l, const char *const *lines, int count)
{
    Arena scratch = {0};
    size_t size = 1;
    for (int i = 0; i < count; i++) size += strlen(lines[i]) + 1;
    char *text = arena_alloc(&scratch, size), *to = text;
    for (int i = 0; i < count; i++) {
        for (const char *c = lines[i]; *c; c++)
            if (*c != '_') *to++ = *c;
        *to++ = ' ';
    }
    *to = '\0';
    if (has_small_letter(text)) documents_add(l, text, (size_t)(to - text));
    arena_free(&scratch);
}

/* What comes before the first chapter is title and advertisement. */
static void add_novel(DocumentList *l, const char *name, const char *const *lines, int count)
{
    int chapter = 0;
    for (int i = 0, next; i < count; i = next) {
        next = i + 1;
        if (is_chapter(lines[i])) {
            documents_begin(l, arena_print(l->arena, "%s %d", name, ++chapter));
        } else if (*lines[i] && chapter > 0) {
            while (next < count && *lines[next] && !is_chapter(lines[next])) next++;
            add_paragraph(l, lines + i, next - i);
        }
    }
}

bool documents_read_austen(DocumentList *l, const char *data, Error *e)
{
    static const char *const novels[] = {"sensesensibility", "prideprejudice",
                                         "mansfieldpark",    "emma",
                                         "northangerabbey",  "persuasion"};
    RData package;
    const char *path = arena_print(
        l->arena, "%s/r-cran-janeaustenr/usr/lib/R/site-library/janeaustenr/data/Rdata", data);
    if (!r_data_open(&package, l->arena, path, e)) return false;
    for (size_t n = 0; n < sizeof novels / sizeof *novels; n++) {
        RValue lines;
        if (!r_data_object(&lines, l->arena, &package, novels[n], e)) return false;
        if (lines.kind != R_STRINGS)
            return fail(e, "%s.rdb: %s is not an array of lines", path, novels[n]);
        for (int i = 0; i < lines.count; i++)
            if (!lines.strings[i])
                return fail(e, "%s.rdb: %s: line %d is missing", path, novels[n], i + 1);
        add_novel(l, novels[n], lines.strings, lines.count);
    }
    return true;
}
