/* The tokens that BLEU counts, as the tool sacreBLEU cuts them (Post 2018, "A Call for Clarity in
 * Reporting BLEU Scores"): a BLEU score means something only with the name of its tokenizer.
 *
 *     none   what white space separates
 *     13a    that of mteval-v13a.pl, for Western languages: punctuation stands alone, but not the
 *            period and the comma in 3,500.25
 *     zh     every Chinese character is a token, the rest as in 13a */
#ifndef CH05_BLEU_TOKENIZE_H
#define CH05_BLEU_TOKENIZE_H

#include "common/arena.h"

typedef enum { BLEU_NONE, BLEU_13A, BLEU_ZH, BLEU_TOKENIZERS } BleuTokenizer;

/* "none", "13a", "zh" */
const char *bleu_tokenizer_name(BleuTokenizer kind);

/* The tokens of a UTF-8 text with one space between any two, owned by the arena. */
char *bleu_tokenize(Arena *a, const char *text, BleuTokenizer kind);

#endif
