/* documents_lines - documents from files of lines: a user's own, and WordNet's glosses. */
#include "documents_parts.h"

#include "ch05_transformer/corpus_text.h"
#include "common/text.h"

#include <string.h>

static bool is_blank(const char *line)
{
    return line[strspn(line, " \t")] == '\0';
}

/* A document's first line is its name. */
bool documents_read_file(DocumentList *l, const char *path, Error *e)
{
    TextLines lines;
    if (!text_read(&lines, l->arena, path, e)) return false;
    for (size_t i = 0; i < lines.count; i++) {
        const char *line = lines.lines[i];
        if (is_blank(line)) continue;
        if (i == 0 || is_blank(lines.lines[i - 1])) documents_begin(l, line);
        documents_add(l, line, strlen(line));
    }
    return true;
}

/* ---- WordNet ---------------------------------------------------------------------------------*/

/* A gloss is a definition, then perhaps examples: definition; "example"; "example". The same gloss
 * may stand at several synsets: its name is its key, so that all are in the same part. */
static void add_gloss(DocumentList *l, const char *gloss)
{
    documents_begin(l, corpus_key(l->arena, gloss));
    for (const char *end; (end = strstr(gloss, "; \"")); gloss = end + 2)
        documents_add_sentence(l, gloss, (size_t)(end - gloss));
    documents_add_sentence(l, gloss, strlen(gloss));
}

/* A line is "00001740 03 n 01 entity 0 ... | gloss" (wndb(5WN)); those of the licence at the top
 * begin with blanks. */
static bool read_glosses(DocumentList *l, const char *path, Error *e)
{
    TextLines lines;
    if (!text_read(&lines, l->arena, path, e)) return false;
    for (size_t i = 0; i < lines.count; i++) {
        const char *line = lines.lines[i], *bar = strstr(line, " | ");
        if (*line == ' ') continue;
        if (strspn(line, "0123456789") != 8 || !bar)
            return fail(e, "%s:%zu: not a line of WordNet: \"00001740 03 n ... | gloss\"", path,
                        i + 1);
        add_gloss(l, bar + 3);
    }
    return true;
}

bool documents_read_wordnet(DocumentList *l, const char *data, Error *e)
{
    static const char *const kinds[] = {"noun", "verb", "adj", "adv"};
    for (int i = 0; i < 4; i++) {
        const char *path =
            arena_print(l->arena, "%s/wordnet-base/usr/share/wordnet/data.%s", data, kinds[i]);
        if (!read_glosses(l, path, e)) return false;
    }
    return true;
}
