/* A text as a bag of words: how often each word of a vocabulary is in it, in whatever order.
 *
 * A word is a run of letters, marks and digits, without case and in compatibility form. Chinese
 * writes no blanks between words: every ideograph is one, and so are two ideographs side by side,
 * most of which are words in Chinese. */
#ifndef CH06_BAG_OF_WORDS_H
#define CH06_BAG_OF_WORDS_H

#include "ch05_transformer/corpus_set.h"
#include "label_tasks.h"
#include "sparse.h"

/* The words of a text in their order, a pair of ideographs after its second one; a new StringSet
 * numbers them. Owned by the arena; the return value is their number. */
int bag_words(Arena *a, const char *text, const char ***words);

/* All words of n texts. */
StringSet bag_vocabulary(Arena *a, const Labelled *texts, int n);

/* n x vocabulary->count: in row i how often each word is in text i. Words that the vocabulary does
 * not have are not counted. Owned by the arena. */
SparseMat bag_counts(Arena *a, const StringSet *vocabulary, const Labelled *texts, int n);

#endif
