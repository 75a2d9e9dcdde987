/* A model that translates, of either kind, behind one interface: the Transformer and the recurrent
 * encoder-decoder are trained and asked in the same way. */
#ifndef CH05_TRANSLATOR_H
#define CH05_TRANSLATOR_H

#include "batches.h"
#include "decode.h"
#include "recurrent.h"

typedef enum { TRANSFORMER, RECURRENT } ModelKind;
#define MODELS "transformer|recurrent"

typedef struct {
    ModelKind kind;
    TransformerShape shape; /* RECURRENT: vocabulary, d_model, dropout and longest of it, with
                               d_hidden as the width of each LSTM */
} TranslatorShape;

typedef struct {
    TranslatorShape shape;
    Params params;
    Arena arena;              /* holds the Transformer */
    Transformer *transformer; /* of its kind */
    Recurrent recurrent;      /* likewise */
} Translator;

/* A new model; freed by translator_free. */
void translator_new(Translator *t, Rng *r, TranslatorShape shape);
void translator_free(Translator *t);

/* The loss of a batch, without dropout. */
VocabularyLoss translator_loss(Translator *t, Arena *step, Batch b);

/* The loss of a batch under label smoothing, and the gradient of its mean over labels in place of
 * what the gradients were. Dropout is drawn from r. */
VocabularyLoss translator_learn(Translator *t, Arena *step, Batch b, double smoothing, Rng *r);

/* The translations of n sources, owned by the arena, in their order: sources of about equal length
 * are translated together. A source has at least one id; one longer than the model's longest is cut
 * off (its END_ID stays). RECURRENT: search.beam must be 1. */
Translation *translator_translate(Translator *t, Arena *a, const Sequence *sources, int n,
                                  Search search);

#endif
