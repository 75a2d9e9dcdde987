/* bag_of_words - cutting texts into words and counting these; see bag_of_words.h. */
#include "bag_of_words.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "ch05_transformer/corpus_text.h"
#include "common/text.h"

/* ---- words -----------------------------------------------------------------------------------*/

typedef struct {
    const char **at;
    int count;
} Words;

static void add(Words *w, Arena *a, const char *start, const char *end)
{
    char *copy = arena_zeros(a, (size_t)(end - start) + 1);
    w->at[w->count++] = corpus_key(a, memcpy(copy, start, (size_t)(end - start)));
}

static bool is_in_word(int code)
{
    const bool word = text_is_letter(code) || text_is_mark(code) || text_is_number(code);
    return word && !text_is_ideograph(code);
}

static int character(const char *text, int *length)
{
    return text_decode(text, strnlen(text, 4), length);
}

int bag_words(Arena *a, const char *text, const char ***words)
{
    Words w = {arena_alloc(a, strlen(text) * sizeof *w.at), 0}; /* no word is without a byte */
    const char *ideograph = NULL, *start;                       /* the one right before `text` */
    for (int length; *text; text += length) {
        if (text_is_ideograph(character(text, &length))) {
            add(&w, a, text, text + length);
            if (ideograph) add(&w, a, ideograph, text + length);
            ideograph = text;
            continue;
        }
        ideograph = NULL;
        for (start = text; is_in_word(character(text, &length)); text += length) {}
        if (text > start) add(&w, a, start, text), length = 0;
    }
    *words = w.at;
    return w.count;
}

/* ---- counts ----------------------------------------------------------------------------------*/

static char *copy_of(Arena *a, const char *text)
{
    const size_t size = strlen(text) + 1;
    return memcpy(arena_alloc(a, size), text, size);
}

StringSet bag_vocabulary(Arena *a, const Labelled *texts, int n)
{
    Arena scratch = {0};
    StringSet vocabulary = {0};
    for (int i = 0; i < n; i++) {
        const char **words;
        const int count = bag_words(&scratch, texts[i].text, &words);
        for (int k = 0; k < count; k++)
            if (string_set_find(&vocabulary, words[k]) < 0)
                string_set_add(&vocabulary, a, copy_of(a, words[k]));
        arena_reset(&scratch);
    }
    arena_free(&scratch);
    return vocabulary;
}

/* The numbers of a text's words, as they come and owned by the arena; -1 is none of the vocabulary.
 */
static int *number_words(Arena *a, const StringSet *vocabulary, const char *text, int *count)
{
    Arena scratch = {0};
    const char **words;
    *count = bag_words(&scratch, text, &words);
    int *numbers = arena_alloc(a, (size_t)*count * sizeof *numbers);
    for (int k = 0; k < *count; k++) numbers[k] = string_set_find(vocabulary, words[k]);
    arena_free(&scratch);
    return numbers;
}

static int by_number(const void *x, const void *y)
{
    return *(const int *)x - *(const int *)y;
}

/* Adds to the end of the matrix how often each number is among `count` sorted ones. */
static int add_row(SparseMat *m, int at, const int *numbers, int count)
{
    const int start = at;
    for (int k = 0; k < count; k++) {
        if (numbers[k] < 0) continue;
        if (at == start || m->col[at - 1] != numbers[k])
            m->col[at] = numbers[k], m->value[at++] = 0;
        m->value[at - 1]++;
    }
    return at;
}

SparseMat bag_counts(Arena *a, const StringSet *vocabulary, const Labelled *texts, int n)
{
    Arena scratch = {0};
    int **numbers = arena_alloc(&scratch, (size_t)n * sizeof *numbers);
    int *count = arena_alloc(&scratch, (size_t)n * sizeof *count);
    size_t total = 0;
    for (int i = 0; i < n; i++) {
        numbers[i] = number_words(&scratch, vocabulary, texts[i].text, &count[i]);
        qsort(numbers[i], (size_t)count[i], sizeof **numbers, by_number);
        total += (size_t)count[i];
    }
    require(total < INT_MAX, "%zu words", total);
    SparseMat m = {n, vocabulary->count, arena_alloc(a, ((size_t)n + 1) * sizeof(int)),
                   arena_alloc(a, total * sizeof(int)), arena_alloc(a, total * sizeof(float))};
    m.start[0] = 0;
    for (int i = 0; i < n; i++) m.start[i + 1] = add_row(&m, m.start[i], numbers[i], count[i]);
    arena_free(&scratch);
    return m;
}
