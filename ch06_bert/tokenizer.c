/* tokenizer - from text to pieces and back. */
#include "tokenizer.h"
#include "common/text.h"

#include <limits.h>
#include <string.h>

/* ---- collecting ------------------------------------------------------------------------------*/

typedef struct {
    int id;
    size_t begin, end;
} Piece;

typedef struct {
    const PieceVocabulary *vocabulary;
    Arena arena;
    Piece *pieces;
    int count, room;
} Encoder;

static void push(Encoder *c, int id, size_t begin, size_t end)
{
    if (c->count == c->room) {
        require(c->room <= INT_MAX / 2, "%d pieces", c->room);
        c->room = c->room ? 2 * c->room : 256;
        Piece *larger = arena_alloc(&c->arena, (size_t)c->room * sizeof *larger);
        if (c->count) memcpy(larger, c->pieces, (size_t)c->count * sizeof *larger);
        c->pieces = larger;
    }
    c->pieces[c->count++] = (Piece){id, begin, end};
}

static Pieces collected(const Encoder *c, Arena *a)
{
    const size_t n = (size_t)c->count;
    Pieces p = {arena_alloc(a, n * sizeof *p.ids), arena_alloc(a, n * sizeof *p.begin),
                arena_alloc(a, n * sizeof *p.end), c->count};
    for (size_t i = 0; i < n; i++) {
        p.ids[i] = c->pieces[i].id;
        p.begin[i] = c->pieces[i].begin;
        p.end[i] = c->pieces[i].end;
    }
    return p;
}

/* ---- encoding --------------------------------------------------------------------------------*/

/* A word as UTF-8: character i is bytes[starts[i]] .. bytes[starts[i + 1] - 1]. */
typedef struct {
    char bytes[4 * LONGEST_WORD];
    int starts[LONGEST_WORD + 1];
} Spelling;

static void spell(Spelling *s, const BasicWord *w)
{
    s->starts[0] = 0;
    for (int i = 0; i < w->count; i++)
        s->starts[i + 1] =
            s->starts[i] + text_encode(w->characters[i].code, s->bytes + s->starts[i]);
}

//> cut_word [exercise=5]
/* Pushes the pieces of a word (pieces_longest, push), each with the bytes of the text where its
 * first character begins and its last one ends. False: there is a place where no piece fits. */
static bool cut_word(Encoder *c, const BasicWord *w, const Spelling *s)
{
    for (int first = 0, next, length; first < w->count; first = next) {
        const int at = s->starts[first], rest = s->starts[w->count] - at;
        const int id = pieces_longest(c->vocabulary, s->bytes + at, rest, first > 0, &length);
        if (id < 0) return false;
        for (next = first; s->starts[next] < at + length; next++) {}
        push(c, id, w->characters[first].begin, w->characters[next - 1].end);
    }
    return true;
}
//< cut_word

//> encode_word
static void encode_word(Encoder *c, const BasicWord *w)
{
    Spelling s;
    const int before = c->count;
    if (w->count <= LONGEST_WORD) {
        spell(&s, w);
        if (cut_word(c, w, &s)) return;
    }
    c->count = before; /* the pieces before the place where none fitted */
    push(c, c->vocabulary->unknown, w->begin, w->end);
}
//< encode_word

/* The special piece that the text begins with, or -1. */
static int special_at(const PieceVocabulary *v, const char *text, size_t size)
{
    const int ids[] = {v->pad, v->unknown, v->cls, v->sep, v->mask};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        if (ids[i] < 0) continue;
        const size_t length = strlen(v->texts[ids[i]]);
        if (length <= size && memcmp(text, v->texts[ids[i]], length) == 0) return ids[i];
    }
    return -1;
}

/* The first place from `at` on where a special piece begins, or size. *id gets it, or -1. */
static size_t next_special(const PieceVocabulary *v, const char *text, size_t size, size_t at,
                           int *id)
{
    *id = -1;
    while (at < size) {
        const char *bracket = memchr(text + at, '[', size - at);
        if (!bracket) return size;
        at = (size_t)(bracket - text);
        *id = special_at(v, bracket, size - at);
        if (*id >= 0) return at;
        at++;
    }
    return size;
}

Pieces tokenizer_encode(const Tokenizer *t, Arena *a, const char *text, size_t size)
{
    Encoder c = {.vocabulary = &t->vocabulary};
    BasicWord word;
    for (size_t at = 0; at < size;) {
        int id = -1;
        const size_t stop =
            t->rules.specials ? next_special(c.vocabulary, text, size, at, &id) : size;
        while (basic_next(&word, text, stop, &at, t->rules)) encode_word(&c, &word);
        if (id < 0) break;
        at = stop + strlen(c.vocabulary->texts[id]);
        push(&c, id, stop, at);
    }
    const Pieces pieces = collected(&c, a);
    arena_free(&c.arena);
    return pieces;
}

/* ---- decoding --------------------------------------------------------------------------------*/

/* An ideograph, or from the blocks of its punctuation and full-width forms. */
static bool is_wide(int code)
{
    return text_is_ideograph(code) || (code >= 0x3000 && code <= 0x303F) ||
           (code >= 0xFF00 && code <= 0xFFEF);
}

static int first_code(const char *text)
{
    int length;
    return text_decode(text, strlen(text) + 1, &length);
}

static int last_code(const char *text, size_t size)
{
    size_t at = size - 1;
    while (at > 0 && (text[at] & 0xC0) == 0x80) at--;
    int length;
    return text_decode(text + at, size - at, &length);
}

char *tokenizer_decode(const Tokenizer *t, Arena *a, const int *ids, int n)
{
    size_t room = 1, size = 0;
    for (int i = 0; i < n; i++) {
        require(ids[i] >= 0 && ids[i] < t->vocabulary.count, "id %d", ids[i]);
        room += strlen(t->vocabulary.texts[ids[i]]) + 1;
    }
    char *text = arena_alloc(a, room);
    for (int i = 0; i < n; i++) {
        const char *piece = t->vocabulary.texts[ids[i]];
        const bool continues = size > 0 && strncmp(piece, "##", 2) == 0 && piece[2];
        if (continues)
            piece += 2;
        else if (size && !is_wide(first_code(piece)) && !is_wide(last_code(text, size)))
            text[size++] = ' ';
        const size_t length = strlen(piece);
        memcpy(text + size, piece, length);
        size += length;
    }
    text[size] = '\0';
    return text;
}
