/* characters - tables of libutf8proc, held to what the reference knows. */
#include "characters.h"
#include "common/text.h"

#include <utf8proc.h>

/* ---- newer than the reference ----------------------------------------------------------------*/

/* Stretches of code points that are all plain in the reference. They cover every character up to
 * Unicode 18 that would be hidden, punctuation or a mark, or be decomposed, by today's tables:
 * test_tokenizer_reference compares all code points with the reference. */
static const struct {
    int first, last;
} newer[] = {{0x05C8, 0x05C9},   {0x061D, 0x061D},   {0x07FD, 0x07FD},   {0x0890, 0x08E2},
             {0x09FD, 0x09FE},   {0x0A76, 0x0A76},   {0x0AFA, 0x0AFF},   {0x0B53, 0x0B55},
             {0x0C04, 0x0C3C},   {0x0C77, 0x0C77},   {0x0C84, 0x0C84},   {0x0D00, 0x0D00},
             {0x0D3B, 0x0D3C},   {0x0D81, 0x0D81},   {0x0EBA, 0x0EBA},   {0x0ECE, 0x0ECE},
             {0x180F, 0x1886},   {0x1ABF, 0x1AF0},   {0x1B4E, 0x1B4F},   {0x1B7D, 0x1B7F},
             {0x1DF6, 0x1DFB},   {0x2E43, 0x2E63},   {0xA82C, 0xA82C},   {0xA8C5, 0xA8C5},
             {0xA8FF, 0xA8FF},   {0xA9BD, 0xA9BD},   {0x105C9, 0x105E4}, {0x10D24, 0x10F89},
             {0x11070, 0x11074}, {0x110C2, 0x110CD}, {0x111CF, 0x111CF}, {0x1123E, 0x11241},
             {0x1133B, 0x1133B}, {0x11383, 0x1145E}, {0x11660, 0x1166C}, {0x116B9, 0x116B9},
             {0x1182F, 0x11FFF}, {0x12FF1, 0x1612F}, {0x16D68, 0x16F4F}, {0x16FE2, 0x16FE4},
             {0x1CF00, 0x1D128}, {0x1D25B, 0x1D25C}, {0x1E000, 0x1E6F5}, {0x1E944, 0x1E95F}};

static bool is_newer(int code)
{
    int low = 0, high = sizeof newer / sizeof *newer;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (newer[middle].last < code)
            low = middle + 1;
        else
            high = middle;
    }
    return low < (int)(sizeof newer / sizeof *newer) && newer[low].first <= code;
}

/* ---- kinds -----------------------------------------------------------------------------------*/

static CharacterKind ascii_kind(int code)
{
    if ((code | 32) >= 'a' && (code | 32) <= 'z') return CHARACTER_PLAIN;
    if (code >= '0' && code <= '9') return CHARACTER_PLAIN;
    if (code == ' ' || code == '\t' || code == '\n' || code == '\r') return CHARACTER_SPACE;
    return code > ' ' && code < 127 ? CHARACTER_PUNCTUATION : CHARACTER_HIDDEN;
}

static CharacterKind kind_of_category(utf8proc_category_t category)
{
    switch (category) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CO: return CHARACTER_HIDDEN;
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return CHARACTER_SPACE;
    case UTF8PROC_CATEGORY_MN: return CHARACTER_MARK;
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO: return CHARACTER_PUNCTUATION;
    default: return CHARACTER_PLAIN;
    }
}

CharacterKind character_kind(int code)
{
    if (code < 128) return ascii_kind(code);
    switch (code) {
    case 0x166D:
    case 0x111C9: return CHARACTER_PUNCTUATION; /* Unicode has changed its mind about these */
    case 0x1734:
    case 0x1171E: return CHARACTER_MARK;
    case 0xFFFD: return CHARACTER_HIDDEN;
    }
    const CharacterKind kind = kind_of_category(utf8proc_category(code));
    return kind == CHARACTER_PLAIN || is_newer(code) ? CHARACTER_PLAIN : kind;
}

/* ---- forms -----------------------------------------------------------------------------------*/

int character_combining_class(int code)
{
    return code < 128 ? 0 : utf8proc_get_property(code)->combining_class;
}

int character_decompose(int code, int parts[CHARACTER_PARTS])
{
    utf8proc_int32_t found[CHARACTER_PARTS];
    int boundary = 0;
    parts[0] = code;
    if (code < 128 || is_newer(code)) return 1;
    const int count =
        (int)utf8proc_decompose_char(code, found, CHARACTER_PARTS, UTF8PROC_DECOMPOSE, &boundary);
    require(count >= 1 && count <= CHARACTER_PARTS, "%d parts of U+%04X", count, (unsigned)code);
    for (int i = 0; i < count; i++) parts[i] = found[i];
    return count;
}

int character_lower(int code, int parts[2])
{
    if (code < 128) {
        parts[0] = code >= 'A' && code <= 'Z' ? code + 32 : code;
        return 1;
    }
    parts[0] = code == 0x130 ? 'i' : utf8proc_tolower(code);
    parts[1] = 0x307;
    return code == 0x130 ? 2 : 1;
}
