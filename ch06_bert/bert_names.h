/* What Hugging Face calls BERT's weights, and how it stores them, beside the names of this book. */
#ifndef CH06_BERT_NAMES_H
#define CH06_BERT_NAMES_H

#include "bert_model.h"

/* How a weight is stored: a linear layer out x in, the transpose of the book's. */
typedef enum { VECTOR, TABLE, LINEAR } StoredForm;

typedef struct {
    char own[48];       /* layer.0.self.w_q */
    char published[80]; /* encoder.layer.0.attention.self.query.weight, "bert." left out */
    char old[80];       /* another name in old files; empty: none */
    unsigned part;      /* 0: the encoder, or of which part it is (bert_model.h) */
    bool encoder;       /* in published models with heads "bert." comes first */
    bool by_piece;      /* a row, or a number, for each piece of the vocabulary */
    StoredForm form;
} BertName;

/* The names of all weights of all parts of a model of so many layers, owned by the arena; *count:
 * how many. */
const BertName *bert_names(Arena *a, int layers, int *count);

/* The text made of two, owned by the arena. */
char *join(Arena *a, const char *first, const char *second);

#endif
