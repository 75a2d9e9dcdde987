/* documents - the readers of pretraining texts have in common: sentences into documents. */
#include "documents_parts.h"

#include "ch05_transformer/corpus_sentence.h"
#include "ch05_transformer/corpus_text.h"
#include "ch05_transformer/help_pages.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *corpus_name(CorpusKind kind)
{
    static const char *const names[] = {"notes",   "notes-zh",    "austen",  "help-en",
                                        "help-zh", "handbook-zh", "wordnet", "file"};
    require((unsigned)kind < sizeof names / sizeof *names, "corpus %d", (int)kind);
    return names[kind];
}

/* ---- building --------------------------------------------------------------------------------*/

/* An array of twice the room with the old elements. */
static void *grown(Arena *a, const void *old, int count, int *room, size_t size)
{
    *room = *room ? 2 * *room : 16;
    void *larger = arena_alloc(a, (size_t)*room * size);
    return count ? memcpy(larger, old, (size_t)count * size) : larger;
}

void documents_begin(DocumentList *l, const char *name)
{
    if (l->all.count && !l->all.documents[l->all.count - 1].count) l->all.count--;
    if (l->all.count == l->room)
        l->all.documents =
            grown(l->arena, l->all.documents, l->all.count, &l->room, sizeof *l->all.documents);
    l->all.documents[l->all.count++] = (Document){NULL, 0, name};
    l->sentence_room = 0;
}

static void append(DocumentList *l, const char *sentence)
{
    if (!corpus_has_letter(sentence)) return;
    Document *d = &l->all.documents[l->all.count - 1];
    if (d->count == l->sentence_room)
        d->sentences =
            grown(l->arena, d->sentences, d->count, &l->sentence_room, sizeof *d->sentences);
    d->sentences[d->count++] = sentence;
}

/* NULL: the text must be left out. */
static const char *tidy(DocumentList *l, const char *text, size_t size)
{
    require(l->all.count > 0, "a paragraph before the first document");
    const char *all = corpus_tidy(l->arena, text, size);
    return l->ideographs && !corpus_has_ideograph(all) ? NULL : all;
}

void documents_add(DocumentList *l, const char *text, size_t size)
{
    const char *paragraph = tidy(l, text, size);
    if (!paragraph) return;
    char **sentences;
    const int count = corpus_cut(l->arena, paragraph, SENTENCE_END, &sentences);
    for (int i = 0; i < count; i++) append(l, sentences[i]);
}

void documents_add_sentence(DocumentList *l, const char *text, size_t size)
{
    const char *sentence = tidy(l, text, size);
    if (sentence) append(l, sentence);
}

/* ---- folders ---------------------------------------------------------------------------------*/

static int by_name(const void *x, const void *y)
{
    return strcmp(*(char *const *)x, *(char *const *)y);
}

char **documents_list_folder(Arena *a, const char *folder, const char *pattern, Error *e)
{
    DIR *directory = opendir(folder);
    if (!directory) return fail(e, "%s: %s", folder, strerror(errno)), NULL;
    int count = 0, room = 0;
    char **names = grown(a, NULL, 0, &room, sizeof *names);
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (count + 1 == room) names = grown(a, names, count, &room, sizeof *names);
        if (fnmatch(pattern, entry->d_name, FNM_PERIOD) == 0)
            names[count++] = arena_print(a, "%s", entry->d_name);
    }
    closedir(directory);
    qsort(names, (size_t)count, sizeof *names, by_name);
    names[count] = NULL;
    return names;
}

/* ---- help pages ------------------------------------------------------------------------------*/

bool documents_read_help(DocumentList *l, const char *data, const char *language, Error *e)
{
    HelpPages pages;
    if (!help_pages_read(&pages, l->arena, help_pages_folder(l->arena, data, language), e))
        return false;
    for (int p = 0; p < pages.count; p++) {
        const HelpPage *page = &pages.pages[p];
        documents_begin(l, page->name);
        for (int i = 0; i < page->count; i++)
            documents_add(l, page->paragraphs[i].text, strlen(page->paragraphs[i].text));
    }
    return true;
}

/* ---- all corpora -----------------------------------------------------------------------------*/

static bool read_kind(DocumentList *l, CorpusKind kind, const char *data, const char *path,
                      Error *e)
{
    switch (kind) {
    case CORPUS_NOTES: return documents_read_notes(l, path ? path : ".", false, e);
    case CORPUS_NOTES_ZH: return documents_read_notes(l, path ? path : ".", true, e);
    case CORPUS_AUSTEN: return documents_read_austen(l, data, e);
    case CORPUS_HELP_EN: return documents_read_help(l, data, "en-us", e);
    case CORPUS_HELP_ZH: return documents_read_help(l, data, "zh-cn", e);
    case CORPUS_HANDBOOK_ZH: return documents_read_handbook(l, data, e);
    case CORPUS_WORDNET: return documents_read_wordnet(l, data, e);
    case CORPUS_FILE: return documents_read_file(l, path, e);
    }
    require(false, "corpus %d", (int)kind);
    return false;
}

bool documents_read(Documents *d, Arena *a, CorpusKind kind, const char *data, const char *path,
                    Error *e)
{
    const bool chinese =
        kind == CORPUS_NOTES_ZH || kind == CORPUS_HELP_ZH || kind == CORPUS_HANDBOOK_ZH;
    DocumentList l = {.arena = a, .ideographs = chinese};
    const bool own = kind == CORPUS_FILE || kind == CORPUS_NOTES || kind == CORPUS_NOTES_ZH;
    if (!read_kind(&l, kind, data, path, e))
        return own ? false : fail(e, "%s (./setup fetches the data; the notes need none)", e->text);
    documents_begin(&l, NULL); /* lets go of an empty last one */
    *d = l.all;
    d->count--;
    if (d->count) return true;
    return fail(e, "%s: no sentence in it",
                kind == CORPUS_FILE || (path && kind <= CORPUS_NOTES_ZH) ? path : data);
}

DocumentsStatistics documents_statistics(const Documents *d)
{
    DocumentsStatistics s = {.documents = d->count};
    for (int i = 0; i < d->count; i++) {
        const Document *document = &d->documents[i];
        s.sentences += document->count;
        for (int k = 0; k < document->count; k++) s.words += corpus_length(document->sentences[k]);
    }
    return s;
}
