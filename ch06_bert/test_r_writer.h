/* Writes R's serialization format and the two files of a package's data, for the tests of what
 * reads them: from the description in R Internals, and not with the code that is tested. */
#ifndef CH06_TEST_R_WRITER_H
#define CH06_TEST_R_WRITER_H

#include "common/test_folder.h"

#include <stdint.h>
#include <string.h>
#include <zlib.h>

typedef struct {
    unsigned char bytes[1 << 16];
    size_t size;
} RBytes;

static inline void put_word(RBytes *b, uint32_t word)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        b->bytes[b->size++] = (unsigned char)(word >> shift);
}

/* The bytes of a text, behind how many they are. */
static inline void put_counted(RBytes *b, const char *text)
{
    put_word(b, (uint32_t)strlen(text));
    memcpy(b->bytes + b->size, text, strlen(text));
    b->size += strlen(text);
}

static inline void put_header(RBytes *b)
{
    b->size = 2;
    memcpy(b->bytes, "X\n", 2);
    put_word(b, 3);          /* the format's version */
    put_word(b, 0x00040201); /* written by R 4.2.1 */
    put_word(b, 0x00030500); /* for R 3.5.0 and later */
    put_counted(b, "UTF-8");
}

enum { R_ATTRIBUTES = 0x200, R_ASCII = 0x40009, R_UTF8 = 0x8009, R_NIL = 0xfe };

static inline void put_string(RBytes *b, const char *text)
{
    put_word(b, R_UTF8);
    put_counted(b, text);
}

static inline void put_strings(RBytes *b, uint32_t flags, const char *const *texts, int count)
{
    put_word(b, 16 | flags);
    put_word(b, (uint32_t)count);
    for (int i = 0; i < count; i++) put_string(b, texts[i]);
}

/* The list element "an attribute called names", whose value comes next. */
static inline void put_names_tag(RBytes *b, const char *name)
{
    put_word(b, 0x402); /* a pair with a tag */
    put_word(b, 1);     /* a symbol */
    put_word(b, R_ASCII);
    put_counted(b, name);
}

/* ---- a package -------------------------------------------------------------------------------*/

static inline char *write_bytes_in_folder(const char *name, const void *bytes, size_t size)
{
    char *path = path_in_folder(name);
    FILE *f = fopen(path, "wb");
    ck_assert_msg(f != NULL, "%s", path);
    ck_assert_uint_eq(fwrite(bytes, 1, size, f), size);
    ck_assert_int_eq(fclose(f), 0);
    return path;
}

static inline void write_gzip_in_folder(const char *name, const RBytes *b)
{
    gzFile f = gzopen(path_in_folder(name), "wb");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(gzwrite(f, b->bytes, (unsigned)b->size), (int)b->size);
    ck_assert_int_eq(gzclose(f), Z_OK);
}

/* An object as it stands in the .rdb: its length, and its bytes compressed. */
static inline void put_object(RBytes *rdb, const RBytes *object)
{
    uLongf room = sizeof rdb->bytes - rdb->size - 4;
    put_word(rdb, (uint32_t)object->size);
    ck_assert_int_eq(compress(rdb->bytes + rdb->size, &room, object->bytes, object->size), Z_OK);
    rdb->size += room;
}

/* The list variables, references, compressed of an index; object i is at[i] .. at[i + 1] - 1. */
static inline void put_index(RBytes *b, const char *const *names, const size_t *at, int count,
                             int compression)
{
    static const char *const parts[] = {"variables", "references", "compressed"};
    put_header(b);
    put_word(b, 19 | R_ATTRIBUTES);
    put_word(b, 3);
    put_word(b, 19 | R_ATTRIBUTES);
    put_word(b, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        put_word(b, 13);
        put_word(b, 2);
        put_word(b, (uint32_t)at[i]);
        put_word(b, (uint32_t)(at[i + 1] - at[i]));
    }
    put_names_tag(b, "names");
    put_strings(b, 0, names, count);
    put_word(b, R_NIL);
    put_word(b, R_NIL); /* there are no references */
    put_word(b, 10);
    put_word(b, 1);
    put_word(b, (uint32_t)compression);
    put_word(b, 0x402);
    put_word(b, 0x1ff); /* the first symbol again: names */
    put_strings(b, 0, parts, 3);
    put_word(b, R_NIL);
}

/* Writes folder/Rdata.rdx and .rdb with one array of lines for each name. */
static inline void write_package(const char *const *names, const char *const *const *lines,
                                 const int *counts, int count)
{
    static RBytes rdb, rdx, object;
    size_t at[10];
    rdb.size = at[0] = 0;
    for (int i = 0; i < count; i++) {
        put_header(&object);
        put_strings(&object, 0, lines[i], counts[i]);
        put_object(&rdb, &object);
        at[i + 1] = rdb.size;
    }
    put_index(&rdx, names, at, count, 1);
    write_gzip_in_folder("Rdata.rdx", &rdx);
    write_bytes_in_folder("Rdata.rdb", rdb.bytes, rdb.size);
}

#endif
