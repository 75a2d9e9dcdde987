/* block - a Transformer layer, forward and backward.
 *
 * Every sublayer f is wrapped in the same way, so the wrapping is written once: block_enter() gives
 * what f sees, block_leave() makes the layer's output of what f said; their backward twins run in
 * the opposite order. The gradient of a sum goes to both terms: that is all a residual connection
 * does, and why gradients reach the first layer. */
#include "block.h"
#include "common/layers.h"

#include <stdio.h>

Block block_new(Params *p, Rng *r, const char *prefix, BlockShape shape)
{
    char name[96];
    Block b = {.shape = shape};
    snprintf(name, sizeof name, "%s.self", prefix);
    b.self = multihead_new(p, r, name, shape.d_model, shape.heads);
    snprintf(name, sizeof name, "%s.cross", prefix);
    if (shape.decoder) b.cross = multihead_new(p, r, name, shape.d_model, shape.heads);
    snprintf(name, sizeof name, "%s.ffn", prefix);
    b.ffn = feed_forward_new(p, r, name, shape.d_model, shape.d_hidden);
    for (int k = 0; k < SUBLAYERS; k++) {
        snprintf(name, sizeof name, "%s.norm_%d", prefix, k + 1);
        if (k != CROSS || shape.decoder)
            b.norm[k] = layer_norm_new(p, name, shape.d_model, shape.epsilon);
    }
    b.self.dropout = b.cross.dropout = shape.dropout;
    return b;
}

void block_train(Block *b, Rng *rng)
{
    b->rng = b->self.rng = b->cross.rng = rng;
}

//> enter
Mat block_enter(Block *b, Arena *step, int k, Mat x)
{
    if (!b->shape.pre_norm) return x;
    Mat seen = mat_new(step, x.rows, x.cols);
    layer_norm_forward(&b->norm[k], step, seen, x);
    return seen;
}

Mat block_leave(Block *b, Arena *step, int k, Mat x, Mat said)
{
    if (b->rng) {
        b->drop[k] = rng_next(b->rng);
        dropout_forward(said, said, b->shape.dropout, rng_new(b->drop[k]));
    }
    mat_add(said, x);
    if (!b->shape.pre_norm) layer_norm_forward(&b->norm[k], step, said, said);
    return said;
}
//< enter

//> enter_backward
/* From the gradient of what sublayer k saw, adds to the gradient of x. */
static void enter_backward(const Block *b, int k, Mat d_x, Mat d_seen)
{
    if (b->shape.pre_norm)
        layer_norm_backward(&b->norm[k], d_x, d_seen);
    else
        mat_add(d_x, d_seen);
}

/* From the gradient of the output: adds to the gradient of x, returns that of what sublayer k said.
 */
static Mat leave_backward(const Block *b, Arena *step, int k, Mat d_x, Mat d_y)
{
    Mat d_sum = d_y;
    if (!b->shape.pre_norm) {
        d_sum = mat_zeros(step, d_y.rows, d_y.cols);
        layer_norm_backward(&b->norm[k], d_sum, d_y);
    }
    mat_add(d_x, d_sum);
    if (!b->rng) return d_sum;
    Mat d_said = mat_new(step, d_y.rows, d_y.cols); /* the gradient of dropout: the same zeros */
    dropout_forward(d_said, d_sum, b->shape.dropout, rng_new(b->drop[k]));
    return d_said;
}
//< enter_backward

//> block_forward
Mat block_forward(Block *b, Arena *step, Mat x, Mat memory, const Mask *self_mask,
                  const Mask *memory_mask, int batch)
{
    Mat seen = block_enter(b, step, SELF, x), said = mat_new(step, x.rows, x.cols);
    multihead_forward(&b->self, step, said, seen, seen, self_mask, batch);
    x = block_leave(b, step, SELF, x, said);
    if (b->shape.decoder) {
        seen = block_enter(b, step, CROSS, x), said = mat_new(step, x.rows, x.cols);
        multihead_forward(&b->cross, step, said, seen, memory, memory_mask, batch);
        x = block_leave(b, step, CROSS, x, said);
    }
    seen = block_enter(b, step, FEED_FORWARD, x), said = mat_new(step, x.rows, x.cols);
    feed_forward_forward(&b->ffn, step, said, seen);
    return block_leave(b, step, FEED_FORWARD, x, said);
}
//< block_forward

/* A zero matrix of the shape of m. */
static Mat zeros_like(Arena *step, Mat m)
{
    return mat_zeros(step, m.rows, m.cols);
}

//> block_backward
void block_backward(Block *b, Arena *step, Mat d_x, Mat d_memory, Mat d_y)
{
    const Arena mark = *step;
    Mat d_2 = zeros_like(step, d_y), d_seen = zeros_like(step, d_y);
    Mat d_said = leave_backward(b, step, FEED_FORWARD, d_2, d_y);
    feed_forward_backward(&b->ffn, step, d_seen, d_said);
    enter_backward(b, FEED_FORWARD, d_2, d_seen);
    if (b->shape.decoder) {
        Mat d_1 = zeros_like(step, d_y);
        d_said = leave_backward(b, step, CROSS, d_1, d_2), d_seen = zeros_like(step, d_y);
        multihead_backward(&b->cross, step, d_seen, d_memory, d_said);
        enter_backward(b, CROSS, d_1, d_seen);
        d_2 = d_1;
    }
    d_said = leave_backward(b, step, SELF, d_x, d_2), d_seen = zeros_like(step, d_y);
    multihead_backward(&b->self, step, d_seen, d_seen, d_said);
    enter_backward(b, SELF, d_x, d_seen);
    arena_release(step, mark); /* for the layer below */
}
//< block_backward
