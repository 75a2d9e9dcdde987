/* pieces_train - learns a vocabulary: byte-pair encoding over the words of a text.
 *
 * The text becomes a list of different words with their counts, each a row of pieces, first its
 * characters. For every pair of neighbours the trainer knows how often it occurs and in which rows.
 * Joining a pair changes only these rows, and of the counts only those beside the new piece:
 *
 *     ... p a b q ...  ->  ... p c q ...     (p,a) and (b,q) lose, (p,c) and (c,q) gain
 *
 * Among equally frequent pairs the one with the smaller left id is joined first, then the one with
 * the smaller right id. */
#include "pieces.h"
#include "common/bpe_parts.h"
#include "common/text.h"

#include <stdlib.h>
#include <string.h>

/* A word's row of pieces. */
typedef struct {
    int *ids, length;
    long count;
} Row;

/* A row where a pair occurs, or has occurred. */
typedef struct {
    int row, older; /* 1 + the place before this one, or 0 */
} Place;

typedef struct {
    int newest;   /* 1 + the newest of a pair's places, or 0 */
    int last_row; /* the row of that place */
} Places;

typedef struct {
    Arena arena;
    BpeWords words;
    Row *rows;      /* one for each word */
    BpeWords texts; /* of the pieces, by id */
    Arena *texts_arena;
    BpePairs pairs;
    long *counts; /* of the pairs */
    Places *places;
    int counts_room, places_room;
    Place *list;
    int list_count, list_room;
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

enum { CODES = 0x110000 };

typedef struct {
    long count;      /* in the text */
    bool continues;  /* a word, somewhere */
    int first, next; /* its pieces at the beginning of a word and in a word, or -1 */
} Character;

/* One for each code point. */
static Character *count_characters(Trainer *t)
{
    Character *all = arena_alloc(&t->arena, CODES * sizeof *all);
    for (int code = 0; code < CODES; code++) all[code] = (Character){0, false, -1, -1};
    for (int i = 0, length; i < t->words.count; i++) {
        const BpeWord *w = &t->words.items[i];
        for (int at = 0; at < w->length; at += length) {
            const int code = text_decode(w->bytes + at, (size_t)(w->length - at), &length);
            all[code].count += w->count;
            all[code].continues |= at > 0;
        }
    }
    return all;
}

/* A character in a list by frequency. */
typedef struct {
    long count;
    int code;
} Entry;

static int by_count(const void *x, const void *y)
{
    const Entry *a = x, *b = y;
    if (a->count != b->count) return a->count < b->count ? 1 : -1;
    return a->code - b->code;
}

/* Lists the characters that occur at least twice, the most frequent first. Returns how many. */
static int list_characters(Trainer *t, const Character *all, Entry **list)
{
    int count = 0;
    *list = arena_alloc(&t->arena, CODES * sizeof **list);
    for (int code = 0; code < CODES; code++)
        if (all[code].count > 1) (*list)[count++] = (Entry){all[code].count, code};
    qsort(*list, (size_t)count, sizeof **list, by_count);
    return count;
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
static Character *start_pieces(Trainer *t, int size)
{
    static const char *const specials[] = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};
    enum { SPECIALS = sizeof specials / sizeof *specials };
    Entry *list;
    Character *all = count_characters(t);
    const int count = list_characters(t, all, &list);
    for (int i = 0; i < SPECIALS; i++) piece_id(t, specials[i], "");
    for (int i = 0, room = size / 2 - SPECIALS; i < count; i++) {
        Character *c = &all[list[i].code];
        room -= 1 + c->continues;
        if (room < 0) break;
        c->first = c->next = 0; /* it gets its ids below */
    }
    for (int code = 0; code < CODES; code++)
        if (all[code].first == 0) all[code].first = character_piece(t, "", code);
    for (int code = 0; code < CODES; code++)
        if (all[code].next == 0 && all[code].continues)
            all[code].next = character_piece(t, "##", code);
    return all;
}

/* ---- pairs -----------------------------------------------------------------------------------*/

static void lose(Trainer *t, int left, int right, long count)
{
    t->counts[bpe_pair_find(&t->pairs, left, right)] -= count;
}

/* The number of a pair, new if need be. */
static int pair_number(Trainer *t, int left, int right)
{
    const int known = t->pairs.count, i = bpe_pair_add(&t->pairs, &t->arena, left, right);
    if (i < known) return i;
    t->counts = bpe_grown(&t->arena, t->counts, sizeof *t->counts, i, &t->counts_room);
    t->places = bpe_grown(&t->arena, t->places, sizeof *t->places, i, &t->places_room);
    t->counts[i] = 0;
    t->places[i] = (Places){0};
    return i;
}

static void gain(Trainer *t, int left, int right, int row)
{
    const int i = pair_number(t, left, right);
    Places *p = &t->places[i];
    t->counts[i] += t->rows[row].count;
    if (p->newest && p->last_row == row) return;
    t->list = bpe_grown(&t->arena, t->list, sizeof *t->list, t->list_count, &t->list_room);
    t->list[t->list_count++] = (Place){row, p->newest};
    *p = (Places){t->list_count, row};
}

/* Joins the pair everywhere in a row, from left to right. */
static void join_in_row(Trainer *t, int row, int left, int right, int joined)
{
    Row *r = &t->rows[row];
    int length = 0;
    for (int i = 0; i < r->length; i++) {
        const int id = r->ids[i], next = i + 1 < r->length ? r->ids[i + 1] : -1;
        r->ids[length++] = id;
        if (id != left || next != right) continue;
        r->ids[length - 1] = joined;
        i++;
        if (length > 1) {
            lose(t, r->ids[length - 2], left, r->count);
            gain(t, r->ids[length - 2], joined, row);
        }
        if (i + 1 < r->length) {
            lose(t, right, r->ids[i + 1], r->count);
            gain(t, joined, r->ids[i + 1], row);
        }
    }
    r->length = length;
}

static void join_everywhere(Trainer *t, int pair)
{
    const uint64_t key = t->pairs.keys[pair];
    const int left = (int)(key >> 32), right = (int)(uint32_t)key;
    const int joined = piece_id(t, t->texts.items[left].bytes, t->texts.items[right].bytes + 2);
    for (int place = t->places[pair].newest; place; place = t->list[place - 1].older)
        join_in_row(t, t->list[place - 1].row, left, right, joined);
    t->counts[pair] = 0; /* in a row such as a a a, one of two overlapping pairs was not joined */
}

/* The most frequent pair, or -1 when none occurs twice. */
static int most_frequent(const Trainer *t)
{
    int best = -1;
    long most = 1;
    for (int i = 0; i < t->pairs.count; i++) {
        const long count = t->counts[i];
        if (count < most || (count == most && best < 0)) continue;
        if (count > most || t->pairs.keys[i] < t->pairs.keys[best]) best = i;
        most = count;
    }
    return best;
}

/* ---- rows ------------------------------------------------------------------------------------*/

/* The pieces of a word, none if one of its characters has no piece: it will be [UNK]. */
static Row start_row(Trainer *t, const Character *all, const BpeWord *w)
{
    Row r = {arena_alloc(&t->arena, (size_t)w->length * sizeof *r.ids), 0, w->count};
    for (int at = 0, length; at < w->length; at += length) {
        const int code = text_decode(w->bytes + at, (size_t)(w->length - at), &length);
        const int id = at ? all[code].next : all[code].first;
        if (id < 0) return (Row){0};
        r.ids[r.length++] = id;
    }
    return r;
}

static void start_rows(Trainer *t, const Character *all)
{
    t->rows = arena_alloc(&t->arena, (size_t)t->words.count * sizeof *t->rows);
    for (int i = 0; i < t->words.count; i++) {
        Row *r = &t->rows[i];
        *r = start_row(t, all, &t->words.items[i]);
        for (int j = 0; j + 1 < r->length; j++) gain(t, r->ids[j], r->ids[j + 1], i);
    }
}

//> pieces_train
void pieces_train(PieceVocabulary *v, Arena *a, const char *const *lines, size_t n,
                  TokenizerRules rules, int size)
{
    require(size >= 10, "a vocabulary of %d", size);
    Trainer t = {.texts_arena = a};
    count_words(&t, lines, n, rules);
    start_rows(&t, start_pieces(&t, size));
    for (int pair; t.texts.count < size && (pair = most_frequent(&t)) >= 0;)
        join_everywhere(&t, pair);
    const char **texts = arena_alloc(a, (size_t)t.texts.count * sizeof *texts);
    for (int id = 0; id < t.texts.count; id++) texts[id] = t.texts.items[id].bytes;
    pieces_new(v, a, texts, t.texts.count);
    arena_free(&t.arena);
}
//< pieces_train
