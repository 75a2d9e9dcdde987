/* The Transformer: an encoder that reads a sentence, a decoder that writes another. Source: Vaswani
 * et al. 2017. Tokens are ids of one vocabulary for both languages; a batch of B sentences of T ids
 * is an array of B T ints, padded at the end of each sentence, or packed: without padding. */
#ifndef CH05_TRANSFORMER_H
#define CH05_TRANSFORMER_H

#include "block.h"
#include "vocabulary.h"

enum { MOST_LAYERS = 12 };

typedef struct {
    int vocabulary, layers, d_model, heads, d_hidden;
    int longest; /* tokens in a sentence, begin and end included */
    bool pre_norm;
    double dropout;
} TransformerShape;

typedef struct {
    TransformerShape shape;
    Param *embedding; /* V x d, shared by source, target and output */
    Mat positions;    /* longest x d, sinusoidal */
    Block encoder[MOST_LAYERS], decoder[MOST_LAYERS];
    LayerNorm encoder_norm, decoder_norm; /* after the last layer, pre-LN only */
    Rng *rng;                             /* training: dropout; NULL: evaluation */
} Transformer;

/* A stack of token ids: batch sentences of `length` ids each, of which valid[b] are real (valid
 * NULL: all); or packed: sentence b is ids[start[b]] .. ids[start[b + 1] - 1], `length` of them at
 * most, all real. */
typedef struct {
    const int *ids, *valid;
    int batch, length;
    const int *start; /* NULL: not packed */
} Tokens;

/* How many ids there are, padding included. */
int tokens_count(Tokens tokens);

/* What a forward pass remembers for the backward pass. */
typedef struct {
    Tokens source, target;
    Mask source_mask, memory_mask, target_mask;
    Mat memory, hidden;                /* encoder's and decoder's outputs */
    uint64_t drop_source, drop_target; /* choices of the embeddings' dropout */
} TransformerPass;

/* All weights under their names in p: embedding, encoder.0.self.w_q, ... */
Transformer *transformer_new(Arena *a, Params *p, Rng *r, TransformerShape shape);

/* Dropout on, drawn from rng, or off (NULL). */
void transformer_train(Transformer *t, Rng *rng);

/* The encoder's output, a row for each of the source's ids. */
Mat transformer_encode(Transformer *t, Arena *step, TransformerPass *pass, Tokens source);

/* The decoder's output, a row for each of the target's ids: row t of a sentence sees ids 0..t and
 * all of the source. */
Mat transformer_decode(Transformer *t, Arena *step, TransformerPass *pass, Tokens target);

/* The gradients of all weights, given that of the decoder's output. */
void transformer_backward(Transformer *t, Arena *step, const TransformerPass *pass, Mat d_hidden);

#endif
