/* pretraining_data - from a corpus to batches. */
#include "pretraining_data.h"

#include <string.h>

enum { FEWEST = 2 }; /* documents of a part: in a pair, one sentence may be of another */

static bool fail_few(const PretrainingData *d, const CorpusOptions *o, int documents, Error *e)
{
    const bool file = o->corpus == CORPUS_FILE;
    const char *name = file ? o->path : corpus_name(o->corpus),
               *how = file ? "; a blank line separates documents" : "";
    if (documents < PARTS * FEWEST)
        return fail(e, "%.200s: %d document%s too few: each of three parts needs %d%s", name,
                    documents, documents == 1 ? " is" : "s are", FEWEST, how);
    return fail(e,
                "%.200s: %d documents are too few: %d to learn from, %d to validate with and %d to "
                "test with, and each part needs %d; another --seed may help%s",
                name, documents, d->part[TRAIN].count, d->part[VALID].count, d->part[TEST].count,
                FEWEST, how);
}

bool pretraining_data_read(PretrainingData *d, Arena *a, const CorpusOptions *o, Error *e)
{
    Documents all;
    *d = (PretrainingData){0};
    if (!documents_read(&all, a, o->corpus, o->data, o->path, e)) return false;
    d->taken_out = documents_split(d->part, a, &all, o->seed, VALID_SHARE, TEST_SHARE);
    for (Part p = TRAIN; p < PARTS; p++)
        if (d->part[p].count < FEWEST) return fail_few(d, o, all.count, e);
    return true;
}

static int sentences_of(const Documents *d)
{
    int n = 0;
    for (int i = 0; i < d->count; i++) n += d->documents[i].count;
    return n;
}

static void learn_vocabulary(PretrainingData *d, Arena *a, int size)
{
    Arena scratch = {0};
    const Documents *train = &d->part[TRAIN];
    const int total = sentences_of(train);
    const char **lines = arena_alloc(&scratch, (size_t)total * sizeof *lines);
    int n = 0;
    for (int i = 0; i < train->count; i++)
        for (int s = 0; s < train->documents[i].count; s++)
            lines[n++] = train->documents[i].sentences[s];
    d->tokenizer.rules = (TokenizerRules){
        .lower_case = true, .strip_accents = true, .ideographs = true, .specials = true};
    pieces_train(&d->tokenizer.vocabulary, a, lines, (size_t)n, d->tokenizer.rules, size);
    arena_free(&scratch);
}

void pretraining_data_spell(PretrainingData *d, Arena *a, const CorpusOptions *o,
                            const Tokenizer *tokenizer)
{
    if (tokenizer)
        d->tokenizer = *tokenizer;
    else
        learn_vocabulary(d, a, o->vocabulary);
    for (Part p = TRAIN; p < PARTS; p++)
        d->spelled[p] = documents_spell(a, &d->part[p], &d->tokenizer);
}

PretrainingBatches pretraining_data_batches(const PretrainingData *d, Arena *a, Part part,
                                            PairRules pairs, bool whole_words, int rows, Rng rng)
{
    const PieceVocabulary *v = &d->tokenizer.vocabulary;
    const PretrainingRules rules = {.pairs = pairs,
                                    .masks = mask_rules(a, v, whole_words),
                                    .pad = v->pad,
                                    .cls = v->cls,
                                    .sep = v->sep,
                                    .rows = rows};
    return pretraining_new(a, &d->spelled[part], rules, rng);
}
