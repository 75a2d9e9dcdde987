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

/* A model on the BERT of a folder: config is what bert_describe reads there, with classes of one's
 * own. What the folder has not is fresh, from r. The model is not a BILSTM. False, with nothing to
 * free: see bert_read. */
bool text_classifier_pretrained(TextClassifier *c, Rng *r, TextClassifierShape shape,
                                BertConfig config, const char *folder, BertReport *report,
                                Error *e);

/* Reads a folder; nothing of the model may be missing. False, with nothing to free: a file cannot
 * be read or is not what it must be; the message says which and where. */
bool text_classifier_load(TextClassifier *c, const char *folder, Error *e);

/* Writes the files into a folder that is there, each in one step. */
bool text_classifier_save(TextClassifier *c, const char *folder, Error *e);

#endif
