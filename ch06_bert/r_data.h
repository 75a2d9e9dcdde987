/* Data that come with packages of the language R, read without R: character vectors, numbers, lists
 * and data frames.
 *
 * A package keeps its data in two files, Rdata.rdx and Rdata.rdb (R Internals, "Lazy loading"). The
 * second is a run of objects, each a length in four bytes and so many bytes compressed; the first
 * is a compressed list that names each object and says where it is. What comes out is R's
 * serialization format (R Internals, section 1.8): big-endian words, each value behind a word whose
 * low byte is its type. */
#ifndef CH06_R_DATA_H
#define CH06_R_DATA_H

#include "common/arena.h"
#include "common/fail.h"

typedef enum { R_NULL, R_LOGICALS, R_INTEGERS, R_NUMBERS, R_STRINGS, R_LIST } RKind;

typedef struct RAttribute RAttribute;
typedef struct RValue RValue;

/* A value: a vector of `count` elements, in the array of its kind, and attributes. A data frame is
 * a list of its columns with the attribute names; a factor is integers from 1 with the attribute
 * levels. */
struct RValue {
    RKind kind;
    int count;
    union {
        const int *integers; /* of R_LOGICALS too: 0, 1; INT_MIN is R's NA, no value */
        const double *numbers;
        const char *const *strings; /* UTF-8; NULL is NA */
        const RValue *list;
    };
    const RAttribute *attributes;
    int attribute_count;
};

struct RAttribute {
    const char *name;
    RValue value;
};

/* The attribute of this name, or NULL. */
const RValue *r_attribute(const RValue *v, const char *name);

/* The element of a list that the attribute names calls so, such as a column; or NULL. */
const RValue *r_element(const RValue *list, const char *name);

/* Reads serialized bytes, owned by the arena; `source` begins the message of an error. False, with
 * the byte's offset: the bytes end early or go on after the value; a kind of value that is not
 * among RKind's; text that is not UTF-8; values inside each other deeper than 20. */
bool r_parse(RValue *v, Arena *a, const char *bytes, size_t size, const char *source, Error *e);

typedef struct {
    const char *path;
    const char *bytes; /* of the file .rdb */
    size_t size;
    RValue objects;  /* a list with names: of each object offset and length in the file */
    int compression; /* 1: zlib, 2: bzip2, 3: xz */
} RData;

/* Opens path.rdx and path.rdb; everything is owned by the arena. */
bool r_data_open(RData *d, Arena *a, const char *path, Error *e);

/* Reads an object. False: there is none of this name, it does not decompress to what it says
 * (zlib and xz are known), or r_parse refuses it. */
bool r_data_object(RValue *v, Arena *a, const RData *d, const char *name, Error *e);

#endif
