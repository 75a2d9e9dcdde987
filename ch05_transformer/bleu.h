/* BLEU, the score of translations by the n-grams of words that they share with a reference:
 *
 *     BLEU = BP (p_1 p_2 p_3 p_4)^(1/4)        BP = min(1, e^(1 - r/c))
 *
 * p_n: matching n-grams of all hypotheses / n-grams of all hypotheses; c, r: words of all
 * hypotheses and of all references. The counts are pooled over the corpus: it is not the mean of
 * the sentences' scores. Sources: Papineni et al. 2002; the conventions of sacreBLEU, Post 2018. */
#ifndef CH05_BLEU_H
#define CH05_BLEU_H

#include "bleu_tokenize.h"
#include "ngram.h"

enum { BLEU_ORDERS = 4 };

/* The conventions a score depends on. All zero bytes: the paper's definition on words separated by
 * blanks. BLEU_SACRE is sacreBLEU's default for Western languages. */
typedef struct {
    BleuTokenizer tokenizer;
    bool smooth;          /* the k-th order without a match counts 1 / 2^k matches, not 0 */
    bool effective_order; /* orders that no hypothesis is long enough for are left out; without it
                             a corpus of sentences under 4 words scores 0, perfect or not */
} BleuKind;
#define BLEU_SACRE ((BleuKind){.tokenizer = BLEU_13A, .smooth = true})

typedef struct {
    BleuKind kind;
    long hypothesis_words, reference_words;
    NgramCount orders[BLEU_ORDERS];
} Bleu;

/* Adds one sentence, detokenised UTF-8, to a Bleu that began as {.kind = ...}. */
void bleu_add(Bleu *b, Arena *scratch, const char *hypothesis, const char *reference);

/* From 0 to 100. 0 without any match: an empty hypothesis scores 0. */
double bleu_score(const Bleu *b);

/* The score, the conventions by sacreBLEU's names, and the counts it was made of, on one line:
 * "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp = 41.11 matches 6/7 4/6 2/5 1/4 (BP = 1.000
 * hyp_len = 7 ref_len = 7)". */
void bleu_describe(const Bleu *b, char *text, size_t size);

/* The score of one sequence in "Dive into Deep Learning" (Zhang et al. 2023, section 10.7.6), from
 * 0 to 1: min(1, e^(1 - label words / prediction words)) times the product of p_n^(1/2^n) for n up
 * to k, where orders longer than the prediction are left out; 0 for an empty prediction. Words are
 * separated by white space. */
double bleu_textbook(Arena *scratch, const char *prediction, const char *label, int k);

#endif
