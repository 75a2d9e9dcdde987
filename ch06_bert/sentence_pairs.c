/* sentence_pairs - cutting documents into pairs of segments. */
#include "sentence_pairs.h"
#include "bert_heads.h"
#include "common/layers.h"

#include <limits.h>

static int size_of(Span s)
{
    return s.end - s.begin;
}

int pair_length(SentencePair p)
{
    return size_of(p.b) ? size_of(p.a) + size_of(p.b) + 3 : size_of(p.a) + 2;
}

//> truncate_pair
void truncate_pair(Span *a, Span *b, int longest, Rng *r)
{
    while (size_of(*a) + size_of(*b) > longest) {
        Span *longer = size_of(*a) > size_of(*b) ? a : b;
        if (rng_below(r, 2))
            longer->begin++;
        else
            longer->end--;
    }
}
//< truncate_pair

/* Sentences from `first` on, before `end`: until they have `size` pieces, but at least `least` of
 * them. Returns the one after the last. */
static int take(const Spelled *s, int first, int end, int size, int least)
{
    int last = first;
    while (last < end && (last < first + least || s->sentences[last] - s->sentences[first] < size))
        last++;
    return last;
}

static Span span(const Spelled *s, int first, int last)
{
    return (Span){s->sentences[first], s->sentences[last]};
}

/* ---- sentences from elsewhere ----------------------------------------------------------------*/

/* The sentences that do not begin a document, numbered through: those of document d are
 * followers(d) .. followers(d + 1) - 1, and the k-th of all is sentence k + d + 1. */
static int followers(const Spelled *s, int document)
{
    return s->documents[document] - document;
}

/* How many there are outside the document. */
static int followers_elsewhere(const Spelled *s, int document)
{
    return followers(s, s->document_count) - followers(s, document + 1) + followers(s, document);
}

/* The document of follower k: the last one that does not start behind it. */
static int document_of(const Spelled *s, int k)
{
    int low = 0, high = s->document_count;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (followers(s, middle) <= k)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Sentences of another document until they have `size` pieces or are `most`; fewer, where it has no
 * more. Like what follows an A they never begin a document, and every sentence that does not is as
 * likely as every other: nothing in a B itself says where it is from. */
static Span elsewhere(const Spelled *s, int document, int size, int most, Rng *r)
{
    int k = rng_below(r, followers_elsewhere(s, document));
    if (k >= followers(s, document)) k += followers(s, document + 1) - followers(s, document);
    const int other = document_of(s, k), end = s->documents[other + 1];
    int first = k + other + 1;
    const int begin = s->documents[other] + 1;
    while (first > begin && end - first < most && size_of(span(s, first, end)) < size) first--;
    const int stop = end - first < most ? end : first + most;
    return span(s, first, take(s, first, stop, size, 1));
}

/* ---- examples --------------------------------------------------------------------------------*/

//> next_pair
/* The example that begins with sentence *first of the document; moves *first to where the next one
 * begins. `size`: the pieces it should have. */
static SentencePair next_pair(const Spelled *s, int document, int *first, int size, Rng *r)
{
    const int begin = *first, last = take(s, begin, s->documents[document + 1], size, 2);
    *first = last;
    if (last - begin < 2 || followers_elsewhere(s, document) == 0)
        return (SentencePair){span(s, begin, last), {0, 0}, IGNORED_TARGET};
    const int middle = begin + 1 + rng_below(r, last - begin - 1);
    const Span a = span(s, begin, middle), b = span(s, middle, last);
    if (rng_below(r, 2)) return (SentencePair){a, b, IS_NEXT};
    *first = middle; /* what would have followed begins the next example */
    const int missing = size - size_of(a);
    const Span other = size_of(b) < missing ? elsewhere(s, document, missing, last - middle, r)
                                            : elsewhere(s, document, missing, INT_MAX, r);
    return (SentencePair){a, other, NOT_NEXT};
}
//< next_pair

static SentencePair next_single(const Spelled *s, int document, int *first, int size)
{
    const int begin = *first;
    *first = take(s, begin, s->documents[document + 1], size, 1);
    return (SentencePair){span(s, begin, *first), {0, 0}, IGNORED_TARGET};
}

int sentence_pairs(SentencePair *out, const Spelled *s, PairRules rules, Rng *r)
{
    require(rules.longest >= 5, "examples of %d tokens", rules.longest);
    int count = 0;
    for (int d = 0; d < s->document_count; d++) {
        for (int first = s->documents[d]; first < s->documents[d + 1];) {
            const int most = rules.longest - (rules.pairs ? 3 : 2);
            int size = most;
            if (rng_uniform(r) < rules.shorter) size = 2 + rng_below(r, most - 1);
            SentencePair *p = &out[count++];
            *p = rules.pairs ? next_pair(s, d, &first, size, r) : next_single(s, d, &first, size);
            truncate_pair(&p->a, &p->b, rules.longest - (size_of(p->b) ? 3 : 2), r);
        }
    }
    return count;
}
