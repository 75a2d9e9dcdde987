/* A corpus that needs no data: documents that count things, a number a sentence: "six grey wolves",
 * "seven grey wolves", ... A hidden word can be told from the sentences around it, and whether a
 * second segment follows, by whether it is about the same and goes on: a tiny model learns both
 * exercises in some hundred steps, where the book's notes take thousands. */
#ifndef CH06_COUNTING_H
#define CH06_COUNTING_H

#include "pretraining_data.h"

/* For each of the THINGS the numbers from 1 to `most`, cut into documents of COUNT_LEAST to
 * COUNT_MOST, which are put in any order and split by VALID_SHARE and TEST_SHARE; with a vocabulary
 * of all their words. No sentence is in two documents. Owned by the arena. most: from 100 on, so
 * that no part is empty. */
enum { COUNT_LEAST = 6, COUNT_MOST = 14 };
PretrainingData counting_data(Arena *a, Rng *r, int most);

#endif
