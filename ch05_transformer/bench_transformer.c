/* bench_transformer - the time of a training step (forward, backward, clipping, Adam) beside the
 * same model in PyTorch, and what the decoder's memory of keys and values is worth.
 *
 * golden/bench_torch.py is the other side and takes turns with this program (common/torch.h).
 * Without PyTorch only our own times are measured. Decoding has no other side: the search with the
 * memory takes turns with one that computes the whole prefix anew for every token. BENCH_QUICK=1
 * measures fewer turns. The last lines are key=value. */
#include "translator.h"
#include "common/clock.h"
#include "common/layers.h"
#include "common/optim.h"
#include "common/torch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- training --------------------------------------------------------------------------------*/

typedef struct {
    const char *key;
    int steps;              /* of one turn */
    TransformerShape shape; /* its vocabulary is ours */
    /* PyTorch's vocabularies. Ours is one for both sides: where PyTorch has two, as D2L has, ours
     * holds the ids of both, and scores more of them. target_ids 0: PyTorch shares, too. */
    int source_ids, target_ids;
    int batch, length, shortest; /* sentences of shortest to length ids */
    double smoothing;
} Case;

/* The larger first: malloc, which PyTorch takes its memory from, then keeps what the others need.
 * A third of d2l's places are padding, as with D2L's sentences: we leave it out (batch_pack),
 * PyTorch computes it. d2l_full is the same without padding. */
static const Case cases[] = {
    {"base", 2, {6337, 3, 256, 8, 1024, 100, true, 0.1}, 6337, 0, 171, 24, 24, 0.1},
    {"d2l", 5, {194 + 212, 2, 256, 4, 64, 100, false, 0.2}, 194, 212, 128, 10, 3, 0},
    {"d2l_full", 5, {194 + 212, 2, 256, 4, 64, 100, false, 0.2}, 194, 212, 128, 10, 10, 0},
};
enum { CASES = sizeof cases / sizeof *cases };

typedef struct {
    Translator model;
    Adam adam;
    Rng rng;
    Arena fixed, step;
    Batch batch;
    double smoothing;
} Bench;

static int *random_ids(Bench *b, int count, int first, int end)
{
    int *ids = arena_alloc(&b->fixed, (size_t)count * sizeof *ids);
    for (int i = 0; i < count; i++) ids[i] = first + rng_below(&b->rng, end - first);
    return ids;
}

/* Sentences of random ids, from first on, padded. */
static Tokens random_tokens(Bench *b, const Case *c, int first, int end)
{
    int *ids = random_ids(b, c->batch * c->length, first, end);
    const int *valid = random_ids(b, c->batch, c->shortest, c->length + 1);
    for (int s = 0; s < c->batch; s++)
        for (int t = valid[s]; t < c->length; t++) ids[s * c->length + t] = PAD_ID;
    return (Tokens){ids, valid, c->batch, c->length, NULL};
}

static Batch random_batch(Bench *b, const Case *c)
{
    const int size = c->batch * c->length, end = c->shape.vocabulary;
    const Tokens source = random_tokens(b, c, FIRST_ID, c->source_ids);
    const Tokens target = random_tokens(b, c, c->target_ids ? c->source_ids : FIRST_ID, end);
    int *labels = arena_alloc(&b->fixed, (size_t)size * sizeof *labels), counted = 0;
    for (int i = 0; i < size; i++) {
        const bool real = i % c->length < target.valid[i / c->length];
        labels[i] = real ? target.ids[i] : IGNORED_TARGET;
        counted += real;
    }
    return (Batch){source, target, labels, counted};
}

static void bench_new(Bench *b, const Case *c)
{
    *b = (Bench){.rng = rng_new(1), .adam = adam_new(1e-4), .smoothing = c->smoothing};
    translator_new(&b->model, &b->rng, (TranslatorShape){TRANSFORMER, c->shape});
    b->batch = random_batch(b, c);
}

static void bench_free(Bench *b)
{
    translator_free(&b->model);
    arena_free(&b->fixed);
    arena_free(&b->step);
}

static double training_step(Bench *b)
{
    const double start = clock_seconds();
    arena_reset(&b->step);
    translator_learn(&b->model, &b->step, b->batch, b->smoothing, &b->rng);
    clip_gradients(&b->model.params, 1);
    adam_step(&b->adam, &b->model.params);
    return clock_seconds() - start;
}

/* Seconds of the fastest step of a turn, on each side. */
static double our_turn(Bench *b, const Case *c)
{
    double fastest = INFINITY;
    for (int i = 0; i < c->steps; i++) fastest = fmin(fastest, training_step(b));
    return fastest;
}

static double torch_case_turn(const Torch *t, const Case *c)
{
    const TransformerShape *s = &c->shape;
    return torch_turn(t, "%d %d %d %d %d %d %g %g %d %d %d %d %d", c->steps, s->layers, s->d_model,
                      s->heads, s->d_hidden, (int)s->pre_norm, s->dropout, c->smoothing,
                      c->source_ids, c->target_ids, c->batch, c->length, c->shortest);
}

