/* How good translations are: BLEU, chrF and exact matches over sentences, word and phoneme error
 * rates for pronunciations. */
#ifndef CH05_SCORE_H
#define CH05_SCORE_H

#include "chrf.h"
#include "task.h"
#include "translator.h"

/* What is to be translated: the pairs of a part, or the words of PHONEMES, each once. */
typedef struct {
    int count;
    const char **source, **reference; /* reference: NULL for PHONEMES */
    Sequence *ids;                    /* of the sources */
} Exam;

/* The first `most` of a part (all of them when there are fewer). Owned by the arena. */
Exam exam_new(Arena *a, const Task *t, Part part, int most);

typedef struct {
    Bleu bleu;
    Chrf chrf;
    PhonemeScore phonemes;
    long sentences, exact; /* exact: equal to the reference, or to one of a word's variants */
} Score;

/* The score of an answer for each question; phonemes is filled for PHONEMES alone, bleu and chrf
 * for all others. */
Score exam_score(const Exam *x, const Task *t, const char *const *answers);

/* What a model answers, owned by the arena. tokens, unless NULL, gets how many ids it wrote. */
const char **exam_answers(const Exam *x, const Task *t, Arena *a, Translator *model, Search search,
                          long *tokens);

#endif
