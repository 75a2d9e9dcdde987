/* transformer - the encoder-decoder, forward and backward. */
#include "transformer.h"
#include "ch04_positional_encoding/position.h"
#include "common/layers.h"

#include <math.h>
#include <stdio.h>

static Block new_block(Params *p, Rng *r, const char *stack, int layer, TransformerShape s,
                       bool decoder)
{
    char name[64];
    snprintf(name, sizeof name, "%s.%d", stack, layer);
    return block_new(
        p, r, name,
        (BlockShape){s.d_model, s.heads, s.d_hidden, decoder, s.pre_norm, s.dropout, 1e-5});
}

Transformer *transformer_new(Arena *a, Params *p, Rng *r, TransformerShape s)
{
    require(s.layers > 0 && s.layers <= MOST_LAYERS, "%d layers, at most %d", s.layers,
            MOST_LAYERS);
    Transformer *t = arena_zeros(a, sizeof *t);
    t->shape = s;
    t->embedding = params_add(p, "embedding", s.vocabulary, s.d_model);
    fill_normal(t->embedding->value, r, 1 / sqrt(s.d_model)); /* times sqrt(d): variance 1 */
    t->positions = mat_new(a, s.longest, s.d_model);
    sinusoidal_fill(t->positions, 0);
    for (int l = 0; l < s.layers; l++) t->encoder[l] = new_block(p, r, "encoder", l, s, false);
    for (int l = 0; l < s.layers; l++) t->decoder[l] = new_block(p, r, "decoder", l, s, true);
    if (s.pre_norm) {
        t->encoder_norm = layer_norm_new(p, "encoder.norm", s.d_model, 1e-5);
        t->decoder_norm = layer_norm_new(p, "decoder.norm", s.d_model, 1e-5);
    }
    return t;
}

void transformer_train(Transformer *t, Rng *rng)
{
    t->rng = rng;
    for (int l = 0; l < t->shape.layers; l++) {
        block_train(&t->encoder[l], rng);
        block_train(&t->decoder[l], rng);
    }
}

int tokens_count(Tokens tokens)
{
    return tokens.start ? tokens.start[tokens.batch] : tokens.batch * tokens.length;
}

//> embed
/* Token vectors times sqrt(d), plus positions, with dropout. */
static Mat embed(Transformer *t, Arena *step, Tokens tokens, uint64_t *drop)
{
    require(tokens.length <= t->shape.longest, "%d tokens, at most %d", tokens.length,
            t->shape.longest);
    Mat x = mat_new(step, tokens_count(tokens), t->shape.d_model);
    embedding_forward(x, t->embedding->value, tokens.ids);
    mat_scale(x, sqrtf((float)t->shape.d_model));
    for (int b = 0; b < tokens.batch; b++) {
        Mat sentence = mat_packed(x, b, tokens.batch, tokens.start);
        position_add(sentence, t->positions, 1);
    }
    if (t->rng) {
        *drop = rng_next(t->rng);
        dropout_forward(x, x, t->shape.dropout, rng_new(*drop));
    }
    return x;
}
//< embed

/* Overwrites d_x. */
static void embed_backward(Transformer *t, Tokens tokens, uint64_t drop, Mat d_x)
{
    if (t->rng) dropout_forward(d_x, d_x, t->shape.dropout, rng_new(drop)); /* the same zeros */
    mat_scale(d_x, sqrtf((float)t->shape.d_model));
    embedding_backward(t->embedding->grad, tokens.ids, d_x);
}

static Mat final_norm(Transformer *t, Arena *step, LayerNorm *norm, Mat x)
{
    if (!t->shape.pre_norm) return x;
    Mat out = mat_new(step, x.rows, x.cols);
    layer_norm_forward(norm, step, out, x);
    return out;
}

static Mat final_norm_backward(const Transformer *t, Arena *step, const LayerNorm *norm, Mat d_out)
{
    if (!t->shape.pre_norm) return d_out;
    Mat d_x = mat_zeros(step, d_out.rows, d_out.cols);
    layer_norm_backward(norm, d_x, d_out);
    return d_x;
}

//> transformer_encode
Mat transformer_encode(Transformer *t, Arena *step, TransformerPass *pass, Tokens source)
{
    pass->source = source;
    const int *start = source.start;
    pass->source_mask = (Mask){.valid = source.valid, .query_start = start, .key_start = start};
    Mat x = embed(t, step, source, &pass->drop_source);
    for (int l = 0; l < t->shape.layers; l++)
        x = block_forward(&t->encoder[l], step, x, (Mat){0}, &pass->source_mask, NULL,
                          source.batch);
    return pass->memory = final_norm(t, step, &t->encoder_norm, x);
}
//< transformer_encode

//> transformer_decode
Mat transformer_decode(Transformer *t, Arena *step, TransformerPass *pass, Tokens target)
{
    pass->target = target;
    const int *start = target.start;
    pass->target_mask = (Mask){.causal = true, .query_start = start, .key_start = start};
    pass->memory_mask =
        (Mask){.valid = pass->source.valid, .query_start = start, .key_start = pass->source.start};
    Mat x = embed(t, step, target, &pass->drop_target);
    for (int l = 0; l < t->shape.layers; l++)
        x = block_forward(&t->decoder[l], step, x, pass->memory, &pass->target_mask,
                          &pass->memory_mask, target.batch);
    return pass->hidden = final_norm(t, step, &t->decoder_norm, x);
}
//< transformer_decode

//> transformer_backward
void transformer_backward(Transformer *t, Arena *step, const TransformerPass *pass, Mat d_hidden)
{
    Mat d_memory = mat_zeros(step, pass->memory.rows, pass->memory.cols), none = {0};
    Mat d_y = final_norm_backward(t, step, &t->decoder_norm, d_hidden);
    for (int l = t->shape.layers - 1; l >= 0; l--) {
        Mat d_x = mat_zeros(step, d_y.rows, d_y.cols);
        block_backward(&t->decoder[l], step, d_x, d_memory, d_y);
        d_y = d_x;
    }
    embed_backward(t, pass->target, pass->drop_target, d_y);
    d_y = final_norm_backward(t, step, &t->encoder_norm, d_memory);
    for (int l = t->shape.layers - 1; l >= 0; l--) {
        Mat d_x = mat_zeros(step, d_y.rows, d_y.cols);
        block_backward(&t->encoder[l], step, d_x, none, d_y);
        d_y = d_x;
    }
    embed_backward(t, pass->source, pass->drop_source, d_y);
}
//< transformer_backward
