/* bert - BERT's encoder, forward and backward.
 *
 * The layers are chapter 5's; what is written here is what stands before them. x_0 is a function of
 * a sum, so the gradient of the sum goes to each of its three terms: every row of it is added to
 * the row of the table that was read. */
#include "bert.h"
#include "ch04_positional_encoding/position.h"
#include "common/layers.h"

#include <math.h>
#include <stdio.h>

BertShape bert_shape(int vocabulary, int layers, int d_model, int heads, int positions)
{
    return (BertShape){.vocabulary = vocabulary,
                       .layers = layers,
                       .d_model = d_model,
                       .heads = heads,
                       .d_hidden = 4 * d_model,
                       .positions = positions,
                       .types = 2,
                       .activation = GELU_ERF,
                       .epsilon = 1e-12,
                       .dropout = 0.1,
                       .attention_dropout = 0.1,
                       .initial = 0.02};
}

void fill_truncated_normal(Mat m, Rng *r, double deviation)
{
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++) {
            double x;
            do x = rng_normal(r);
            while (fabs(x) > 2);
            mat_row(m, i)[j] = (float)(deviation * x);
        }
}

static Block new_layer(Params *p, Rng *r, int layer, const BertShape *s)
{
    char name[32];
    snprintf(name, sizeof name, "layer.%d", layer);
    Block b = block_new(p, r, name,
                        (BlockShape){.d_model = s->d_model,
                                     .heads = s->heads,
                                     .d_hidden = s->d_hidden,
                                     .dropout = s->dropout,
                                     .epsilon = s->epsilon});
    b.self.dropout = s->attention_dropout;
    if (s->activation != RELU) b.ffn.activation = activation_function(s->activation);
    return b;
}

void bert_new(Bert *b, Arena *a, Params *p, Rng *r, BertShape s)
{
    const int first = p->count;
    Rng unused = rng_new(0);
    *b = (Bert){.shape = s};
    b->words = params_add(p, "embeddings.words", s.vocabulary, s.d_model);
    b->positions = params_add(p, "embeddings.positions", s.positions, s.d_model);
    b->types = params_add(p, "embeddings.types", s.types, s.d_model);
    b->norm = layer_norm_new(p, "embeddings.norm", s.d_model, s.epsilon);
    b->layers = arena_alloc(a, (size_t)s.layers * sizeof *b->layers);
    b->hidden = arena_zeros(a, ((size_t)s.layers + 1) * sizeof *b->hidden);
    for (int l = 0; l < s.layers; l++) b->layers[l] = new_layer(p, &unused, l, &s);
    for (int i = first; r && i < p->count; i++)
        if (p->items[i]->value.rows > 1) fill_truncated_normal(p->items[i]->value, r, s.initial);
}

void bert_train(Bert *b, Rng *rng)
{
    b->rng = rng;
    for (int l = 0; l < b->shape.layers; l++) block_train(&b->layers[l], rng);
}

/* ---- what fits -------------------------------------------------------------------------------*/

/* Whether token t of sequence b is within the tables. */
static bool check_token(const BertShape *s, const BertInput *in, int b, int t, Error *e)
{
    const int at = b * in->length + t, id = in->ids[at], type = in->types ? in->types[at] : 0;
    if (id < 0 || id >= s->vocabulary)
        return fail(e, "token %d of sequence %d: id %d; the vocabulary has the ids 0 to %d", t, b,
                    id, s->vocabulary - 1);
    if (type < 0 || type >= s->types)
        return fail(e, "token %d of sequence %d: type %d; the model has the types 0 to %d", t, b,
                    type, s->types - 1);
    return true;
}

bool bert_check(const BertShape *s, BertInput in, Error *e)
{
    if (in.batch < 1) return fail(e, "%d sequences: there must be one at least", in.batch);
    if (in.length < 1) return fail(e, "sequences of %d tokens: nothing to read", in.length);
    if (in.length > s->positions)
        return fail(e, "sequences of %d tokens: the model has %d positions", in.length,
                    s->positions);
    for (int b = 0; b < in.batch; b++) {
        if (in.valid && (in.valid[b] < 1 || in.valid[b] > in.length))
            return fail(e, "sequence %d: %d valid tokens of %d", b, in.valid[b], in.length);
        for (int t = 0; t < in.length; t++)
            if (!check_token(s, &in, b, t, e)) return false;
    }
    return true;
}

/* ---- embeddings ------------------------------------------------------------------------------*/

//> bert_embed
Mat bert_embed(Bert *b, Arena *step, BertInput in)
{
    Error e;
    require(bert_check(&b->shape, in, &e), "%s", e.text);
    Mat x = mat_new(step, in.batch * in.length, b->shape.d_model);
    embedding_forward(x, b->words->value, in.ids);
    position_add(x, b->positions->value, in.batch);
    for (int i = 0; i < x.rows; i++)
        mat_add(mat_rows(x, i, 1), mat_rows(b->types->value, in.types ? in.types[i] : 0, 1));
    layer_norm_forward(&b->norm, step, x, x);
    if (b->rng) {
        b->drop = rng_next(b->rng);
        dropout_forward(x, x, b->shape.dropout, rng_new(b->drop));
    }
    b->input = in;
    return x;
}
//< bert_embed

//> bert_embed_backward
void bert_embed_backward(Bert *b, Arena *step, Mat d_x)
{
    const BertInput in = b->input;
    Mat d_normed = d_x, d_sum = mat_zeros(step, d_x.rows, d_x.cols);
    if (b->rng) {
        d_normed = mat_new(step, d_x.rows, d_x.cols);
        dropout_forward(d_normed, d_x, b->shape.dropout, rng_new(b->drop)); /* the same zeros */
    }
    layer_norm_backward(&b->norm, d_sum, d_normed);
    embedding_backward(b->words->grad, in.ids, d_sum);
    position_add_backward(b->positions->grad, d_sum, in.batch);
    for (int i = 0; i < d_sum.rows; i++)
        mat_add(mat_rows(b->types->grad, in.types ? in.types[i] : 0, 1), mat_rows(d_sum, i, 1));
}
//< bert_embed_backward

/* ---- the whole -------------------------------------------------------------------------------*/

//> bert_layers
Mat bert_layers(Bert *b, Arena *step, Mat x)
{
    const Mat none = {0};
    b->mask = (Mask){.valid = b->input.valid, .causal = b->input.causal};
    b->hidden[0] = x;
    for (int l = 0; l < b->shape.layers; l++)
        b->hidden[l + 1] =
            block_forward(&b->layers[l], step, b->hidden[l], none, &b->mask, NULL, b->input.batch);
    return b->hidden[b->shape.layers];
}
//< bert_layers

//> bert_layers_backward
Mat bert_layers_backward(Bert *b, Arena *step, Mat d_hidden)
{
    const Mat none = {0};
    for (int l = b->shape.layers - 1; l >= 0; l--) {
        Mat d_x = mat_zeros(step, d_hidden.rows, d_hidden.cols);
        block_backward(&b->layers[l], step, d_x, none, d_hidden);
        d_hidden = d_x;
    }
    return d_hidden;
}
//< bert_layers_backward

Mat bert_forward(Bert *b, Arena *step, BertInput in)
{
    return bert_layers(b, step, bert_embed(b, step, in));
}

void bert_backward(Bert *b, Arena *step, Mat d_hidden)
{
    bert_embed_backward(b, step, bert_layers_backward(b, step, d_hidden));
}
