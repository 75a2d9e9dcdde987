/* Texts with a class each: what a model is fine-tuned to tell apart.
 *
 *     glosses          a noun's definition in WordNet, and which of the 26 files of its
 *                      lexicographers it is from: person, food, event ...
 *     help-en help-zh  a sentence of LibreOffice's help, and which of 8 applications the page is
 *                      about
 *     foods            a review of something to eat, and whether it gave five stars
 *     file             whatever a file has: lines of label, tab, text
 *
 * Texts come in groups that are about one thing, such as the sentences of a page. A group is in one
 * part whole, and a text that two parts share is taken out of the smaller one: what a model is
 * judged by, it has not read. */
#ifndef CH06_LABEL_TASKS_H
#define CH06_LABEL_TASKS_H

#include "ch05_transformer/corpus.h"

typedef enum { GLOSSES, HELP_ENGLISH, HELP_CHINESE, FOODS, LABEL_FILE, LABEL_TASKS } LabelTaskKind;
#define LABEL_TASK_NAMES "glosses|help-en|help-zh|foods|file"

typedef struct {
    const char *text;  /* tidy, as corpus_tidy writes it, with a letter in it */
    int label;         /* 0 .. label_count - 1 */
    const char *group; /* of glosses and of files: the text's own corpus_key */
} Labelled;

typedef struct {
    const char *const *labels; /* the classes' names */
    int label_count;           /* at least 2 */
    Labelled *part[PARTS];
    int count[PARTS];   /* at least 1 in each part */
    int wordless;       /* texts left out because there is no letter in them */
    int repeated;       /* ... because the same text with the same label came before */
    int dropped[PARTS]; /* ... because a larger part has the same text */
} LabelTask;

enum { MOST_LABELS = 1000 }; /* a file with more has its columns the wrong way round */

/* "help-en" */
const char *label_task_name(LabelTaskKind kind);

/* Reads a task and splits it; everything is owned by the arena. `data` is where ./setup puts what
 * it fetches ("build/data"), `path` the file of LABEL_FILE; the other one is not looked at. A fifth
 * of the groups are for TEST and a tenth for VALID, picked by the seed; FOODS comes with a test
 * part of its own, and the seed picks VALID from the rest.
 *
 * A first line of a file whose label is the word "label" is a heading. False, with file and line: a
 * file is missing, not UTF-8 or not of its format; fewer than 2 or more than MOST_LABELS labels; a
 * part would be empty. */
bool label_task_read(LabelTask *t, Arena *a, LabelTaskKind kind, const char *data, const char *path,
                     uint64_t seed, Error *e);

/* How many texts of VALID and TEST are the same (corpus_key) as one of TRAIN, or for TEST one of
 * VALID. Must be 0 for an honest score, and is after label_task_read. */
int label_task_overlaps(const LabelTask *t);

#endif
