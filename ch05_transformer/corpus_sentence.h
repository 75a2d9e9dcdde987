/* Where sentences end. The same rules serve every language: a paragraph and its translation are cut
 * only where both have equally many ends, so that a rule that fails on one side does no harm. */
#ifndef CH05_CORPUS_SENTENCE_H
#define CH05_CORPUS_SENTENCE_H

#include "corpus.h"

typedef enum {
    SENTENCE_END, /* . ! ? before a blank and no small letter; the full-width ones anywhere */
    CLAUSE_END    /* : ; before a blank; the full-width ones anywhere */
} TextEnd;

/* Cuts a tidy text after every such end; quotes and brackets that close stay with it. A part holds
 * a letter, so that "1. Choose ..." is one; "e.g." and other abbreviations end nothing. Returns the
 * number of parts; *parts is owned by the arena. */
int corpus_cut(Arena *a, const char *text, TextEnd end, char ***parts);

/* Pairs of sentences from pairs of paragraphs: each pair is cut at the ends of sentences, then each
 * of these at the ends of clauses, where both sides have equally many parts, and else kept. */
Corpus corpus_sentences(Arena *a, const Corpus *paragraphs);

#endif
