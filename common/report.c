/* report - collects the results of a run and writes them all at its end; see report.h. */
#include "report.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "number.h"

enum { PATH_SIZE = 4096, LONGEST_FOLDER = 3800, LONGEST_NAME = 100 };

struct ReportFile {
    char name[LONGEST_NAME + 8];
    FILE *stream; /* writes into text */
    char *text;
    size_t size;
    ReportFile *next;
};

/* ---- files in memory --------------------------------------------------------------------------*/

static FILE *add_file(Report *r, const char *name, const char *ending)
{
    ReportFile *f = calloc(1, sizeof *f), **last = &r->files;
    if (!f) die("no memory for the results");
    require(strlen(name) <= LONGEST_NAME && !strchr(name, '/'), "file name %s", name);
    snprintf(f->name, sizeof f->name, "%s%s", name, ending);
    f->stream = open_memstream(&f->text, &f->size);
    if (!f->stream) die("no memory for the results");
    for (; *last; last = &(*last)->next)
        require(strcmp((*last)->name, f->name) != 0, "%s is reported twice", f->name);
    *last = f;
    return f->stream;
}

/* Writes a text that must stay on its line and in its column. */
static void put_text(FILE *to, const char *text)
{
    for (; *text; text++) fputc((unsigned char)*text < ' ' || *text == 127 ? ' ' : *text, to);
}

/* Writes a word of a command as a shell would have to read it. */
static void put_word(FILE *to, const char *word)
{
    bool plain = *word != '\0';
    for (const char *c = word; *c; c++)
        plain = plain && (isalnum((unsigned char)*c) || strchr("-_./=,:+@%", *c) || *c & 0x80);
    if (!plain) fputc('\'', to);
    for (; *word; word++) {
        char one[2] = {*word, '\0'};
        if (*word == '\'')
            fputs("'\\''", to);
        else
            put_text(to, one);
    }
    if (!plain) fputc('\'', to);
}

static void put_head(FILE *to, char **argv, long seed)
{
    const char *commit = getenv("BOOK_COMMIT");
    fputs("# command:", to);
    for (; *argv; argv++) {
        fputc(' ', to);
        put_word(to, *argv);
    }
    fprintf(to, "\n# seed: %ld\n", seed);
    if (!commit || !*commit) return;
    fputs("# commit: ", to);
    put_text(to, commit);
    fputc('\n', to);
}

/* ---- the folder -------------------------------------------------------------------------------*/

static bool make_folder(const char *path, Error *e)
{
    struct stat s;
    if (stat(path, &s) == 0)
        return S_ISDIR(s.st_mode) || fail(e, "%s is a file, and a folder is needed there", path);
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return true;
    return fail(e, "the folder %s cannot be made: %s", path, strerror(errno));
}

static bool make_folders(const char *path, Error *e)
{
    char part[PATH_SIZE];
    if (!*path) return fail(e, "the name of the results' folder is empty");
    if (strlen(path) > LONGEST_FOLDER) return fail(e, "%.60s...: the name is too long", path);
    strcpy(part, path);
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (!make_folder(part, e)) return false;
        *slash = '/';
    }
    return make_folder(part, e);
}

bool report_open(Report *r, const char *folder, char **argv, long seed, bool quiet, Error *e)
{
    *r = (Report){.folder = folder, .out = quiet ? NULL : stdout};
    if (!make_folders(folder, e)) return false;
    if (access(folder, W_OK | X_OK) != 0)
        return fail(e, "the folder %s cannot be written: %s", folder, strerror(errno));
    put_head(add_file(r, "results", ".txt"), argv, seed);
    return true;
}

/* ---- results ----------------------------------------------------------------------------------*/

/* The stream of results.txt, after "key=". */
static FILE *start_line(Report *r, const char *key)
{
    ReportFile *f = r->files;
    char line[LONGEST_NAME + 4];
    require(*key && strlen(key) <= LONGEST_NAME, "key %s", key);
    for (const char *c = key; *c; c++)
        require(isalnum((unsigned char)*c) || strchr("._-", *c), "key %s", key);
    snprintf(line, sizeof line, "\n%s=", key);
    fflush(f->stream);
    require(!strstr(f->text, line), "%s is reported twice", key);
    fputs(line + 1, f->stream);
    return f->stream;
}

