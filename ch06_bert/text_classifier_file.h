/* A folder with a text classifier. Its weights are model.safetensors. A model on a BERT has beside
 * them config.json, with the names of the classes, as Hugging Face writes them; design and sizes
 * that these do not tell are in classifier.json:
 *
 *     {"model": "bert-bilstm", "pooling": "max", "hidden": 128}
 *
 * A BiLSTM without BERT has no config.json, and the rest of its sizes and classes there as well. A
 * folder with a published BertForSequenceClassification needs no classifier.json. */
#ifndef CH06_TEXT_CLASSIFIER_FILE_H
#define CH06_TEXT_CLASSIFIER_FILE_H

#include "bert_file.h"
#include "text_classifier.h"

/* A model with these classes on the BERT of a folder; what the folder has not is fresh. The model
 * is not a BILSTM. False, with nothing to free: see bert_load. */
bool text_classifier_pretrained(TextClassifier *c, Rng *r, TextClassifierShape shape,
                                const char *folder, const char *const *labels, int label_count,
                                BertReport *report, Error *e);

/* Reads a folder; nothing of the model may be missing. False, with nothing to free: a file cannot
 * be read or is not what it must be; the message says which and where. */
bool text_classifier_load(TextClassifier *c, const char *folder, Error *e);

/* Writes the files into a folder that is there, each in one step. */
bool text_classifier_save(TextClassifier *c, const char *folder, Error *e);

#endif
