/* spelled - documents through the tokenizer. */
#include "spelled.h"

#include <limits.h>
#include <string.h>

typedef struct {
    int *values;
    int count, room;
} Ints;

static void append(Ints *to, Arena *a, const int *values, int count)
{
    if (count > to->room - to->count) {
        require(to->count <= INT_MAX / 2 - count, "more than %d pieces", to->count);
        to->room = 2 * (to->count + count);
        int *larger = arena_alloc(a, (size_t)to->room * sizeof *larger);
        if (to->values) memcpy(larger, to->values, (size_t)to->count * sizeof *larger);
        to->values = larger;
    }
    if (count && to->values) memcpy(to->values + to->count, values, (size_t)count * sizeof *values);
    to->count += count;
}

/* A sentence without a piece, such as one of characters that the tokenizer removes, is left out,
 * and so is a document without a sentence. */
Spelled documents_spell(Arena *a, const Documents *d, const Tokenizer *t)
{
    Tokenizer plain = *t;
    plain.rules.specials = false;
    Arena scratch = {0};
    Ints ids = {0}, sentences = {0}, documents = {0};
    for (int i = 0; i < d->count; i++) {
        const int first = sentences.count;
        for (int k = 0; k < d->documents[i].count; k++) {
            const char *text = d->documents[i].sentences[k];
            const Pieces p = tokenizer_encode(&plain, &scratch, text, strlen(text));
            if (p.count) append(&sentences, a, &ids.count, 1);
            append(&ids, a, p.ids, p.count);
            arena_reset(&scratch);
        }
        if (sentences.count > first) append(&documents, a, &first, 1);
    }
    Spelled s = {.sentence_count = sentences.count, .document_count = documents.count};
    append(&documents, a, &sentences.count, 1);
    append(&sentences, a, &ids.count, 1);
    s.ids = ids.values, s.sentences = sentences.values, s.documents = documents.values;
    arena_free(&scratch);
    return s;
}
