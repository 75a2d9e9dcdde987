/* table_cells - the text of a CSV file, cut in place into lines and cells. */
#include "table_cells.h"

#include <string.h>

int cells_join_line_ends(char *text)
{
    int lines = 0;
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (from[0] == '\r' && from[1] == '\n') continue;
        *to = *from == '\r' ? '\n' : *from;
        lines += *to++ == '\n';
    }
    *to = '\0';
    return lines + 1;
}

void cells_trim_end(char *text)
{
    size_t length = strlen(text);
    while (length && strchr(" \t\n", text[length - 1])) length--;
    text[length] = '\0';
}

/* ---- cells -----------------------------------------------------------------------------------*/

bool cells_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Copies the quoted cell that starts at *from to *to, with "" for a quote. False when it is not
 * closed on this line. */
static bool take_quoted(char **from, char **to)
{
    char *in = *from + 1, *out = *to;
    for (; *in != '"' || in[1] == '"'; in++) {
        if (*in == '\0') return false;
        if (*in == '"') in++;
        *out++ = *in;
    }
    *from = in + 1;
    *to = out;
    return true;
}

static void take_plain(char **from, char **to)
{
    char *start = *to;
    while (**from && **from != ',') *(*to)++ = *(*from)++;
    while (*to > start && cells_is_blank((*to)[-1])) --*to;
}

bool cells_cut_line(char *line, int *cells)
{
    char *from = line, *to = line;
    for (*cells = 1;; ++*cells) {
        while (cells_is_blank(*from)) from++;
        if (*from == '"') {
            if (!take_quoted(&from, &to)) return false;
            while (cells_is_blank(*from)) from++;
            if (*from && *from != ',') return false;
        } else
            take_plain(&from, &to);
        bool last = *from++ == '\0'; /* before to overwrites it */
        *to++ = '\0';
        if (last) return true;
    }
}

char *cells_next(char *cell)
{
    return cell + strlen(cell) + 1;
}

char *cells_line(char **text)
{
    char *line = *text, *end = strchr(line, '\n');
    if (end) *end = '\0';
    *text = end ? end + 1 : NULL;
    return line;
}

bool cells_blank_line(const char *line)
{
    return line[strspn(line, " \t")] == '\0';
}
