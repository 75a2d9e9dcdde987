/* Which of its pieces may a text's label have come from? Two answers for a classifier on a BERT:
 *
 *     attention   what the places that the classifier reads look at in the last layer
 *     loss        log p(class) - log p(class | piece t is hidden by [MASK]),    for every t
 *
 * Attention says where vectors are taken from, not what is made of them, and is no explanation by
 * itself (Jain and Wallace 2019; Wiegreffe and Pinter 2019): the second column asks the model
 * again. It leaves out one piece at a time (Li, Monroe and Jurafsky 2016), so of two that say the
 * same neither is missed. */
#ifndef CH06_ATTRIBUTION_H
#define CH06_ATTRIBUTION_H

#include "text_batches.h"

/* Lengths of a text that can be shown, [CLS] and [SEP] included. */
enum { SHOWN_SHORTEST = 8, SHOWN_LONGEST = 20 };

/* Draws one of the n examples whose predicted class is its label (or, with right false, is not),
 * all of a length that can be shown being equally likely; if there is none, one of any length.
 * Returns which, or -1: all are wrong (right). */
int attribution_pick(Rng *r, const TextExample *examples, const int *predicted, int n, bool right);

/* A row for each of the text's pieces and a column for each head of the last layer, then one for
 * the loss. With BERT_CLS the classifier reads [CLS], and the heads' columns are what that looks
 * at; with BERT_BILSTM it reads every place, and they are means over all of them. Either way a
 * head's column has the sum 1. Where [CLS] and the last [SEP] are, the loss is 0: they are no part
 * of the text. mask: the id to hide a piece by. Owned by the arena. The model is no BILSTM. */
Mat attribution(TextClassifier *c, Arena *a, const TextExample *x, int class, int mask);

#endif
