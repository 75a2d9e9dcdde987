/* A folder of files for one test, and the arena that holds what is read from them. */
#ifndef COMMON_TEST_FOLDER_H
#define COMMON_TEST_FOLDER_H

#include "common/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static Arena arena;
static char folder[100];

static inline void make_folder(void)
{
    strcpy(folder, "/tmp/pages_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static inline void remove_folder(void)
{
    char command[200];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
    arena_free(&arena);
}

static inline char *path_in_folder(const char *name)
{
    char *path = arena_alloc(&arena, 200);
    snprintf(path, 200, "%s/%s", folder, name);
    return path;
}

/* Writes a file; the folders of its name exist. */
static inline char *write_file(const char *name, const char *text)
{
    char *path = path_in_folder(name);
    FILE *f = fopen(path, "w");
    ck_assert_msg(f != NULL, "%s", path);
    fputs(text, f);
    ck_assert_int_eq(fclose(f), 0);
    return path;
}

#endif
