/* What BERT is pretrained on: documents, each a run of sentences that follow each other.
 *
 *     notes notes-zh   this book's own notes: a section is a document
 *     austen           six novels, a chapter is a document (Debian's r-cran-janeaustenr)
 *     help-en help-zh  LibreOffice's help, a page is a document (libreoffice-help-*)
 *     handbook-zh      the Debian handbook in Chinese, a page is a document (debian-handbook)
 *     wordnet          glosses: a definition and its examples are a document (wordnet-base)
 *     file             a sentence or paragraph a line, and an empty line between documents, as the
 *                      original BERT's create_pretraining_data.py reads it
 *
 * What is held out is held out by document, and a sentence that two parts share is taken out of the
 * smaller one. */
#ifndef CH06_DOCUMENTS_H
#define CH06_DOCUMENTS_H

#include "ch05_transformer/corpus.h"

typedef struct {
    const char **sentences; /* tidy (corpus_tidy), each with a letter in it */
    int count;              /* at least 1 */
    const char *name;       /* where it comes from; it decides the part */
} Document;

typedef struct {
    Document *documents;
    int count;
} Documents;

typedef enum {
    CORPUS_NOTES,
    CORPUS_NOTES_ZH,
    CORPUS_AUSTEN,
    CORPUS_HELP_EN,
    CORPUS_HELP_ZH,
    CORPUS_HANDBOOK_ZH,
    CORPUS_WORDNET,
    CORPUS_FILE
} CorpusKind;
#define CORPORA "notes|notes-zh|austen|help-en|help-zh|handbook-zh|wordnet|file"

/* "help-en" */
const char *corpus_name(CorpusKind kind);

/* Reads a corpus; everything is owned by the arena. `data` is where ./setup puts what it fetches
 * ("build/data"); `path` is the file of CORPUS_FILE, and of the notes the book's top folder ("."
 * when it is NULL). What is not asked for is not looked at. Of the Chinese corpora, paragraphs
 * without a Han character are left out: they are not translated. False, with file and place: a file
 * is missing, damaged or not of its format; no sentence is found. */
bool documents_read(Documents *d, Arena *a, CorpusKind kind, const char *data, const char *path,
                    Error *e);

typedef struct {
    int documents, sentences;
    long words; /* words and ideographs (corpus_length) */
} DocumentsStatistics;

DocumentsStatistics documents_statistics(const Documents *d);

/* Shares of what is held out, by chapter 6's pretraining and by its tasks alike: with the same
 * seed, what a classifier is tested on was not read in pretraining either. */
#define VALID_SHARE 0.1
#define TEST_SHARE 0.2

/* Splits by document: document d goes to part_of(its name, ...). Then the sentences that TRAIN has
 * are taken out of VALID and TEST, and those of VALID out of TEST (the same: corpus_key); a
 * document that loses one in its middle becomes two, so that its sentences still follow each other.
 * Returns how many sentences were taken out. The texts stay where they are. */
int documents_split(Documents part[PARTS], Arena *a, const Documents *d, uint64_t seed,
                    double valid, double test);

/* How many sentences of VALID and TEST are the same as one of TRAIN, or for TEST one of VALID. Must
 * be 0 for an honest score, and is after documents_split. */
int documents_overlaps(const Documents part[PARTS]);

#endif
