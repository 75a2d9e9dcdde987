/* What the files documents*.c share: documents as their readers find them. */
#ifndef CH06_DOCUMENTS_PARTS_H
#define CH06_DOCUMENTS_PARTS_H

#include "documents.h"

typedef struct {
    Documents all;
    int room, sentence_room;
    bool ideographs; /* leave out paragraphs without a Han character */
    Arena *arena;
} DocumentList;

/* What follows belongs to a new document; one that gets no sentence is none. */
void documents_begin(DocumentList *l, const char *name);

/* Adds a paragraph, tidied and cut into sentences (corpus_cut); sentences without a letter are left
 * out. */
void documents_add(DocumentList *l, const char *text, size_t size);

/* Adds a text as one sentence, whatever ends are in it. */
void documents_add_sentence(DocumentList *l, const char *text, size_t size);

/* The sorted names of what is in the folder and fits the pattern, as the shell matches it; NULL
 * after the last. NULL: the folder cannot be read. */
char **documents_list_folder(Arena *a, const char *folder, const char *pattern, Error *e);

/* The readers; errors as documents_read describes them. */
bool documents_read_notes(DocumentList *l, const char *top, bool chinese, Error *e);
bool documents_read_austen(DocumentList *l, const char *data, Error *e);
bool documents_read_help(DocumentList *l, const char *data, const char *language, Error *e);
bool documents_read_handbook(DocumentList *l, const char *data, Error *e);
bool documents_read_wordnet(DocumentList *l, const char *data, Error *e);
bool documents_read_file(DocumentList *l, const char *path, Error *e);

#endif
