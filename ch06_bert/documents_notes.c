/* documents_notes - the book's own notes, chNN_.../notes.md or notes.zh.md: a section, "## ...", is
 * a document. Listings, displayed formulas, tables and comments are left out. */
#include "documents_parts.h"
#include "markdown.h"

#include "common/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    DocumentList *list;
    const char *chapter;
    bool chinese;
    const char *until; /* inside a listing, formula or comment: what ends it; or NULL */
    Arena scratch;     /* the paragraph's */
    char *paragraph;
    size_t size;
} Notes;

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static void end_paragraph(Notes *n)
{
    if (n->size) {
        const char *plain = markdown_plain(&n->scratch, n->paragraph, n->chinese);
        documents_add(n->list, plain, strlen(plain));
    }
    n->size = 0;
}

static void add_to_paragraph(Notes *n, const char *line)
{
    const size_t size = strlen(line);
    n->paragraph[n->size++] = ' ';
    memcpy(n->paragraph + n->size, line, size + 1);
    n->size += size;
}

/* A heading is a paragraph; one of the first or second level begins a document. */
static void add_heading(Notes *n, const char *line)
{
    const size_t level = strspn(line, "#");
    end_paragraph(n);
    if (level <= 2) {
        const char *title = line + level;
        documents_begin(n->list, arena_print(n->list->arena, "%s:%.*s", n->chapter,
                                             (int)strcspn(title, "{"), title));
    }
    add_to_paragraph(n, line + level);
    end_paragraph(n);
}

/* Whether a listing, formula or comment begins; n->until becomes its end, unless that is on the
 * same line. */
static bool begins_block(Notes *n, const char *line)
{
    static const struct {
        const char *begin, *end;
    } blocks[] = {{"```", "```"}, {"$$", "$$"}, {"<!--", "-->"}};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        if (!begins(line, blocks[i].begin)) continue;
        const char *rest = line + strlen(blocks[i].begin);
        n->until = strstr(rest, blocks[i].end) ? NULL : blocks[i].end;
        return true;
    }
    return false;
}

/* The bytes of "- " or "12. ", the mark of an item in a list, or 0. */
static size_t item_mark(const char *line)
{
    const size_t digits = strspn(line, "0123456789");
    if (begins(line, "- ")) return 2;
    return digits && begins(line + digits, ". ") ? digits + 2 : 0;
}

static void add_line(Notes *n, const char *line)
{
    if (n->until) {
        if (strstr(line, n->until)) n->until = NULL;
        return;
    }
    line += strspn(line, " ");
    if (begins_block(n, line)) return;
    if (begins(line, "#")) {
        add_heading(n, line);
        return;
    }
    if (*line == '\0' || *line == '|' || begins(line, ":::") || item_mark(line)) end_paragraph(n);
    if (*line == '\0' || *line == '|' || begins(line, ":::")) return;
    add_to_paragraph(n, line + (begins(line, ": ") ? 2 : item_mark(line)));
}

/* One file; text before its first heading is a document too. */
static bool read_chapter(DocumentList *l, const char *path, const char *chapter, bool chinese,
                         Error *e)
{
    TextLines lines;
    size_t size = 1;
    if (!text_read(&lines, l->arena, path, e)) return false;
    for (size_t i = 0; i < lines.count; i++) size += strlen(lines.lines[i]) + 1;
    Notes n = {.list = l, .chapter = chapter, .chinese = chinese};
    n.paragraph = arena_alloc(&n.scratch, size);
    documents_begin(l, chapter);
    for (size_t i = 0; i < lines.count; i++) add_line(&n, lines.lines[i]);
    end_paragraph(&n);
    arena_free(&n.scratch);
    if (!n.until) return true;
    return fail(e, "%s: a block without its end, %s", path, n.until);
}

bool documents_read_notes(DocumentList *l, const char *top, bool chinese, Error *e)
{
    bool found = false;
    char **chapters = documents_list_folder(l->arena, top, "ch[0-9][0-9]_*", e);
    if (!chapters) return false;
    for (; *chapters; chapters++) {
        const char *path =
            arena_print(l->arena, "%s/%s/%s", top, *chapters, chinese ? "notes.zh.md" : "notes.md");
        if (access(path, F_OK) != 0) continue; /* a chapter without notes */
        found = true;
        if (!read_chapter(l, path, *chapters, chinese, e)) return false;
    }
    return found ||
           fail(e, "%s: no folder ch01_... with notes in it: run it from the book's folder", top);
}
