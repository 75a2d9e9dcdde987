/* Characters as BERT's tokenizer sees them: what is deleted, what separates, what stands alone, and
 * the form without accents and case.
 *
 * The reference is the package that today's models are used with (Hugging Face, "tokenizers",
 * BertNormalizer and BertPreTokenizer). Its categories are those of Unicode 8.0, about as old as
 * the first BERTs; a text must not get other ids when a newer libutf8proc is installed. What
 * Unicode has gained since is therefore plain here: neither mark nor punctuation, and never
 * decomposed. Only lower-casing knows the newer letters, as far as libutf8proc does. */
#ifndef CH06_CHARACTERS_H
#define CH06_CHARACTERS_H

#include <stdbool.h>

typedef enum {
    CHARACTER_PLAIN,
    CHARACTER_HIDDEN,      /* categories Cc, Cf, Co, and U+FFFD; also TEXT_INVALID: deleted */
    CHARACTER_SPACE,       /* category Z; tab, line feed, carriage return */
    CHARACTER_PUNCTUATION, /* category P, and ASCII's symbols, such as $ and ^ */
    CHARACTER_MARK         /* category Mn: accents without a width of their own */
} CharacterKind;

/* The kind of a code point, or of TEXT_INVALID. */
CharacterKind character_kind(int code);

/* The canonical combining class (Unicode Standard, section 4.3): accents of different classes may
 * change places, 0 may not. */
int character_combining_class(int code);

enum { CHARACTER_PARTS = 8 };

/* Writes the canonical decomposition of a code point, in full. Returns how many parts it has. */
int character_decompose(int code, int parts[CHARACTER_PARTS]);

/* Writes one code point in lower case, by itself: a capital sigma becomes U+03C3 at the end of a
 * word too. Returns how many parts that has: 2 for U+0130 (i and the dot above), else 1. */
int character_lower(int code, int parts[2]);

#endif
