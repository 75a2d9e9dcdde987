/* The vocabulary of BERT: words and pieces of words, each with an id. A piece that continues a word
 * begins with ## (Wu et al. 2016, section 4.1; Devlin et al. 2019). */
#ifndef CH06_PIECES_H
#define CH06_PIECES_H

#include <stdint.h>

#include "basic_tokenizer.h"
#include "common/arena.h"
#include "common/fail.h"

typedef struct {
    uint32_t tag; /* the low bits of the hash: most others are told apart without their text */
    int length;   /* of the text, in bytes */
    int id;       /* 1 + the id, or 0 */
} PieceSlot;

typedef struct {
    const char **texts; /* count of them, by id */
    int count;
    int pad, unknown, cls, sep, mask; /* ids of [PAD], [UNK], [CLS], [SEP], [MASK]; -1: none */
    int longest;                      /* bytes of the longest text */
    PieceSlot *slots;                 /* an open hash table, at most half full */
    size_t slot_count;
} PieceVocabulary;

/* Numbers the texts, which stay the caller's. An empty text takes an id and is never found; of
 * equal ones the last is found. Returns how many texts were there before. The table is owned by the
 * arena. */
int pieces_new(PieceVocabulary *v, Arena *a, const char **texts, int count);

/* Reads a vocab.txt: line i is piece i, from 0. Lines end in LF or CR LF and at nothing else; a
 * byte order mark at the start and empty lines at the end do not count, empty lines between others
 * do. A piece that is there twice is warned of. Owned by the arena. False: the file cannot be read,
 * has no line, no [UNK], a zero byte, or a byte that is not UTF-8. */
bool pieces_load(PieceVocabulary *v, Arena *a, const char *path, Error *e);

/* Writes a vocab.txt in one step. False: it cannot be written. */
bool pieces_save(const PieceVocabulary *v, const char *path, Error *e);

/* The id of a piece, ## included, or -1. */
int pieces_find(const PieceVocabulary *v, const char *text, size_t size);

/* The longest piece that text[0 .. size-1] starts with: one that begins a word, or one that
 * continues it (its ## is not in the text). *length gets its bytes, without ##. -1: there is none.
 */
int pieces_longest(const PieceVocabulary *v, const char *text, int size, bool continues,
                   int *length);

/* Learns a vocabulary of at most `size` pieces (10 or more) from lines of text, cut into words by
 * these rules: [PAD], [UNK], [CLS], [SEP], [MASK]; the characters that occur at least twice, each
 * as a piece that begins a word and, if it does so anywhere, as one that continues it, as many of
 * the most frequent ones as fit in half of the vocabulary; then, again and again, the most frequent
 * pair of neighbouring pieces within words joined into one, until none occurs twice; then, where
 * places are free, the next most frequent characters. The order of the lines makes no difference.
 * Owned by the arena.
 *
 * Published vocabularies were learned by a program that was never published. This is what Hugging
 * Face's WordPieceTrainer does: byte-pair encoding (Sennrich, Haddow and Birch 2016) with ##. */
void pieces_train(PieceVocabulary *v, Arena *a, const char *const *lines, size_t n,
                  TokenizerRules rules, int size);

#endif
