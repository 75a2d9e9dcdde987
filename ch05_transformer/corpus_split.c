/* corpus_split - training, validation and test sets of different pages, without a sentence that two
 * of them share. */
#include "corpus.h"
#include "corpus_set.h"
#include "corpus_text.h"

//> part_of
Part part_of(const char *name, uint64_t seed, double valid, double test)
{
    Rng r = rng_new(string_hash(name) + seed);
    double u = rng_uniform(&r);
    return u < test ? TEST : u < test + valid ? VALID : TRAIN;
}
//< part_of

CorpusSplit corpus_split(Arena *a, const Corpus *c, uint64_t seed, double valid, double test)
{
    require(valid >= 0 && test >= 0 && valid + test < 1, "shares %g and %g", valid, test);
    CorpusSplit s = {0};
    for (int i = 0; i < c->count; i++) {
        Pair p = c->pairs[i];
        corpus_add(&s.part[part_of(p.page, seed, valid, test)], a, p);
    }
    corpus_drop_overlaps(&s, a);
    return s;
}

/* ---- overlaps --------------------------------------------------------------------------------*/

/* The sentences that were seen, both sides by their keys. */
typedef struct {
    Arena arena;
    StringSet source, target;
} Seen;

static void see(Seen *seen, const Corpus *c)
{
    for (int i = 0; i < c->count; i++) {
        string_set_add(&seen->source, &seen->arena, corpus_key(&seen->arena, c->pairs[i].source));
        string_set_add(&seen->target, &seen->arena, corpus_key(&seen->arena, c->pairs[i].target));
    }
}

static bool was_seen(Seen *seen, Pair p)
{
    Arena mark = seen->arena;
    bool result = string_set_find(&seen->source, corpus_key(&seen->arena, p.source)) >= 0 ||
                  string_set_find(&seen->target, corpus_key(&seen->arena, p.target)) >= 0;
    arena_release(&seen->arena, mark);
    return result;
}

static Corpus unseen(Arena *a, Seen *seen, const Corpus *c)
{
    Corpus kept = {0};
    for (int i = 0; i < c->count; i++)
        if (!was_seen(seen, c->pairs[i])) corpus_add(&kept, a, c->pairs[i]);
    return kept;
}

void corpus_drop_overlaps(CorpusSplit *s, Arena *a)
{
    Seen seen = {0};
    for (Part p = VALID; p < PARTS; p++) {
        see(&seen, &s->part[p - 1]);
        int before = s->part[p].count;
        s->part[p] = unseen(a, &seen, &s->part[p]);
        s->dropped[p] += before - s->part[p].count;
    }
    arena_free(&seen.arena);
}

int corpus_overlaps(const CorpusSplit *s)
{
    Seen seen = {0};
    int overlaps = 0;
    for (Part p = VALID; p < PARTS; p++) {
        see(&seen, &s->part[p - 1]);
        for (int i = 0; i < s->part[p].count; i++) overlaps += was_seen(&seen, s->part[p].pairs[i]);
    }
    arena_free(&seen.arena);
    return overlaps;
}
