/* Byte-pair encoding: text as a sequence of pieces that were learned from text (Sennrich, Haddow
 * and Birch 2016, "Neural Machine Translation of Rare Words with Subword Units", ACL, section 3.2).
 *
 * The base symbols are the 256 bytes and the characters that the training text holds often enough;
 * a rarer character is spelled by its bytes, so that every string of bytes has an encoding and
 * comes back exactly (Radford et al. 2019, GPT-2, section 2.2): there is no unknown piece. Text is
 * cut into words first, and a merge never crosses from one word into the next:
 *
 *     word = the white-space character before it, if there is one, and
 *            a run of letters with the apostrophe inside it at its end | a run of ideographs |
 *            one digit | a run of other characters
 *
 * Combining marks stay with what they follow. White space that comes before other white space is a
 * word too. Digits stand alone, so that a number never seen is spelled as every other one; l'eau
 * is l' and eau. No word is longer than BPE_LONGEST_WORD bytes: what is, is cut.
 *
 * A merge is the most frequent pair of neighbouring symbols; among equally frequent ones that with
 * the smaller left id, then the smaller right id. The order of the lines makes no difference. */
#ifndef COMMON_BPE_H
#define COMMON_BPE_H

#include <stdint.h>

#include "arena.h"
#include "fail.h"

enum { BPE_LONGEST_WORD = 256 };

/* Ids: padding, begin and end of a sentence, the bytes, the characters by code point, the merges
 * in the order in which they were learned. */
enum { BPE_PAD, BPE_BEGIN, BPE_END, BPE_BYTE, BPE_CHARACTER = BPE_BYTE + 256 };

/* A numbering of pairs of ids, in the order in which they were added. */
typedef struct {
    uint64_t *keys; /* count of them: (left << 32) + right */
    int count, room;
    int *slots; /* an open hash table of 1 + the pair's number, or 0 */
    int slot_count;
} BpePairs;

typedef struct {
    const char *bytes; /* what the symbol stands for, and a zero byte after it */
    int length;
    const char *piece; /* the same for the eye */
} BpeSymbol;

typedef struct {
    int count; /* of ids: the size of the vocabulary */
    BpeSymbol *symbols;
    int *characters; /* code points, ascending */
    int character_count;
    BpePairs merges; /* merge i joins its pair into the id BPE_CHARACTER + character_count + i */
} Bpe;

/* Learns from lines of text at most `merges` merges, fewer when no pair is left that occurs twice.
 * Characters that occur at least `least_count` times (1 or more) become symbols. For a vocabulary
 * of two languages, give the lines of both. Owned by the arena. */
void bpe_train(Bpe *b, Arena *a, const char *const *lines, size_t n, int merges, int least_count);

/* The ids of any `size` bytes, without begin and end; *count of them, owned by the arena. */
int *bpe_encode(const Bpe *b, Arena *a, const char *text, size_t size, int *count);

/* The bytes that n ids, each in 0 .. b->count - 1, stand for, and a zero byte after them, owned by
 * the arena; their number goes to *size unless size is NULL. Padding, begin and end stand for
 * nothing. What a model puts together need not be UTF-8: a character spelled by bytes may be cut
 * off. */
char *bpe_decode(const Bpe *b, Arena *a, const int *ids, int n, size_t *size);

/* A piece for the eye: the space is shown as U+2581, what has no shape as <0x0A>, the reserved ids
 * as <pad>, <s> and </s>. Owned by b. */
const char *bpe_piece(const Bpe *b, int id);

/* Writes a text file: the symbols and merges one a line, \x20 for a space. False: it cannot be
 * written; an older file stays as it was. */
bool bpe_save(const Bpe *b, const char *path, Error *e);

/* Reads what bpe_save wrote, owned by the arena. False: the file cannot be read, or a line is not
 * what it must be. */
bool bpe_load(Bpe *b, Arena *a, const char *path, Error *e);

#endif
