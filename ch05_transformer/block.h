/* One layer of the Transformer: self-attention, cross-attention (in a decoder), feed-forward
 * network, each in a residual connection with layer normalisation.
 *
 *     post-LN (the paper):  y = norm(x + dropout(f(x)))
 *     pre-LN:               y = x + dropout(f(norm(x)))
 *
 * Sources: Vaswani et al. 2017, section 3.1; Xiong et al. 2020 for pre-LN. x: (B T) x d, or
 * packed as the masks say (ch02_attention_scoring/mask.h). */
#ifndef CH05_BLOCK_H
#define CH05_BLOCK_H

#include "ch03_multihead/multihead.h"
#include "feed_forward.h"
#include "layer_norm.h"

typedef struct {
    int d_model, heads, d_hidden;
    bool decoder; /* with cross-attention */
    bool pre_norm;
    double dropout; /* of every sublayer's output, and of the attention weights */
    double epsilon; /* of the layer normalisations */
} BlockShape;

enum { SELF, CROSS, FEED_FORWARD, SUBLAYERS };

typedef struct {
    BlockShape shape;
    Rng *rng; /* training: what is dropped; NULL: evaluation */
    MultiHead self, cross;
    FeedForward ffn;
    LayerNorm norm[SUBLAYERS];
    uint64_t drop[SUBLAYERS]; /* the last step's choices of what was dropped */
} Block;

/* Names PREFIX.self.w_q, PREFIX.norm_1.gamma and so on. */
Block block_new(Params *p, Rng *r, const char *prefix, BlockShape shape);

/* Sets the source of dropout for training (NULL: evaluation) in all parts. */
void block_train(Block *b, Rng *rng);

/* The wrapping of sublayer k: what it sees of x, and the output made of x and of what it said
 * (which is overwritten). */
Mat block_enter(Block *b, Arena *step, int k, Mat x);
Mat block_leave(Block *b, Arena *step, int k, Mat x, Mat said);

/* The output, (B T) x d, from the step. memory: the encoder's output, (B T_m) x d; ignored without
 * cross-attention, as is memory_mask. */
Mat block_forward(Block *b, Arena *step, Mat x, Mat memory, const Mask *self_mask,
                  const Mask *memory_mask, int batch);

/* Adds to d_x, to d_memory (with cross-attention) and to the weights' gradients. */
void block_backward(Block *b, Arena *step, Mat d_x, Mat d_memory, Mat d_y);

#endif
