/* view - attention in the terminal and as a picture. */
#include "view.h"
#include "common/text.h"
#include "common/term_draw.h"

#include <stdlib.h>
#include <string.h>

void write_escaped(FILE *to, const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < ' ' && !strchr("\t\n\r", *text)) {
            fputs("\xEF\xBF\xBD", to); /* nor are most control characters */
            continue;
        }
        if (strncmp(text, "\xEF\xBF\xBE", 3) == 0 || strncmp(text, "\xEF\xBF\xBF", 3) == 0) {
            fputs("\xEF\xBF\xBD", to); /* U+FFFE and U+FFFF are no characters of XML */
            text += 2;
            continue;
        }
        const char *entity = *text == '<'    ? "&lt;"
                             : *text == '>'  ? "&gt;"
                             : *text == '&'  ? "&amp;"
                             : *text == '"'  ? "&quot;"
                             : *text == '\'' ? "&#39;"
                                             : NULL;
        if (entity)
            fputs(entity, to);
        else
            fputc(*text, to);
    }
}

/* ---- terminal --------------------------------------------------------------------------------*/

/* "word 3" for every row and "3" for every column: words are too wide for columns. */
static char **numbered(Arena *a, const char *const *text, int count)
{
    char **labels = arena_alloc(a, (size_t)count * sizeof *labels);
    for (int i = 0; i < count; i++) {
        const char *word = text ? text[i] : "";
        const size_t size = strlen(word) + 16;
        labels[i] = arena_alloc(a, size);
        snprintf(labels[i], size, "%s%s%d", word, text ? " " : "", i + 1);
    }
    return labels;
}

/* "head 2", or with several layers "layer 1, head 2". Returns `text`. */
enum { NAME_SIZE = 64 };
static const char *head_name(char text[NAME_SIZE], const AttentionView *v, int index)
{
    const int layer = index / v->heads + 1, head = index % v->heads + 1;
    if (v->layers > 1)
        snprintf(text, NAME_SIZE, "layer %d, head %d", layer, head);
    else
        snprintf(text, NAME_SIZE, "head %d", head);
    return text;
}

void view_terminal(const AttentionView *v, const Term *t)
{
    Arena a = {0};
    char name[NAME_SIZE], **rows = numbered(&a, v->query_text, v->queries);
    char **cols = numbered(&a, NULL, v->keys);
    for (int i = 0; t->out && i < v->layers * v->heads; i++) {
        term_heat(t, &(TermHeat){.title = head_name(name, v, i),
                                 .values = v->weights[i],
                                 .row_labels = (const char *const *)rows,
                                 .col_labels = (const char *const *)cols,
                                 .high = 1});
        fputc('\n', t->out);
    }
    arena_free(&a);
}

/* ---- SVG -------------------------------------------------------------------------------------*/

enum { CELL = 22, LETTER = 8, GAP = 28, TITLE = 40, HEADS_A_ROW = 4 };

static int widest(const char *const *text, int count)
{
    int most = 1;
    for (int i = 0; i < count; i++)
        most = term_columns(text[i]) > most ? term_columns(text[i]) : most;
    return most * LETTER + 8;
}

static void svg_text(FILE *to, int x, int y, const char *attributes, const char *text)
{
    fprintf(to, "<text x=\"%d\" y=\"%d\" %s>", x, y, attributes);
    write_escaped(to, text);
    fputs("</text>\n", to);
}

/* One head: its number, the keys on top, the queries on the left, a square for each weight. */
static void svg_head(const AttentionView *v, FILE *to, int index, int left, int top)
{
    char text[NAME_SIZE];
    svg_text(to, left, top - widest(v->key_text, v->keys) - 6, "font-weight=\"bold\"",
             head_name(text, v, index));
    for (int j = 0; j < v->keys; j++) {
        int x = left + j * CELL + CELL / 2 + 4;
        snprintf(text, sizeof text, "transform=\"rotate(-90 %d %d)\"", x, top - 5);
        svg_text(to, x, top - 5, text, v->key_text[j]);
    }
    for (int i = 0; i < v->queries; i++) {
        svg_text(to, left - 6, top + i * CELL + CELL / 2 + 5, "text-anchor=\"end\"",
                 v->query_text[i]);
        for (int j = 0; j < v->keys; j++) {
            double weight = (double)mat_row(v->weights[index], i)[j];
            Rgb c = term_scale_color(weight, false);
            fprintf(to,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%02x%02x%02x\">"
                    "<title>%.3f</title></rect>\n",
                    left + j * CELL, top + i * CELL, CELL - 1, CELL - 1, c.r, c.g, c.b, weight);
        }
    }
}

void view_svg(const AttentionView *v, FILE *to)
{
    const int count = v->layers * v->heads, across = count < HEADS_A_ROW ? count : HEADS_A_ROW;
    const int margin = widest(v->query_text, v->queries), above = widest(v->key_text, v->keys) + 24;
    const int panel_width = margin + v->keys * CELL + GAP;
    const int panel_height = above + v->queries * CELL + GAP;
    const int width = across * panel_width + GAP;
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"Noto Sans, Noto Sans CJK SC, sans-serif\" "
            "font-size=\"13\">\n",
            width, TITLE + (count + across - 1) / across * panel_height, width,
            TITLE + (count + across - 1) / across * panel_height);
    fputs("<style>text{fill:#1b1f24}@media(prefers-color-scheme:dark)"
          "{svg{background:#15181c}text{fill:#e6e6e6}}</style>\n",
          to);
    svg_text(to, GAP / 2, 26, "font-size=\"16\"", v->title);
    for (int i = 0; i < count; i++)
        svg_head(v, to, i, GAP / 2 + margin + i % across * panel_width,
                 TITLE + above + i / across * panel_height);
    fputs("</svg>\n", to);
}

/* ---- files -----------------------------------------------------------------------------------*/

bool view_save(const AttentionView *v, ViewWriter *writer, const char *path, Error *e)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to) die("no memory left");
    writer(v, to);
    if (fclose(to) != 0) die("no memory left");
    const bool saved = text_save(path, text, size, e);
    free(text);
    return saved;
}

void view_write(const Run *run, const AttentionView *v, ViewWriter *writer, const char *path)
{
    Error e;
    if (!path) return;
    if (!view_save(v, writer, path, &e)) die("%s", e.text);
    say(run, "  written: %s\n", path);
}
