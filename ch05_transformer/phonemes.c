/* phonemes - words and their pronunciations from a dictionary, as ids. */
#include "phonemes.h"
#include "corpus_set.h"
#include "common/text.h"

#include <stdio.h>
#include <string.h>

static const char *const phones[] = {"AA", "AE", "AH", "AO", "AW", "AY", "B",  "CH", "D",  "DH",
                                     "EH", "ER", "EY", "F",  "G",  "HH", "IH", "IY", "JH", "K",
                                     "L",  "M",  "N",  "NG", "OW", "OY", "P",  "R",  "S",  "SH",
                                     "T",  "TH", "UH", "UW", "V",  "W",  "Y",  "Z",  "ZH"};

char *phonemes_path(Arena *a, const char *data)
{
    static const char *const file =
        "/pocketsphinx-en-us/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict";
    const size_t size = strlen(data) + strlen(file) + 1;
    char *path = arena_alloc(a, size);
    snprintf(path, size, "%s%s", data, file);
    return path;
}

/* ---- ids -------------------------------------------------------------------------------------*/

const char *phoneme_name(int id)
{
    require((unsigned)(id - FIRST_PHONE) < PHONES, "id %d is no phone", id);
    return phones[id - FIRST_PHONE];
}

int phoneme_id(const char *name, size_t size)
{
    for (int i = 0; i < PHONES; i++)
        if (strlen(phones[i]) == size && memcmp(phones[i], name, size) == 0) return FIRST_PHONE + i;
    return -1;
}

Sequence phonemes_letters(Arena *a, const char *word)
{
    const int length = (int)strlen(word);
    int *ids = arena_alloc(a, (size_t)length * sizeof *ids);
    for (int i = 0; i < length; i++) {
        require(word[i] >= 'a' && word[i] <= 'z', "\"%s\" is not made of letters a to z", word);
        ids[i] = FIRST_LETTER + word[i] - 'a';
    }
    return (Sequence){ids, length};
}

char *phonemes_text(Arena *a, Sequence s)
{
    char *text = arena_zeros(a, 3 * (size_t)s.length + 1), *to = text;
    for (int i = 0; i < s.length; i++)
        to += sprintf(to, "%s%s", i ? " " : "", phoneme_name(s.ids[i]));
    return text;
}

/* ---- reading ---------------------------------------------------------------------------------*/

typedef struct {
    PhonemeDictionary *dictionary;
    StringSet spellings; /* the number of a spelling is the number of its word */
    Arena *arena;
    const char *path;
    size_t line; /* from 1 */
} Reader;

/* An array with room for one more. */
static void *grow(Arena *a, void *old, int count, int *room, size_t size)
{
    if (count < *room) return old;
    *room = *room ? 2 * *room : 1;
    void *array = arena_alloc(a, (size_t)*room * size);
    return count ? memcpy(array, old, (size_t)count * size) : array;
}

/* The word with this spelling, which is added when there is none yet. */
static PhonemeWord *word_of(Reader *r, const char *spelling)
{
    PhonemeDictionary *d = r->dictionary;
    const int number = string_set_find(&r->spellings, spelling);
    if (number >= 0) return &d->words[number];
    char *copy = strcpy(arena_alloc(r->arena, strlen(spelling) + 1), spelling);
    string_set_add(&r->spellings, r->arena, copy);
    d->words = grow(r->arena, d->words, d->count, &d->room, sizeof *d->words);
    d->words[d->count] = (PhonemeWord){.spelling = copy};
    return &d->words[d->count++];
}

static void add_variant(Arena *a, PhonemeWord *w, Sequence variant)
{
    for (int i = 0; i < w->count; i++)
        if (w->variants[i].length == variant.length &&
            memcmp(w->variants[i].ids, variant.ids, (size_t)variant.length * sizeof(int)) == 0)
            return;
    w->variants = grow(a, w->variants, w->count, &w->room, sizeof *w->variants);
    w->variants[w->count++] = variant;
}

static bool read_phones(Reader *r, const char *text, Sequence *s, Error *e)
{
    int *ids = arena_alloc(r->arena, (strlen(text) / 2 + 1) * sizeof *ids);
    *s = (Sequence){ids, 0};
    for (size_t size; text += strspn(text, " \t"), *text && *text != '#'; text += size) {
        size = strcspn(text, " \t");
        const bool stress = size > 1 && strchr("012", text[size - 1]);
        ids[s->length] = phoneme_id(text, size - stress);
        if (ids[s->length++] < 0)
            return fail(e, "%s:%zu: \"%.*s\" is none of the %d phones", r->path, r->line,
                        (int)(size < 40 ? size : 40), text, PHONES);
    }
    return s->length || fail(e, "%s:%zu: a word without its pronunciation", r->path, r->line);
}

/* Cuts "word" or "word(2)" off the line. Returns the rest, or NULL when it is not of letters a to
 * z. */
static char *cut_word(char *line)
{
    const size_t letters = strspn(line, "abcdefghijklmnopqrstuvwxyz");
    char *rest = line + letters;
    if (*rest == '(') rest += 1 + strspn(rest + 1, "0123456789");
    if (*rest == ')') rest++;
    if (!letters || (*rest && *rest != ' ' && *rest != '\t')) return NULL;
    if (*rest) *rest++ = '\0';
    line[letters] = '\0';
    return rest;
}

static bool read_line(Reader *r, char *line, Error *e)
{
    Sequence variant;
    const char *rest = cut_word(line);
    if (!rest) return true;
    if (!read_phones(r, rest, &variant, e)) return false;
    add_variant(r->arena, word_of(r, line), variant);
    return true;
}

bool phonemes_read(PhonemeDictionary *d, Arena *a, const char *path, Error *e)
{
    TextLines lines;
    Reader r = {.dictionary = d, .arena = a, .path = path};
    *d = (PhonemeDictionary){0};
    if (!text_read(&lines, a, path, e)) return false;
    for (r.line = 1; r.line <= lines.count; r.line++)
        if (!read_line(&r, lines.lines[r.line - 1], e)) return false;
    return d->count || fail(e, "%s: no word of letters a to z and its phones", path);
}

/* ---- parts -----------------------------------------------------------------------------------*/

PhonemeDictionary phonemes_part(Arena *a, const PhonemeDictionary *d, Part part, uint64_t seed,
                                double valid, double test)
{
    PhonemeDictionary p = {.room = d->count};
    p.words = arena_alloc(a, (size_t)d->count * sizeof *p.words);
    for (int i = 0; i < d->count; i++)
        if (part_of(d->words[i].spelling, seed, valid, test) == part)
            p.words[p.count++] = d->words[i];
    return p;
}
