/* bpe_file - an encoding as a text file, which people can read and compare:
 *
 *     bpe 1                    the version of the format
 *     characters 2             that many lines follow, by code point
 *     é
 *     文
 *     merges 2                 that many lines follow, in the order in which they were learned
 *     \x20 t                   the two symbols that are joined
 *     \x20t h
 *
 * A symbol is written as its text. A backslash is \\; a byte that would not be seen (a space, a
 * control character, a byte of a character that is cut off) is \x and two digits. */
#include "bpe_parts.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing ---------------------------------------------------------------------------------*/

static void put_symbol(FILE *to, BpeSymbol s)
{
    for (int i = 0, length; i < s.length; i += length) {
        const int code = text_decode(s.bytes + i, (size_t)(s.length - i), &length);
        if (code == '\\')
            fputs("\\\\", to);
        else if (code >= 0 && !text_is_hidden(code) && !text_is_space(code))
            fwrite(s.bytes + i, 1, (size_t)length, to);
        else
            for (int j = 0; j < length; j++) fprintf(to, "\\x%02X", (unsigned char)s.bytes[i + j]);
    }
}

static void put_all(const Bpe *b, FILE *to)
{
    fprintf(to, "bpe 1\ncharacters %d\n", b->character_count);
    for (int i = 0; i < b->character_count; i++) {
        put_symbol(to, b->symbols[BPE_CHARACTER + i]);
        fputc('\n', to);
    }
    fprintf(to, "merges %d\n", b->merges.count);
    for (int i = 0; i < b->merges.count; i++) {
        put_symbol(to, b->symbols[b->merges.keys[i] >> 32]);
        fputc(' ', to);
        put_symbol(to, b->symbols[(uint32_t)b->merges.keys[i]]);
        fputc('\n', to);
    }
}

bool bpe_save(const Bpe *b, const char *path, Error *e)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (to) put_all(b, to);
    if (!to || fclose(to) != 0) die("no memory left");
    const bool saved = text_save(path, text, size, e);
    free(text);
    return saved;
}

/* ---- reading ---------------------------------------------------------------------------------*/

typedef struct {
    const char *path;
    TextLines lines;
    size_t at;      /* lines that were read */
    BpeWords known; /* every symbol by its bytes: number i is the id BPE_BYTE + i */
    Arena scratch;
    Error *error;
} Reader;

/* "path:line: problem", about the line that was read last. */
static bool bad_line(Reader *r, const char *problem)
{
    return fail(r->error, "%s:%zu: %s", r->path, r->at, problem);
}

/* The next line, or NULL and an error. */
static char *next_line(Reader *r)
{
    if (r->at < r->lines.count) return r->lines.lines[r->at++];
    fail(r->error, "%s:%zu: the file ends too early", r->path, r->at + 1);
    return NULL;
}

/* The line "NAME COUNT". */
static bool read_count(Reader *r, const char *name, int *count)
{
    const size_t length = strlen(name);
    const char *line = next_line(r);
    if (!line) return false;
    const char *number = line + length + 1;
    if (strncmp(line, name, length) != 0 || line[length] != ' ' || !*number ||
        number[strspn(number, "0123456789")])
        return fail(r->error, "%s:%zu: must be \"%s\" and a number", r->path, r->at, name);
    const size_t left = r->lines.count - r->at;
    const unsigned long n = strtoul(number, NULL, 10);
    if (n > left)
        return fail(r->error, "%s:%zu: %s %s, and %zu lines follow", r->path, r->at, name, number,
                    left);
    *count = (int)n;
    return true;
}

static int digit_value(char c)
{
    static const char digits[] = "0123456789ABCDEF";
    const char *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* Turns the escapes of a symbol into the bytes they stand for, in place. Returns how many bytes
 * there are then, or -1 when an escape is none. */
static int unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from; to++) {
        if (*from != '\\') {
            *to = *from++;
        } else if (from[1] == '\\') {
            *to = '\\';
            from += 2;
        } else {
            const int high = from[1] == 'x' ? digit_value(from[2]) : -1;
            const int low = high >= 0 ? digit_value(from[3]) : -1;
            if (low < 0) return -1;
            *to = (char)(16 * high + low);
            from += 4;
        }
    }
    return (int)(to - text);
}

static bool read_characters(Reader *r, int *characters, int count)
{
    for (int i = 0; i < count; i++) {
        char *line = next_line(r);
        const int size = unescape(line);
        int length = 0;
        characters[i] = size > 1 ? text_decode(line, (size_t)size, &length) : TEXT_INVALID;
        if (characters[i] == TEXT_INVALID || length != size)
            return bad_line(r, "must be one character, and none of ASCII");
        if (i > 0 && characters[i] <= characters[i - 1])
            return bad_line(r, "the characters must be in the order of their code points");
    }
    return true;
}

/* Numbers the newest symbol of the encoding by its bytes. False: another one has them. */
static bool learn(Reader *r, const Bpe *b, int id)
{
    const BpeSymbol *s = &b->symbols[id];
    return bpe_word_add(&r->known, &r->scratch, s->bytes, s->length) == id - BPE_BYTE;
}

/* The id of the symbol that is written so, or -1. */
static int find_symbol(Reader *r, char *written)
{
    const int length = unescape(written);
    const int number = length > 0 ? bpe_word_find(&r->known, written, length) : -1;
    return number < 0 ? -1 : BPE_BYTE + number;
}

static const char NO_MERGE[] = "must be two symbols that are known here, and one space between";

static bool read_merge(Reader *r, Bpe *b, Arena *a)
{
    char *left = next_line(r), *space = strchr(left, ' ');
    if (!space) return bad_line(r, NO_MERGE);
    *space = '\0';
    const int left_id = find_symbol(r, left), right_id = find_symbol(r, space + 1);
    if (left_id < 0 || right_id < 0) return bad_line(r, NO_MERGE);
    if (b->symbols[left_id].length + b->symbols[right_id].length > BPE_LONGEST_WORD)
        return bad_line(r, "the symbol is longer than any word");
    bpe_add_merge(b, a, left_id, right_id);
    return learn(r, b, b->count - 1) || bad_line(r, "this symbol is there already");
}

static bool read_all(Reader *r, Bpe *b, Arena *a)
{
    int characters = 0, merges = 0;
    const char *version = next_line(r);
    if (!version) return false;
    if (strcmp(version, "bpe 1") != 0)
        return bad_line(r, "must be \"bpe 1\", the format's version");
    if (!read_count(r, "characters", &characters)) return false;
    int *codes = arena_alloc(&r->scratch, (size_t)characters * sizeof *codes);
    if (!read_characters(r, codes, characters) || !read_count(r, "merges", &merges)) return false;
    bpe_start(b, a, codes, characters, merges);
    for (int id = BPE_BYTE; id < b->count; id++) learn(r, b, id);
    for (int i = 0; i < merges; i++)
        if (!read_merge(r, b, a)) return false;
    if (r->at == r->lines.count) return true;
    r->at++;
    return bad_line(r, "nothing may follow the last merge");
}

bool bpe_load(Bpe *b, Arena *a, const char *path, Error *e)
{
    Reader r = {.path = path, .error = e};
    const bool loaded = text_read(&r.lines, &r.scratch, path, e) && read_all(&r, b, a);
    arena_free(&r.scratch);
    return loaded;
}
