/* basic_tokenizer - words, one character of the text after the other.
 *
 * Decomposed accents have an order of their own: in a run of characters with a combining class,
 * smaller classes come first. Almost all of them are marks, which disappear; the others are put in
 * their order as they arrive. */
#include "basic_tokenizer.h"
#include "characters.h"
#include "common/text.h"

/* ---- one character in normal form ------------------------------------------------------------*/

typedef struct {
    int codes[2 * CHARACTER_PARTS], count;
} Parts;

/* Filled in place: this runs for every character. */
static void take_apart(Parts *parts, int code, TokenizerRules rules)
{
    int decomposed[CHARACTER_PARTS];
    decomposed[0] = code;
    const int count = rules.strip_accents ? character_decompose(code, decomposed) : 1;
    parts->count = 0;
    for (int i = 0; i < count; i++) {
        int *next = parts->codes + parts->count;
        *next = decomposed[i];
        parts->count += rules.lower_case ? character_lower(decomposed[i], next) : 1;
    }
}

/* ---- words -----------------------------------------------------------------------------------*/

/* Where a character of this class, not 0, belongs: behind the last one that is not above it. */
static int place_of_class(const BasicWord *w, int class)
{
    int place = w->count;
    while (place > w->movable && character_combining_class(w->characters[place - 1].code) > class)
        place--;
    return place;
}

static void append(BasicWord *w, WordCharacter c, bool decomposed)
{
    const int class = decomposed ? character_combining_class(c.code) : 0;
    if (w->count == 0) w->begin = c.begin;
    w->end = c.end;
    if (w->count < LONGEST_WORD) {
        const int place = class ? place_of_class(w, class) : w->count;
        for (int i = w->count; i > place; i--) w->characters[i] = w->characters[i - 1];
        w->characters[place] = c;
    }
    w->count++;
}

/* Appends what is left of a character of the text. */
static void append_parts(BasicWord *w, const Parts *parts, size_t begin, size_t end,
                         TokenizerRules rules)
{
    for (int i = 0; i < parts->count; i++) {
        const int code = parts->codes[i];
        if (!rules.strip_accents || character_kind(code) != CHARACTER_MARK)
            append(w, (WordCharacter){code, begin, end}, rules.strip_accents);
        else if (character_combining_class(code) == 0)
            w->movable = w->count; /* nothing moves past a mark of class 0 */
    }
}

//> basic_tokenizer
bool basic_next(BasicWord *w, const char *text, size_t size, size_t *at, TokenizerRules rules)
{
    Parts parts = {0};
    w->count = w->movable = 0;
    while (*at < size) {
        int length;
        const int code = text_decode(text + *at, size - *at, &length);
        const CharacterKind kind = character_kind(code);
        const size_t begin = *at, end = *at + (size_t)length;
        if (kind == CHARACTER_SPACE && w->count) return true;
        if (kind != CHARACTER_SPACE && kind != CHARACTER_HIDDEN) {
            take_apart(&parts, code, rules);
            const bool alone = (rules.ideographs && text_is_ideograph(code)) ||
                               character_kind(parts.codes[0]) == CHARACTER_PUNCTUATION;
            if (alone && w->count) return true;
            append_parts(w, &parts, begin, end, rules);
            if (alone) {
                *at = end;
                return true;
            }
        }
        *at = end;
    }
    return w->count > 0;
}
//< basic_tokenizer
