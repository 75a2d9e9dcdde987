/* pieces_train - learns a vocabulary: byte-pair encoding over the words of a text. The text becomes
 * a list of different words with their counts, each a row of pieces, first its characters, in which
 * the most frequent pair is joined again and again (common/pair_merge.h). A piece that is made in
 * two ways, as abc of ab ##c and a ##bc, has one id. */
#include "pieces.h"
#include "common/pair_merge.h"
#include "common/text.h"

#include <stdlib.h>
#include <string.h>

enum { CODES = 0x110000 };

typedef struct {
    long count;      /* in the text */
    bool continues;  /* a word, somewhere */
    int first, next; /* its pieces at the beginning of a word and in a word, or -1 */
} Character;

/* A character in a list by frequency. */
typedef struct {
    long count;
    int code;
} Entry;

typedef struct {
    PairMerger merger;
    Arena arena;
    BpeWords words;
    BpeWords texts; /* of the pieces, by id */
    Arena *texts_arena;
    Character *all;   /* one for each code point */
    Entry *list;      /* `listed` characters, of which the first `used` have pieces */
    int listed, used; /* after start_pieces */
} Trainer;

/* ---- words -----------------------------------------------------------------------------------*/

static void count_word(Trainer *t, const BasicWord *w)
{
    char bytes[4 * LONGEST_WORD];
    int length = 0;
    for (int i = 0; i < w->count; i++) length += text_encode(w->characters[i].code, bytes + length);
    int number = bpe_word_find(&t->words, bytes, length);
    if (number < 0) {
        const char *kept = memcpy(arena_alloc(&t->arena, (size_t)length), bytes, (size_t)length);
        number = bpe_word_add(&t->words, &t->arena, kept, length);
    }
    require(t->words.items && number < t->words.count, "word %d", number);
    t->words.items[number].count++;
}

static void count_words(Trainer *t, const char *const *lines, size_t n, TokenizerRules rules)
{
    BasicWord word;
    for (size_t i = 0; i < n; i++) {
        const size_t size = strlen(lines[i]);
        for (size_t at = 0; basic_next(&word, lines[i], size, &at, rules);)
            if (word.count <= LONGEST_WORD) count_word(t, &word);
    }
}

/* ---- characters ------------------------------------------------------------------------------*/

static void count_characters(Trainer *t)
{
    Character *all = t->all = arena_alloc(&t->arena, CODES * sizeof *all);
    for (int code = 0; code < CODES; code++) all[code] = (Character){0, false, -1, -1};
    for (int i = 0, length; i < t->words.count; i++) {
        const BpeWord *w = &t->words.items[i];
        for (int at = 0; at < w->length; at += length) {
            const int code = text_decode(w->bytes + at, (size_t)(w->length - at), &length);
            all[code].count += w->count;
            all[code].continues |= at > 0;
        }
    }
}

static int by_count(const void *x, const void *y)
{
    const Entry *a = x, *b = y;
    if (a->count != b->count) return a->count < b->count ? 1 : -1;
    return a->code - b->code;
}

/* Lists the characters that occur at least twice, the most frequent first. */
static void list_characters(Trainer *t)
{
    t->list = arena_alloc(&t->arena, CODES * sizeof *t->list);
    for (int code = 0; code < CODES; code++)
        if (t->all[code].count > 1) t->list[t->listed++] = (Entry){t->all[code].count, code};
    qsort(t->list, (size_t)t->listed, sizeof *t->list, by_count);
}

/* ---- pieces ----------------------------------------------------------------------------------*/

/* Adds the piece of two parts and returns its id. */
static int piece_id(Trainer *t, const char *left, const char *right)
{
    const char *text = arena_print(t->texts_arena, "%s%s", left, right);
    return bpe_word_add(&t->texts, &t->arena, text, (int)strlen(text));
}

static int character_piece(Trainer *t, const char *mark, int code)
{
    char text[5] = "";
    text_encode(code, text);
    return piece_id(t, mark, text);
}

/* Numbers the special pieces and those of the most frequent characters: the characters that begin
 * a word by code point, then those that continue one. */
static void start_pieces(Trainer *t, int size)
{
    static const char *const specials[] = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};
    enum { SPECIALS = sizeof specials / sizeof *specials };
    Character *all = t->all;
    for (int i = 0; i < SPECIALS; i++) piece_id(t, specials[i], "");
    for (int room = size / 2 - SPECIALS; t->used < t->listed; t->used++) {
        Character *c = &all[t->list[t->used].code];
        room -= 1 + c->continues;
        if (room < 0) break;
        c->first = c->next = 0; /* it gets its ids below */
    }
    for (int code = 0; code < CODES; code++)
        if (all[code].first == 0) all[code].first = character_piece(t, "", code);
    for (int code = 0; code < CODES; code++)
        if (all[code].next == 0 && all[code].continues)
            all[code].next = character_piece(t, "##", code);
}

/* When there is no pair left to join: the next characters take the places that are free. A text of
 * ideographs, each a word, has no pairs at all. */
static void add_characters(Trainer *t, int size)
{
    for (; t->used < t->listed; t->used++) {
        const Entry *e = &t->list[t->used];
        if (t->texts.count + 1 + t->all[e->code].continues > size) return;
        character_piece(t, "", e->code);
        if (t->all[e->code].continues) character_piece(t, "##", e->code);
    }
}

/* ---- rows ------------------------------------------------------------------------------------*/

/* The first pieces of a word: one a character. Returns how many, 0 if one of its characters has no
 * piece: it will be [UNK]. */
static int first_pieces(const Character *all, const BpeWord *w, int ids[LONGEST_WORD])
{
    int count = 0;
    for (int at = 0, length; at < w->length; at += length) {
        const int code = text_decode(w->bytes + at, (size_t)(w->length - at), &length);
        const int id = at ? all[code].next : all[code].first;
        if (id < 0) return 0;
        ids[count++] = id;
    }
    return count;
}

static void add_words(Trainer *t)
{
    for (int i = 0; i < t->words.count; i++) {
        int ids[LONGEST_WORD];
        const BpeWord *w = &t->words.items[i];
        merger_add(&t->merger, ids, first_pieces(t->all, w, ids), w->count);
    }
}

//> pieces_train
void pieces_train(PieceVocabulary *v, Arena *a, const char *const *lines, size_t n,
                  TokenizerRules rules, int size)
{
    require(size >= 10, "a vocabulary of %d", size);
    Trainer t = {.texts_arena = a};
    int left, right;
    count_words(&t, lines, n, rules);
    count_characters(&t);
    list_characters(&t);
    start_pieces(&t, size);
    add_words(&t);
    while (t.texts.count < size && merger_next(&t.merger, &left, &right)) {
        const char *end = t.texts.items[right].bytes + 2; /* without its ## */
        merger_join(&t.merger, left, right, piece_id(&t, t.texts.items[left].bytes, end));
    }
    add_characters(&t, size);
    const char **texts = arena_alloc(a, (size_t)t.texts.count * sizeof *texts);
    for (int id = 0; id < t.texts.count; id++) texts[id] = t.texts.items[id].bytes;
    pieces_new(v, a, texts, t.texts.count);
    merger_free(&t.merger);
    arena_free(&t.arena);
}
//< pieces_train
