/* report_figures - runs the chapter's gnuplot script on the results, when gnuplot is there. */
#include "report.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static const char script[] = "docs/plots/render.sh";

/* Runs a program with its standard output thrown away. Returns its exit status; 127 when there is
 * no such program, 128 + the signal that ended it. */
static int run_program(char *const argv[])
{
    posix_spawn_file_actions_t files;
    pid_t child;
    int status = 0;
    if (posix_spawn_file_actions_init(&files) != 0) return 127;
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    int error = posix_spawnp(&child, argv[0], &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    if (error) return 127;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool is_figure(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".svg") == 0;
}

/* Notes the figures of the folder that were written since `start`. */
static void note_figures(const Report *r, time_t start)
{
    struct dirent **entries;
    int count = scandir(r->folder, &entries, NULL, alphasort), written = 0;
    for (int i = 0; i < count; i++) {
        char path[4096];
        struct stat s;
        snprintf(path, sizeof path, "%s/%s", r->folder, entries[i]->d_name);
        if (is_figure(path) && stat(path, &s) == 0 && s.st_mtime >= start)
            report_note(r, "%s %s", written++ ? "" : "figures:", path);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    if (written) report_note(r, "\n");
}

void report_figures(const Report *r, const char *chapter_folder)
{
    if (access(script, R_OK) != 0) {
        warn("no figures: %s is not here; run the program from the top folder of the book", script);
        return;
    }
    if (run_program((char *[]){"gnuplot", "--version", NULL}) != 0) {
        warn(
            "no figures: gnuplot is missing; ./setup installs it (or apt-get install gnuplot-nox)");
        return;
    }
    time_t start = time(NULL);
    int status = run_program(
        (char *[]){"sh", (char *)script, (char *)chapter_folder, (char *)r->folder, NULL});
    if (status)
        warn("no figures: sh %s %s %s ended with status %d", script, chapter_folder, r->folder,
             status);
    else
        note_figures(r, start);
}
