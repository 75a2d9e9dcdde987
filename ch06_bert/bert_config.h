/* config.json, which stands beside the weights of every published model: sizes, activation,
 * dropout, the names of the classes. Every value is checked before anything is made of it. */
#ifndef CH06_BERT_CONFIG_H
#define CH06_BERT_CONFIG_H

#include "bert.h"

typedef struct {
    BertShape shape;
    int pad;                   /* id of the padding piece */
    double classifier_dropout; /* that of shape when the file has none */
    const char *const *labels; /* names of the classifier's classes */
    int label_count;           /* at least 1 */
    bool tied; /* the scores of masked words use the table of words: no other head is in the book */
} BertConfig;

/* The shape with what the library assumes where a file says nothing: pad 0, the classes LABEL_0 and
 * LABEL_1, tied. */
BertConfig bert_config(BertShape shape);

/* Reads the file; texts are owned by the arena. False: it cannot be read, is not JSON, is of
 * another kind of model (the message says which), or a value is missing, of the wrong type or out
 * of its range. Unknown keys are left aside. */
bool bert_config_read(BertConfig *c, Arena *a, const char *path, Error *e);

/* Writes the file in the form in which the transformers library reads it; `architecture` is its
 * name for the model, such as "BertForMaskedLM". False, with the old file as it was: it cannot be
 * written. */
bool bert_config_save(const BertConfig *c, const char *architecture, const char *path, Error *e);

#endif
