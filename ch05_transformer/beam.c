/* beam - the search for the most likely translation.
 *
 * The probability of a sentence is the product of those of its tokens. There are V^T sentences of T
 * tokens, so the search keeps the `beam` best beginnings of each length. A longer sentence has a
 * smaller probability whatever it says; dividing the logarithm by ((5 + length) / 6)^a makes up for
 * it (Wu et al. 2016, equation 14). With a beam of 1 this is greedy decoding. */
#include "decode.h"
#include "common/layers.h"

#include <math.h>

enum { WIDEST_BEAM = 32 };

/* What was written, from the last token back to the first. */
typedef struct Written {
    const struct Written *before;
    int id;
} Written;

typedef struct {
    double score; /* sum of log-probabilities; -INFINITY: there is none in this row */
    const Written *last;
} Hypothesis;

/* A way to go on: row `row` of the cache with one more token. */
typedef struct {
    double score;
    int row, id;
} Candidate;

typedef struct {
    Search search;
    Arena *arena;
    Translation *out; /* of each source sentence, once its search is over */
    Hypothesis *live; /* batch * beam, the row numbers of the cache */
    int *from, *ids;  /* of each row: what the cache needs for the next step */
    /* Of each sentence in the cache: */
    int *source;      /* which one of the source it is */
    Hypothesis *best; /* the best that has ended, its score divided by the penalty */
    int *ended;       /* how many have ended */
    int *kept;        /* while the cache leaves out others */
} Beams;

//> penalised
static double penalised(const Search *s, double score, int length)
{
    return score / pow((5.0 + length) / 6, s->penalty);
}
//< penalised

/* Inserts c into a list of n candidates, best first; of equals the one that came first stays first.
 */
static void offer(Candidate *list, int n, Candidate c)
{
    if (!(c.score > list[n - 1].score)) return;
    int i = n - 1;
    for (; i > 0 && c.score > list[i - 1].score; i--) list[i] = list[i - 1];
    list[i] = c;
}

//> candidates
/* The 2 beam best continuations of sentence b: even when `beam` of them end, `beam` others go on.
 */
static void candidates(Candidate *list, const Beams *beams, Mat log_probs, int b)
{
    const Search *s = &beams->search;
    for (int i = 0; i < 2 * s->beam; i++) list[i] = (Candidate){-INFINITY, b * s->beam, s->end};
    for (int row = b * s->beam; row < (b + 1) * s->beam; row++)
        for (int id = 0; id < log_probs.cols; id++)
            if (id != s->begin && id != s->pad)
                offer(list, 2 * s->beam,
                      (Candidate){beams->live[row].score + (double)mat_row(log_probs, row)[id], row,
                                  id});
}
//< candidates

/* A hypothesis of sentence b has ended with `length` tokens, the end included. */
static void end(Beams *beams, int b, Candidate c, int length)
{
    double score = penalised(&beams->search, c.score, length);
    beams->ended[b]++;
    if (score > beams->best[b].score) beams->best[b] = (Hypothesis){score, beams->live[c.row].last};
}

//> advance
/* Moves sentence b from `length` tokens to one more. */
static void advance(Beams *beams, const Candidate *list, int b, int length)
{
    const Search *s = &beams->search;
    Hypothesis next[WIDEST_BEAM] = {{0}};
    int live = 0;
    for (int i = 0; i < 2 * s->beam && live < s->beam; i++) {
        if (!(list[i].score > -INFINITY)) break;
        if (list[i].id == s->end) {
            if (i < s->beam) end(beams, b, list[i], length + 1);
            continue;
        }
        Written *token = arena_alloc(beams->arena, sizeof *token);
        *token = (Written){beams->live[list[i].row].last, list[i].id};
        beams->from[b * s->beam + live] = list[i].row;
        next[live++] = (Hypothesis){list[i].score, token};
    }
    for (int k = 0; k < s->beam; k++) {
        int row = b * s->beam + k;
        if (k >= live) beams->from[row] = row;
        beams->live[row] = k < live ? next[k] : (Hypothesis){-INFINITY, NULL};
        beams->ids[row] = k < live ? next[k].last->id : s->end;
    }
}
//< advance

