/* bpe_table - growing arrays and the two hash tables of byte-pair encoding: pairs of ids, and
 * words. Both number their keys in the order of arrival and keep the numbers in open tables, at
 * most half full. */
#include "bpe_table.h"

#include <limits.h>
#include <string.h>

void *bpe_grown(Arena *a, void *items, size_t item_size, int count, int *room)
{
    if (count < *room) return items;
    require(*room <= INT_MAX / 2, "%d items", *room);
    *room = *room ? 2 * *room : 64;
    void *larger = arena_alloc(a, (size_t)*room * item_size);
    if (count) memcpy(larger, items, (size_t)count * item_size);
    return larger;
}

/* Fibonacci hashing (Knuth, The Art of Computer Programming 3, section 6.4): the high bits of a
 * product with 2^64 divided by the golden ratio. */
static int start_slot(uint64_t hash, int slot_count)
{
    return (int)(hash * 0x9E3779B97F4A7C15u >> 33) & (slot_count - 1);
}

/* ---- pairs -----------------------------------------------------------------------------------*/

/* The slot that holds the key, or the empty one where it belongs. */
static int *pair_slot(const BpePairs *p, uint64_t key)
{
    int i = start_slot(key, p->slot_count);
    while (p->slots[i] && p->keys[p->slots[i] - 1] != key) i = (i + 1) & (p->slot_count - 1);
    return &p->slots[i];
}

static uint64_t key_of(int left, int right)
{
    return (uint64_t)left << 32 | (uint32_t)right;
}

int bpe_pair_find(const BpePairs *p, int left, int right)
{
    return p->count ? *pair_slot(p, key_of(left, right)) - 1 : -1;
}

int bpe_pair_add(BpePairs *p, Arena *a, int left, int right)
{
    if (2 * p->count >= p->slot_count) {
        p->slot_count = p->slot_count ? 2 * p->slot_count : 128;
        p->slots = arena_zeros(a, (size_t)p->slot_count * sizeof *p->slots);
        for (int i = 0; i < p->count; i++) *pair_slot(p, p->keys[i]) = i + 1;
    }
    int *slot = pair_slot(p, key_of(left, right));
    if (*slot == 0) {
        p->keys = bpe_grown(a, p->keys, sizeof *p->keys, p->count, &p->room);
        p->keys[p->count++] = key_of(left, right);
        *slot = p->count;
    }
    return *slot - 1;
}

/* ---- words -----------------------------------------------------------------------------------*/

/* FNV-1a (Fowler, Noll and Vo): each byte goes through one exclusive or and one product. */
static uint64_t hash_of(const char *bytes, int length)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (int i = 0; i < length; i++) hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001B3u;
    return hash;
}

static int *word_slot(const BpeWords *w, const char *bytes, int length)
{
    for (int i = start_slot(hash_of(bytes, length), w->slot_count);;
         i = (i + 1) & (w->slot_count - 1)) {
        if (w->slots[i] == 0) return &w->slots[i];
        const BpeWord *word = &w->items[w->slots[i] - 1];
        if (word->length == length && memcmp(word->bytes, bytes, (size_t)length) == 0)
            return &w->slots[i];
    }
}

int bpe_word_find(const BpeWords *w, const char *bytes, int length)
{
    return w->count ? *word_slot(w, bytes, length) - 1 : -1;
}

int bpe_word_add(BpeWords *w, Arena *a, const char *bytes, int length)
{
    if (2 * w->count >= w->slot_count) {
        w->slot_count = w->slot_count ? 2 * w->slot_count : 128;
        w->slots = arena_zeros(a, (size_t)w->slot_count * sizeof *w->slots);
        for (int i = 0; i < w->count; i++)
            *word_slot(w, w->items[i].bytes, w->items[i].length) = i + 1;
    }
    int *slot = word_slot(w, bytes, length);
    if (*slot == 0) {
        w->items = bpe_grown(a, w->items, sizeof *w->items, w->count, &w->room);
        w->items[w->count++] = (BpeWord){bytes, length, 0};
        *slot = w->count;
    }
    return *slot - 1;
}
