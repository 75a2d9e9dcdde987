/* training_mistakes - training steps with one thing wrong. */
#include "training_mistakes.h"
#include "ch04_positional_encoding/position.h"
#include "common/layers.h"

#include <math.h>
#include <string.h>

const char *training_mistake_name(Mistake mistake)
{
    static const char *const names[] = {"none", "look-ahead", "not-shifted", "padding"};
    return names[mistake];
}

/* The decoder with a mask that hides nothing. */
static Mat decode_looking_ahead(Transformer *t, Arena *step, TransformerPass *pass, Tokens target)
{
    transformer_decode(t, step, pass, target); /* fills the pass for the backward pass */
    Mat x = mat_new(step, target.batch * target.length, t->shape.d_model);
    embedding_forward(x, t->embedding->value, target.ids);
    mat_scale(x, sqrtf((float)t->shape.d_model));
    position_add(x, t->positions, target.batch);
    pass->target_mask = (Mask){0};
    for (int l = 0; l < t->shape.layers; l++)
        x = block_forward(&t->decoder[l], step, x, pass->memory, &pass->target_mask,
                          &pass->memory_mask, target.batch);
    return pass->hidden = x;
}

//> make_batch
/* The batch as the mistaken program makes it. */
static Batch make_batch(Arena *step, Batch b, Mistake mistake)
{
    const size_t n = (size_t)b.target.batch * (size_t)b.target.length;
    int *labels = arena_alloc(step, n * sizeof *labels);
    memcpy(labels, b.labels, n * sizeof *labels);
    for (size_t i = 0; i < n && mistake == PADDING; i++)
        if (labels[i] == IGNORED_TARGET) labels[i] = PAD_ID, b.counted++;
    if (mistake == NOT_SHIFTED) {
        int *input = arena_alloc(step, n * sizeof *input);
        for (size_t i = 0; i < n; i++) input[i] = labels[i] == IGNORED_TARGET ? PAD_ID : labels[i];
        b.target.ids = input;
    }
    b.labels = labels;
    return b;
}
//< make_batch

static Mat forward(Translator *m, Arena *step, TransformerPass *pass, Batch b, Mistake mistake)
{
    require(m->shape.kind == TRANSFORMER && !m->shape.shape.pre_norm,
            "a post-LN Transformer is asked for");
    transformer_train(m->transformer, NULL);
    transformer_encode(m->transformer, step, pass, b.source);
    return (mistake == LOOK_AHEAD ? decode_looking_ahead : transformer_decode)(m->transformer, step,
                                                                               pass, b.target);
}

double mistaken_loss(Translator *m, Arena *step, Batch b, Mistake mistake)
{
    TransformerPass pass;
    b = make_batch(step, b, mistake);
    Mat hidden = forward(m, step, &pass, b, mistake);
    const VocabularyLoss loss =
        vocabulary_loss((Mat){0}, step, hidden, m->transformer->embedding, b.labels, 0, 0);
    return loss.nll / (double)loss.counted;
}

double mistaken_step(Trainer *t, Mistake mistake)
{
    TransformerPass pass;
    Translator *m = t->model;
    const Batch b = make_batch(&t->step, batches_next(&t->batches), mistake);
    params_zero_grad(&m->params);
    Mat hidden = forward(m, &t->step, &pass, b, mistake);
    Mat d_hidden = mat_zeros(&t->step, hidden.rows, hidden.cols);
    const VocabularyLoss loss =
        vocabulary_loss(d_hidden, &t->step, hidden, m->transformer->embedding, b.labels,
                        t->how.smoothing, 1.0 / b.counted);
    transformer_backward(m->transformer, &t->step, &pass, d_hidden);
    clip_gradients(&m->params, t->how.clip);
    t->adam.rate = training_rate(&t->how, t->adam.step + 1);
    adam_step(&t->adam, &m->params);
    arena_reset(&t->step);
    return loss.nll / (double)loss.counted;
}
