/* safetensors - opening a file: its size and the length of its header are checked against each
 * other before any memory is taken for them; see safetensors.h for the format. */
#include "safetensors_parts.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LENGTH_BYTES = 8 };

bool stored_bytes(const Safetensors *s, int64_t at, void *to, size_t size, Error *e)
{
    for (size_t got = 0; got < size;) {
        const ssize_t n = pread(s->file, (char *)to + got, size - got, (off_t)at + (off_t)got);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return fail(e, "%s: %s", s->path, strerror(errno));
        if (n == 0) return fail(e, "%s: became shorter while it was read", s->path);
        got += (size_t)n;
    }
    return true;
}

/* The file's size, when it is an ordinary file. */
static bool file_size(const Safetensors *s, int64_t *size, Error *e)
{
    struct stat info;
    if (fstat(s->file, &info) != 0) return fail(e, "%s: %s", s->path, strerror(errno));
    if (S_ISDIR(info.st_mode)) return fail(e, "%s: %s", s->path, strerror(EISDIR));
    if (!S_ISREG(info.st_mode)) return fail(e, "%s: not an ordinary file", s->path);
    *size = info.st_size;
    return true;
}

static uint64_t little_endian(const unsigned char *bytes)
{
    uint64_t value = 0;
    for (int i = LENGTH_BYTES - 1; i >= 0; i--) value = value << 8 | bytes[i];
    return value;
}

/* The first bytes promise no header that fits: says what the file seems to be. */
static bool fail_format(const Safetensors *s, int64_t size, uint64_t promised, Error *e)
{
    char first[64];
    const size_t count = size < (int64_t)sizeof first ? (size_t)size : sizeof first;
    if (!stored_bytes(s, 0, first, count, e)) return false;
    const char *format = foreign_format(first, count);
    if (format) return fail(e, "%s: not a safetensors file: it seems to be %s", s->path, format);
    if (size < LENGTH_BYTES + 2)
        return fail(e, "%s: not a safetensors file: it has only %lld bytes", s->path,
                    (long long)size);
    if (promised > (uint64_t)size - LENGTH_BYTES)
        return fail(
            e,
            "%s: not a safetensors file, or an incomplete one: a header of %llu bytes should "
            "follow, and the file has %lld bytes",
            s->path, (unsigned long long)promised, (long long)size);
    return fail(e, "%s: not a safetensors file: no header that begins with a brace", s->path);
}

/* The length of the header, which must fit into the file and begin an object. */
static bool header_length(const Safetensors *s, int64_t size, size_t *length, Error *e)
{
    unsigned char first[LENGTH_BYTES + 1];
    if (size == 0) return fail(e, "%s: the file is empty", s->path);
    if (size < LENGTH_BYTES + 2) return fail_format(s, size, 0, e);
    if (!stored_bytes(s, 0, first, sizeof first, e)) return false;
    const uint64_t promised = little_endian(first);
    if (promised > (uint64_t)size - LENGTH_BYTES || promised < 2 || first[LENGTH_BYTES] != '{')
        return fail_format(s, size, promised, e);
    if (promised > LARGEST_HEADER)
        return fail(e, "%s: a header of %llu bytes is too large (at most %d)", s->path,
                    (unsigned long long)promised, LARGEST_HEADER);
    *length = (size_t)promised;
    return true;
}

static bool read_header(Safetensors *s, Error *e)
{
    int64_t size = 0;
    size_t length = 0;
    if (!file_size(s, &size, e) || !header_length(s, size, &length, e)) return false;
    char *text = arena_alloc(&s->arena, length + 1);
    if (!stored_bytes(s, LENGTH_BYTES, text, length, e)) return false;
    text[length] = '\0';
    s->data = LENGTH_BYTES + (int64_t)length;
    return header_parse(s, text, length, size - s->data, e);
}

void hide_controls(Error *e)
{
    for (char *c = e->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
}

bool safetensors_open(Safetensors *s, const char *path, Error *e)
{
    *s = (Safetensors){0};
    /* not to wait, in case it is a pipe that nobody writes to */
    s->file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (s->file < 0) return fail(e, "%s: %s", path, strerror(errno));
    s->path = strcpy(arena_alloc(&s->arena, strlen(path) + 1), path);
    if (read_header(s, e)) return true;
    hide_controls(e);
    safetensors_close(s);
    return false;
}

void safetensors_close(Safetensors *s)
{
    close(s->file);
    cJSON_Delete(s->header);
    arena_free(&s->arena);
    *s = (Safetensors){0};
}

const StoredTensor *safetensors_find(const Safetensors *s, const char *name)
{
    for (int low = 0, high = s->count; low < high;) {
        const int middle = low + (high - low) / 2;
        const int order = strcmp(name, s->tensors[middle].name);
        if (order == 0) return &s->tensors[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *safetensors_metadata(const Safetensors *s, const char *key)
{
    const cJSON *texts = cJSON_GetObjectItemCaseSensitive(s->header, "__metadata__");
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(texts, key);
    return text ? text->valuestring : NULL;
}
