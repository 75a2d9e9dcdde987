/* translator - one step of training and translation in batches, for both kinds of model. */
#include "translator.h"

#include <stdlib.h>
#include <string.h>

enum { TOGETHER = 256 }; /* hypotheses that are decoded in one batch */

void translator_new(Translator *t, Rng *r, TranslatorShape shape)
{
    const TransformerShape *s = &shape.shape;
    *t = (Translator){.shape = shape};
    if (shape.kind == TRANSFORMER)
        t->transformer = transformer_new(&t->arena, &t->params, r, *s);
    else
        t->recurrent = recurrent_new(
            &t->params, r, (RecurrentShape){s->vocabulary, s->d_model, s->d_hidden, s->dropout});
}

void translator_free(Translator *t)
{
    params_free(&t->params);
    arena_free(&t->arena);
}

/* ---- training --------------------------------------------------------------------------------*/

typedef union {
    TransformerPass transformer;
    RecurrentPass recurrent;
} Pass;

static void set_dropout(Translator *t, Rng *r)
{
    if (t->shape.kind == TRANSFORMER)
        transformer_train(t->transformer, r);
    else
        t->recurrent.rng = r;
}

/* The batch as the model takes it. */
static Batch prepare(const Translator *t, Arena *step, Batch b)
{
    return t->shape.kind == TRANSFORMER ? batch_pack(step, b) : b;
}

/* What the vocabulary is scored with, a row for each label. */
static Mat forward(Translator *t, Arena *step, Pass *pass, Batch b)
{
    if (t->shape.kind == TRANSFORMER) {
        transformer_encode(t->transformer, step, &pass->transformer, b.source);
        return transformer_decode(t->transformer, step, &pass->transformer, b.target);
    }
    LstmState state = recurrent_encode(&t->recurrent, step, &pass->recurrent, b.source);
    return recurrent_decode(&t->recurrent, step, &pass->recurrent, b.target, &state);
}

static Param *embedding(const Translator *t)
{
    return t->shape.kind == TRANSFORMER ? t->transformer->embedding : t->recurrent.embedding;
}

VocabularyLoss translator_loss(Translator *t, Arena *step, Batch b)
{
    Pass pass;
    b = prepare(t, step, b);
    set_dropout(t, NULL);
    return vocabulary_loss((Mat){0}, step, forward(t, step, &pass, b), embedding(t), b.labels, 0,
                           0);
}

VocabularyLoss translator_learn(Translator *t, Arena *step, Batch b, double smoothing, Rng *r)
{
    Pass pass;
    b = prepare(t, step, b);
    set_dropout(t, r);
    params_zero_grad(&t->params);
    Mat hidden = forward(t, step, &pass, b);
    Mat d_hidden = mat_zeros(step, hidden.rows, hidden.cols);
    VocabularyLoss loss =
        vocabulary_loss(d_hidden, step, hidden, embedding(t), b.labels, smoothing, 1.0 / b.counted);
    if (t->shape.kind == TRANSFORMER)
        transformer_backward(t->transformer, step, &pass.transformer, d_hidden);
    else
        recurrent_backward(&t->recurrent, step, &pass.recurrent, d_hidden);
    return loss;
}

/* ---- translating -----------------------------------------------------------------------------*/

typedef struct {
    int length, number;
} Place;

static int by_length(const void *x, const void *y)
{
    const Place *a = x, *b = y;
    return a->length != b->length ? (a->length > b->length) - (a->length < b->length)
                                  : (a->number > b->number) - (a->number < b->number);
}

/* Sources places[0 .. n-1] as one stack, padded to the last, which is the longest. */
static Tokens stack(Arena *a, const Sequence *sources, const Place *places, int n, int longest)
{
    const int length = places[n - 1].length < longest ? places[n - 1].length : longest;
    int *ids = arena_alloc(a, (size_t)n * (size_t)length * sizeof *ids);
    int *valid = arena_alloc(a, (size_t)n * sizeof *valid);
    for (int b = 0; b < n; b++) {
        const Sequence s = sources[places[b].number];
        require(s.length >= 1, "source %d is empty", places[b].number);
        valid[b] = s.length < length ? s.length : length;
        for (int t = 0; t < length; t++) ids[b * length + t] = t < valid[b] ? s.ids[t] : PAD_ID;
        ids[b * length + valid[b] - 1] = END_ID;
    }
    return (Tokens){ids, valid, n, length, NULL};
}

/* A translation with ids that live in the arena. */
static Translation keep(Arena *a, Translation t)
{
    int *ids = arena_alloc(a, (size_t)t.length * sizeof *ids);
    if (t.length) memcpy(ids, t.ids, (size_t)t.length * sizeof *ids);
    t.ids = ids;
    return t;
}

Translation *translator_translate(Translator *t, Arena *a, const Sequence *sources, int n,
                                  Search search)
{
    Arena scratch = {0};
    Translation *out = arena_alloc(a, (size_t)n * sizeof *out);
    Place *places = arena_alloc(a, (size_t)n * sizeof *places);
    for (int i = 0; i < n; i++) places[i] = (Place){sources[i].length, i};
    qsort(places, (size_t)n, sizeof *places, by_length);
    set_dropout(t, NULL);
    const int together = TOGETHER / search.beam;
    for (int first = 0; first < n; first += together) {
        const int batch = n - first < together ? n - first : together;
        const Tokens source =
            stack(&scratch, sources, places + first, batch, t->shape.shape.longest);
        const Translation *some = t->shape.kind == TRANSFORMER
                                      ? beam_search(t->transformer, &scratch, source, search)
                                      : recurrent_greedy(&t->recurrent, &scratch, source, search);
        for (int b = 0; b < batch; b++) out[places[first + b].number] = keep(a, some[b]);
        arena_reset(&scratch);
    }
    arena_free(&scratch);
    return out;
}
