/* label_task_file - a file of lines: label, tab, text. */
#include "label_task_parts.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ch05_transformer/corpus_set.h"
#include "ch05_transformer/corpus_text.h"
#include "common/text.h"

/* The two cells of a line; blanks around the label do not count. */
typedef struct {
    const char *label, *text;
} Line;

static bool read_line(Line *l, Arena *a, const char *line, const char *path, size_t number,
                      Error *e)
{
    const size_t size = strcspn(line, "\t");
    if (!line[size])
        return fail(e, "%s:%zu: no tab: a line must be a label, a tab and a text", path, number);
    l->label = corpus_tidy(a, line, size);
    l->text = line + size + 1;
    if (!*l->label) return fail(e, "%s:%zu: no label before the tab", path, number);
    if (!*corpus_tidy(a, l->text, strlen(l->text)))
        return fail(e, "%s:%zu: no text after the tab", path, number);
    return true;
}

static int by_name(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

/* The labels in the order of their names, and the texts' labels renumbered. */
static void sort_labels(LabelSource *s, Arena *a, const StringSet *found)
{
    StringSet sorted = {0};
    const size_t size = (size_t)found->count * sizeof *found->strings;
    const char **labels = memcpy(arena_alloc(a, size), found->strings, size);
    qsort(labels, (size_t)found->count, sizeof *labels, by_name);
    for (int i = 0; i < found->count; i++) string_set_add(&sorted, a, labels[i]);
    s->labels = labels, s->label_count = found->count;
    for (int i = 0; i < s->all.count; i++) {
        Labelled *item = &s->all.items[i];
        item->label = string_set_find(&sorted, found->strings[item->label]);
    }
}

bool label_read_file(LabelSource *s, Arena *a, const char *path, Error *e)
{
    TextLines lines;
    StringSet found = {0};
    if (!text_read(&lines, a, path, e)) return false;
    while (lines.count && !*lines.lines[lines.count - 1]) lines.count--;
    if (!lines.count) return fail(e, "%s: the file is empty", path);
    for (size_t i = 0; i < lines.count; i++) {
        Line l = {.label = "", .text = ""};
        if (!read_line(&l, a, lines.lines[i], path, i + 1, e)) return false;
        if (i == 0 && strcasecmp(l.label, "label") == 0) continue;
        const int label = string_set_add(&found, a, l.label);
        if (label == MOST_LABELS)
            return fail(e, "%s:%zu: more than %d labels: a line must be label, tab, text", path,
                        i + 1, MOST_LABELS);
        label_add(&s->all, a, l.text, strlen(l.text), label, NULL);
    }
    if (found.count < 2)
        return fail(e, "%s: all texts have one label: there is nothing to learn", path);
    sort_labels(s, a, &found);
    return true;
}
