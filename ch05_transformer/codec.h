/* Text as ids of one vocabulary, and back: what stands between a task's sentences and a model.
 *
 * Sentences are spelled with byte-pair encoding, for both languages together. Letters and phones
 * (phonemes.h) have a fixed vocabulary of their own. */
#ifndef CH05_CODEC_H
#define CH05_CODEC_H

#include "batches.h"
#include "phonemes.h"

typedef struct {
    bool phonemes; /* letters to phones; else bpe */
    Bpe bpe;
} Codec;

/* How many ids there are. */
int codec_size(const Codec *c);

/* The ids of a source, END_ID last, and of a target, without it. A source for phonemes is spelled
 * with its letters a to z, in either case; other characters are left out. Owned by the arena. */
Sequence codec_source(const Codec *c, Arena *a, const char *text);
Sequence codec_target(const Codec *c, Arena *a, const char *text);

/* The text of a target's ids, owned by the arena; what is not UTF-8 becomes U+FFFD. */
char *codec_text(const Codec *c, Arena *a, Sequence target);

/* An id for the eye, owned by the codec. */
const char *codec_piece(const Codec *c, int id);

/* The vocabulary as a file, beside a model's weights. False: it cannot be written or read. */
bool codec_save(const Codec *c, const char *path, Error *e);
bool codec_load(Codec *c, Arena *a, bool phonemes, const char *path, Error *e);

#endif
