/* From letters to sounds: how the words of the CMU Pronouncing Dictionary are spoken, in the 39
 * phones of ARPAbet without stress. `./setup` fetches it from Debian's package pocketsphinx-en-us;
 * the dictionary of github.com/cmusphinx/cmudict has the same form, with stress, which is dropped.
 *
 * Letters and phones share one vocabulary: the reserved ids, 26 letters, 39 phones. */
#ifndef CH05_PHONEMES_H
#define CH05_PHONEMES_H

#include "batches.h"
#include "corpus.h"

enum {
    FIRST_LETTER = FIRST_ID,
    FIRST_PHONE = FIRST_LETTER + 26,
    PHONES = 39,
    PHONEME_VOCABULARY = FIRST_PHONE + PHONES
};

typedef struct {
    const char *spelling;
    Sequence *variants; /* ways to say it, all different, ids of phones */
    int count, room;
} PhonemeWord;

typedef struct {
    PhonemeWord *words; /* in the order of the file */
    int count, room;
} PhonemeDictionary;

/* The dictionary of an unpacked package: ("build/data") -> "build/data/pocketsphinx-en-us/..." */
char *phonemes_path(Arena *a, const char *data);

/* Reads the words that are made of the letters a to z alone; "word(2) W ER D" is another way to say
 * "word". Owned by the arena. False, with file and line: it cannot be read, is not UTF-8, a phone
 * is not one of the 39, a word has none, there is no word. */
bool phonemes_read(PhonemeDictionary *d, Arena *a, const char *path, Error *e);

/* "AA" to "ZH" for an id of a phone, and back (-1 for any other text). */
const char *phoneme_name(int id);
int phoneme_id(const char *name, size_t size);

/* The ids of a word's letters; a letter other than a to z is the program's mistake. */
Sequence phonemes_letters(Arena *a, const char *word);

/* "K AE T": names separated by blanks, for ids of phones. Owned by the arena. */
char *phonemes_text(Arena *a, Sequence phones);

/* The words whose part_of(spelling, ...) is `part`. */
PhonemeDictionary phonemes_part(Arena *a, const PhonemeDictionary *d, Part part, uint64_t seed,
                                double valid, double test);

/* How many insertions, deletions and substitutions lead from x to y (Levenshtein 1966). */
int edit_distance(Arena *scratch, Sequence x, Sequence y);

/* Sums over words, all zero bytes at first. A word is compared with the variant that is nearest,
 * the first of them when several are. */
typedef struct {
    long words, wrong; /* wrong: no variant is exactly this */
    long phones, edits;
} PhonemeScore;

void phoneme_score_add(PhonemeScore *s, Arena *scratch, const PhonemeWord *word, Sequence output);

/* Word and phoneme error rate: shares of 1; the latter may exceed 1. 0 for no words. */
double phoneme_word_errors(const PhonemeScore *s);
double phoneme_errors(const PhonemeScore *s);

#endif
