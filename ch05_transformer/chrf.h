/* chrF, the score of translations by the n-grams of characters that they share with a reference:
 * the F-measure of precision P and recall R, in which recall counts beta times as much,
 *
 *     chrF = (1 + beta^2) P R / (beta^2 P + R)
 *
 * P and R are means over n = 1 .. 6 of matching n-grams of all sentences / n-grams of all
 * hypotheses, of all references; beta = 2, white space does not count. It needs no tokenizer, and
 * gives half a word half its due. Source: Popovic 2015; the conventions are sacreBLEU's "chrF2". */
#ifndef CH05_CHRF_H
#define CH05_CHRF_H

#include "ngram.h"

enum { CHRF_ORDERS = 6 };

typedef struct {
    NgramCount orders[CHRF_ORDERS];
} Chrf; /* all zero bytes: nothing counted yet */

/* Adds one sentence, detokenised UTF-8. */
void chrf_add(Chrf *c, Arena *scratch, const char *hypothesis, const char *reference);

/* From 0 to 100. Orders that no hypothesis or no reference is long enough for are left out
 * ("effective order"). */
double chrf_score(const Chrf *c);

/* "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no = 43.21", sacreBLEU's names. */
void chrf_describe(const Chrf *c, char *text, size_t size);

#endif
