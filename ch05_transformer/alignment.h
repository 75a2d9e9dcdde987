/* Additive attention for a decoder that asks one question at a time: which of the source's words
 * does the next word depend on? Weights and formula are those of chapter 2's SCORE_ADDITIVE,
 *
 *     s_tj = w_v . tanh(W_q q_t + W_k m_j)     a_t = softmax(s_t)     c_t = sum_j a_tj m_j
 *
 * and so are the results. What differs is the order of the work: the query q_t is known only when
 * step t is reached, but the memory m is the same at every step, so it is projected once; and
 * tanh(...) is computed again in backward, as remembering it for every pair of words would take
 * more memory than all the rest. Source: Bahdanau, Cho and Bengio 2015, section 3.1 and A.1.2. */
#ifndef CH05_ALIGNMENT_H
#define CH05_ALIGNMENT_H

#include "ch02_attention_scoring/mask.h"
#include "ch02_attention_scoring/scoring.h"

typedef struct {
    Scoring scoring; /* of the kind SCORE_ADDITIVE: the weights */
    /* Remembered until the step ends. */
    Mask mask; /* of the memory's padding */
    int batch;
    Mat memory, projected; /* (B Tm) x d_m: keys and values; (B Tm) x a: W_k m */
    Mat queries;           /* (B T) x a: W_q q */
    Mat weights;           /* (B T) x Tm */
} Alignment;

/* Names PREFIX.w_q, PREFIX.w_k, PREFIX.w_v; a: the size of the features. */
Alignment alignment_new(Params *p, Rng *r, const char *prefix, int d_query, int d_memory, int a);

/* What is looked at from now on: B sequences of Tm rows, of which valid[b] are real (NULL: all).
 * `valid` is the caller's and must last as long as the step. */
void alignment_memory(Alignment *al, Arena *step, Mat memory, const int *valid, int batch);

/* T questions about it will come. */
void alignment_begin(Alignment *al, Arena *step, int length);

/* context, B x d_m, becomes the answer to question t, query: B x d_q. */
void alignment_step(Alignment *al, Mat context, Mat query, int t);

/* Gradients on the way back. */
typedef struct {
    Mat queries, projected; /* as in Alignment */
    Mat scores;             /* B x Tm, of one step */
    Mat weights;            /* the same */
    Mat w_v;                /* B x a: each sequence's part */
} AlignmentGrad;

AlignmentGrad alignment_begin_backward(const Alignment *al, Arena *step);

/* Adds to d_query, given d_context of step t; steps in any order. */
void alignment_step_backward(const Alignment *al, AlignmentGrad *d, Mat d_query, Mat d_context,
                             int t);

/* After all steps: adds to d_memory and the weights' gradients. queries, (B T) x d_q, and
 * d_contexts, (B T) x d_m, are those of all steps. */
void alignment_end_backward(const Alignment *al, const AlignmentGrad *d, Mat d_memory, Mat queries,
                            Mat d_contexts);

#endif
