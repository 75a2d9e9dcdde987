/* table - rows and columns of a CSV file; see table.h for what is accepted. */
#include "table.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

#include "number.h"
#include "table_cells.h"
#include "text.h"

enum { MOST_COLUMNS = 10000 };

/* A cell as a message can show it: short and on one line. */
typedef struct {
    char text[48];
} Shown;

static Shown show(const char *cell)
{
    Shown s;
    snprintf(s.text, sizeof s.text, "%s", cell);
    for (char *c = s.text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
    if (strlen(cell) >= sizeof s.text) strcpy(s.text + sizeof s.text - 4, "...");
    return s;
}

/* ---- rows ------------------------------------------------------------------------------------*/

static bool check_separator(const Table *t, const char *line, Error *e)
{
    if (strchr(line, ',')) return true;
    const char *other = strchr(line, ';') ? "semicolons" : strchr(line, '\t') ? "tabs" : NULL;
    return !other || fail(e,
                          "%s:1: the columns are separated by %s: use commas, and a decimal "
                          "point in numbers",
                          t->path, other);
}

static bool all_numbers(char *const *names, int count)
{
    double value;
    for (int j = 0; j < count; j++)
        if (number_read(names[j], &value)) return false;
    return true;
}

static bool check_names(const Table *t, Error *e)
{
    if (all_numbers(t->names, t->cols))
        return fail(e,
                    "%s:1: there is no header: the first line must name the columns, and holds "
                    "only numbers",
                    t->path);
    for (int i = 0; i < t->cols; i++)
        for (int j = 0; j < i; j++)
            if (*t->names[i] && strcmp(t->names[i], t->names[j]) == 0)
                return fail(e, "%s:1: two columns have the name \"%s\"", t->path,
                            show(t->names[i]).text);
    return true;
}

static bool read_header(Table *t, Arena *a, char *line, Error *e)
{
    if (cells_blank_line(line)) return fail(e, "%s:1: blank, and must name the columns", t->path);
    if (!check_separator(t, line, e)) return false;
    if (!cells_cut_line(line, &t->cols))
        return fail(e, "%s:1: a quote is not closed, or a cell goes on after it", t->path);
    if (t->cols > MOST_COLUMNS)
        return fail(e, "%s:1: %d columns are too many (at most %d)", t->path, t->cols,
                    MOST_COLUMNS);
    t->names = arena_alloc(a, (size_t)t->cols * sizeof *t->names);
    for (int j = 0; j < t->cols; j++, line = cells_next(line)) t->names[j] = line;
    return check_names(t, e);
}

static bool read_row(Table *t, char *line, Error *e)
{
    int at = t->rows + 2, cells;
    if (cells_blank_line(line)) return fail(e, "%s:%d: a blank line between rows", t->path, at);
    if (!cells_cut_line(line, &cells))
        return fail(e, "%s:%d: a quote is not closed, or a cell goes on after it", t->path, at);
    if (cells != t->cols)
        return fail(e, "%s:%d: %d cells, and the header names %d columns%s", t->path, at, cells,
                    t->cols, cells > t->cols ? " (numbers need a decimal point, as in 1.5)" : "");
    t->cells[t->rows++] = line;
    return true;
}

static bool check_bytes(const char *path, const char *text, size_t size, Error *e)
{
    const char *zero = memchr(text, '\0', size);
    int line = 1;
    if (!zero) return true;
    for (const char *c = text; c < zero; c++) line += *c == '\n';
    return fail(e, "%s:%d: a zero byte: this is not CSV text in UTF-8", path, line);
}

bool table_read(Table *t, Arena *a, const char *path, Error *e)
{
    size_t size;
    char *text = text_file(a, path, LARGEST_TABLE, &size, e);
    if (!text || !check_bytes(path, text, size, e)) return false;
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3;
    int lines = cells_join_line_ends(text);
    cells_trim_end(text);
    if (!*text) return fail(e, "%s: the file is empty", path);
    *t = (Table){.path = path};
    if (!read_header(t, a, cells_line(&text), e)) return false;
    if (!text) return fail(e, "%s: no rows below the header", path);
    t->cells = arena_alloc(a, (size_t)lines * sizeof *t->cells);
    while (text)
        if (!read_row(t, cells_line(&text), e)) return false;
    return true;
}

/* ---- columns ---------------------------------------------------------------------------------*/

int table_column(const Table *t, const char *name)
{
    for (int j = 0; j < t->cols; j++)
        if (strcmp(t->names[j], name) == 0) return j;
    return -1;
}

/* "no column z; there are x, y", with as many names as the message holds. */
static bool no_such_column(const Table *t, const char *name, Error *e)
{
    char list[200] = "";
    for (int j = 0; j < t->cols; j++) {
        size_t used = strlen(list);
        Shown s = show(t->names[j]);
        if (used + strlen(s.text) + 8 > sizeof list) {
            strcat(list, ", ...");
            break;
        }
        snprintf(list + used, sizeof list - used, "%s%s", j ? ", " : "", s.text);
    }
    return fail(e, "%s: no column \"%s\"; there are: %s", t->path, show(name).text, list);
}

static bool read_cell(const Table *t, int row, int col, const char *cell, float *number, Error *e)
{
    double value;
    Shown name = show(t->names[col]), shown = show(cell);
    if (!*cell) return fail(e, "%s:%d: column %s: the cell is empty", t->path, row + 2, name.text);
    const char *problem = number_read(cell, &value);
    if (!problem && !(value >= -FLT_MAX && value <= FLT_MAX)) problem = "is too large for float32";
    if (problem)
        return fail(e, "%s:%d: column %s: \"%s\" %s", t->path, row + 2, name.text, shown.text,
                    problem);
    *number = (float)value;
    return true;
}

static bool read_column(const Table *t, int col, Mat numbers, int to, Error *e)
{
    for (int i = 0; i < t->rows; i++) {
        char *cell = t->cells[i];
        for (int j = 0; j < col; j++) cell = cells_next(cell);
        if (!read_cell(t, i, col, cell, mat_row(numbers, i) + to, e)) return false;
    }
    return true;
}

/* Copies the next name of "x1, x2" without blanks around it. Returns what follows its comma, or
 * NULL after the last. */
static const char *next_name(Arena *a, const char *names, char **name)
{
    size_t length = strcspn(names, ",");
    const char *rest = names[length] ? names + length + 1 : NULL;
    for (; length && cells_is_blank(*names); length--) names++;
    while (length && cells_is_blank(names[length - 1])) length--;
    *name = arena_zeros(a, length + 1);
    memcpy(*name, names, length);
    return rest;
}

bool table_all_numbers(const Table *t, Arena *a, Mat *numbers, Error *e)
{
    *numbers = mat_new(a, t->rows, t->cols);
    for (int j = 0; j < t->cols; j++)
        if (!read_column(t, j, *numbers, j, e)) return false;
    return true;
}

bool table_numbers(const Table *t, Arena *a, const char *names, Mat *numbers, Error *e)
{
    int count = 1;
    for (const char *c = names; *c; c++) count += *c == ',';
    *numbers = mat_new(a, t->rows, count);
    for (int j = 0; j < count; j++) {
        char *name;
        names = next_name(a, names, &name);
        int col = *name ? table_column(t, name) : -1;
        if (col < 0) return no_such_column(t, name, e);
        if (!read_column(t, col, *numbers, j, e)) return false;
    }
    return true;
}
