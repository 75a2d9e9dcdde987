/* Texts as BERT reads them: [CLS] A [SEP], or [CLS] A [SEP] B [SEP], as pieces. */
#ifndef CH06_PROMPT_H
#define CH06_PROMPT_H

#include "bert.h"
#include "tokenizer.h"

typedef struct {
    int *ids, *types;   /* types: 0 up to the first [SEP], 1 after it */
    const char **texts; /* the pieces for the eye; owned by the tokenizer */
    int length;
} Prompt;

/* The pieces of a text, or of two (second NULL: one); owned by the arena. False: the vocabulary has
 * no [CLS] or no [SEP]. */
bool prompt_new(Prompt *p, Arena *a, const Tokenizer *t, const char *first, const char *second,
                Error *e);

/* Cuts a prompt to `longest` pieces, at least 3: pieces are taken from the end of the longer text,
 * and the [SEP]s stay. Returns how many were taken. */
int prompt_cut(Prompt *p, int longest);

/* The prompt as a batch of one. */
BertInput prompt_input(const Prompt *p);

#endif
