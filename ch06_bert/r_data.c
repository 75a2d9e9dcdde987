/* r_data - the objects of a package's data, from the files Rdata.rdx and Rdata.rdb. */
#include "r_data.h"
#include "lzma2.h"
#include "common/text.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#define ZLIB_CONST /* the input of a stream is const */
#include <zlib.h>

enum { LARGEST_INDEX = 1 << 20, ZLIB = 1, XZ = 3, LENGTH_BYTES = 4 };
enum { MOST_RATIO = 10000 /* of LZMA; deflate has 1040 */ };

/* Decompresses a zlib or gzip stream of `size` bytes. *room: bytes there are for it; becomes how
 * many it has. False: damaged, cut off, longer than room, or bytes follow it. */
static bool decompress(const char *bytes, size_t size, char *out, size_t *room)
{
    enum { ANY_HEADER = 15 + 32 };
    z_stream z = {.next_in = (const Bytef *)bytes,
                  .avail_in = (uInt)size,
                  .next_out = (Bytef *)out,
                  .avail_out = (uInt)*room};
    if (inflateInit2(&z, ANY_HEADER) != Z_OK) die("zlib cannot start: %s", z.msg ? z.msg : "");
    const bool good = inflate(&z, Z_FINISH) == Z_STREAM_END && z.avail_in == 0;
    *room -= z.avail_out;
    inflateEnd(&z);
    return good;
}

/* ---- index -----------------------------------------------------------------------------------*/

/* Whether every object is an offset and a length, inside the file. */
static bool check_objects(const RData *d)
{
    const RValue *names = r_attribute(&d->objects, "names");
    if (d->objects.kind != R_LIST || !names || names->kind != R_STRINGS ||
        names->count != d->objects.count)
        return false;
    for (int i = 0; i < d->objects.count; i++) {
        const RValue *v = &d->objects.list[i];
        if (!names->strings[i] || v->kind != R_INTEGERS || v->count != 2) return false;
        const int offset = v->integers[0], length = v->integers[1];
        if (offset < 0 || length < LENGTH_BYTES || (size_t)offset > d->size ||
            (size_t)length > d->size - (size_t)offset)
            return false;
    }
    return true;
}

static bool read_index(RData *d, Arena *a, const char *path, Error *e)
{
    size_t size, room = LARGEST_INDEX;
    Arena scratch = {0};
    RValue index;
    char *out = arena_alloc(&scratch, room);
    const char *bytes = text_file(&scratch, path, LARGEST_INDEX, &size, e);
    bool good = bytes != NULL;
    if (good && !decompress(bytes, size, out, &room))
        good = fail(e, "%s: not an index compressed by gzip, or damaged", path);
    good = good && r_parse(&index, a, out, room, path, e);
    arena_free(&scratch);
    if (!good) return false;
    const RValue *objects = r_element(&index, "variables");
    const RValue *compressed = r_element(&index, "compressed");
    if (!objects || !compressed || compressed->count != 1 ||
        (compressed->kind != R_LOGICALS && compressed->kind != R_INTEGERS))
        return fail(e, "%s: not the index of a package's data", path);
    d->objects = *objects;
    d->compression = compressed->integers[0];
    return check_objects(d) || fail(e, "%s: an object that is not in the file .rdb", path);
}

bool r_data_open(RData *d, Arena *a, const char *path, Error *e)
{
    *d = (RData){.path = arena_print(a, "%s.rdb", path)};
    d->bytes = text_file(a, d->path, INT_MAX, &d->size, e);
    return d->bytes && read_index(d, a, arena_print(a, "%s.rdx", path), e);
}

/* ---- objects ---------------------------------------------------------------------------------*/

/* Decompresses an object that must have `size` bytes. With xz a letter comes first: Z for LZMA2. */
static bool decompress_object(int compression, const char *bytes, size_t length, char *out,
                              size_t size)
{
    size_t found = size;
    if (compression == ZLIB) return decompress(bytes, length, out, &found) && found == size;
    return length > 0 && *bytes == 'Z' &&
           lzma2_decompress((const unsigned char *)bytes + 1, length - 1, (unsigned char *)out,
                            size);
}

static bool read_object(RValue *v, Arena *a, int compression, const char *bytes, size_t length,
                        const char *source, Error *e)
{
    const unsigned char *b = (const unsigned char *)bytes;
    const size_t size = (size_t)b[0] << 24 | (size_t)b[1] << 16 | (size_t)b[2] << 8 | b[3];
    if (size > MOST_RATIO * length)
        return fail(e, "%s: says that it has %zu bytes, more than %zu can hold", source, size,
                    length);
    Arena scratch = {0};
    char *out = arena_alloc(&scratch, size + 1);
    bool good =
        decompress_object(compression, bytes + LENGTH_BYTES, length - LENGTH_BYTES, out, size);
    if (!good) good = fail(e, "%s: damaged: it does not decompress to its %zu bytes", source, size);
    good = good && r_parse(v, a, out, size, source, e);
    arena_free(&scratch);
    return good;
}

bool r_data_object(RValue *v, Arena *a, const RData *d, const char *name, Error *e)
{
    const RValue *place = r_element(&d->objects, name);
    if (!place) return fail(e, "%s: no object %s in it", d->path, name);
    if (d->compression != ZLIB && d->compression != XZ)
        return fail(e, "%s: compressed in a way that is not known here (%d)", d->path,
                    d->compression);
    const size_t source_size = strlen(d->path) + strlen(name) + 10;
    char *source = arena_alloc(a, source_size);
    snprintf(source, source_size, "%s: %s", d->path, name);
    return read_object(v, a, d->compression, d->bytes + place->integers[0],
                       (size_t)place->integers[1], source, e);
}
