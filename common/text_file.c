/* text_file - whole files: read into lines of checked UTF-8, and written in one step. */
#include "text.h"
#include "place.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- reading ---------------------------------------------------------------------------------*/

/* Reads to the end, or until more than `largest` bytes are there. */
static char *read_all(FILE *f, Arena *a, size_t largest, size_t *used)
{
    size_t room = 1 << 16, got;
    char *text = arena_alloc(a, room + 1);
    for (*used = 0; (got = fread(text + *used, 1, room - *used, f)) > 0;) {
        *used += got;
        if (*used > largest) break;
        if (*used < room) continue;
        char *larger = arena_alloc(a, 2 * room + 1);
        text = memcpy(larger, text, *used);
        room *= 2;
    }
    text[*used] = '\0';
    return text;
}

char *text_file(Arena *a, const char *path, size_t largest, size_t *size, Error *e)
{
    FILE *f = fopen(path, "rb");
    if (!f) return fail(e, "%s: %s", path, strerror(errno)), NULL;
    char *text = read_all(f, a, largest, size);
    const int error = ferror(f) ? errno : 0;
    fclose(f);
    if (error) return fail(e, "%s: %s", path, strerror(error)), NULL;
    if (*size > largest) return fail(e, "%s: larger than %zu bytes", path, largest), NULL;
    return text;
}

/* Line `number` of a file. */
static bool check_line(const char *path, size_t number, const char *line, size_t size, Error *e)
{
    return text_check("", line, size, e) || fail(e, "%s:%zu%s", path, number, e->text);
}

static size_t count_lines(const char *text, size_t size)
{
    size_t count = size && text[size - 1] != '\n';
    for (size_t i = 0; i < size; i++) count += text[i] == '\n';
    return count;
}

bool text_read(TextLines *t, Arena *a, const char *path, Error *e)
{
    size_t size;
    char *text = text_file(a, path, LARGEST_TEXT, &size, e);
    if (!text) return false;
    char *const end = text + size;
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3;
    *t = (TextLines){.count = count_lines(text, (size_t)(end - text))};
    t->lines = arena_alloc(a, t->count * sizeof *t->lines);
    for (size_t i = 0; i < t->count; i++) {
        char *stop = memchr(text, '\n', (size_t)(end - text)), *next = stop ? stop + 1 : end;
        if (!stop) stop = end;
        if (stop < end && stop > text && stop[-1] == '\r') stop--;
        if (!check_line(path, i + 1, text, (size_t)(stop - text), e)) return false;
        *stop = '\0';
        t->lines[i] = text;
        text = next;
    }
    return true;
}

/* ---- writing ---------------------------------------------------------------------------------*/

static bool write_file(const char *path, const char *bytes, size_t size)
{
    FILE *f = fopen(path, "wb");
    if (!f) return false;
    const bool written = fwrite(bytes, 1, size, f) == size;
    return fclose(f) == 0 && written;
}

bool text_save(const char *path, const char *bytes, size_t size, Error *e)
{
    Place p = place_of(path);
    return place_take(&p, write_file(p.beside, bytes, size)) ||
           fail(e, "%s: cannot be written: %s", path, strerror(errno));
}
