/* BERT's encoder: a stack of Transformer layers that reads a text, or a pair of texts, from both
 * sides at once.
 *
 *     x_0 = dropout(norm(words[id] + positions[t] + types[type]))        (B T) x d
 *     x_l = block(x_(l-1))          self-attention and feed-forward network, post-LN (chapter 5)
 *
 * What differs from chapter 5's encoder: learned positions and types, GELU, epsilon 1e-12, a
 * dropout of its own for the attention weights, weights drawn from a normal distribution. Source:
 * Devlin et al. 2019, "BERT", section 3; their code, modeling.py.
 *
 * Names of the weights: embeddings.words, embeddings.positions, embeddings.types,
 * embeddings.norm.gamma, layer.0.self.w_q and what else block_new makes. */
#ifndef CH06_BERT_H
#define CH06_BERT_H

#include "ch05_transformer/block.h"
#include "gelu.h"

typedef struct {
    int vocabulary, layers, d_model, heads, d_hidden;
    int positions; /* the most tokens a sequence may have */
    int types;     /* kinds of segments: 2 for pairs of texts */
    Activation activation;
    double epsilon; /* of the layer normalisations */
    double dropout, attention_dropout;
    double initial; /* standard deviation of fresh weights */
} BertShape;

/* The sizes with BERT's constants: 2 types, GELU_ERF, epsilon 1e-12, both dropouts 0.1, initial
 * 0.02. heads = d_model / 64 and d_hidden = 4 d_model in all published BERTs. */
BertShape bert_shape(int vocabulary, int layers, int d_model, int heads, int positions);

/* A stack of `batch` sequences of `length` tokens. The arrays are the caller's and must stay until
 * the backward pass is over. */
typedef struct {
    const int *ids;   /* batch * length */
    const int *types; /* batch * length; NULL: all 0 */
    const int *valid; /* valid[b]: the first so many tokens of sequence b are real, the others are
                         padding that no token looks at; NULL: all are real */
    int batch, length;
    bool causal; /* a token sees itself and those before it: a left-to-right language model */
} BertInput;

typedef struct {
    BertShape shape;
    Rng *rng;                         /* training: what is dropped; NULL: evaluation */
    Param *words, *positions, *types; /* vocabulary, positions, types, each x d */
    LayerNorm norm;
    Block *layers; /* layers[l].self has the attention weights of the last forward
                      (multihead_weights) */
    /* Remembered by forward until the step ends. */
    BertInput input;
    Mask mask;
    Mat *hidden;   /* hidden[l]: what layer l reads, (B T) x d; hidden[shape.layers]: the output */
    uint64_t drop; /* the choice of the embeddings' dropout */
} Bert;

/* Fresh weights (r NULL: of no use, to be read from a file): a normal distribution cut off at two
 * standard deviations (truncated normal); the biases 0, gamma 1, beta 0. The layers are owned by
 * the arena, the weights by p. */
void bert_new(Bert *b, Arena *a, Params *p, Rng *r, BertShape shape);

/* Fills with normal numbers of that standard deviation, none further out than twice of it. */
void fill_truncated_normal(Mat m, Rng *r, double deviation);

/* Dropout on, drawn from rng, or off (NULL). All choices of a forward pass come from *rng: with the
 * same *rng the next forward pass drops the same again. */
void bert_train(Bert *b, Rng *rng);

/* Whether the input fits: at least one token and at most shape.positions, ids below
 * shape.vocabulary, types below shape.types, none negative, valid from 1 to length. False: the
 * message names the value, its place and the limit. The functions below require it. */
bool bert_check(const BertShape *shape, BertInput in, Error *e);

/* The last layer's output, (B T) x d, owned by the step. Rows of padding hold numbers of no
 * meaning. */
Mat bert_forward(Bert *b, Arena *step, BertInput in);

/* The gradients of all weights, given that of the output. The rows of words that were read get
 * theirs in words->grad. */
void bert_backward(Bert *b, Arena *step, Mat d_hidden);

/* The two halves of bert_forward and their twins, for who wants to stand between them: x_0, and the
 * layers. bert_layers_backward returns the gradient of x_0. */
Mat bert_embed(Bert *b, Arena *step, BertInput in);
Mat bert_layers(Bert *b, Arena *step, Mat x);
Mat bert_layers_backward(Bert *b, Arena *step, Mat d_hidden);
void bert_embed_backward(Bert *b, Arena *step, Mat d_x);

#endif
