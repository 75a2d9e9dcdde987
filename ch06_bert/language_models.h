/* Three ways to learn from text without labels, behind one interface, so that they can be compared
 * on the same text: BERT's masked model, a left-to-right Transformer (GPT's way), and two LSTMs
 * that read from either side (ELMo's way). Sources: Devlin et al. 2019; Radford et al. 2018; Peters
 * et al. 2018. */
#ifndef CH06_LANGUAGE_MODELS_H
#define CH06_LANGUAGE_MODELS_H

#include "bert_model.h"
#include "ch05_transformer/lstm.h"

typedef enum { MASKED_MODEL, LEFT_TO_RIGHT, TWO_LSTMS, LANGUAGE_MODELS } LanguageModelKind;

typedef struct {
    LanguageModelKind kind;
    BertModel bert;      /* of the first two; TWO_LSTMS has weights of its own: */
    Params params;       /* empty for the first two */
    Param *words, *bias; /* V x d, 1 x V: input and output of both LSTMs */
    Lstm left, right;    /* d wide: left reads from the first piece to the last */
    double dropout;      /* of their inputs and outputs */
} LanguageModel;

/* A stack of texts: as they are, and with holes. */
typedef struct {
    const int *ids;    /* batch * length pieces */
    const int *holed;  /* the same with [MASK] and others in some places */
    const int *labels; /* the piece that stood there; IGNORED_TARGET where nothing is asked */
    const int *valid;  /* real pieces of each text; NULL: all are real */
    int batch, length;
} HoledTexts;

/* The name for a table: "masked". */
const char *language_model_name(LanguageModelKind kind);

/* Fresh weights; of TWO_LSTMS only the vocabulary, d_model, dropout and initial of shape matter. */
void language_model_new(LanguageModel *m, Rng *r, LanguageModelKind kind, BertShape shape);
void language_model_free(LanguageModel *m);

/* Its weights, for the optimiser. */
Params *language_model_params(LanguageModel *m);

/* Adds the gradient of the mean loss to those of the weights; dropout is drawn from r. The masked
 * model is asked for the holes, the others for every piece that has one before it (TWO_LSTMS: and
 * for every piece that has one behind it). */
VocabularyLoss language_model_learn(LanguageModel *m, Arena *step, const HoledTexts *t, Rng *r);

typedef enum { LEFT_CONTEXT, BOTH_CONTEXTS } Context;

/* One hole at a time: a text for every label of t, with [MASK] there and nowhere else; for
 * LEFT_CONTEXT it ends with the hole. Owned by the arena. */
HoledTexts single_holes(Arena *a, const HoledTexts *t, Context context, int mask);

/* How many of the pieces asked for in the first place (labels) have the largest score, given those
 * before, and for BOTH_CONTEXTS those behind: by the masked model together, by TWO_LSTMS apart from
 * each other; the left-to-right model never sees them. Only the masked model does not see the
 * pieces of the other holes. `asked` gets how many there are; the first piece of a text does not
 * count, nor, for BOTH_CONTEXTS, the last. */
long language_model_right(LanguageModel *m, Arena *step, const HoledTexts *t, Context context,
                          long *asked);

#endif
