/* help_pages - the pages of one language from a folder, and two languages side by side. */
#include "help_pages.h"
#include "common/text.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LARGEST_PAGE = 1 << 24, LONGEST_PATH = 4000 };

char *help_pages_folder(Arena *a, const char *data, const char *language)
{
    char *code = arena_print(a, "%s", language), *region = strchr(code, '-');
    for (; region && *region; region++) *region = (char)toupper((unsigned char)*region);
    return arena_print(a, "%s/libreoffice-help-%s/usr/share/libreoffice/help/%s/text", data,
                       language, code);
}

/* ---- files -----------------------------------------------------------------------------------*/

/* Names of pages, relative to the folder that is searched. */
typedef struct {
    const char **names;
    int count, room;
} Names;

static void add_name(Names *n, Arena *a, const char *name)
{
    if (n->count == n->room) {
        const char **old = n->names;
        n->room = n->room ? 2 * n->room : 256;
        n->names = arena_alloc(a, (size_t)n->room * sizeof *old);
        if (old) memcpy(n->names, old, (size_t)n->count * sizeof *old);
    }
    n->names[n->count++] = name;
}

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), end_size = strlen(end);
    return size >= end_size && strcmp(text + size - end_size, end) == 0;
}

static bool find_pages(Names *n, Arena *a, const char *folder, const char *below, Error *e);

/* Adds what `name`, relative to the folder, stands for: a page, or all pages in a folder. */
static bool find_entry(Names *n, Arena *a, const char *folder, const char *name, Error *e)
{
    struct stat kind;
    const char *path = arena_print(a, "%s/%s", folder, name);
    if (strlen(path) > LONGEST_PATH) return fail(e, "%s: folders too deep", folder);
    if (stat(path, &kind) != 0) return fail(e, "%s: %s", path, strerror(errno));
    if (S_ISDIR(kind.st_mode)) return find_pages(n, a, folder, arena_print(a, "%s/", name), e);
    if (ends_with(name, ".html")) add_name(n, a, name);
    return true;
}

/* Searches folder/below; below is "" or ends with a slash. */
static bool find_pages(Names *n, Arena *a, const char *folder, const char *below, Error *e)
{
    const char *path = arena_print(a, "%s/%s", folder, below);
    DIR *directory = opendir(path);
    if (!directory) return fail(e, "%s: %s", path, strerror(errno));
    bool good = true;
    for (struct dirent *entry; good && (entry = readdir(directory));)
        if (entry->d_name[0] != '.')
            good = find_entry(n, a, folder, arena_print(a, "%s%s", below, entry->d_name), e);
    closedir(directory);
    return good;
}

static int by_name(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static bool read_page(HelpPage *page, Arena *a, const char *folder, const char *name, Error *e)
{
    Arena scratch = {0};
    size_t size;
    const char *path = arena_print(a, "%s/%s", folder, name);
    const char *html = text_file(&scratch, path, LARGEST_PAGE, &size, e);
    page->name = name;
    const bool good = html && help_page_parse(page, a, path, html, size, e);
    arena_free(&scratch);
    return good;
}

bool help_pages_read(HelpPages *pages, Arena *a, const char *folder, Error *e)
{
    Names n = {0};
    if (!find_pages(&n, a, folder, "", e)) return false;
    if (!n.count) return fail(e, "%s: no .html file in it", folder);
    qsort(n.names, (size_t)n.count, sizeof *n.names, by_name);
    *pages = (HelpPages){arena_alloc(a, (size_t)n.count * sizeof *pages->pages), n.count};
    for (int i = 0; i < n.count; i++)
        if (!read_page(&pages->pages[i], a, folder, n.names[i], e)) return false;
    return true;
}

/* ---- alignment -------------------------------------------------------------------------------*/

/* The number of the first paragraph with this id that is not taken yet, or -1. */
static int find_paragraph(const HelpPage *page, const char *id, const bool *taken)
{
    for (int i = 0; i < page->count; i++)
        if (!taken[i] && strcmp(page->paragraphs[i].id, id) == 0) return i;
    return -1;
}

static void align_page(Corpus *c, Arena *a, const HelpPage *source, const HelpPage *target)
{
    bool *taken = arena_zeros(a, (size_t)target->count * sizeof *taken);
    for (int i = 0; i < source->count; i++) {
        HelpParagraph p = source->paragraphs[i];
        int j = find_paragraph(target, p.id, taken);
        if (j < 0) continue;
        taken[j] = true;
        const char *translation = target->paragraphs[j].text;
        if (*p.text && *translation) corpus_add(c, a, (Pair){p.text, translation, source->name});
    }
}

Corpus help_pages_align(Arena *a, const HelpPages *source, const HelpPages *target)
{
    Corpus c = {0};
    for (int i = 0, j = 0; i < source->count && j < target->count;) {
        int order = strcmp(source->pages[i].name, target->pages[j].name);
        if (order == 0) align_page(&c, a, &source->pages[i], &target->pages[j]);
        i += order <= 0;
        j += order >= 0;
    }
    return c;
}
