/* Next-sentence prediction: two segments A and B, and the question whether B follows A in its
 * document or comes from another one.
 *
 * Both are runs of whole sentences, as many as fit into an example, cut to size at the end. Whether
 * B is what follows is the toss of a coin: half of all pairs are. Nothing in A or B alone tells how
 * it fell; three things in the original code do, and are different here:
 *
 *     a sentence left alone at a document's end   there: a B from elsewhere, always
 *                                                 here: an example without B and question
 *     a B from elsewhere may begin a document     there: yes; here: no, as no B that follows does
 *     at a document's end, where A and what       there: a B from elsewhere makes it full
 *     follows do not fill an example              here: it has no more sentences than follow A
 *
 * Source: Devlin et al. 2019, section 3.1 and appendix A.2; their code,
 * create_pretraining_data.py. */
#ifndef CH06_SENTENCE_PAIRS_H
#define CH06_SENTENCE_PAIRS_H

#include "spelled.h"

typedef struct {
    int begin, end; /* ids[begin .. end - 1] of the Spelled; empty when equal */
} Span;

typedef struct {
    Span a, b; /* B is empty where next is IGNORED_TARGET */
    int next;  /* IS_NEXT or NOT_NEXT (bert_heads.h), or IGNORED_TARGET */
} SentencePair;

typedef struct {
    int longest;    /* tokens of an example, with [CLS] and [SEP]s: at least 5 */
    double shorter; /* probability of an example that is to have fewer, between 2 and all: 0.1 */
    bool pairs;     /* false: one segment an example, for documents that have no order */
} PairRules;

/* Cuts all documents into examples, in their order; `out` has room for s->sentence_count of them.
 * Every sentence is in an example, though perhaps not all of it: an example that is too long loses
 * pieces. Where no other document has two sentences there are no pairs. Returns how many examples
 * there are. */
int sentence_pairs(SentencePair *out, const Spelled *s, PairRules rules, Rng *r);

/* Takes pieces away until both together have at most `longest` >= 2: each time one of the longer
 * span (of B when they are equal), from its front or its back with equal probability. */
void truncate_pair(Span *a, Span *b, int longest, Rng *r);

/* Tokens of the example with [CLS] and [SEP]s. */
int pair_length(SentencePair p);

#endif
