/* Texts of numbered pieces for the tests of what reads pretraining texts. */
#ifndef CH06_TEST_PRETRAINING_TEXTS_H
#define CH06_TEST_PRETRAINING_TEXTS_H

#include "pretraining_batches.h"
#include "common/layers.h"
#include "common/testing.h"

#include <stdlib.h>
#include <string.h>

enum { PAD, UNKNOWN, CLS, SEP, MASK, SPECIALS, VOCABULARY = 200 };
enum { DOCUMENTS = 120, SENTENCES = 8, SENTENCE = 9 };

static Arena arena;
static bool special[VOCABULARY] = {true, true, true, true, true}, continues[VOCABULARY];

/* DOCUMENTS of 1 to SENTENCES sentences, each of 2 to SENTENCE pieces. */
static inline Spelled make_texts(uint64_t seed)
{
    Rng r = rng_new(seed);
    const size_t most = DOCUMENTS * SENTENCES;
    int *ids = arena_alloc(&arena, most * SENTENCE * sizeof *ids);
    int *sentences = arena_alloc(&arena, (most + 1) * sizeof *sentences);
    int *documents = arena_alloc(&arena, (DOCUMENTS + 1) * sizeof *documents);
    int id = 0, sentence = 0;
    for (int d = 0; d < DOCUMENTS; d++) {
        documents[d] = sentence;
        for (int left = 1 + rng_below(&r, SENTENCES); left > 0; left--) {
            sentences[sentence++] = id;
            for (int size = 2 + rng_below(&r, SENTENCE - 1); size > 0; size--)
                ids[id++] = SPECIALS + rng_below(&r, VOCABULARY - SPECIALS);
        }
    }
    documents[DOCUMENTS] = sentence;
    sentences[sentence] = id;
    return (Spelled){ids, sentences, documents, sentence, DOCUMENTS};
}

static inline PretrainingRules test_rules(int longest, bool pairs, int rows)
{
    return (PretrainingRules){.pairs = {longest, 0.1, pairs},
                              .masks = {0.15, false, VOCABULARY, MASK, special, continues},
                              .pad = PAD,
                              .cls = CLS,
                              .sep = SEP,
                              .rows = rows};
}

#endif
