/* A folder for one test of the report, and what is in its files. */
#ifndef COMMON_TEST_REPORT_FOLDER_H
#define COMMON_TEST_REPORT_FOLDER_H

#include "report.h"
#include "test_capture.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

static char *argv_of_main[] = {"./ch1", "fit", "--data", "my file.csv", "--note=it's\n", NULL};

/* A new empty folder for one test, and the folder of results in it. */
static char folder[100], results[200];

static inline void make_folder(void)
{
    strcpy(folder, "/tmp/report_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(results, sizeof results, "%s/build/ch1", folder);
    unsetenv("BOOK_COMMIT");
}

static inline void remove_folder(void)
{
    char command[200];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

/* The text of a file in the folder of results. */
static inline const char *text_of(const char *name)
{
    static char text[4000];
    char path[300];
    snprintf(path, sizeof path, "%s/%s", results, name);
    FILE *f = fopen(path, "r");
    ck_assert_msg(f != NULL, "%s", path);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return text;
}

static inline void write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    ck_assert_msg(f != NULL, "%s", path);
    fputs(text, f);
    ck_assert_int_eq(fclose(f), 0);
}

/* Files in the folder of results, without . and .. */
static inline int count_files(void)
{
    int count = 0;
    DIR *d = opendir(results);
    ck_assert_ptr_nonnull(d);
    while (readdir(d)) count++;
    closedir(d);
    return count - 2;
}

static inline Report open_report(void)
{
    Report r;
    Error e;
    ck_assert_msg(report_open(&r, results, argv_of_main, 42, false, &e), "%s", e.text);
    return r;
}

static inline void close_report(Report *r)
{
    Error e;
    ck_assert_msg(report_close(r, &e), "%s", e.text);
}

#endif
