/* A published model's folder while it is read: which tensor of the file holds which weight. */
#ifndef CH06_BERT_FOLDER_H
#define CH06_BERT_FOLDER_H

#include "bert_file.h"
#include "bert_names.h"

typedef struct {
    Safetensors file;
    const char *prefix; /* of the encoder's tensors: "bert." or nothing */
    const BertName *names;
    int count;  /* of names, of all parts */
    bool *used; /* tensors of the file that have a place */
    Arena arena;
} Folder;

/* Opens the file with the weights of a model of so many layers. False, with nothing to close: what
 * safetensors_open refuses; the message says so when the weights are there in another form. */
bool folder_open(Folder *f, const char *folder, int layers, Error *e);
void folder_close(Folder *f);

/* The name of a weight by this book's name, or NULL: none of BERT's. */
const BertName *folder_name(const Folder *f, const char *own);

/* The tensor of that name, new or old, with or without prefix; or NULL. */
const StoredTensor *folder_find(Folder *f, const BertName *n);

/* The parts that the file has in full. */
unsigned folder_parts(Folder *f);

/* The tensor as a matrix without data: its last dimension is the columns. */
Mat stored_shape(const StoredTensor *t);

/* Whether the tensor holds rows x cols floating-point numbers, or as many as the name's form makes
 * of them; a table of the vocabulary may have more rows than it. n NULL: a plain matrix. */
bool stored_fits(const StoredTensor *t, const BertName *n, int rows, int cols);

/* Says that it does not fit; returns false. */
bool stored_wrong(const Folder *f, const StoredTensor *t, const BertName *n, int rows, int cols,
                  Error *e);

#endif
