/* What the files of safetensors share among themselves. */
#ifndef COMMON_SAFETENSORS_PARTS_H
#define COMMON_SAFETENSORS_PARTS_H

#include "safetensors.h"

/* A type of numbers. A floating-point number is a sign, an exponent and a fraction of so many bits;
 * for every other type both are 0. */
typedef struct {
    const char *name;
    int size; /* bytes of one number */
    int exponent_bits, fraction_bits;
} Dtype;

/* The type of that name, or NULL. */
const Dtype *dtype_find(const char *name);

/* Numbers of a tensor that was checked: the product of its shape. */
int64_t stored_count(const StoredTensor *t);

/* Reads `size` bytes from byte `at` of the file. */
bool stored_bytes(const Safetensors *s, int64_t at, void *to, size_t size, Error *e);

/* Fills tensors, count and header from the header's text, which ends in a zero byte that is not
 * counted in `length`; `data_size` bytes of data follow it. The header may be set when this fails.
 */
bool header_parse(Safetensors *s, const char *text, size_t length, int64_t data_size, Error *e);

/* What a file with these first bytes is instead, such as "a web page (HTML)", or NULL. */
const char *foreign_format(const char *bytes, size_t size);

/* Whether the text is UTF-8. */
bool utf8_is_valid(const char *text, size_t size);

/* Names come from files: a control character in one would act on the terminal. Shows a ? instead.
 */
void hide_controls(Error *e);

#endif
