/* BERT's tokenizer: text as ids of a vocabulary (WordPiece: Wu et al. 2016, section 4.1; Devlin et
 * al. 2019). Words (basic_tokenizer.h) are cut from left to right, each time behind the longest
 * piece of the vocabulary that fits. A word that cannot be cut to its end, or is longer than
 * LONGEST_WORD characters, is [UNK] as a whole. */
#ifndef CH06_TOKENIZER_H
#define CH06_TOKENIZER_H

#include "pieces.h"

typedef struct {
    TokenizerRules rules;
    PieceVocabulary vocabulary;
} Tokenizer;

/* Reads a vocab.txt, or the one in a folder, and the tokenizer_config.json beside it: do_lower_case
 * (true without it), strip_accents (without it or null: as do_lower_case), tokenize_chinese_chars
 * (true without it). Special pieces in texts are recognised: set rules.specials to false for text
 * from strangers. Owned by the arena. False: a file cannot be read or is not what it must be. */
bool tokenizer_load(Tokenizer *t, Arena *a, const char *folder_or_vocab_file, Error *e);

/* Writes vocab.txt and tokenizer_config.json into a folder that exists. False: they cannot be
 * written. */
bool tokenizer_save(const Tokenizer *t, const char *folder, Error *e);

typedef struct {
    int *ids;
    size_t *begin, *end; /* piece i comes from the bytes begin[i] .. end[i] - 1 of the text */
    int count;
} Pieces;

/* The pieces of any bytes, without [CLS] and [SEP]; owned by the arena. Characters that have
 * disappeared before or behind a piece are not among its bytes; a character that became two pieces
 * is in both. */
Pieces tokenizer_encode(const Tokenizer *t, Arena *a, const char *text, size_t size);

/* Ids, each in 0 .. vocabulary.count - 1, as a text for the eye, owned by the arena: with ## the
 * pieces of a word are joined, else there is a blank between two, but none beside an ideograph or
 * its punctuation. */
char *tokenizer_decode(const Tokenizer *t, Arena *a, const int *ids, int n);

#endif
