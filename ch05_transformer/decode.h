/* Writing a translation: the decoder one token at a time, with a memory of what it computed before;
 * greedy and beam search on top of it. */
#ifndef CH05_DECODE_H
#define CH05_DECODE_H

#include "transformer.h"

/* The keys and values of all earlier tokens ("key/value cache"): token t needs only its own
 * projections, so a sentence of T tokens costs T steps and not T^2. B sentences with K hypotheses
 * each are B K rows; row r belongs to sentence r / K. */
typedef struct {
    Transformer *t;
    int batch, hypotheses, longest, length;           /* length: tokens written so far */
    int *valid;                                       /* of each source sentence */
    Mat self_k[MOST_LAYERS], self_v[MOST_LAYERS];     /* (B K longest) x d */
    Mat memory_k[MOST_LAYERS], memory_v[MOST_LAYERS]; /* (B T_s) x d */
} DecodeCache;

/* An empty cache for the encoder's output of `source`, which is not packed; from the arena. Dropout
 * must be off. */
DecodeCache decode_start(Transformer *t, Arena *a, Mat memory, Tokens source, int hypotheses,
                         int longest);

/* Appends one token to every row and returns the decoder's output there, (B K) x d. */
Mat decode_step(DecodeCache *c, Arena *step, const int *ids);

/* Row r goes on from what row from[r] was; only rows of one sentence may be exchanged. */
void decode_reorder(DecodeCache *c, Arena *step, const int *from);

/* Goes on with n of the sentences: sentence i is what sentence kept[i] was, in rising order. */
void decode_keep(DecodeCache *c, const int *kept, int n);

typedef struct {
    int beam;       /* hypotheses; 1 is greedy */
    int longest;    /* tokens in the output at most, the end included */
    double penalty; /* a: scores are divided by ((5 + length) / 6)^a (Wu et al. 2016); 0: none */
    int begin, end, pad; /* ids; begin and pad are never written */
} Search;

typedef struct {
    int *ids, length; /* without begin and end */
    double score;     /* sum of log-probabilities, end included, divided by the penalty */
    bool finished;    /* the end was written within the limit */
} Translation;

/* The best translation of each sentence of the batch; owned by the arena. */
Translation *beam_search(Transformer *t, Arena *a, Tokens source, Search search);

#endif