static Translation result(const Beams *beams, int b, int length)
{
    const Search *s = &beams->search;
    Hypothesis h = beams->best[b];
    bool finished = h.score > -INFINITY;
    if (!finished) { /* cut off by the limit: the best beginning */
        h = beams->live[b * s->beam];
        h.score = penalised(s, h.score, length);
    }
    Translation t = {.score = h.score, .finished = finished};
    for (const Written *w = h.last; w; w = w->before) t.length++;
    t.ids = arena_alloc(beams->arena, (size_t)t.length * sizeof *t.ids);
    int at = t.length;
    for (const Written *w = h.last; w; w = w->before) t.ids[--at] = w->id;
    return t;
}

static Beams beams_new(Arena *a, Search s, int batch)
{
    const size_t sentences = (size_t)batch, rows = sentences * (size_t)s.beam;
    Beams beams = {s,
                   a,
                   .out = arena_alloc(a, sentences * sizeof(Translation)),
                   .live = arena_alloc(a, rows * sizeof(Hypothesis)),
                   .from = arena_alloc(a, rows * sizeof(int)),
                   .ids = arena_alloc(a, rows * sizeof(int)),
                   .source = arena_alloc(a, sentences * sizeof(int)),
                   .best = arena_alloc(a, sentences * sizeof(Hypothesis)),
                   .ended = arena_zeros(a, sentences * sizeof(int)),
                   .kept = arena_alloc(a, sentences * sizeof(int))};
    for (size_t r = 0; r < rows; r++) { /* at first all rows are the same: one of them is enough */
        beams.live[r] = (Hypothesis){r % (size_t)s.beam ? -INFINITY : 0, NULL};
        beams.ids[r] = s.begin;
    }
    for (int b = 0; b < batch; b++) beams.best[b].score = -INFINITY, beams.source[b] = b;
    return beams;
}

static bool is_over(const Beams *beams, int b)
{
    return beams->ended[b] >= beams->search.beam;
}

/* Writes down the translations of sentences whose search is over, and goes on with the others. */
static void leave_out(Beams *beams, DecodeCache *cache, int length)
{
    const int beam = beams->search.beam;
    int n = 0;
    for (int b = 0; b < cache->batch; b++) {
        if (is_over(beams, b)) {
            beams->out[beams->source[b]] = result(beams, b, length);
            continue;
        }
        for (int k = 0; k < beam; k++) {
            beams->live[n * beam + k] = beams->live[b * beam + k];
            beams->ids[n * beam + k] = beams->ids[b * beam + k];
        }
        beams->source[n] = beams->source[b], beams->best[n] = beams->best[b];
        beams->ended[n] = beams->ended[b], beams->kept[n++] = b;
    }
    decode_keep(cache, beams->kept, n);
}

//> beam_search
/* One token more for every sentence. Returns how many are not over. */
static int extend(Beams *beams, DecodeCache *cache, Arena *step, int length)
{
    const Search *s = &beams->search;
    const Param *embedding = cache->t->embedding;
    Candidate list[2 * WIDEST_BEAM] = {{0}};
    int open = 0;
    Mat log_probs = mat_new(step, cache->batch * s->beam, embedding->value.rows);
    vocabulary_logits(log_probs, decode_step(cache, step, beams->ids), embedding);
    log_softmax_forward(log_probs, log_probs);
    for (int b = 0; b < cache->batch; b++) {
        for (int k = 0; k < s->beam; k++) beams->from[b * s->beam + k] = b * s->beam + k;
        if (is_over(beams, b)) continue;
        candidates(list, beams, log_probs, b);
        advance(beams, list, b, length);
        open += !is_over(beams, b);
    }
    decode_reorder(cache, step, beams->from);
    return open;
}

Translation *beam_search(Transformer *t, Arena *a, Tokens source, Search s)
{
    require(s.beam >= 1 && s.beam <= WIDEST_BEAM && s.longest >= 1, "beam %d, longest %d", s.beam,
            s.longest);
    Arena step = {0};
    TransformerPass pass;
    Beams beams = beams_new(a, s, source.batch);
    Mat memory = transformer_encode(t, a, &pass, source);
    DecodeCache cache = decode_start(t, a, memory, source, s.beam, s.longest);
    int length = 0;
    while (length < s.longest && cache.batch > 0) {
        const int open = extend(&beams, &cache, &step, length++);
        if (open <= 3 * cache.batch / 4) leave_out(&beams, &cache, length);
        arena_reset(&step);
    }
    for (int b = 0; b < cache.batch; b++) beams.out[beams.source[b]] = result(&beams, b, length);
    arena_free(&step);
    return beams.out;
}
//< beam_search
