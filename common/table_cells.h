/* The text of a CSV file, cut in place into lines and cells: what table.c is made of. */
#ifndef COMMON_TABLE_CELLS_H
#define COMMON_TABLE_CELLS_H

#include "arena.h"
#include "fail.h"
#include "table.h"

/* Turns CR LF and CR into LF. Returns the number of lines. */
int cells_join_line_ends(char *text);

/* Cuts blank lines off the end, with blanks at the end of the last row. */
void cells_trim_end(char *text);

/* Cuts off and returns the line at *text; moves *text to the next one, or to NULL after the last.
 */
char *cells_line(char **text);

/* Cuts a line into cells: each ends with a zero byte, and the next one follows it. They never take
 * more room than the line, as a zero byte replaces a comma. False: a quoted cell is not closed, or
 * something follows it. */
bool cells_cut_line(char *line, int *cells);

/* The cell after this one. */
char *cells_next(char *cell);

bool cells_is_blank(char c);
bool cells_blank_line(const char *line);

#endif
