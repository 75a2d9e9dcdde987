/* A folder with a BERT as Hugging Face publishes it: config.json, model.safetensors (vocab.txt is
 * the tokenizer's). Written in the same form, so that the transformers library reads it too.
 *
 * There a linear layer's weights are stored out x in, the transpose of this book's; the encoder's
 * names may begin with "bert."; a layer normalisation has weight and bias, in old files gamma and
 * beta. A parameter that no BERT has (a BiLSTM's on top, which the caller added to m->params) stands
 * under its own name. */
#ifndef CH06_BERT_FILE_H
#define CH06_BERT_FILE_H

#include "bert_model.h"

/* What did not fit together, and was no error. Texts are owned by the model's arena. */
typedef struct {
    unsigned found;           /* the parts that the file has */
    const char **fresh;       /* parameters that it has not, which keep their fresh weights */
    int fresh_count;
    const char **unexpected;  /* tensors of the file that the model has no place for */
    int unexpected_count;
} BertReport;

/* Makes the model that the folder describes, with these parts, and reads its weights. Parts in
 * `need` must be in the file; those in `want` that are not are made fresh from r and listed in the
 * report. False, with nothing to free: what bert_config_read and safetensors_open refuse; a part of
 * `need` is not there, or any of the encoder's weights; a tensor has another shape. */
bool bert_load(BertModel *m, const char *folder, unsigned need, unsigned want, Rng *r,
               BertReport *report, Error *e);

/* Prints what the report says as warnings, one line for each kind. */
void bert_report_warn(const BertReport *report);

/* Writes config.json and model.safetensors, each in one step. The folder must be there. */
bool bert_save(BertModel *m, const char *folder, Error *e);

#endif
