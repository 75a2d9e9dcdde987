/* symbols - from UTF-8 to code points and back. */
#include "symbols.h"
#include "common/text.h"

#include <string.h>

Symbols symbols_new(Arena *a, int most)
{
    return (Symbols){arena_alloc(a, (size_t)most * sizeof(int)), 0};
}

Symbols symbols_of(Arena *a, const char *text)
{
    size_t size = strlen(text);
    require(size < LONGEST_SENTENCE, "a text of %zu bytes", size);
    Symbols s = symbols_new(a, (int)size);
    for (int length; size > 0; text += length, size -= (size_t)length) {
        int code = text_decode(text, size, &length);
        s.at[s.count++] = code == TEXT_INVALID ? 0xfffd : code;
    }
    return s;
}

char *symbols_text(Arena *a, Symbols s)
{
    enum { LONGEST = 4 }; /* bytes of a code point */
    char *text = arena_alloc(a, (size_t)s.count * LONGEST + 1), *to = text;
    for (int i = 0; i < s.count; i++) to += text_encode(s.at[i], to);
    *to = 0;
    return text;
}

bool symbol_is_space(int code)
{
    return (code >= 0x9 && code <= 0xd) || (code >= 0x1c && code <= 0x20) || code == 0x85 ||
           code == 0xa0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200a) || code == 0x2028 ||
           code == 0x2029 || code == 0x202f || code == 0x205f || code == 0x3000;
}
