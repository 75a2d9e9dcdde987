/* Tensors in files, in the safetensors format of Hugging Face: the format in which pretrained
 * models are published, and the book's only format for checkpoints.
 *
 * A file is the length of the header (8 bytes, little-endian), the header (a JSON object) and the
 * data. The header gives every tensor's name, type, shape and bytes, counted from the start of the
 * data, {"NAME": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, ...}, and under
 * "__metadata__" texts by name. The tensors cover the data without gaps or overlaps.
 * Source: github.com/huggingface/safetensors, README, section "Format". */
#ifndef COMMON_SAFETENSORS_H
#define COMMON_SAFETENSORS_H

#include <stdint.h>

#include "mat.h"

/* ---- reading ---------------------------------------------------------------------------------*/

typedef struct {
    const char *name;
    const char *dtype;    /* as the file has it: "F32", "BF16", "I64", ... */
    int rank;             /* dimensions: 0 for a single number */
    const int64_t *shape; /* `rank` sizes, 0 or more */
    int64_t begin, end;   /* its bytes, counted from the start of the data */
} StoredTensor;

typedef struct {
    const char *path;
    StoredTensor *tensors; /* sorted by name (strcmp); the names all differ */
    int count;
    int file;             /* descriptor, open until safetensors_close */
    int64_t data;         /* where the data start, in bytes */
    struct cJSON *header; /* the names are in it */
    Arena arena;
} Safetensors;

enum { LARGEST_HEADER = 1 << 24 }; /* bytes; a thousand times that of BERT */

/* Opens a file and checks its header, so that every tensor in s->tensors is where it says; reads no
 * data yet. False, with nothing to close: no such file, not a safetensors file (the message says
 * what it seems to be), an incomplete one, or a header that is wrong or above LARGEST_HEADER. */
bool safetensors_open(Safetensors *s, const char *path, Error *e);
void safetensors_close(Safetensors *s);

/* The tensor of that name, or NULL. */
const StoredTensor *safetensors_find(const Safetensors *s, const char *name);

/* The text under `key` in __metadata__, or NULL. Owned by s. */
const char *safetensors_metadata(const Safetensors *s, const char *key);

/* Whether the tensor holds floating-point numbers (F64, F32, F16, BF16) and has the matrix's shape:
 * the last dimension is the columns, those before it together are the rows, so that n numbers in
 * one dimension are 1 x n, and a single number is 1 x 1. */
bool safetensors_fits(const StoredTensor *t, Mat m);

/* Writes the shape as text, such as 2x3, or "a single number"; returns `text`. */
enum { SHAPE_SIZE = 64 };
char *safetensors_shape(const StoredTensor *t, char text[SHAPE_SIZE]);

/* Reads a tensor that fits the matrix. F16, BF16 and F32 are read exactly; F64 is rounded to
 * float32, except in a double build. False: no such tensor, it does not fit (`out` is as it was),
 * it holds a number that is not finite or is too large for float32, or the disk fails. */
bool safetensors_read(const Safetensors *s, const char *name, Mat out, Error *e);

/* Reads a tensor of `count` numbers, whatever its dimensions: I64, or floating point, which need
 * not be finite. */
bool safetensors_read_ints(const Safetensors *s, const char *name, int64_t *out, int64_t count,
                           Error *e);
bool safetensors_read_doubles(const Safetensors *s, const char *name, double *out, int64_t count,
                              Error *e);

/* ---- writing ---------------------------------------------------------------------------------*/

/* What goes into a file. All zero bytes: empty and ready. */
typedef struct {
    struct TensorToStore *tensors;
    int count, capacity;
    struct TextToStore *texts;
    int text_count, text_capacity;
    Arena arena;
} SafetensorsOut;

/* Adds a tensor under a new name, which is copied. The numbers are not: they must stay until
 * safetensors_save. A matrix is written in float32 (a double build writes F64), with rank 2, or as
 * a vector with rank 1 (one row); ints as I64 and doubles as F64, as a vector. */
void safetensors_add(SafetensorsOut *out, const char *name, int rank, Mat m);
void safetensors_add_ints(SafetensorsOut *out, const char *name, const int64_t *v, int count);
void safetensors_add_doubles(SafetensorsOut *out, const char *name, const double *v, int count);

/* Adds a text to __metadata__, under a new key. Both are copied. */
void safetensors_add_metadata(SafetensorsOut *out, const char *key, const char *value);

/* Writes the file beside its place, on the disk for good, and moves it there: whoever reads `path`,
 * even after a crash at any moment, finds the old file or the new one, whole. The same content
 * gives the same bytes, in whatever order it was added. Links and devices: place.h. False, with the
 * old file as it was: it cannot be written, or a name or text is not UTF-8. */
bool safetensors_save(SafetensorsOut *out, const char *path, Error *e);

/* Forgets everything that was added. */
void safetensors_free(SafetensorsOut *out);

#endif
