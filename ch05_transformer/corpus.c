/* corpus - cleaning, counting and sampling pairs of sentences. */
#include "corpus.h"
#include "corpus_set.h"
#include "corpus_text.h"

#include <string.h>

enum { SLACK = 3 }; /* a word may become four characters, an article may go */

void corpus_add(Corpus *c, Arena *a, Pair pair)
{
    if (c->count == c->room) {
        int room = c->room ? 2 * c->room : 256;
        Pair *pairs = arena_alloc(a, (size_t)room * sizeof *pairs);
        if (c->count) memcpy(pairs, c->pairs, (size_t)c->count * sizeof *pairs);
        c->pairs = pairs;
        c->room = room;
    }
    c->pairs[c->count++] = pair;
}

/* ---- cleaning --------------------------------------------------------------------------------*/

const char *drop_reason_name(DropReason reason)
{
    static const char *const names[] = {"no letter on one side", "not translated", "too long",
                                        "one side much longer than the other",
                                        "repeated on this or another page"};
    require((unsigned)reason < DROP_REASONS, "reason %d", (int)reason);
    return names[reason];
}

static bool same(Arena *scratch, const char *x, const char *y)
{
    Arena mark = *scratch;
    bool result = strcmp(corpus_key(scratch, x), corpus_key(scratch, y)) == 0;
    arena_release(scratch, mark);
    return result;
}

/* DROP_REASONS: none but perhaps REPEATED. */
static DropReason reason_to_drop(Arena *scratch, Pair p, CorpusRules rules)
{
    if (!corpus_has_letter(p.source) || !corpus_has_letter(p.target)) return WORDLESS;
    if (rules.ideographs && !corpus_has_ideograph(p.target)) return UNTRANSLATED;
    if (same(scratch, p.source, p.target)) return UNTRANSLATED;
    int x = corpus_length(p.source), y = corpus_length(p.target);
    int longer = x > y ? x : y, shorter = x > y ? y : x;
    if (longer > rules.longest) return TOO_LONG;
    if (longer > rules.ratio * shorter + SLACK) return UNEVEN;
    return DROP_REASONS;
}

/* Both sides in one string; a tidy text holds no tab. */
static char *joined(Arena *a, Pair p)
{
    size_t source = strlen(p.source), target = strlen(p.target);
    char *s = arena_alloc(a, source + target + 2);
    memcpy(s, p.source, source);
    s[source] = '\t';
    memcpy(s + source + 1, p.target, target + 1);
    return s;
}

Corpus corpus_clean(Arena *a, const Corpus *c, CorpusRules rules, int counts[DROP_REASONS])
{
    int unwanted[DROP_REASONS];
    if (!counts) counts = unwanted;
    memset(counts, 0, DROP_REASONS * sizeof *counts);
    Corpus kept = {0};
    Arena scratch = {0};
    StringSet seen = {0};
    for (int i = 0; i < c->count; i++) {
        DropReason reason = reason_to_drop(&scratch, c->pairs[i], rules);
        int before = seen.count;
        if (reason == DROP_REASONS &&
            string_set_add(&seen, &scratch, joined(&scratch, c->pairs[i])) < before)
            reason = REPEATED;
        if (reason == DROP_REASONS)
            corpus_add(&kept, a, c->pairs[i]);
        else
            counts[reason]++;
    }
    arena_free(&scratch);
    return kept;
}

/* ---- statistics ------------------------------------------------------------------------------*/

CorpusStatistics corpus_statistics(const Corpus *c)
{
    Arena scratch = {0};
    StringSet pages = {0};
    CorpusStatistics s = {.pairs = c->count};
    for (int i = 0; i < c->count; i++) {
        Pair p = c->pairs[i];
        int source = corpus_length(p.source), target = corpus_length(p.target);
        s.source_words += source, s.target_words += target;
        if (source > s.longest_source) s.longest_source = source;
        if (target > s.longest_target) s.longest_target = target;
        string_set_add(&pages, &scratch, p.page);
    }
    s.pages = pages.count;
    arena_free(&scratch);
    return s;
}

Corpus corpus_sample(Arena *a, const Corpus *c, Rng *r, int n)
{
    Corpus sample = {0};
    int *order = arena_alloc(a, (size_t)c->count * sizeof *order);
    rng_permutation(r, c->count, order);
    for (int i = 0; i < n && i < c->count; i++) corpus_add(&sample, a, c->pairs[order[i]]);
    return sample;
}
