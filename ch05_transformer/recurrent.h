/* The recurrent encoder-decoder with attention, which the Transformer replaced: a bidirectional
 * LSTM reads a sentence, an LSTM writes another, looking at all that was read before each word.
 *
 *     m_1 .. m_Ts = BiLSTM(x_1 .. x_Ts)                      memory, 2H wide
 *     h_0 = tanh(W_first <-m_1 + b_first), c_0 = 0           from the end of the backward LSTM
 *     a_t = alignment of h_(t-1) with m, c_t = sum a_tj m_j  what this step depends on
 *     h_t = LSTM([y_(t-1), c_t], h_(t-1))
 *     out_t = tanh(W_out [h_t, y_(t-1), c_t] + b_out)        the readout, d wide
 *
 * Every step waits for the one before it: that is the price, and the reason for the Transformer.
 * Embeddings, scores of the vocabulary and the loss are those of transformer.h and vocabulary.h, so
 * that a trainer can treat both models alike. Source: Bahdanau, Cho and Bengio 2015, appendix A,
 * with LSTMs in the place of its gated units and tanh in that of its maxout. */
#ifndef CH05_RECURRENT_H
#define CH05_RECURRENT_H

#include "alignment.h"
#include "bilstm.h"
#include "decode.h"

typedef struct {
    int vocabulary, d_model;
    int hidden;     /* H, of each LSTM */
    double dropout; /* of the embeddings and the readout */
} RecurrentShape;

typedef struct {
    RecurrentShape shape;
    Param *embedding; /* V x d, shared by source, target and output */
    BiLstm encoder;
    Param *w_first, *b_first; /* H x H, 1 x H */
    Lstm decoder;             /* input [y, c]: d + 2H */
    Alignment alignment;
    Param *w_out, *b_out; /* (H + d + 2H) x d, 1 x d */
    Rng *rng;             /* training: dropout; NULL: evaluation */
} Recurrent;

/* What a forward pass remembers for the backward pass. */
typedef struct {
    Tokens source, target;
    LstmState read;  /* the encoder's backward LSTM after the first word */
    LstmState first; /* the decoder's first state; cell: zeros */
    Mat memory;      /* (B Ts) x 2H */
    Mat features;    /* (B Tt) x (H + d + 2H): h, y, c */
    Mat readout;     /* (B Tt) x d, before dropout */
    uint64_t drop_source, drop_target, drop_readout;
} RecurrentPass;

/* All weights under their names in p: embedding, encoder.forward.w_x, alignment.w_q, ... */
Recurrent recurrent_new(Params *p, Rng *r, RecurrentShape shape);

/* Reads the source: prepares for decoding, and returns the decoder's first state. */
LstmState recurrent_encode(Recurrent *m, Arena *step, RecurrentPass *pass, Tokens source);

/* The readouts for the target's ids, (B Tt) x d, with row t knowing ids 0 .. t and the source, from
 * the step. `state` is what to start from, and becomes what the decoder ends with: a target may be
 * given piece by piece. Readouts of padding mean nothing. */
Mat recurrent_decode(Recurrent *m, Arena *step, RecurrentPass *pass, Tokens target,
                     LstmState *state);

/* The gradients of all weights, given that of the readouts of a whole target. */
void recurrent_backward(Recurrent *m, Arena *step, const RecurrentPass *pass, Mat d_readout);

/* The attention weights of target token t of sentence b for the source's tokens: 1 x Ts. */
Mat recurrent_weights(const Recurrent *m, int b, int t);

/* Greedy decoding: the most likely next token, again and again, for every sentence of the source;
 * search.beam must be 1. What beam_search returns for the Transformer: an array of source.batch
 * translations, owned by the arena. Dropout must be off. */
Translation *recurrent_greedy(Recurrent *m, Arena *a, Tokens source, Search search);

#endif
