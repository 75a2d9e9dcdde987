/* label_task_glosses - WordNet's nouns: the gloss of a synset and the file of the lexicographers
 * that it comes from (Fellbaum 1998, "WordNet: An Electronic Lexical Database").
 *
 * A line of data.noun is, after some lines of licence that begin with blanks (wndb(5WN)):
 *
 *     00001740 03 n 01 entity 0 ... | that which is perceived or known ...
 *
 * where 03 is the number of the file and the gloss, a definition and perhaps examples, follows the
 * bar. Nouns have the files 03 to 28 (lexnames(5WN)). The group is the gloss's key, as the name of
 * the document that pretraining makes of it. */
#include "label_task_parts.h"

#include "ch05_transformer/corpus_text.h"

#include <ctype.h>
#include <string.h>

#include "common/text.h"

enum { FIRST_FILE = 3, OFFSET_DIGITS = 8 };

static const char *const names[] = {
    "top",           "act",    "animal",     "artifact",  "attribute",  "body",     "cognition",
    "communication", "event",  "feeling",    "food",      "group",      "location", "motive",
    "object",        "person", "phenomenon", "plant",     "possession", "process",  "quantity",
    "relation",      "shape",  "state",      "substance", "time"};
enum { NAMES = sizeof names / sizeof *names };

/* The class of "00001740 03 n ...", or -1. */
static int class_of(const char *line)
{
    for (int i = 0; i < OFFSET_DIGITS; i++)
        if (!isdigit((unsigned char)line[i])) return -1;
    const char *file = line + OFFSET_DIGITS;
    if (file[0] != ' ' || !isdigit((unsigned char)file[1]) || !isdigit((unsigned char)file[2]) ||
        strncmp(file + 3, " n ", 3) != 0)
        return -1;
    const int class = 10 * (file[1] - '0') + file[2] - '0' - FIRST_FILE;
    return class >= 0 && class < NAMES ? class : -1;
}

bool label_read_glosses(LabelSource *s, Arena *a, const char *data, Error *e)
{
    TextLines lines;
    const char *path = arena_print(a, "%s/wordnet-base/usr/share/wordnet/data.noun", data);
    if (!text_read(&lines, a, path, e)) return false;
    s->labels = names, s->label_count = NAMES;
    for (size_t i = 0; i < lines.count; i++) {
        const char *line = lines.lines[i], *bar = strstr(line, " | ");
        if (*line == ' ') continue;
        const int label = class_of(line);
        if (label < 0 || !bar)
            return fail(e, "%s:%zu: not a noun of WordNet: \"00001740 03 n ... | gloss\"", path,
                        i + 1);
        label_add(&s->all, a, bar + 3, strlen(bar + 3), label, corpus_key(a, bar + 3));
    }
    return true;
}
