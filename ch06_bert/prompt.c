/* prompt - special pieces around texts. */
#include "prompt.h"

#include <string.h>

static void append(Prompt *p, const Tokenizer *t, int id, int type)
{
    p->ids[p->length] = id;
    p->types[p->length] = type;
    p->texts[p->length++] = t->vocabulary.texts[id];
}

bool prompt_new(Prompt *p, Arena *a, const Tokenizer *t, const char *first, const char *second,
                Error *e)
{
    const PieceVocabulary *v = &t->vocabulary;
    if (v->cls < 0 || v->sep < 0) return fail(e, "the vocabulary has no [CLS] or no [SEP]");
    const char *texts[] = {first, second};
    Pieces pieces[2] = {{0}};
    size_t room = 3;
    for (int i = 0; i < 2; i++) {
        if (texts[i]) pieces[i] = tokenizer_encode(t, a, texts[i], strlen(texts[i]));
        room += (size_t)pieces[i].count;
    }
    *p = (Prompt){arena_alloc(a, room * sizeof *p->ids), arena_alloc(a, room * sizeof *p->types),
                  arena_alloc(a, room * sizeof *p->texts), 0};
    append(p, t, v->cls, 0);
    for (int i = 0; i < 2 && texts[i]; i++) {
        for (int j = 0; j < pieces[i].count; j++) append(p, t, pieces[i].ids[j], i);
        append(p, t, v->sep, i);
    }
    return true;
}

static void take_out(Prompt *p, int at)
{
    const size_t after = (size_t)(p->length - at - 1);
    memmove(p->ids + at, p->ids + at + 1, after * sizeof *p->ids);
    memmove(p->types + at, p->types + at + 1, after * sizeof *p->types);
    memmove(p->texts + at, p->texts + at + 1, after * sizeof *p->texts);
    p->length--;
}

int prompt_cut(Prompt *p, int longest)
{
    const int before = p->length;
    while (p->length > longest) {
        int first = 0; /* where the second text begins; its length is that of the rest */
        while (first < p->length && p->types[first] == 0) first++;
        const bool second_longer = p->length - first > first - 1;
        take_out(p, (second_longer ? p->length : first) - 2);
    }
    return before - p->length;
}

BertInput prompt_input(const Prompt *p)
{
    return (BertInput){.ids = p->ids, .types = p->types, .batch = 1, .length = p->length};
}
