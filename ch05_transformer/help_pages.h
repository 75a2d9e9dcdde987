/* The help pages of LibreOffice, which exist in many languages: a page is a file with the same name
 * in each, and a paragraph of it has the same id in each, so that (page, id) aligns them exactly.
 * `./setup` fetches them from Debian's packages libreoffice-help-* (Mozilla Public License 2.0). */
#ifndef CH05_HELP_PAGES_H
#define CH05_HELP_PAGES_H

#include "corpus.h"

typedef struct {
    const char *id;   /* "par_id3150085", "hd_id..." for a heading */
    const char *text; /* tidy; may be empty (a picture) */
} HelpParagraph;

typedef struct {
    const char
        *name; /* relative to the folder of the language: "swriter/guide/anchor_object.html" */
    HelpParagraph *paragraphs;
    int count;
} HelpPage;

typedef struct {
    HelpPage *pages; /* sorted by name */
    int count;
} HelpPages;

/* The folder of a language in what ./setup fetches: ("build/data", "zh-cn") ->
 * "build/data/libreoffice-help-zh-cn/usr/share/libreoffice/help/zh-CN/text". Owned by the arena. */
char *help_pages_folder(Arena *a, const char *data, const char *language);

/* Reads every .html file in the folder and the folders in it, owned by the arena. False: a folder
 * or file cannot be read, there is no page in it, or help_page_parse refuses one. */
bool help_pages_read(HelpPages *pages, Arena *a, const char *folder, Error *e);

/* The paragraphs of a page of `size` bytes; `path` is for messages. False, with file and line: not
 * UTF-8, a tag, comment or paragraph without its end, a paragraph inside a paragraph. */
bool help_page_parse(HelpPage *page, Arena *a, const char *path, const char *html, size_t size,
                     Error *e);

/* The paragraphs that both have and that are not empty, in the order of the source: the k-th with
 * an id on one page goes with the k-th with this id on the page of the same name. */
Corpus help_pages_align(Arena *a, const HelpPages *source, const HelpPages *target);

#endif
