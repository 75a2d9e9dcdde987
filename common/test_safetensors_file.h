/* Files for the tests of safetensors, built from a header's text. */
#ifndef COMMON_TEST_SAFETENSORS_FILE_H
#define COMMON_TEST_SAFETENSORS_FILE_H

#include "safetensors.h"
#include "test_files.h"

#include <math.h>

/* 1.0, 2.0, 3.0, 4.0 in F32. */
static const char four_numbers[] = "\0\0\200?\0\0\0@\0\0@@\0\0\200@";

/* Writes the file with this length before the header, and the data after it. */
static inline void write_promised(uint64_t length, const char *header, const void *data,
                                  size_t size)
{
    FILE *f = fopen(path, "wb");
    ck_assert_ptr_nonnull(f);
    for (int b = 0; b < 8; b++) putc((int)(length >> 8 * b & 0xff), f);
    fputs(header, f);
    ck_assert_uint_eq(fwrite(data, 1, size, f), size);
    ck_assert_int_eq(fclose(f), 0);
}

static inline void write_tensors(const char *header, const void *data, size_t size)
{
    write_promised(strlen(header), header, data, size);
}

static inline void open_or_fail(Safetensors *s, const char *file)
{
    Error e;
    ck_assert_msg(safetensors_open(s, file, &e), "%s", e.text);
}

static inline void assert_refused(const char *words)
{
    Safetensors s;
    Error e;
    ck_assert_msg(!safetensors_open(&s, path, &e), "not refused: %s", words);
    assert_error(&e, words);
}

/* The header is refused, with 1, 2, 3, 4 as the data. */
static inline void assert_bad_header(const char *header, const char *words)
{
    write_tensors(header, four_numbers, 16);
    assert_refused(words);
}

static inline Mat read_or_fail(const Safetensors *s, const char *name, int rows, int cols)
{
    Error e;
    Mat m = mat_new(&arena, rows, cols);
    ck_assert_msg(safetensors_read(s, name, m, &e), "%s", e.text);
    return m;
}

/* Equal to the last bit, or both NaN. */
static inline void assert_same(Mat got, Mat want)
{
    ck_assert(got.rows == want.rows && got.cols == want.cols);
    for (int i = 0; i < got.rows * got.cols; i++) {
        const double g = got.data[i], w = want.data[i];
        ck_assert_msg((isnan(g) && isnan(w)) || (g == w && !signbit(g) == !signbit(w)),
                      "number %d is %g, not %g", i, g, w);
    }
}

#endif
