/* A task with two questions at once: sentences of coloured words.
 *
 * Every token is a word and a colour. In a sentence each word comes twice, at random places, and
 * each token has a colour of its own, at random. Every token asks
 *
 *     PREVIOUS   which colour has the token before me?              found by position
 *     MATCH      which colour has the other token with my word?     found by content
 *
 * Neither answer follows from the token itself, and none of the two from the other. */
#ifndef CH03_COLOURS_H
#define CH03_COLOURS_H

#include "common/rng.h"

/* LENGTH: tokens of a sentence, even. It starts at a random one of the first places of a page that
 * has room for POSITIONS tokens, so that a model gets to know all of them. */
enum { WORDS = 32, COLOURS = 4, LENGTH = 16, POSITIONS = 32 };
typedef enum { PREVIOUS, MATCH, QUESTIONS } Question;

/* A batch of sentences, one below the other: B * LENGTH entries in each array. Owned by an arena.
 */
typedef struct {
    int batch;
    int *word, *colour, *position;
    int *source[QUESTIONS]; /* the place in the sentence where the answer stands; -1: none */
    int *target[QUESTIONS]; /* the answer, a colour; IGNORED_TARGET: none */
} Sentences;

/* "previous", "match" */
const char *question_name(Question q);

Sentences sentences_new(Arena *a, Rng *r, int batch);

/* The share of right answers of who always says the most frequent colour of the sentence's other
 * tokens: what counting alone can do. */
double counting_accuracy(const Sentences *s, Question q);

#endif
