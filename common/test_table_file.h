/* A CSV file for one test of the tables, and the arena that holds what is read from it. */
#ifndef COMMON_TEST_TABLE_FILE_H
#define COMMON_TEST_TABLE_FILE_H

#include "table.h"
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static Arena arena;
static char path[100];

static inline void start(void)
{
    strcpy(path, "/tmp/table_XXXXXX");
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    close(file);
}

static inline void end(void)
{
    unlink(path);
    arena_free(&arena);
}

static inline bool read_bytes(Table *t, const void *bytes, size_t size, Error *e)
{
    FILE *f = fopen(path, "wb");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(bytes, 1, size, f), size);
    ck_assert_int_eq(fclose(f), 0);
    return table_read(t, &arena, path, e);
}

static inline bool read_text(Table *t, const char *text, Error *e)
{
    return read_bytes(t, text, strlen(text), e);
}

#endif
