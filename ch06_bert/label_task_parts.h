/* What the files label_task*.c share: texts as their readers find them, before they are split. */
#ifndef CH06_LABEL_TASK_PARTS_H
#define CH06_LABEL_TASK_PARTS_H

#include "label_tasks.h"

typedef struct {
    Labelled *items;
    int count, room;
} LabelledTexts; /* all zero bytes: empty */

/* All of a source: its classes, and texts to be split by group; `test` is the test part where the
 * source has one of its own, and then `all` is the rest. */
typedef struct {
    const char *const *labels;
    int label_count;
    LabelledTexts all, test;
} LabelSource;

/* Adds a text, tidied; with group NULL it is its own. */
void label_add(LabelledTexts *t, Arena *a, const char *text, size_t size, int label,
               const char *group);

/* The readers; errors as label_task_read describes them. */
bool label_read_glosses(LabelSource *s, Arena *a, const char *data, Error *e);
bool label_read_help(LabelSource *s, Arena *a, const char *data, const char *language, Error *e);
bool label_read_foods(LabelSource *s, Arena *a, const char *data, Error *e);
bool label_read_file(LabelSource *s, Arena *a, const char *path, Error *e);

#endif
