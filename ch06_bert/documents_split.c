/* documents_split - training, validation and test parts of different documents, without a sentence
 * that two of them share. */
#include "documents.h"

#include "ch05_transformer/corpus_set.h"
#include "ch05_transformer/corpus_text.h"

/* The keys of the sentences that were seen; `scratch` is for one key. */
typedef struct {
    Arena arena, scratch;
    StringSet keys;
} Seen;

static void seen_free(Seen *seen)
{
    arena_free(&seen->arena);
    arena_free(&seen->scratch);
}

static void see(Seen *seen, const Documents *d)
{
    for (int i = 0; i < d->count; i++)
        for (int k = 0; k < d->documents[i].count; k++)
            string_set_add(&seen->keys, &seen->arena,
                           corpus_key(&seen->arena, d->documents[i].sentences[k]));
}

static bool was_seen(Seen *seen, const char *sentence)
{
    arena_reset(&seen->scratch);
    return string_set_find(&seen->keys, corpus_key(&seen->scratch, sentence)) >= 0;
}

static int sentences(const Documents *d)
{
    int count = 0;
    for (int i = 0; i < d->count; i++) count += d->documents[i].count;
    return count;
}

/* The runs of sentences that were not seen; they share the array of the document they are from. */
static Documents unseen(Arena *a, Seen *seen, const Documents *d)
{
    Documents kept = {arena_alloc(a, (size_t)sentences(d) * sizeof *kept.documents), 0};
    for (int i = 0; i < d->count; i++) {
        const Document *whole = &d->documents[i];
        Document *run = NULL;
        for (int k = 0; k < whole->count; k++) {
            if (was_seen(seen, whole->sentences[k])) {
                run = NULL;
                continue;
            }
            if (!run) {
                run = &kept.documents[kept.count++];
                *run = (Document){whole->sentences + k, 0, whole->name};
            }
            run->count++;
        }
    }
    return kept;
}

int documents_split(Documents part[PARTS], Arena *a, const Documents *d, uint64_t seed,
                    double valid, double test)
{
    require(valid >= 0 && test >= 0 && valid + test < 1, "shares %g and %g", valid, test);
    for (Part p = TRAIN; p < PARTS; p++)
        part[p] = (Documents){arena_alloc(a, (size_t)d->count * sizeof(Document)), 0};
    for (int i = 0; i < d->count; i++) {
        Documents *to = &part[part_of(d->documents[i].name, seed, valid, test)];
        to->documents[to->count++] = d->documents[i];
    }
    Seen seen = {0};
    int dropped = 0;
    for (Part p = VALID; p < PARTS; p++) {
        see(&seen, &part[p - 1]);
        dropped += sentences(&part[p]);
        part[p] = unseen(a, &seen, &part[p]);
        dropped -= sentences(&part[p]);
    }
    seen_free(&seen);
    return dropped;
}

int documents_overlaps(const Documents part[PARTS])
{
    Seen seen = {0};
    int overlaps = 0;
    for (Part p = VALID; p < PARTS; p++) {
        see(&seen, &part[p - 1]);
        for (int i = 0; i < part[p].count; i++)
            for (int k = 0; k < part[p].documents[i].count; k++)
                overlaps += was_seen(&seen, part[p].documents[i].sentences[k]);
    }
    seen_free(&seen);
    return overlaps;
}
