/* r_data_parse - values from R's serialization format.
 *
 * The bytes begin with "X\n" and three words: the format's version (2 or 3), and the versions of R
 * that wrote and that can read it; in version 3 the name of an encoding follows. Then comes one
 * value: a word of flags (low byte: type; bit 9: attributes follow the value; bit 10: a tag comes
 * before it) and what belongs to the type. Attributes are a linked list of tagged values. */
#include "r_data.h"
#include "common/text.h"

#include <stdint.h>
#include <string.h>

enum { /* R's SEXPTYPE, and codes of the format beyond them */
       SYMBOL = 1,
       PAIRS = 2,
       CHARACTERS = 9,
       LOGICAL = 10,
       INTEGER = 13,
       REAL = 14,
       STRING = 16,
       VECTOR = 19,
       NIL = 254,
       REFERENCE = 255
};
enum { HAS_ATTRIBUTES = 1 << 9, HAS_TAG = 1 << 10, DEEPEST = 20, MOST_ATTRIBUTES = 64 };

typedef struct {
    const char *bytes;
    size_t size, at;
    const char *source;
    Arena *arena;
    const char *symbols[MOST_ATTRIBUTES]; /* names that a reference may repeat, from 1 */
    int symbol_count, depth;
    Error *error;
} Reader;

static bool refuse(Reader *r, const char *what)
{
    return fail(r->error, "%s: byte %zu: %s", r->source, r->at, what);
}

/* ---- words -----------------------------------------------------------------------------------*/

static bool read_word(Reader *r, uint32_t *word)
{
    *word = 0;
    if (r->size - r->at < 4) return refuse(r, "the data end too early");
    const unsigned char *b = (const unsigned char *)r->bytes + r->at;
    *word = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
    r->at += 4;
    return true;
}

static int as_int(uint32_t word)
{
    int i;
    memcpy(&i, &word, sizeof i); /* two's complement, as R writes it */
    return i;
}

/* A number of elements of at least `size` bytes each: no more than there are bytes left. */
static bool read_count(Reader *r, size_t size, int *count)
{
    uint32_t word;
    if (!read_word(r, &word)) return false;
    if (word > (r->size - r->at) / size) return refuse(r, "more elements than the data have bytes");
    *count = (int)word;
    return true;
}

static bool expect(Reader *r, uint32_t type)
{
    uint32_t flags;
    if (!read_word(r, &flags)) return false;
    return (flags & 255) == type || refuse(r, "a value of another type was expected here");
}

/* ---- vectors ---------------------------------------------------------------------------------*/

/* What follows the flags of a text: its length, -1 for NA, and its bytes. */
static bool read_characters(Reader *r, const char **text)
{
    uint32_t length;
    *text = NULL;
    if (!read_word(r, &length)) return false;
    if (length == UINT32_MAX) return true;
    if (length > r->size - r->at) return refuse(r, "a text ends after the data");
    char *copy = arena_alloc(r->arena, (size_t)length + 1);
    memcpy(copy, r->bytes + r->at, length);
    copy[length] = '\0';
    for (size_t i = 0; i < length;) {
        int taken, code = text_decode(copy + i, length - i, &taken);
        if (code == TEXT_INVALID || code == 0) return refuse(r, "a text that is not UTF-8");
        i += (size_t)taken;
    }
    r->at += length;
    *text = copy;
    return true;
}

static bool read_strings(Reader *r, RValue *v)
{
    if (!read_count(r, 8, &v->count)) return false;
    const char **strings = arena_alloc(r->arena, (size_t)v->count * sizeof *strings);
    for (int i = 0; i < v->count; i++)
        if (!expect(r, CHARACTERS) || !read_characters(r, &strings[i])) return false;
    v->kind = R_STRINGS;
    v->strings = strings;
    return true;
}

static bool read_integers(Reader *r, RValue *v, RKind kind)
{
    if (!read_count(r, 4, &v->count)) return false;
    int *integers = arena_alloc(r->arena, (size_t)v->count * sizeof *integers);
    for (int i = 0; i < v->count; i++) {
        uint32_t word;
        if (!read_word(r, &word)) return false;
        integers[i] = as_int(word);
    }
    v->kind = kind;
    v->integers = integers;
    return true;
}

static bool read_numbers(Reader *r, RValue *v)
{
    if (!read_count(r, 8, &v->count)) return false;
    double *numbers = arena_alloc(r->arena, (size_t)v->count * sizeof *numbers);
    for (int i = 0; i < v->count; i++) {
        uint32_t high, low;
        if (!read_word(r, &high) || !read_word(r, &low)) return false;
        const uint64_t bits = (uint64_t)high << 32 | low;
        memcpy(&numbers[i], &bits, sizeof bits);
    }
    v->kind = R_NUMBERS;
    v->numbers = numbers;
    return true;
}

