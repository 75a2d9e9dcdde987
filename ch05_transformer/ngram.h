/* n-grams, the runs of n symbols of a text, and how many two texts have in common: what BLEU counts
 * in words and chrF in characters. */
#ifndef CH05_NGRAM_H
#define CH05_NGRAM_H

#include "symbols.h"

typedef struct {
    long hypothesis, reference; /* n-grams of each text */
    long matches;               /* in common: an n-gram that is there a times in one text and b
                                   times in the other counts min(a, b) times ("clipped") */
} NgramCount;

/* Adds to counts[n - 1] the n-grams of the two texts, for n = 1 .. orders. */
void ngram_count(NgramCount *counts, int orders, Arena *scratch, Symbols hypothesis,
                 Symbols reference);

#endif
