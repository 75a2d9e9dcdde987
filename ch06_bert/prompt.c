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

/* Moves pieces to the front, over those that are taken out. */
static void move(Prompt *p, int to, int from, int count)
{
    const size_t n = (size_t)count;
    memmove(p->ids + to, p->ids + from, n * sizeof *p->ids);
    memmove(p->types + to, p->types + from, n * sizeof *p->types);
    memmove(p->texts + to, p->texts + from, n * sizeof *p->texts);
}

/* Lengths of both texts that are `room` together: what taking one piece after the other from the
 * longer one, or from the first of equals, comes to, found at once. */
static void shorten(int length[2], int room)
{
    const int longer = length[1] > length[0], shorter = length[1 - longer];
    if (room - shorter >= shorter) {
        length[longer] = room - shorter;
    } else {
        length[0] = room / 2;
        length[1] = room - room / 2;
    }
}

int prompt_cut(Prompt *p, int longest)
{
    const int before = p->length;
    if (before <= longest) return 0;
    int first = 0; /* where the second text begins */
    while (first < before && p->types[first] == 0) first++;
    const bool pair = first < before;
    int length[2] = {first - 2, pair ? before - first - 1 : 0};
    shorten(length, longest - (pair ? 3 : 2));
    int end = 1 + length[0];
    move(p, end++, first - 1, 1); /* [SEP] */
    if (pair) {
        move(p, end, first, length[1]);
        move(p, end + length[1], before - 1, 1);
    }
    p->length = longest;
    return before - longest;
}

BertInput prompt_input(const Prompt *p)
{
    return (BertInput){.ids = p->ids, .types = p->types, .batch = 1, .length = p->length};
}
