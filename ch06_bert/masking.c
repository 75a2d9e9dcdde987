/* masking - choosing and replacing pieces for masked language modelling. */
#include "masking.h"
#include "common/layers.h"

#include <string.h>

static const double masked = 0.8, replaced = 0.1; /* the rest stay as they are */

MaskRules mask_rules(Arena *a, const PieceVocabulary *v, bool whole_words)
{
    require(v->mask >= 0, "a vocabulary without [MASK]");
    bool *special = arena_zeros(a, (size_t)v->count * sizeof *special);
    bool *continues = arena_zeros(a, (size_t)v->count * sizeof *continues);
    const int specials[] = {v->pad, v->unknown, v->cls, v->sep, v->mask};
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (specials[i] >= 0) special[specials[i]] = true;
    for (int i = 0; i < v->count; i++)
        continues[i] = strncmp(v->texts[i], "##", 2) == 0 && v->texts[i][2];
    return (MaskRules){0.15, whole_words, v->count, v->mask, special, continues};
}

/* The end of what is chosen together with piece `at`. */
static int unit_end(const int *ids, int n, int at, const MaskRules *m)
{
    int end = at + 1;
    if (m->whole_words && !m->special[ids[at]])
        while (end < n && m->continues[ids[end]]) end++;
    return end;
}

//> mask_replacement [exercise=3]
/* What a chosen piece becomes: [MASK] with the probability `masked`, with `replaced` any piece that
 * is not special, all of them equally likely; else it stays. */
static int mask_replacement(int id, const MaskRules *m, Rng *r)
{
    const double u = rng_uniform(r);
    if (u < masked) return m->mask;
    if (u >= masked + replaced) return id;
    do id = rng_below(r, m->vocabulary);
    while (m->special[id]);
    return id;
}
//< mask_replacement

//> mask_choose
/* Makes labels of the pieces begin .. end-1 and replaces them. Whether they are chosen and what
 * becomes of them are two draws: the same number compared twice would be below 0.15 here, and
 * nothing but [MASK] would ever come out. */
static int choose(int *ids, int *labels, int begin, int end, const MaskRules *m, Rng *r)
{
    for (int i = begin; i < end; i++) {
        labels[i] = ids[i];
        ids[i] = mask_replacement(ids[i], m, r);
    }
    return end - begin;
}
//< mask_choose

/* Chooses one word of those that may be, if there is any. */
static int choose_one(int *ids, int *labels, int n, const MaskRules *m, Rng *r)
{
    int units = 0, begin = 0, end = 0;
    for (int i = 0, next; i < n; i = next) {
        next = unit_end(ids, n, i, m);
        if (m->special[ids[i]] || rng_below(r, ++units) > 0) continue;
        begin = i; /* the k-th takes the place with probability 1/k: all are equally likely */
        end = next;
    }
    return choose(ids, labels, begin, end, m, r);
}

//> mask_pieces
int mask_pieces(int *ids, int *labels, int n, const MaskRules *m, Rng *r)
{
    int chosen = 0;
    for (int i = 0; i < n; i++) labels[i] = IGNORED_TARGET;
    for (int i = 0, next; i < n; i = next) {
        next = unit_end(ids, n, i, m); /* before the pieces change */
        if (!m->special[ids[i]] && rng_uniform(r) < m->share)
            chosen += choose(ids, labels, i, next, m, r);
    }
    return chosen ? chosen : choose_one(ids, labels, n, m, r);
}
//< mask_pieces
