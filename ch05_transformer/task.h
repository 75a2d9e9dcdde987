/* What a model is taught: pairs of texts, cleaned, split, and spelled as ids. */
#ifndef CH05_TASK_H
#define CH05_TASK_H

#include "bleu.h"
#include "codec.h"
#include "corpus.h"

typedef enum { NUMBERS, EN_FR, EN_ZH, PHONEMES, PAIR_FILE } TaskKind;
#define TASKS "numbers|en-fr|en-zh|phonemes|file"

typedef struct {
    TaskKind kind;
    const char *data;  /* where ./setup has put the data: "build/data" */
    const char *path;  /* of PAIR_FILE: source, tab, target */
    CorpusRules rules; /* what is kept of EN_FR, EN_ZH and PAIR_FILE */
    int merges;        /* of byte-pair encoding */
    uint64_t seed;     /* of the split */
} TaskOptions;

typedef struct {
    TaskKind kind;
    int paragraphs, sentences; /* as they were read, and after cutting; help pages only */
    int dropped[DROP_REASONS]; /* pairs that were cleaned away */
    CorpusSplit split;
    PhonemeDictionary held_out; /* of PHONEMES: the words of TEST with all their variants */
    Codec codec;
    Example *examples[PARTS]; /* split.part[i].count of them */
} Task;

/* Reads, cleans, splits; everything is owned by the arena. False: a file is missing or wrong; a
 * part would be empty. */
bool task_read(Task *t, Arena *a, const TaskOptions *o, Error *e);

/* Learns the vocabulary from the training part, or takes that of `codec` unless it is NULL, and
 * spells all parts with it. */
void task_spell(Task *t, Arena *a, const TaskOptions *o, const Codec *codec);

/* "en-fr" */
const char *task_kind_name(TaskKind kind);

/* The conventions of BLEU for the task's target language. */
BleuKind task_bleu(TaskKind kind);

#endif
