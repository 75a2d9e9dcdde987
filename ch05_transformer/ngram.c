/* ngram - counting what two texts have in common.
 *
 * One sort serves all n: of the positions of both texts, by the symbols that follow. Positions that
 * begin with the same n symbols then stand next to each other, whatever n is; shorter ones, at the
 * end of a text, stand before those they are the beginning of. */
#include "ngram.h"

#include <stdlib.h>

typedef struct {
    const int *at;
    int length;     /* symbols from here to the end of the text, at most `orders` */
    bool reference; /* which text it is of */
} Gram;

/* How many symbols two grams have in common at their beginnings. */
static int common_length(const Gram *a, const Gram *b)
{
    int n = 0;
    while (n < a->length && n < b->length && a->at[n] == b->at[n]) n++;
    return n;
}

static int compare(const void *left, const void *right)
{
    const Gram *a = left, *b = right;
    int n = common_length(a, b);
    if (n == a->length || n == b->length) return a->length - b->length;
    return a->at[n] < b->at[n] ? -1 : 1;
}

static Gram *append(Gram *to, Symbols text, int orders, bool reference)
{
    for (int i = 0; i < text.count; i++) {
        int rest = text.count - i;
        *to++ = (Gram){text.at + i, rest < orders ? rest : orders, reference};
    }
    return to;
}

/* The n-grams of sorted positions, run by run of equal ones. */
static NgramCount count_order(const Gram *grams, const Gram *end, int n)
{
    NgramCount total = {0};
    while (grams < end) {
        const Gram *first = grams++;
        if (first->length < n) continue;
        long of[2] = {0, 0};
        of[first->reference]++;
        for (; grams < end && common_length(first, grams) >= n; grams++) of[grams->reference]++;
        total.hypothesis += of[false];
        total.reference += of[true];
        total.matches += of[false] < of[true] ? of[false] : of[true];
    }
    return total;
}

void ngram_count(NgramCount *counts, int orders, Arena *scratch, Symbols hypothesis,
                 Symbols reference)
{
    Arena mark = *scratch;
    size_t total = (size_t)hypothesis.count + (size_t)reference.count;
    Gram *grams = arena_alloc(scratch, total * sizeof *grams);
    Gram *end = append(grams, hypothesis, orders, false);
    end = append(end, reference, orders, true);
    qsort(grams, total, sizeof *grams, compare);
    for (int n = 1; n <= orders; n++) {
        NgramCount c = count_order(grams, end, n);
        counts[n - 1].hypothesis += c.hypothesis;
        counts[n - 1].reference += c.reference;
        counts[n - 1].matches += c.matches;
    }
    arena_release(scratch, mark);
}
