/* recurrent_greedy - decoding with the recurrent model: at every step the most likely token. All
 * sentences of a batch advance together, until the last of them has ended. */
#include "recurrent.h"
#include "common/layers.h"

#include <math.h>

/* A batch on its way. */
typedef struct {
    Recurrent *model;
    RecurrentPass pass;
    Search search;
    LstmState state;
    int *last;        /* the token each sentence wrote last */
    Translation *out; /* score: the sum of log-probabilities */
} Greedy;

/* The token with the largest log-probability; of equals the first. */
static int most_likely(const float *log_p, int n, const Search *s)
{
    int best = -1;
    for (int v = 0; v < n; v++)
        if (v != s->begin && v != s->pad && (best < 0 || log_p[v] > log_p[best])) best = v;
    return best;
}

/* The log-probabilities of the next token, B x V, from the step; the state moves on. */
static Mat next_tokens(Greedy *g, Arena *step)
{
    const int batch = g->pass.source.batch;
    LstmState moved = g->state;
    Mat readout =
        recurrent_decode(g->model, step, &g->pass, (Tokens){g->last, NULL, batch, 1, NULL}, &moved);
    Mat log_p = mat_new(step, batch, g->model->shape.vocabulary);
    vocabulary_logits(log_p, readout, g->model->embedding);
    log_softmax_forward(log_p, log_p);
    mat_copy(g->state.hidden, moved.hidden);
    mat_copy(g->state.cell, moved.cell);
    return log_p;
}

/* Appends a token to what sentence b has written. */
static void append(Greedy *g, int b, const float *log_p)
{
    Translation *t = &g->out[b];
    g->last[b] = most_likely(log_p, g->model->shape.vocabulary, &g->search);
    t->score += (double)log_p[g->last[b]];
    if (g->last[b] == g->search.end)
        t->finished = true;
    else
        t->ids[t->length++] = g->last[b];
}

/* The score divided by the penalty of the length, the end included: see Search. */
static void penalise(Translation *t, double penalty)
{
    t->score /= pow((5.0 + t->length + t->finished) / 6, penalty);
}

Translation *recurrent_greedy(Recurrent *m, Arena *a, Tokens source, Search search)
{
    require(!m->rng, "dropout is on while %d sentences are translated", source.batch);
    require(search.beam == 1 && search.longest >= 1, "beam %d, longest %d", search.beam,
            search.longest);
    const int batch = source.batch;
    Arena step = {0};
    Greedy g = {.model = m, .search = search};
    g.out = arena_zeros(a, (size_t)batch * sizeof *g.out);
    g.last = arena_alloc(a, (size_t)batch * sizeof *g.last);
    g.state = recurrent_encode(m, a, &g.pass, source);
    for (int b = 0; b < batch; b++) {
        g.last[b] = search.begin;
        g.out[b].ids = arena_alloc(a, (size_t)search.longest * sizeof(int));
    }
    int running = batch;
    for (int t = 0; t < search.longest && running > 0; t++) {
        Mat log_p = next_tokens(&g, &step);
        running = 0;
        for (int b = 0; b < batch; b++) {
            if (!g.out[b].finished) append(&g, b, mat_row(log_p, b));
            running += !g.out[b].finished;
        }
        arena_reset(&step);
    }
    for (int b = 0; b < batch; b++) penalise(&g.out[b], search.penalty);
    arena_free(&step);
    return g.out;
}
