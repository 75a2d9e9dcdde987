/* A task that needs no data: numbers in words, from English to Chinese. Word for word it cannot be
 * done: English counts by thousands, Chinese by ten thousands (forty thousand is 四万, four hundred
 * thousand 四十万), and writes 零 where places are empty (1001 is 一千零一). Yet whoever knows the
 * rules makes no error, so that a model can be asked for none.
 *
 * English is American: no "and", a hyphen in twenty-one. Chinese are simple numerals as they are
 * written: 二 and not 两, 十二 but 一百一十二, 零 once for a run of empty places between two
 * others, also where it begins a section of four (100010000 is 一亿零一万). */
#ifndef CH05_NUMBERS_H
#define CH05_NUMBERS_H

#include "corpus.h"

enum { LARGEST_NUMBER = 1000000000, ALWAYS_TRAINED = 101 };

/* The words of a number from 0 to LARGEST_NUMBER. Owned by the arena. */
char *number_in_english(Arena *a, int n);
char *number_in_chinese(Arena *a, int n);

/* So many different numbers for each part, source English, target Chinese. 0 .. 99 and
 * LARGEST_NUMBER are in TRAIN, as only they show some words; of the others every number of digits
 * is equally likely, and then every number of so many. train >= ALWAYS_TRAINED. */
CorpusSplit numbers_split(Arena *a, Rng *r, int train, int valid, int test);

#endif
