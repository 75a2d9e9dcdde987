/* safetensors_values - from stored bytes to numbers. A floating-point number of e exponent and f
 * fraction bits is widened to a double by shifting its exponent and fraction to the double's places
 * and scaling by 2^(1023 - bias), bias = 2^(e-1) - 1, which is exact, for subnormal numbers too. */
#include "safetensors_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const Dtype dtypes[] = {
    {"F64", 8, 11, 52},   {"F32", 4, 8, 23},        {"F16", 2, 5, 10},        {"BF16", 2, 8, 7},
    {"I64", 8, 0, 0},     {"I32", 4, 0, 0},         {"I16", 2, 0, 0},         {"I8", 1, 0, 0},
    {"U64", 8, 0, 0},     {"U32", 4, 0, 0},         {"U16", 2, 0, 0},         {"U8", 1, 0, 0},
    {"BOOL", 1, 0, 0},    {"C64", 8, 0, 0},         {"F8_E4M3", 1, 0, 0},     {"F8_E5M2", 1, 0, 0},
    {"F8_E8M0", 1, 0, 0}, {"F8_E4M3FNUZ", 1, 0, 0}, {"F8_E5M2FNUZ", 1, 0, 0},
};

const Dtype *dtype_find(const char *name)
{
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
        if (strcmp(dtypes[i].name, name) == 0) return &dtypes[i];
    return NULL;
}

int64_t stored_count(const StoredTensor *t)
{
    return (t->end - t->begin) / dtype_find(t->dtype)->size;
}

/* ---- shapes ----------------------------------------------------------------------------------*/

bool safetensors_fits(const StoredTensor *t, Mat m)
{
    if (dtype_find(t->dtype)->exponent_bits == 0) return false;
    int64_t rows = 1, cols = t->rank ? t->shape[t->rank - 1] : 1;
    for (int i = 0; i + 1 < t->rank; i++) rows *= t->shape[i];
    return rows == m.rows && cols == m.cols;
}

char *safetensors_shape(const StoredTensor *t, char text[SHAPE_SIZE])
{
    size_t used = 0;
    strcpy(text, "a single number");
    for (int i = 0; i < t->rank && used < SHAPE_SIZE; i++)
        used += (size_t)snprintf(text + used, SHAPE_SIZE - used, "%s%lld", i ? "x" : "",
                                 (long long)t->shape[i]);
    return text;
}

/* ---- numbers ---------------------------------------------------------------------------------*/

/* Numbers that are read at a time, as the bits they have in the file. */
enum { CHUNK = 4096 };

static bool read_chunk(const Safetensors *s, const StoredTensor *t, int64_t first, uint64_t *bits,
                       Error *e)
{
    unsigned char bytes[CHUNK * 8];
    const int size = dtype_find(t->dtype)->size;
    const int64_t left = stored_count(t) - first;
    const int count = left < CHUNK ? (int)left : CHUNK;
    const int64_t at = s->data + t->begin + first * size;
    if (!stored_bytes(s, at, bytes, (size_t)count * (size_t)size, e)) return false;
    for (int i = 0; i < count; i++) {
        bits[i] = 0;
        for (int b = size - 1; b >= 0; b--) bits[i] = bits[i] << 8 | bytes[i * size + b];
    }
    return true;
}

static double widen(uint64_t bits, const Dtype *type, double scale)
{
    const int e = type->exponent_bits, f = type->fraction_bits;
    const uint64_t magnitude = bits & ((UINT64_C(1) << (e + f)) - 1);
    const bool finite = magnitude >> f < (UINT64_C(1) << e) - 1;
    uint64_t wide = magnitude << (52 - f);
    if (!finite) wide |= UINT64_C(0x7FF) << 52;
    double value;
    memcpy(&value, &wide, sizeof value);
    if (finite) value *= scale;
    return bits >> (e + f) ? -value : value;
}

static bool fail_missing(const Safetensors *s, const char *name, Error *e)
{
    return fail(e, "%s: no tensor \"%s\"", s->path, name);
}

/* The tensor has another type or shape than is asked for. */
static bool fail_unfit(const Safetensors *s, const StoredTensor *t, const char *asked, Error *e)
{
    char shape[SHAPE_SIZE];
    return fail(e, "%s: tensor \"%.80s\" is %s %s, and should be %s", s->path, t->name, t->dtype,
                safetensors_shape(t, shape), asked);
}

static double scale_of(const Dtype *type)
{
    return ldexp(1, 1024 - (1 << (type->exponent_bits - 1)));
}

/* One such number is enough to make every answer of a model NaN, with nothing that says so. */
static bool fail_infinite(const Safetensors *s, const StoredTensor *t, Error *e)
{
    fail(e, "%s: tensor \"%.80s\" holds a number that is not finite", s->path, t->name);
    hide_controls(e);
    return false;
}

bool safetensors_read(const Safetensors *s, const char *name, Mat out, Error *e)
{
    uint64_t bits[CHUNK] = {0};
    char asked[SHAPE_SIZE];
    const StoredTensor *t = safetensors_find(s, name);
    if (!t) return fail_missing(s, name, e);
    snprintf(asked, sizeof asked, "floating point of " SHAPE, SHAPE_OF(out));
    if (!safetensors_fits(t, out)) return fail_unfit(s, t, asked, e);
    const Dtype *type = dtype_find(t->dtype);
    const double scale = scale_of(type);
    const int64_t count = stored_count(t);
    for (int64_t i = 0; i < count; i++) {
        if (i % CHUNK == 0 && !read_chunk(s, t, i, bits, e)) return false;
        const float value = (float)widen(bits[i % CHUNK], type, scale);
        if (!isfinite(value)) return fail_infinite(s, t, e);
        mat_row(out, (int)(i / out.cols))[i % out.cols] = value;
    }
    return true;
}

/* The tensor of `count` numbers of that kind, or NULL. */
static const StoredTensor *find_vector(const Safetensors *s, const char *name, bool floating,
                                       int64_t count, Error *e)
{
    char asked[SHAPE_SIZE];
    const StoredTensor *t = safetensors_find(s, name);
    if (!t) return fail_missing(s, name, e), NULL;
    const bool fits =
        floating ? dtype_find(t->dtype)->exponent_bits > 0 : strcmp(t->dtype, "I64") == 0;
    if (fits && stored_count(t) == count) return t;
    snprintf(asked, sizeof asked, "%lld numbers, %s", (long long)count,
             floating ? "floating point" : "I64");
    return fail_unfit(s, t, asked, e), NULL;
}

bool safetensors_read_ints(const Safetensors *s, const char *name, int64_t *out, int64_t count,
                           Error *e)
{
    uint64_t bits[CHUNK] = {0};
    const StoredTensor *t = find_vector(s, name, false, count, e);
    if (!t) return false;
    for (int64_t i = 0; i < count; i++) {
        if (i % CHUNK == 0 && !read_chunk(s, t, i, bits, e)) return false;
        out[i] = (int64_t)bits[i % CHUNK];
    }
    return true;
}

bool safetensors_read_doubles(const Safetensors *s, const char *name, double *out, int64_t count,
                              Error *e)
{
    uint64_t bits[CHUNK] = {0};
    const StoredTensor *t = find_vector(s, name, true, count, e);
    if (!t) return false;
    const Dtype *type = dtype_find(t->dtype);
    for (int64_t i = 0; i < count; i++) {
        if (i % CHUNK == 0 && !read_chunk(s, t, i, bits, e)) return false;
        out[i] = widen(bits[i % CHUNK], type, scale_of(type));
    }
    return true;
}
