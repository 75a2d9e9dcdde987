/* What a BERT is pretrained on: a corpus, split, and a vocabulary that was learned from its
 * training part. */
#ifndef CH06_PRETRAINING_DATA_H
#define CH06_PRETRAINING_DATA_H

#include "pretraining_batches.h"

typedef struct {
    CorpusKind corpus;
    const char *data, *path; /* as documents_read takes them */
    int vocabulary;          /* pieces at most */
    uint64_t seed;           /* of the split */
} CorpusOptions;

typedef struct {
    Documents part[PARTS];
    int taken_out; /* sentences of VALID and TEST that another part has, too */
    Tokenizer tokenizer;
    Spelled spelled[PARTS];
} PretrainingData;

/* Reads and splits (VALID_SHARE, TEST_SHARE). Everything is owned by the arena. False: what
 * documents_read refuses; a part without two documents. */
bool pretraining_data_read(PretrainingData *d, Arena *a, const CorpusOptions *o, Error *e);

/* Learns the vocabulary from TRAIN, or takes that of `tokenizer` unless it is NULL, and spells all
 * parts with it. */
void pretraining_data_spell(PretrainingData *d, Arena *a, const CorpusOptions *o,
                            const Tokenizer *tokenizer);

/* Batches of a part. */
PretrainingBatches pretraining_data_batches(const PretrainingData *d, Arena *a, Part part,
                                            PairRules pairs, bool whole_words, int rows, Rng rng);

#endif
