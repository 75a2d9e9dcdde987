/* place - files that are replaced in one step, behind links, and devices that are not replaced. */
#include "place.h"
#include "fail.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *copy(const char *text)
{
    char *to = strdup(text);
    if (!to) die("no memory left");
    return to;
}

/* Something is there that a rename must not replace. A link that leads nowhere is written through,
 * too: the file appears where it leads. */
static bool is_special(const char *path)
{
    struct stat there;
    if (stat(path, &there) == 0) return !S_ISREG(there.st_mode);
    return lstat(path, &there) == 0;
}

Place place_of(const char *path)
{
    if (is_special(path)) return (Place){.beside = copy(path)};
    Place p = {.target = realpath(path, NULL)};
    if (!p.target) p.target = copy(path); /* a new file */
    const size_t room = strlen(p.target) + 32;
    p.beside = malloc(room);
    if (!p.beside) die("no memory left");
    snprintf(p.beside, room, "%s.%ld.tmp", p.target, (long)getpid());
    return p;
}

bool place_take(Place *p, bool written)
{
    const bool taken = written && (!p->target || rename(p->beside, p->target) == 0);
    const int error = errno;
    if (!taken && p->target) unlink(p->beside);
    free(p->beside);
    free(p->target);
    *p = (Place){0};
    errno = error;
    return taken;
}

/* Whether a file's name is NAME.PROCESS.tmp, of a process that is no more. */
static bool is_left(const char *file, const char *name)
{
    const size_t length = strlen(name);
    if (strncmp(file, name, length) != 0 || file[length] != '.') return false;
    char *end;
    const long process = strtol(file + length + 1, &end, 10);
    return process > 0 && strcmp(end, ".tmp") == 0 && kill((pid_t)process, 0) != 0 &&
           errno == ESRCH;
}

void place_sweep(const char *path)
{
    char *target = realpath(path, NULL);
    if (!target) target = copy(path);
    char *slash = strrchr(target, '/');
    if (slash) *slash = '\0';
    const char *name = slash ? slash + 1 : target;
    DIR *folder = opendir(!slash ? "." : slash == target ? "/" : target);
    for (struct dirent *file; folder && (file = readdir(folder));)
        if (is_left(file->d_name, name)) unlinkat(dirfd(folder), file->d_name, 0);
    if (folder) closedir(folder);
    free(target);
}
