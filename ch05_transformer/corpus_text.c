/* corpus_text - normalising, comparing and measuring sentences; see corpus_text.h. */
#include "corpus_text.h"
#include "common/fail.h"
#include "common/text.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

char *corpus_tidy(Arena *a, const char *text, size_t size)
{
    char *out = arena_alloc(a, size + 1), *to = out;
    bool blank = false;
    for (int length; size; text += length, size -= (size_t)length) {
        int code = text_decode(text, size, &length);
        if (text_is_space(code)) blank = true;
        if (text_is_space(code) || text_is_hidden(code)) continue;
        if (blank && to > out) *to++ = ' ';
        blank = false;
        memcpy(to, text, (size_t)length);
        to += length;
    }
    *to = '\0';
    return text_nfc(a, out);
}

char *corpus_key(Arena *a, const char *text)
{
    utf8proc_uint8_t *folded;
    const utf8proc_ssize_t size =
        utf8proc_map((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)strlen(text), &folded,
                     UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
    if (size < 0) die("a sentence cannot be normalised: %s", utf8proc_errmsg(size));
    char *out = arena_alloc(a, (size_t)size + 1), *to = out;
    const char *from = (const char *)folded, *end = from + size;
    for (int length; from < end; from += length) {
        int code = text_decode(from, (size_t)(end - from), &length);
        if (!text_is_letter(code) && !text_is_mark(code) && !text_is_number(code)) continue;
        memcpy(to, from, (size_t)length);
        to += length;
    }
    *to = '\0';
    free(folded);
    return out;
}

int corpus_length(const char *text)
{
    int words = 0;
    bool in_word = false;
    for (int length, code; *text; text += length) {
        code = text_decode(text, strnlen(text, 4), &length);
        if (text_is_ideograph(code)) words++;
        if (text_is_ideograph(code) || text_is_space(code)) {
            in_word = false;
        } else if (!in_word && (text_is_letter(code) || text_is_number(code))) {
            in_word = true;
            words++;
        }
    }
    return words;
}

static bool has_kind(const char *text, bool kind(int code))
{
    for (int length; *text; text += length)
        if (kind(text_decode(text, strnlen(text, 4), &length))) return true;
    return false;
}

bool corpus_has_letter(const char *text)
{
    return has_kind(text, text_is_letter);
}

bool corpus_has_ideograph(const char *text)
{
    return has_kind(text, text_is_ideograph);
}
