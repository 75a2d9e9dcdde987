/* A folder of files for one test of labelled texts, and the arena that holds what is read. */
#ifndef CH06_TEST_LABEL_FOLDER_H
#define CH06_TEST_LABEL_FOLDER_H

#include "common/testing.h"
#include "label_tasks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Arena arena;
static char folder[100];
static LabelTask task;

static inline void make_folder(void)
{
    strcpy(folder, "/tmp/labels_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static inline void run(const char *command, const char *name)
{
    char line[400];
    snprintf(line, sizeof line, "%s '%s/%s'", command, folder, name);
    ck_assert_int_eq(system(line), 0);
}

static inline void remove_folder(void)
{
    run("rm -rf", "");
    arena_free(&arena);
}

static inline char *path_in_folder(const char *name)
{
    char *path = arena_alloc(&arena, 300);
    snprintf(path, 300, "%s/%s", folder, name);
    return path;
}

/* Writes a file; the folders of its name exist. */
static inline char *write_bytes(const char *name, const void *bytes, size_t size)
{
    char *path = path_in_folder(name);
    FILE *f = fopen(path, "wb");
    ck_assert_msg(f != NULL, "%s", path);
    ck_assert_uint_eq(fwrite(bytes, 1, size, f), size);
    ck_assert_int_eq(fclose(f), 0);
    return path;
}

static inline char *write_file(const char *name, const char *text)
{
    return write_bytes(name, text, strlen(text));
}

/* The part and place of a text in the task, or NULL. */
static inline const Labelled *find_text(const char *text, Part *part)
{
    for (*part = TRAIN; *part < PARTS; ++*part)
        for (int i = 0; i < task.count[*part]; i++)
            if (strcmp(task.part[*part][i].text, text) == 0) return &task.part[*part][i];
    return NULL;
}

static inline int count_texts(void)
{
    return task.count[TRAIN] + task.count[VALID] + task.count[TEST];
}

/* Fails the test unless the text is in the task under this label. */
static inline void assert_label(const char *text, const char *label)
{
    Part part;
    const Labelled *found = find_text(text, &part);
    ck_assert_msg(found != NULL, "no \"%s\"", text);
    ck_assert_str_eq(task.labels[found->label], label);
}

static inline void assert_message(const Error *e, const char *part)
{
    ck_assert_msg(strstr(e->text, part) != NULL, "%s", e->text);
}

#endif
