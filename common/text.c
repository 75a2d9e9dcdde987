/* text - characters of UTF-8 text, from and to bytes, and their kinds; see text.h. */
#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* ---- characters ------------------------------------------------------------------------------*/

int text_decode(const char *text, size_t size, int *length)
{
    utf8proc_int32_t code;
    const utf8proc_ssize_t most = size < 4 ? (utf8proc_ssize_t)size : 4;
    const utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)text, most, &code);
    *length = n > 0 ? (int)n : 1;
    return n > 0 ? code : TEXT_INVALID;
}

int text_encode(int code, char bytes[4])
{
    require(utf8proc_codepoint_valid(code), "code point %d", code);
    return (int)utf8proc_encode_char(code, (utf8proc_uint8_t *)bytes);
}

size_t text_count(const char *text, size_t size)
{
    size_t count = 0;
    for (int length; size; text += length, size -= (size_t)length, count++)
        text_decode(text, size, &length);
    return count;
}

bool text_check(const char *where, const char *text, size_t size, Error *e)
{
    int length;
    for (size_t i = 0; i < size; i += (size_t)length) {
        const int code = text_decode(text + i, size - i, &length);
        if (code == 0)
            return fail(e, "%s: byte %zu of the line is a zero byte: this is not text", where,
                        i + 1);
        if (code == TEXT_INVALID)
            return fail(e, "%s: byte %zu of the line, 0x%02X, is not UTF-8", where, i + 1,
                        (unsigned char)text[i]);
    }
    return true;
}

/* ---- normal form -----------------------------------------------------------------------------*/

/* How many bytes from the start are UTF-8. */
static size_t valid_run(const char *text, size_t size)
{
    size_t run = 0;
    for (int length; run < size; run += (size_t)length)
        if (text_decode(text + run, size - run, &length) == TEXT_INVALID) break;
    return run;
}

/* Writes valid text in normal form. Returns how many bytes that took. */
static size_t compose(char *out, const char *text, size_t size)
{
    utf8proc_uint8_t *composed;
    const utf8proc_ssize_t n = utf8proc_map((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)size,
                                            &composed, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    if (n < 0) die("%zu bytes cannot be normalised: %s", size, utf8proc_errmsg(n));
    memcpy(out, composed, (size_t)n);
    free(composed);
    return (size_t)n;
}

char *text_nfc(Arena *a, const char *text)
{
    size_t size = strlen(text), used = 0;
    char *out = arena_alloc(a, 3 * size + 1); /* at most three times as long: Annex 15 */
    while (size) {
        size_t run = valid_run(text, size);
        if (run) used += compose(out + used, text, run);
        if (run < size) out[used++] = text[run++];
        text += run;
        size -= run;
    }
    out[used] = '\0';
    return out;
}

/* ---- kinds -----------------------------------------------------------------------------------*/

static bool in_categories(int code, utf8proc_category_t first, utf8proc_category_t last)
{
    if (code < 0) return false;
    const utf8proc_category_t category = utf8proc_category(code);
    return category >= first && category <= last;
}

bool text_is_letter(int code)
{
    return in_categories(code, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LO);
}

bool text_is_mark(int code)
{
    return in_categories(code, UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME);
}

bool text_is_number(int code)
{
    return in_categories(code, UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NO);
}

bool text_is_space(int code)
{
    return code == '\t' || code == '\n' || code == '\r' ||
           in_categories(code, UTF8PROC_CATEGORY_ZS, UTF8PROC_CATEGORY_ZP);
}

bool text_is_hidden(int code)
{
    return in_categories(code, UTF8PROC_CATEGORY_CN, UTF8PROC_CATEGORY_CN) ||
           in_categories(code, UTF8PROC_CATEGORY_CC, UTF8PROC_CATEGORY_CO);
}

bool text_is_ideograph(int code)
{
    static const struct {
        int first, last;
    } blocks[] = {{0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xF900, 0xFAFF},   {0x20000, 0x2A6DF},
                  {0x2A700, 0x2B73F}, {0x2B740, 0x2B81F}, {0x2B820, 0x2CEAF}, {0x2F800, 0x2FA1F}};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (code >= blocks[i].first && code <= blocks[i].last) return true;
    return false;
}
