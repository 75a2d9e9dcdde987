/* A folder with a BERT as Hugging Face publishes it: config.json and model.safetensors (vocab.txt
 * is the tokenizer's). It is written in the same form, so that the transformers library reads it
 * too.
 *
 * There a linear layer's weights are stored out x in, the transpose of this book's; the encoder's
 * names may begin with "bert."; a layer normalisation has weight and bias, in old files gamma and
 * beta. A parameter that no BERT has (a BiLSTM's on top, which the caller added to m->params)
 * stands under its own name, in x out. */
#ifndef CH06_BERT_FILE_H
#define CH06_BERT_FILE_H

#include "bert_model.h"
#include "common/safetensors.h"

/* In `need` and `found`, beside the parts of bert_model.h: parameters that the caller added. */
enum { PART_OWN = 16 };

/* What was not as the model has it, and was no error. Texts are owned by the model's arena. */
typedef struct {
    unsigned found;     /* the parts, asked for or not, that the file has in full */
    const char **fresh; /* parameters that it has not: they keep their fresh weights */
    int fresh_count;
    const char **unexpected; /* tensors of the file that are of no part, or of another shape */
    int unexpected_count;
    int padding; /* rows that the table of words has beyond vocab_size: left aside */
} BertReport;

/* Makes the model that the folder describes, with the parts need | want, and reads its weights.
 * Parts in `need` must be in the file. Those in `want` that are not, or are of another shape, are
 * made fresh from r and listed in the report. False, with nothing to free: what bert_config_read
 * and safetensors_open refuse; a weight of the encoder or of a part of `need` that is missing; one
 * of another shape than config.json says. The messages name the tensors. */
bool bert_load(BertModel *m, const char *folder, unsigned need, unsigned want, Rng *r,
               BertReport *report, Error *e);

/* The two steps of bert_load, for who changes something in between: the labels of a new classifier
 * before bert_model_new, parameters of one's own after it. *found: the parts that the file has. */
bool bert_describe(BertConfig *config, unsigned *found, Arena *a, const char *folder, Error *e);
bool bert_read(BertModel *m, const char *folder, unsigned need, Rng *r, BertReport *report,
               Error *e);

/* Prints what the report says as warnings, a line for each kind; nothing when all went well. */
void bert_report_warn(const BertReport *report);

/* Writes config.json and model.safetensors into a folder that is there, each in one step. False: it
 * cannot be written. */
bool bert_save(const BertModel *m, const char *folder, Error *e);

#endif