static bool read_value(Reader *r, RValue *v);

static bool read_list(Reader *r, RValue *v)
{
    if (!read_count(r, 4, &v->count)) return false;
    RValue *list = arena_zeros(r->arena, (size_t)v->count * sizeof *list);
    for (int i = 0; i < v->count; i++)
        if (!read_value(r, &list[i])) return false;
    v->kind = R_LIST;
    v->list = list;
    return true;
}

/* ---- attributes ------------------------------------------------------------------------------*/

/* The name of an attribute: a symbol, or the number of one that was read before. */
static bool read_tag(Reader *r, const char **name)
{
    uint32_t flags;
    if (!read_word(r, &flags)) return false;
    if ((flags & 255) == REFERENCE) {
        uint32_t number = flags >> 8;
        if (number == 0 && !read_word(r, &number)) return false;
        if (number < 1 || number > (uint32_t)r->symbol_count)
            return refuse(r, "a reference to a name that was not there");
        *name = r->symbols[number - 1];
        return true;
    }
    if ((flags & 255) != SYMBOL) return refuse(r, "an attribute without a name");
    if (r->symbol_count == MOST_ATTRIBUTES) return refuse(r, "too many names");
    if (!expect(r, CHARACTERS) || !read_characters(r, name)) return false;
    if (!*name) return refuse(r, "an attribute without a name");
    r->symbols[r->symbol_count++] = *name;
    return true;
}

static bool read_attributes(Reader *r, RValue *v)
{
    RAttribute *all = arena_zeros(r->arena, MOST_ATTRIBUTES * sizeof *all);
    for (uint32_t flags;;) {
        if (!read_word(r, &flags)) return false;
        if ((flags & 255) == NIL) break;
        if ((flags & 255) != PAIRS || !(flags & HAS_TAG))
            return refuse(r, "attributes that are no list of names and values");
        if (v->attribute_count == MOST_ATTRIBUTES) return refuse(r, "too many attributes");
        RAttribute *next = &all[v->attribute_count++];
        if (!read_tag(r, &next->name) || !read_value(r, &next->value)) return false;
    }
    v->attributes = all;
    return true;
}

/* ---- values ----------------------------------------------------------------------------------*/

static bool read_content(Reader *r, RValue *v, uint32_t type)
{
    switch (type) {
    case NIL: return true;
    case LOGICAL: return read_integers(r, v, R_LOGICALS);
    case INTEGER: return read_integers(r, v, R_INTEGERS);
    case REAL: return read_numbers(r, v);
    case STRING: return read_strings(r, v);
    case VECTOR: return read_list(r, v);
    default: return refuse(r, "a kind of value that is not read here");
    }
}

static bool read_value(Reader *r, RValue *v)
{
    uint32_t flags;
    *v = (RValue){.kind = R_NULL};
    if (r->depth == DEEPEST) return refuse(r, "values too deep inside each other");
    r->depth++;
    const bool good = read_word(r, &flags) && read_content(r, v, flags & 255) &&
                      (!(flags & HAS_ATTRIBUTES) || (flags & 255) == NIL || read_attributes(r, v));
    r->depth--;
    return good;
}

static bool read_header(Reader *r)
{
    uint32_t version, written, readable;
    if (r->size < 2 || memcmp(r->bytes, "X\n", 2) != 0)
        return refuse(r, "not R's binary serialization, which begins with X");
    r->at = 2;
    if (!read_word(r, &version) || !read_word(r, &written) || !read_word(r, &readable))
        return false;
    if (version != 2 && version != 3) return refuse(r, "a version that is neither 2 nor 3");
    const char *encoding;
    return version == 2 || read_characters(r, &encoding);
}

bool r_parse(RValue *v, Arena *a, const char *bytes, size_t size, const char *source, Error *e)
{
    Reader r = {.bytes = bytes, .size = size, .source = source, .arena = a, .error = e};
    if (!read_header(&r) || !read_value(&r, v)) return false;
    return r.at == size || refuse(&r, "the data go on after the value");
}

const RValue *r_attribute(const RValue *v, const char *name)
{
    for (int i = 0; i < v->attribute_count; i++)
        if (strcmp(v->attributes[i].name, name) == 0) return &v->attributes[i].value;
    return NULL;
}

const RValue *r_element(const RValue *list, const char *name)
{
    const RValue *names = r_attribute(list, "names");
    if (list->kind != R_LIST || !names || names->kind != R_STRINGS) return NULL;
    for (int i = 0; i < list->count && i < names->count; i++)
        if (names->strings[i] && strcmp(names->strings[i], name) == 0) return &list->list[i];
    return NULL;
}
