/* A parallel corpus: sentences with their translations, and the page each pair comes from.
 *
 * What is written below is done in this order: pairs are read (help_pages.h, or a file of the
 * user's), cut into sentences (corpus_sentence.h), cleaned, and split by page into what a model is
 * trained on, what chooses its settings, and what it is judged by. */
#ifndef CH05_CORPUS_H
#define CH05_CORPUS_H

#include "common/rng.h"

typedef struct {
    const char *source, *target; /* tidy, as corpus_tidy writes it */
    const char *page;            /* pairs of one page are about one thing: they stay together */
} Pair;

typedef struct {
    Pair *pairs;
    int count, room;
} Corpus; /* all zero bytes: empty */

/* Adds a pair; the texts stay where they are, the array is the arena's. */
void corpus_add(Corpus *c, Arena *a, Pair pair);

/* Reads a file with a pair a line: source, tab, target, and perhaps another tab and what nobody
 * needs here. That is what manythings.org makes of Tatoeba's sentences (English, tab, French, tab,
 * licence), and what `paste` makes of Multi30k's two files. All lines of the same source sentence
 * are one page: the translations of a sentence stay together. False, with file and line: it cannot
 * be read, is empty or not UTF-8; a line without a tab; nothing on one side of it. */
bool corpus_read(Corpus *c, Arena *a, const char *path, Error *e);

/* ---- cleaning --------------------------------------------------------------------------------*/

typedef struct {
    int longest;     /* words or ideographs of the longer side, see corpus_length */
    double ratio;    /* longer side <= ratio * shorter side + 3 */
    bool ideographs; /* the target is Chinese: it must hold a Han character */
} CorpusRules;

/* Why a pair is dropped: the first reason that holds, in this order. */
typedef enum {
    WORDLESS,     /* a side without a letter */
    UNTRANSLATED, /* both sides the same (corpus_key), or no Han character where one must be */
    TOO_LONG,
    UNEVEN,   /* one side is much longer than the other */
    REPEATED, /* the same pair was there before */
    DROP_REASONS
} DropReason;

/* For a table: "not translated". */
const char *drop_reason_name(DropReason reason);

/* The pairs without those that are dropped; counts, unless NULL, receives how many for each reason.
 * The array is owned by the arena, the texts stay where they are. */
Corpus corpus_clean(Arena *a, const Corpus *c, CorpusRules rules, int counts[DROP_REASONS]);

/* ---- statistics ------------------------------------------------------------------------------*/

typedef struct {
    int pairs, pages;
    long source_words, target_words; /* words or ideographs */
    int longest_source, longest_target;
} CorpusStatistics;

CorpusStatistics corpus_statistics(const Corpus *c);

/* n different pairs (all when there are fewer), picked at random. */
Corpus corpus_sample(Arena *a, const Corpus *c, Rng *r, int n);

/* ---- splitting -------------------------------------------------------------------------------*/

typedef enum { TRAIN, VALID, TEST, PARTS } Part;

/* The part that a page (a word, ...) belongs to: it depends on the name, the seed and the shares of
 * the two smaller parts alone, not on what else there is. */
Part part_of(const char *name, uint64_t seed, double valid, double test);

typedef struct {
    Corpus part[PARTS];
    int dropped[PARTS]; /* pairs of VALID and TEST that were taken out: they repeat a sentence */
} CorpusSplit;

/* Splits by page: page p goes to part_of(p, ...). Help pages repeat each other: what VALID and TEST
 * share with TRAIN, and TEST with VALID, is taken out of the smaller part. */
CorpusSplit corpus_split(Arena *a, const Corpus *c, uint64_t seed, double valid, double test);

/* Takes out of VALID and TEST the pairs that corpus_overlaps counts: for parts that come from
 * files of their own. corpus_split has done it already. */
void corpus_drop_overlaps(CorpusSplit *s, Arena *a);

/* How many pairs of VALID and TEST have a source or a target that is the same (corpus_key) as one
 * of TRAIN, or for TEST one of VALID. Must be 0 for an honest score. */
int corpus_overlaps(const CorpusSplit *s);

#endif