static void race(const Torch *torch, const Case *c, int turns, double *ours, double *theirs)
{
    Bench b;
    bench_new(&b, c);
    *ours = *theirs = INFINITY;
    for (int i = 0; i < turns; i++) {
        *ours = fmin(*ours, our_turn(&b, c));
        *theirs = fmin(*theirs, torch_case_turn(torch, c));
    }
    printf("  %-8s  %d + %d layers, d = %d, %4d hidden, %d x %d ids", c->key, c->shape.layers,
           c->shape.layers, c->shape.d_model, c->shape.d_hidden, c->batch, c->length);
    torch_compare(*ours, *theirs);
    bench_free(&b);
}

/* ---- decoding --------------------------------------------------------------------------------*/

enum { SENTENCES = 64, WRITTEN = 24, NO_ID = -1 };

/* The id with the largest score, of those that may be written. */
static int best_id(const float *scores, int n)
{
    int best = END_ID;
    for (int id = END_ID + 1; id < n; id++)
        if (scores[id] > scores[best]) best = id;
    return best;
}

/* Appends an id to every row of `ids`, SENTENCES x (WRITTEN + 1), of which `length` are there. */
static void append_recomputed(Transformer *t, Arena *step, TransformerPass *pass, int *ids,
                              int length)
{
    int *prefix = arena_alloc(step, (size_t)(SENTENCES * length) * sizeof *prefix);
    for (int s = 0; s < SENTENCES; s++)
        memcpy(prefix + s * length, ids + s * (WRITTEN + 1), (size_t)length * sizeof *prefix);
    const Mat hidden =
        transformer_decode(t, step, pass, (Tokens){prefix, NULL, SENTENCES, length, NULL});
    Mat last = mat_new(step, SENTENCES, hidden.cols);
    Mat scores = mat_new(step, SENTENCES, t->shape.vocabulary);
    for (int s = 0; s < SENTENCES; s++)
        mat_copy(mat_rows(last, s, 1), mat_rows(hidden, (s + 1) * length - 1, 1));
    vocabulary_logits(scores, last, t->embedding);
    for (int s = 0; s < SENTENCES; s++)
        ids[s * (WRITTEN + 1) + length] = best_id(mat_row(scores, s), scores.cols);
}

static double recomputed_seconds(Bench *b)
{
    const double start = clock_seconds();
    int ids[SENTENCES * (WRITTEN + 1)];
    Arena step = {0};
    TransformerPass pass;
    arena_reset(&b->step);
    transformer_encode(b->model.transformer, &b->step, &pass, b->batch.source);
    for (int s = 0; s < SENTENCES; s++) ids[s * (WRITTEN + 1)] = BEGIN_ID;
    for (int length = 1; length <= WRITTEN; length++) {
        append_recomputed(b->model.transformer, &step, &pass, ids, length);
        arena_reset(&step);
    }
    arena_free(&step);
    return clock_seconds() - start;
}

/* No id ends a sentence: all have WRITTEN ids, as above. */
static double cached_seconds(Bench *b)
{
    const double start = clock_seconds();
    const Search greedy = {1, WRITTEN, 0, BEGIN_ID, NO_ID, PAD_ID};
    arena_reset(&b->step);
    beam_search(b->model.transformer, &b->step, b->batch.source, greedy);
    return clock_seconds() - start;
}

static void race_decoders(int turns, double *cached, double *recomputed)
{
    Case c = cases[0];
    Bench b;
    c.batch = SENTENCES, c.length = c.shortest = WRITTEN;
    bench_new(&b, &c);
    transformer_train(b.model.transformer, NULL);
    *cached = *recomputed = INFINITY;
    for (int i = 0; i < turns; i++) {
        *cached = fmin(*cached, cached_seconds(&b));
        *recomputed = fmin(*recomputed, recomputed_seconds(&b));
    }
    bench_free(&b);
}

int main(void)
{
    const int turns = getenv("BENCH_QUICK") ? 2 : 8;
    const double ids = SENTENCES * WRITTEN;
    double ours[CASES], theirs[CASES], cached, recomputed;
    const Torch torch = torch_start("ch05_transformer/golden/bench_torch.py");
    printf("Transformer, a step of training, %d threads\n", torch.threads);
    torch_introduce(&torch);
    for (int i = 0; i < CASES; i++) race(&torch, &cases[i], turns, &ours[i], &theirs[i]);
    race_decoders(turns, &cached, &recomputed);
    printf("greedy decoding, %d sentences of %d tokens: %.0f tokens/s, without memory %.0f\n",
           SENTENCES, WRITTEN, ids / cached, ids / recomputed);
    for (int i = 0; i < CASES; i++) {
        char key[64];
        snprintf(key, sizeof key, "transformer.%s", cases[i].key);
        torch_report(key, ours[i], theirs[i]);
    }
    printf("decode.cached.tokens_per_second=%.0f\n", ids / cached);
    printf("decode.recomputed.tokens_per_second=%.0f\n", ids / recomputed);
    printf("decode.speedup=%.2f\n", recomputed / cached);
    return 0;
}
