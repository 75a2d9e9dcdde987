/* report_progress - the bar that shows how far a long run is: share done, rate, time left. */
#include "report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "term.h"

Progress report_progress(const Report *r, const char *label, long total)
{
    const char *term = getenv("TERM");
    bool shown = r->out && isatty(STDERR_FILENO) && !(term && strcmp(term, "dumb") == 0);
    double start = clock_seconds();
    return (Progress){label, total, start, start, shown ? stderr : NULL};
}

/* "4 s", "3:20", "2:05:00". */
static void write_duration(char text[32], double seconds)
{
    long s = seconds < 1e6 ? (long)(seconds + 0.5) : 1000000;
    if (s < 60)
        snprintf(text, 32, "%ld s", s);
    else if (s < 3600)
        snprintf(text, 32, "%ld:%02ld", s / 60, s % 60);
    else
        snprintf(text, 32, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

void progress_line(char text[PROGRESS_SIZE], const Progress *p, long done, double seconds,
                   int columns)
{
    if (done > p->total) done = p->total;
    double share = p->total > 0 ? (double)done / (double)p->total : 1;
    double rate = seconds > 0 ? (double)done / seconds : 0;
    char tail[80], left[32] = "?", bar[32] = "";
    if (rate > 0) write_duration(left, (double)(p->total - done) / rate);
    snprintf(tail, sizeof tail, " %3.0f%%  %.*f/s  %s left", 100 * share, rate < 10, rate, left);
    int label = term_columns(p->label), room = columns - 2 - (int)strlen(tail) - label - 3;
    if (room > 30) room = 30;
    if (room < 4) { /* no room for a bar: the numbers matter most */
        snprintf(text, PROGRESS_SIZE, "%.*s", columns - 1, tail + 1);
        return;
    }
    for (int i = 0; i < room; i++) bar[i] = i < (int)(share * room + 0.5) ? '#' : '.';
    snprintf(text, PROGRESS_SIZE, "%.120s [%s]%s", p->label, bar, tail);
}

void progress_show(Progress *p, long done)
{
    if (!p->to) return;
    double time = clock_seconds();
    if (time - p->drawn < 0.1) return;
    p->drawn = time;
    char line[PROGRESS_SIZE];
    progress_line(line, p, done, time - p->start, term_open(p->to).width);
    fprintf(p->to, "\r%s\033[K", line);
    fflush(p->to);
}

void progress_end(const Progress *p)
{
    if (!p->to) return;
    fputs("\r\033[K", p->to);
    fflush(p->to);
}
