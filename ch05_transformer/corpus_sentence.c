/* corpus_sentence - cutting paragraphs and their translations into sentences. */
#include "corpus_sentence.h"
#include "corpus_text.h"
#include "common/text.h"

#include <string.h>
#include <utf8proc.h>

/* ---- characters ------------------------------------------------------------------------------*/

static int character(const char *text, int *length)
{
    return text_decode(text, strnlen(text, 4), length);
}

static bool is_one_of(const char *set, int code)
{
    for (int length; *set; set += length)
        if (character(set, &length) == code) return true;
    return false;
}

static const char *skip(const char *text, const char *set)
{
    for (int length; *text && is_one_of(set, character(text, &length));) text += length;
    return text;
}

/* ---- ends ------------------------------------------------------------------------------------*/

/* Whether the text begins with what could go on inside a sentence. */
static bool small_letter_next(const char *text)
{
    const char *next = skip(text, "\"'([“‘«「『（");
    if (!*next) return false;
    int length, code = character(next, &length);
    return utf8proc_category(code) == UTF8PROC_CATEGORY_LL;
}

/* Whether the word that ends at `dot` is an abbreviation: single letters with periods between them,
 * as in e.g. and U.S., or one of a list. */
static bool abbreviation(const char *start, const char *dot)
{
    static const char *const list[] = {"Dr",   "Fig", "Mme", "Mr", "Mrs",
                                       "Prof", "St",  "cf",  "ex", "vs"};
    const char *word = dot;
    while (word > start && !strchr(" (\"'", word[-1])) word--;
    const size_t size = (size_t)(dot - word);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strlen(list[i]) == size && memcmp(list[i], word, size) == 0) return true;
    if (size < 3 || size % 2 == 0) return false;
    for (size_t i = 0; i < size; i++)
        if (i % 2 ? word[i] != '.' : !text_is_letter(word[i])) return false;
    return true;
}

/* Marks that end something where a blank follows. */
static bool is_end(int code, TextEnd end)
{
    if (end == CLAUSE_END) return code == ':' || code == ';';
    return code == '.' || code == '!' || code == '?' || code == U'…';
}

/* Marks of Chinese and Japanese, which no blank follows. */
static bool is_wide_end(int code, TextEnd end)
{
    if (end == CLAUSE_END) return code == U'：' || code == U'；';
    return code == U'。' || code == U'！' || code == U'？';
}

static const char *skip_ends(const char *text, TextEnd end, bool is(int code, TextEnd end))
{
    for (int length; *text && is(character(text, &length), end);) text += length;
    return text;
}

/* Whether something ends with the marks at `text`. Returns what comes after them and after what
 * closes with them, without blanks, or NULL. */
static const char *after_end(const char *start, const char *text, TextEnd end)
{
    static const char *const closing = "\"')]”’»」』）】》";
    const char *rest = skip_ends(text, end, is_wide_end);
    if (rest > text) return skip(skip(rest, closing), " ");
    rest = skip_ends(text, end, is_end);
    if (rest == text) return NULL;
    const bool one_dot = *text == '.' && rest == text + 1;
    rest = skip(rest, closing);
    if (*rest && *rest != ' ') return NULL;
    if (one_dot && abbreviation(start, text)) return NULL;
    rest = skip(rest, " ");
    return end == SENTENCE_END && small_letter_next(rest) ? NULL : rest;
}

/* ---- cutting ---------------------------------------------------------------------------------*/

static char *part(Arena *a, const char *start, const char *end)
{
    while (end > start && end[-1] == ' ') end--;
    char *copy = arena_zeros(a, (size_t)(end - start) + 1);
    return memcpy(copy, start, (size_t)(end - start));
}

/* Where the last letter stands, or NULL. */
static const char *last_letter(const char *text)
{
    const char *last = NULL;
    for (int length; *text; text += length)
        if (text_is_letter(character(text, &length))) last = text;
    return last;
}

/* What comes after the marks at `text` that end something; `text` where there are none. */
static const char *after_marks(const char *text, TextEnd end)
{
    const char *rest = skip_ends(text, end, is_wide_end);
    return rest > text ? rest : skip_ends(text, end, is_end);
}

/* The next place where the text may be cut, or its end. There is a letter on either side of a cut;
 * the text's last one is at `last`. */
static const char *next_cut(const char *text, const char *last, TextEnd end)
{
    const char *start = text;
    for (bool letter = false; *text;) {
        const char *rest = after_end(start, text, end), *marks = after_marks(text, end);
        if (rest && letter && rest <= last) return rest;
        int length, code = character(text, &length);
        letter = letter || text_is_letter(code);
        text = marks > text ? marks : text + length; /* what holds at a mark holds at the next */
    }
    return text;
}

int corpus_cut(Arena *a, const char *text, TextEnd end, char ***parts)
{
    int room = 0, count = 0;
    const char *last = last_letter(text);
    for (const char *t = text; *t; t = next_cut(t, last, end)) room++;
    *parts = arena_alloc(a, (size_t)room * sizeof **parts);
    for (const char *next; *text; text = next) {
        next = next_cut(text, last, end);
        (*parts)[count++] = part(a, text, next);
    }
    return count;
}

static void add_cut(Corpus *sentences, Arena *a, Pair p, TextEnd end)
{
    char **source, **target;
    int count = corpus_cut(a, p.source, end, &source);
    if (corpus_cut(a, p.target, end, &target) != count) {
        corpus_add(sentences, a, p);
        return;
    }
    for (int i = 0; i < count; i++) {
        Pair sentence = {source[i], target[i], p.page};
        if (end == SENTENCE_END)
            add_cut(sentences, a, sentence, CLAUSE_END);
        else
            corpus_add(sentences, a, sentence);
    }
}

Corpus corpus_sentences(Arena *a, const Corpus *paragraphs)
{
    Corpus sentences = {0};
    for (int i = 0; i < paragraphs->count; i++)
        add_cut(&sentences, a, paragraphs->pairs[i], SENTENCE_END);
    return sentences;
}
