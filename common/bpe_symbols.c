/* bpe_symbols - the symbols of an encoding: the reserved ones, bytes, characters and merges. */
#include "bpe_parts.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

/* ---- pieces ----------------------------------------------------------------------------------*/

/* Writes one character for the eye, which takes at most 6 bytes for each of its own. */
static char *put_shown(char *to, int code, const char *bytes, int length)
{
    if (code >= 0 && !text_is_hidden(code)) {
        if (text_is_space(code)) return to + text_encode(0x2581, to);
        memcpy(to, bytes, (size_t)length);
        return to + length;
    }
    for (int i = 0; i < length; i++, to += 6) sprintf(to, "<0x%02X>", (unsigned char)bytes[i]);
    return to;
}

static const char *shown(Arena *a, const char *bytes, int size)
{
    char *piece = arena_alloc(a, 6 * (size_t)size + 1), *to = piece;
    for (int i = 0, length; i < size; i += length) {
        const int code = text_decode(bytes + i, (size_t)(size - i), &length);
        to = put_shown(to, code, bytes + i, length);
    }
    *to = '\0';
    return piece;
}

/* ---- symbols ---------------------------------------------------------------------------------*/

/* Adds a symbol of the bytes of two parts. */
static void add_symbol(Bpe *b, Arena *a, BpeSymbol left, BpeSymbol right)
{
    BpeSymbol *new = &b->symbols[b->count++];
    char *bytes = arena_alloc(a, (size_t)(left.length + right.length) + 1);
    memcpy(bytes, left.bytes, (size_t)left.length);
    memcpy(bytes + left.length, right.bytes, (size_t)right.length + 1);
    new->bytes = bytes;
    new->length = left.length + right.length;
    new->piece = shown(a, bytes, new->length);
}

void bpe_start(Bpe *b, Arena *a, const int *characters, int count, int merges)
{
    static const BpeSymbol none = {"", 0, ""};
    const size_t room = (size_t)BPE_CHARACTER + (size_t)count + (size_t)merges;
    *b = (Bpe){.count = BPE_BYTE, .character_count = count};
    b->symbols = arena_alloc(a, room * sizeof *b->symbols);
    b->symbols[BPE_PAD] = (BpeSymbol){"", 0, "<pad>"};
    b->symbols[BPE_BEGIN] = (BpeSymbol){"", 0, "<s>"};
    b->symbols[BPE_END] = (BpeSymbol){"", 0, "</s>"};
    for (int byte = 0; byte < 256; byte++)
        add_symbol(b, a, (BpeSymbol){(char[]){(char)byte, '\0'}, 1, NULL}, none);
    b->characters = arena_alloc(a, (size_t)count * sizeof *b->characters);
    for (int i = 0; i < count; i++) {
        char bytes[5] = "";
        const int length = text_encode(characters[i], bytes);
        b->characters[i] = characters[i];
        add_symbol(b, a, (BpeSymbol){bytes, length, NULL}, none);
    }
}

void bpe_add_merge(Bpe *b, Arena *a, int left, int right)
{
    require(left < b->count && right < b->count, "pair %d %d of %d", left, right, b->count);
    bpe_pair_add(&b->merges, a, left, right);
    add_symbol(b, a, b->symbols[left], b->symbols[right]);
}

/* The id of a character, or -1 when it has none. */
static int character_id(const Bpe *b, int code)
{
    int low = 0, high = b->character_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (b->characters[middle] < code)
            low = middle + 1;
        else
            high = middle;
    }
    return low < b->character_count && b->characters[low] == code ? BPE_CHARACTER + low : -1;
}

int bpe_base_ids(const Bpe *b, const char *word, int size, int *ids)
{
    int count = 0;
    for (int i = 0, length; i < size; i += length) {
        const int code = text_decode(word + i, (size_t)(size - i), &length);
        const int id = length > 1 ? character_id(b, code) : -1;
        if (id >= 0)
            ids[count++] = id;
        else
            for (int j = 0; j < length; j++) ids[count++] = BPE_BYTE + (unsigned char)word[i + j];
    }
    return count;
}

const char *bpe_piece(const Bpe *b, int id)
{
    require(id >= 0 && id < b->count, "id %d of %d", id, b->count);
    return b->symbols[id].piece;
}
