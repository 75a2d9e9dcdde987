/* The first half of BERT's tokenizer: text as words (Devlin et al. 2019; class BasicTokenizer of
 * their code, tokenization.py).
 *
 *     clean        controls, format characters and what is not UTF-8 disappear, as if they had
 *                  never been there; white space of every kind separates
 *     isolate      ideographs stand alone: Chinese writes no blanks between words
 *     strip        canonical decomposition (Unicode Standard Annex 15), then marks disappear:
 *                  U+00E9 becomes e, a ligature stays what it is
 *     lower        every character by itself
 *     split        punctuation stands alone
 *
 * Text that is longer than memory would do: one word after the other is looked at. */
#ifndef CH06_BASIC_TOKENIZER_H
#define CH06_BASIC_TOKENIZER_H

#include <stdbool.h>
#include <stddef.h>

enum { LONGEST_WORD = 100 }; /* in characters; a longer word is not cut into pieces */

typedef struct {
    bool lower_case, strip_accents;
    bool ideographs; /* they stand alone (tokenize_chinese_chars) */
    bool specials;   /* [MASK] and the like in a text are that piece, not punctuation and letters */
} TokenizerRules;

typedef struct {
    int code;
    size_t begin, end; /* the bytes of the text that it comes from */
} WordCharacter;

typedef struct {
    WordCharacter characters[LONGEST_WORD]; /* the first so many */
    int count;                              /* of characters: more than LONGEST_WORD, too */
    int movable;                            /* only those from here on may change places */
    size_t begin, end;                      /* the bytes of the text from the first to the last */
} BasicWord;

/* The next word of text[*at .. size-1]; *at moves behind it. False: there is none. */
bool basic_next(BasicWord *w, const char *text, size_t size, size_t *at, TokenizerRules rules);

#endif
