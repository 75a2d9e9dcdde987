/* A folder with one file for one test of the readers and writers. */
#ifndef COMMON_TEST_FILES_H
#define COMMON_TEST_FILES_H

#include "testing.h"
#include "arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static Arena arena;
static char folder[100], path[200];

static inline void start(void)
{
    strcpy(folder, "/tmp/files_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file.txt", folder);
}

/* The folder holds nothing but the file, or the test fails. */
static inline void end(void)
{
    unlink(path);
    ck_assert_int_eq(rmdir(folder), 0);
    arena_free(&arena);
}

static inline void write_bytes(const void *bytes, size_t size)
{
    FILE *f = fopen(path, "wb");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(bytes, 1, size, f), size);
    ck_assert_int_eq(fclose(f), 0);
}

/* The error is "PATH" and this. */
static inline void assert_error(const Error *e, const char *after_path)
{
    ck_assert_msg(strncmp(e->text, path, strlen(path)) == 0, "%s", e->text);
    ck_assert_str_eq(e->text + strlen(path), after_path);
}

#endif
