/* bpe_split - cuts text into words, as bpe.h describes them. */
#include "bpe_parts.h"
#include "text.h"

typedef enum { SPACE, LETTER, IDEOGRAPH, DIGIT, MARK, OTHER } Kind;

static Kind kind_of(int code)
{
    if ((code | 32) >= 'a' && (code | 32) <= 'z') return LETTER;
    if (text_is_space(code)) return SPACE;
    if (text_is_ideograph(code)) return IDEOGRAPH;
    if (text_is_letter(code)) return LETTER;
    if (text_is_number(code)) return DIGIT;
    return text_is_mark(code) ? MARK : OTHER;
}

/* A place in the text, and the character there. */
typedef struct {
    const char *text;
    int at, size, length; /* bytes before the character, in the text, of the character */
    int code;
    Kind kind;
} Cursor;

/* Takes in the character at c->at. False at the end of the text. */
static bool look(Cursor *c)
{
    if (c->at >= c->size) return false;
    c->code = text_decode(c->text + c->at, (size_t)(c->size - c->at), &c->length);
    c->kind = kind_of(c->code);
    return true;
}

static bool step(Cursor *c)
{
    c->at += c->length;
    return look(c);
}

/* The apostrophe at the cursor stands between two letters: typewriter's or typesetter's. */
static bool is_inner_apostrophe(Cursor next)
{
    return (next.code == '\'' || next.code == 0x2019) && step(&next) && next.kind == LETTER;
}

/* Moves behind the run of one kind that starts at the cursor, with the marks in it. */
static void skip_run(Cursor *c)
{
    const Kind kind = c->kind;
    bool more = step(c);
    while (more && (c->kind == MARK || (c->kind == kind && kind != DIGIT))) more = step(c);
    if (more && kind == LETTER && is_inner_apostrophe(*c)) step(c);
}

/* The most bytes of the text that are no more than `most` and end between two characters. */
static int whole_characters(const Cursor *c, int most)
{
    int at = 0, length;
    for (;; at += length) {
        text_decode(c->text + at, (size_t)(c->size - at), &length);
        if (at + length > most) return at;
    }
}

int bpe_word_length(const char *text, size_t size)
{
    /* Four bytes more, so that the character after the longest word can be seen. */
    const int most = BPE_LONGEST_WORD, seen = most + 4;
    Cursor c = {.text = text, .size = size < (size_t)seen ? (int)size : seen};
    int last = 0; /* the start of the last white-space character */
    bool more = look(&c);
    while (more && c.kind == SPACE) {
        last = c.at;
        more = step(&c);
    }
    if (more && last == 0) skip_run(&c);
    const int end = more && last > 0 ? last : c.at;
    return end <= most ? end : whole_characters(&c, most);
}
