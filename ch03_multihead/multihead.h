/* Multi-head attention: several attentions side by side, each in its own projection of the same
 * vectors.
 *
 *     Q = X W_q + b_q     K = M W_k + b_k     V = M W_v + b_v        (B T) x d
 *     head h:  O_h = dropout(softmax(Q_h K_h' / sqrt(d_h))) V_h      d_h = d / H
 *     out = [O_1 ... O_H] W_o + b_o
 *
 * Head h owns the columns h d_h .. (h + 1) d_h - 1 of Q, K, V and O: a window, nothing is copied. X
 * are the queries, M ("memory") the keys and values: M = X is self-attention, anything else
 * cross-attention; a causal mask makes it look at the past only. Source: Vaswani et al. 2017,
 * section 3.2. */
#ifndef CH03_MULTIHEAD_H
#define CH03_MULTIHEAD_H

#include "ch02_attention_scoring/mask.h"
#include "common/params.h"
#include "common/rng.h"

typedef struct {
    int d_model, heads;
    double dropout; /* of the attention weights; 0 <= dropout < 1 */
    Rng *rng;       /* training: draws what is dropped; NULL: evaluation, nothing is dropped */
    /* Where order comes from, for who wants it (chapter 4): numbers that are added to the scores,
     * (H Tq) x Tk, head by head (data NULL: none), and rotations of every head's queries and keys,
     * direction 1, undone for their gradients by direction -1 (turn NULL: none). */
    Mat score_bias;
    void (*turn)(const void *context, Mat rows, int heads, int batch, int direction);
    const void *turn_context;
    Param *w_q, *w_k, *w_v, *w_o; /* d x d: out = in W */
    Param *b_q, *b_k, *b_v, *b_o; /* 1 x d */
    /* The last call, remembered by forward until the step ends. */
    int batch, queries, keys;           /* sequences, and the most rows that one has */
    const int *query_start, *key_start; /* of packed stacks */
    Mat x, memory, q, k, v, context;    /* context: [O_1 ... O_H], (B Tq) x d */
    Mat weights; /* softmax before dropout, (H B Tq) x Tk: head by head, each a stack of sequences;
                    packed: a sequence fills the first rows and columns of its Tq x Tk */
    bool dropped;
    uint64_t drop; /* seed of the choice of what was dropped */
} MultiHead;

/* Weights are Xavier-uniform, biases zero; their names are PREFIX.w_q, PREFIX.b_q and so on. heads
 * must divide d_model. Neither dropout nor rng is set. */
MultiHead multihead_new(Params *p, Rng *r, const char *prefix, int d_model, int heads);

/* x: (B Tq) x d, memory: (B Tk) x d, out: (B Tq) x d. The same weights serve any B and T. The mask
 * says whether x and memory are packed; such sequences know neither score_bias nor turn, and no
 * mask->allowed. */
void multihead_forward(MultiHead *m, Arena *step, Mat out, Mat x, Mat memory, const Mask *mask,
                       int batch);

/* Adds to d_x, d_memory (the same matrix when memory was x) and the weights' gradients. */
void multihead_backward(const MultiHead *m, Arena *step, Mat d_x, Mat d_memory, Mat d_out);

/* The last attention weights of one head for one sequence: Tq x Tk. */
Mat multihead_weights(const MultiHead *m, int head, int b);

#endif
