/* arena - bump allocation. A block is one piece of memory from the system; taking from it adds to
 * a counter. When a block is full a larger one is chained to it; a reset replaces the chain by
 * one block as large as the most that was taken at a time, so that the next step of the same size
 * needs no system call. In debug builds memory that is not in use is filled with 0xff, which floats
 * read as NaN. */
#include "arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#endif
#endif
#ifndef ASAN_POISON_MEMORY_REGION
#define ASAN_POISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#endif

enum { ALIGNMENT = 64, FIRST_BLOCK = 1 << 16 };

struct ArenaBlock {
    alignas(ALIGNMENT) ArenaBlock *before;
    size_t capacity;
    alignas(ALIGNMENT) char data[];
};

/* Marks memory as not in use: unreadable under a sanitizer, NaN in other debug builds. */
static void poison(char *start, size_t size)
{
    ASAN_UNPOISON_MEMORY_REGION(start, size); /* part of it may be poisoned already */
#ifndef NDEBUG
    memset(start, 0xff, size);
#endif
    ASAN_POISON_MEMORY_REGION(start, size);
}

static ArenaBlock *block_new(ArenaBlock *before, size_t capacity)
{
    ArenaBlock *b = aligned_alloc(ALIGNMENT, sizeof *b + capacity);
    if (!b) die("out of memory: %zu bytes are not to be had", capacity);
    b->before = before;
    b->capacity = capacity;
    poison(b->data, capacity);
    return b;
}

void *arena_alloc(Arena *a, size_t size)
{
    if (size > SIZE_MAX / 4) die("out of memory: %zu bytes are not to be had", size);
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!a->last || a->last->capacity - a->used < size) {
        size_t capacity = a->last ? 2 * a->last->capacity : FIRST_BLOCK;
        a->last = block_new(a->last, capacity > size ? capacity : size);
        a->used = 0;
    }
    char *p = a->last->data + a->used;
    ASAN_UNPOISON_MEMORY_REGION(p, size);
    a->used += size;
    a->total += size;
    if (a->total > a->most) a->most = a->total;
    return p;
}

void *arena_zeros(Arena *a, size_t size)
{
    return memset(arena_alloc(a, size), 0, size);
}

char *arena_print(Arena *a, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int size = vsnprintf(NULL, 0, format, args);
    char *text = arena_alloc(a, (size_t)size + 1);
    vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    va_end(args);
    return text;
}

void arena_release(Arena *a, Arena mark)
{
    while (a->last != mark.last) {
        ArenaBlock *before = a->last->before;
        free(a->last);
        a->last = before;
    }
    if (mark.last) poison(mark.last->data + mark.used, mark.last->capacity - mark.used);
    a->used = mark.used;
    a->total = mark.total;
}

void arena_reset(Arena *a)
{
    size_t most = a->most;
    if (a->last &&
        (a->last->before || most > a->last->capacity)) { /* one block for the next step */
        arena_free(a);
        a->last = block_new(NULL, most);
    } else if (a->last) {
        poison(a->last->data, a->used);
    }
    a->used = a->total = a->most = 0;
}

void arena_free(Arena *a)
{
    arena_release(a, (Arena){0});
}
