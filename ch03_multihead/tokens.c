/* tokens - cuts a sentence at blanks and around ideographs and kana. */
#include "tokens.h"

#include <stdbool.h>
#include <string.h>
#include <utf8proc.h>

/* The character at `text` and its number of bytes. */
static utf8proc_int32_t read_character(const char *text, int *bytes)
{
    utf8proc_int32_t c;
    utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &c);
    *bytes = n > 0 ? (int)n : 1;
    return n > 0 ? c : 0xFFFD;
}

static bool is_blank(utf8proc_int32_t c)
{
    utf8proc_category_t k = utf8proc_category(c);
    return k == UTF8PROC_CATEGORY_ZS || k == UTF8PROC_CATEGORY_ZL || k == UTF8PROC_CATEGORY_ZP ||
           k == UTF8PROC_CATEGORY_CC;
}

/* A token by itself: ideographs with their radicals and punctuation, kana, full-width forms. */
static bool stands_alone(utf8proc_int32_t c)
{
    static const utf8proc_int32_t ranges[][2] = {
        {0x2E80, 0x30FF}, {0x3400, 0x4DBF}, {0x4E00, 0x9FFF},  {0xF900, 0xFAFF},
        {0xFE30, 0xFE4F}, {0xFF00, 0xFF65}, {0x20000, 0x3FFFD}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1]) return true;
    return false;
}

Tokens tokens_split(Arena *a, const char *text)
{
    /* A token needs one byte of text at least; a byte that is no UTF-8 becomes three. */
    const size_t size = strlen(text);
    const char **tokens = arena_alloc(a, (size + 1) * sizeof *tokens);
    char *to = arena_alloc(a, 4 * size + 1);
    int count = 0, bytes;
    bool open = false; /* the last token goes on */
    for (; *text; text += bytes) {
        utf8proc_int32_t c = read_character(text, &bytes);
        bool blank = is_blank(c), alone = stands_alone(c);
        if (open && (blank || alone)) *to++ = '\0';
        if (!blank && (alone || !open)) tokens[count++] = to;
        if (!blank) to += utf8proc_encode_char(c, (utf8proc_uint8_t *)to);
        if (alone && !blank) *to++ = '\0';
        open = !blank && !alone;
    }
    *to = '\0';
    return (Tokens){count, tokens};
}
