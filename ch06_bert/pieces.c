/* pieces - the hash table of the vocabulary, and the search for the longest piece.
 *
 * The hash of a text is that of the text without its last byte, and one exclusive or and product
 * more (FNV-1a: Fowler, Noll and Vo). So the hashes of all beginnings of a word come from one walk
 * through it, and ## in front is nothing but another start. */
#include "pieces.h"
#include "common/text.h"

#include <string.h>

#define MARK "##"
enum { MARK_LENGTH = sizeof MARK - 1, LONGEST_BYTES = 4 * LONGEST_WORD };

/* ---- the table -------------------------------------------------------------------------------*/

static uint64_t hash_more(uint64_t hash, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001B3u;
    return hash;
}

static const uint64_t HASH_START = 0xCBF29CE484222325u;

/* The slot of "before" and text[0 .. size-1], one after the other, or the empty one where they
 * belong. */
static PieceSlot *slot_of(const PieceVocabulary *v, uint64_t hash, const char *before,
                          const char *text, size_t size)
{
    const size_t start = strlen(before);
    size_t i = (size_t)(hash * 0x9E3779B97F4A7C15u >> 20) & (v->slot_count - 1);
    for (;; i = (i + 1) & (v->slot_count - 1)) {
        PieceSlot *slot = &v->slots[i];
        if (slot->id == 0) return slot;
        if (slot->tag != (uint32_t)hash || (size_t)slot->length != start + size) continue;
        const char *piece = v->texts[slot->id - 1];
        if (memcmp(piece, before, start) == 0 && memcmp(piece + start, text, size) == 0)
            return slot;
    }
}

int pieces_find(const PieceVocabulary *v, const char *text, size_t size)
{
    return slot_of(v, hash_more(HASH_START, text, size), "", text, size)->id - 1;
}

/* Returns whether the text was there before. */
static bool enter(PieceVocabulary *v, int id)
{
    const char *text = v->texts[id];
    const size_t size = strlen(text);
    const uint64_t hash = hash_more(HASH_START, text, size);
    if (size == 0) return false;
    PieceSlot *slot = slot_of(v, hash, "", text, size);
    const bool known = slot->id != 0;
    *slot = (PieceSlot){(uint32_t)hash, (int)size, id + 1};
    if ((int)size > v->longest) v->longest = (int)size;
    return known;
}

static int find_special(const PieceVocabulary *v, const char *name)
{
    return pieces_find(v, name, strlen(name));
}

int pieces_new(PieceVocabulary *v, Arena *a, const char **texts, int count)
{
    int known = 0;
    *v = (PieceVocabulary){.texts = texts, .count = count, .slot_count = 64};
    while (v->slot_count < 2 * (size_t)count) v->slot_count *= 2;
    v->slots = arena_zeros(a, v->slot_count * sizeof *v->slots);
    for (int id = 0; id < count; id++) known += enter(v, id);
    v->pad = find_special(v, "[PAD]");
    v->unknown = find_special(v, "[UNK]");
    v->cls = find_special(v, "[CLS]");
    v->sep = find_special(v, "[SEP]");
    v->mask = find_special(v, "[MASK]");
    return known;
}

//> longest_piece
int pieces_longest(const PieceVocabulary *v, const char *text, int size, bool continues,
                   int *length)
{
    const char *before = continues ? MARK : "";
    uint64_t hashes[LONGEST_BYTES], hash = hash_more(HASH_START, before, strlen(before));
    if (size > LONGEST_BYTES) size = LONGEST_BYTES;
    if (size > v->longest) size = v->longest;
    for (int i = 0; i < size; i++) hashes[i] = hash = hash_more(hash, text + i, 1);
    for (*length = size; *length > 0; --*length) {
        const PieceSlot *slot = slot_of(v, hashes[*length - 1], before, text, (size_t)*length);
        if (slot->id) return slot->id - 1;
    }
    return -1;
}
//< longest_piece

/* ---- vocab.txt -------------------------------------------------------------------------------*/

bool pieces_load(PieceVocabulary *v, Arena *a, const char *path, Error *e)
{
    TextLines t;
    if (!text_read(&t, a, path, e)) return false;
    while (t.count && t.lines[t.count - 1][0] == '\0') t.count--;
    if (t.count == 0) return fail(e, "%s: no pieces: the file is empty", path);
    const char **texts = arena_alloc(a, t.count * sizeof *texts);
    for (size_t i = 0; i < t.count; i++) texts[i] = t.lines[i];
    const int known = pieces_new(v, a, texts, (int)t.count);
    if (known) warn("%s: lines that repeat an earlier one: %d; the last counts", path, known);
    return v->unknown >= 0 || fail(e, "%s: no line is [UNK]", path);
}

bool pieces_save(const PieceVocabulary *v, const char *path, Error *e)
{
    Arena scratch = {0};
    size_t size = 0;
    for (int id = 0; id < v->count; id++) size += strlen(v->texts[id]) + 1;
    char *bytes = arena_alloc(&scratch, size), *to = bytes;
    for (int id = 0; id < v->count; id++) {
        const size_t length = strlen(v->texts[id]);
        memcpy(to, v->texts[id], length);
        to[length] = '\n';
        to += length + 1;
    }
    const bool saved = text_save(path, bytes, size, e);
    arena_free(&scratch);
    return saved;
}
