/* Tables of numbers from CSV files: columns with names, cells separated by commas, one row a line.
 *
 * What people's programs write is read as it comes: a UTF-8 byte order mark, lines that end in LF,
 * CR LF or CR, a last line without its end, blank lines at the end, blanks around cells, quoted
 * cells ("a ""name"""), columns of text that nobody asks for. What cannot be meant is an error that
 * names the file, the line and the column. */
#ifndef COMMON_TABLE_H
#define COMMON_TABLE_H

#include "mat.h"

typedef struct {
    const char *path; /* the caller's */
    int rows, cols;   /* rows below the header: line i + 2 of the file is row i */
    char **names;     /* cols names; one may be empty, others are different from each other */
    char **cells;     /* rows pointers to the first cell; each cell ends with a zero byte and the
                       * next one follows it */
} Table;

enum { LARGEST_TABLE = 128 << 20 }; /* bytes of a file */

/* Reads the file. The table is owned by the arena. False: the file cannot be read or is larger
 * than LARGEST_TABLE; a zero byte; no header, or no row below it; a name given twice; a row
 * with more or fewer cells than the header; a blank line between rows; a quote that is not closed
 * on its line; semicolons or tabs in place of commas. */
bool table_read(Table *t, Arena *a, const char *path, Error *e);

/* The number of the column with this name, or -1. */
int table_column(const Table *t, const char *name);

/* The columns with these names ("x1, x2": separated by commas) as numbers: rows x names, owned by
 * the arena. False: there is no such column, or a cell is not a finite number that float32
 * holds. */
bool table_numbers(const Table *t, Arena *a, const char *names, Mat *numbers, Error *e);

/* All columns as numbers, whatever their names: rows x cols. */
bool table_all_numbers(const Table *t, Arena *a, Mat *numbers, Error *e);

#endif
