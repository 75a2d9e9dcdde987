/* chrf - counting and scoring. */
#include "chrf.h"

#include <stdio.h>

static Symbols without_space(Arena *a, const char *text)
{
    Symbols all = symbols_of(a, text), kept = {all.at, 0};
    for (int i = 0; i < all.count; i++)
        if (!symbol_is_space(all.at[i])) kept.at[kept.count++] = all.at[i];
    return kept;
}

/* In one sentence, an order that its reference is too short for does not count against the
 * hypothesis: sacreBLEU's convention. */
void chrf_add(Chrf *c, Arena *scratch, const char *hypothesis, const char *reference)
{
    Arena mark = *scratch;
    NgramCount counts[CHRF_ORDERS] = {{0}};
    ngram_count(counts, CHRF_ORDERS, scratch, without_space(scratch, hypothesis),
                without_space(scratch, reference));
    for (int n = 0; n < CHRF_ORDERS; n++) {
        if (counts[n].reference) c->orders[n].hypothesis += counts[n].hypothesis;
        c->orders[n].reference += counts[n].reference;
        c->orders[n].matches += counts[n].matches;
    }
    arena_release(scratch, mark);
}

//> chrf_score
double chrf_score(const Chrf *c)
{
    const double beta2 = 4;
    double precision = 0, recall = 0;
    int orders = 0;
    for (int n = 0; n < CHRF_ORDERS; n++) {
        const NgramCount of = c->orders[n];
        if (!of.hypothesis) continue; /* else there is a reference, too: see chrf_add */
        precision += (double)of.matches / (double)of.hypothesis;
        recall += (double)of.matches / (double)of.reference;
        orders++;
    }
    if (precision == 0) return 0; /* no match: recall is 0 as well */
    precision /= orders, recall /= orders;
    return 100 * (1 + beta2) * precision * recall / (beta2 * precision + recall);
}
//< chrf_score

void chrf_describe(const Chrf *c, char *text, size_t size)
{
    snprintf(text, size, "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no = %.2f",
             chrf_score(c));
}