void report_number(Report *r, const char *key, double value)
{
    char number[NUMBER_SIZE];
    fprintf(start_line(r, key), "%s\n", number_write(number, value));
}

void report_text(Report *r, const char *key, const char *text)
{
    FILE *to = start_line(r, key);
    put_text(to, text);
    fputc('\n', to);
}

/* Writes the names of the columns, and returns how many there are. */
static int put_columns(FILE *to, const char *columns)
{
    int count = 0;
    for (columns += strspn(columns, " "); *columns; count++) {
        int length = (int)strcspn(columns, " ");
        fprintf(to, "%s%.*s", count ? "\t" : "", length, columns);
        columns += length;
        columns += strspn(columns, " ");
    }
    fputc('\n', to);
    return count;
}

void report_series(Report *r, const char *name, const char *columns, const char *const *labels,
                   Mat values)
{
    FILE *to = add_file(r, name, ".tsv");
    char number[NUMBER_SIZE];
    int named = put_columns(to, columns), held = values.cols + (labels != NULL);
    require(named == held, "%s names %d columns and has %d", name, named, held);
    for (int i = 0; i < values.rows; i++) {
        if (labels) put_text(to, labels[i]);
        for (int j = 0; j < values.cols; j++)
            fprintf(to, "%s%s", j || labels ? "\t" : "",
                    number_write(number, (double)mat_row(values, i)[j]));
        fputc('\n', to);
    }
}

void report_note(const Report *r, const char *format, ...)
{
    if (!r->out) return;
    va_list args;
    va_start(args, format);
    vfprintf(r->out, format, args);
    va_end(args);
}

/* ---- the end ----------------------------------------------------------------------------------*/

typedef struct {
    char place[PATH_SIZE], beside[PATH_SIZE];
} Paths;

static Paths paths_of(const Report *r, const ReportFile *f)
{
    Paths p;
    snprintf(p.place, sizeof p.place, "%s/%s", r->folder, f->name);
    snprintf(p.beside, sizeof p.beside, "%s/%s.%ld.tmp", r->folder, f->name, (long)getpid());
    return p;
}

static bool write_beside(const Report *r, ReportFile *f, Error *e)
{
    Paths p = paths_of(r, f);
    if (fflush(f->stream) != 0) die("no memory for the results");
    FILE *to = fopen(p.beside, "w");
    bool ok = to && fwrite(f->text, 1, f->size, to) == f->size;
    if (to && fclose(to) != 0) ok = false;
    return ok || fail(e, "%s cannot be written: %s", p.place, strerror(errno));
}

static bool move_into_place(const Report *r, const ReportFile *f, Error *e)
{
    Paths p = paths_of(r, f);
    if (rename(p.beside, p.place) == 0) return true;
    return fail(e, "%s cannot be replaced: %s", p.place, strerror(errno));
}

/* Whether the file's place can be taken: a folder cannot be replaced by a file. */
static bool place_is_free(const Report *r, const ReportFile *f, Error *e)
{
    Paths p = paths_of(r, f);
    struct stat s;
    if (stat(p.place, &s) != 0 || !S_ISDIR(s.st_mode)) return true;
    return fail(e, "%s cannot be replaced: %s", p.place, strerror(EISDIR));
}

bool report_close(Report *r, Error *e)
{
    bool ok = true;
    for (ReportFile *f = r->files; f && ok; f = f->next)
        ok = place_is_free(r, f, e) && write_beside(r, f, e);
    for (ReportFile *f = r->files; f && ok; f = f->next) ok = move_into_place(r, f, e);
    for (ReportFile *f = r->files; f && !ok; f = f->next) unlink(paths_of(r, f).beside);
    report_abandon(r);
    return ok;
}

void report_abandon(Report *r)
{
    while (r->files) {
        ReportFile *f = r->files;
        r->files = f->next;
        fclose(f->stream);
        free(f->text);
        free(f);
    }
}
