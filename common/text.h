/* Text in UTF-8: its characters one by one, their kinds, normal form, and files of lines.
 *
 * A character is a Unicode code point. Bytes that are not UTF-8 (stray or cut-off sequences,
 * over-long forms, surrogates, code points above U+10FFFF) are never dropped or replaced in
 * silence: text_decode gives each such byte as TEXT_INVALID, one byte long, and its caller decides
 * what that means. Tables and normal forms come from libutf8proc. */
#ifndef COMMON_TEXT_H
#define COMMON_TEXT_H

#include "arena.h"
#include "fail.h"

enum { TEXT_INVALID = -1 };

/* The character at the start of text[0 .. size-1], size >= 1, and the bytes it takes (1 to 4). */
int text_decode(const char *text, size_t size, int *length);

/* Writes a code point (0 to 0x10FFFF, no surrogate) as UTF-8. Returns how many bytes it took. */
int text_encode(int code, char bytes[4]);

/* How many characters text_decode finds; an invalid byte counts as one. */
size_t text_count(const char *text, size_t size);

/* The text in Unicode's normal form C (Unicode Standard Annex 15): e and U+0301 become U+00E9.
 * Bytes that are not UTF-8 stay as they are. Owned by the arena. */
char *text_nfc(Arena *a, const char *text);

/* Whether the text is UTF-8 without a zero byte; if not, the message is `where`, such as "FILE:3",
 * and ": byte 2 of the line, 0xFF, is not UTF-8". */
bool text_check(const char *where, const char *text, size_t size, Error *e);

/* Kinds of characters; TEXT_INVALID is of none of them. */
bool text_is_letter(int code); /* general category L, ideographs too */
bool text_is_mark(int code);   /* general category M: accents that combine with a letter */
bool text_is_number(int code); /* general category N */
bool text_is_space(int code);  /* general category Z; tab, line feed, carriage return */
bool text_is_hidden(int code); /* general category C: controls, format characters, unassigned */

/* A character of the CJK Unified or Compatibility Ideographs up to extension E: the blocks that
 * BERT's tokenizer treats as words (Devlin et al. 2019, multilingual.md of their code). */
bool text_is_ideograph(int code);

/* ---- files -----------------------------------------------------------------------------------*/

typedef struct {
    char **lines; /* without their ends; line i is line i + 1 of the file */
    size_t count;
} TextLines;

enum { LARGEST_TEXT = 1 << 29 }; /* bytes of a file */

/* The bytes of a file and a zero byte after them, owned by the arena. NULL: it cannot be read, or
 * is larger than `largest` bytes. */
char *text_file(Arena *a, const char *path, size_t largest, size_t *size, Error *e);

/* Reads a file of lines, owned by the arena. Lines end in LF or CR LF, the last one's end may be
 * missing, and a byte order mark at the start is skipped; an empty file has no lines. False: the
 * file cannot be read or is larger than LARGEST_TEXT; a zero byte; a byte that is not UTF-8. */
bool text_read(TextLines *t, Arena *a, const char *path, Error *e);

/* Writes a file in one step (place.h). False, with the old file as it was: it cannot be written. */
bool text_save(const char *path, const char *bytes, size_t size, Error *e);

#endif
