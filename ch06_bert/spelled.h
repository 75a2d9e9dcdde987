/* Documents as ids, one after the other in one array: what examples are cut from. */
#ifndef CH06_SPELLED_H
#define CH06_SPELLED_H

#include "documents.h"
#include "tokenizer.h"

typedef struct {
    const int *ids;
    const int
        *sentences; /* sentence s: ids[sentences[s]] .. ids[sentences[s + 1] - 1], not empty */
    const int *documents; /* document d: the sentences documents[d] .. documents[d + 1] - 1 */
    int sentence_count, document_count;
} Spelled;

/* Spells all sentences; owned by the arena. A text that names a special piece, as the chapter about
 * [MASK] does, is spelled like any other text, whatever t->rules.specials says. */
Spelled documents_spell(Arena *a, const Documents *d, const Tokenizer *t);

#endif
