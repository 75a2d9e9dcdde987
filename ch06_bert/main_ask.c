/* The sub-commands that ask a model or a tokenizer: tokenize, fill-mask, next-sentence, embed and
 * attend. */
#include "main.h"
#include "common/layers.h"
#include "common/matmul.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- tokenize --------------------------------------------------------------------------------*/

typedef struct {
    Tokenizer tokenizer;
    Arena fixed, line;
} TokenizeSession;

static void tokenize(void *session, const char *text)
{
    TokenizeSession *s = session;
    const Pieces p = tokenizer_encode(&s->tokenizer, &s->line, text, strlen(text));
    for (int i = 0; i < p.count; i++)
        printf("%s%s", i ? " " : "", s->tokenizer.vocabulary.texts[p.ids[i]]);
    printf("\n");
    for (int i = 0; i < p.count; i++) printf("%s%d", i ? " " : "", p.ids[i]);
    printf("\n");
    fflush(stdout);
    arena_reset(&s->line);
}

int command_tokenize(void *options, int argc, char **argv)
{
    Error e;
    TokenizeSession s = {0};
    check_answer(&((Options *)options)->run, false, false);
    if (!tokenizer_load(&s.tokenizer, &s.fixed, argv[0], &e)) die("%s", e.text);
    run_texts(argc - 1, argv + 1, tokenize, &s);
    arena_free(&s.line);
    arena_free(&s.fixed);
    return EXIT_SUCCESS;
}

/* ---- fill-mask -------------------------------------------------------------------------------*/

/* How often the text says [MASK]. */
static int holes_of(const char *text, const char *mask)
{
    int holes = 0;
    while ((text = strstr(text, mask)) != NULL) text += strlen(mask), holes++;
    return holes;
}

/* As many bytes of a text as a message quotes: whole characters. */
static int quoted(const char *text)
{
    enum { MOST = 60 };
    if (strlen(text) <= MOST) return (int)strlen(text);
    int size = MOST;
    while (size && (text[size] & 0xC0) == 0x80) size--;
    return size;
}

/* Dies when no hole was found in a text, and warns when one was cut off. */
static void check_holes(const Session *s, const char *text, int found)
{
    const int holes = holes_of(text, s->tokenizer.vocabulary.texts[s->tokenizer.vocabulary.mask]),
              size = quoted(text);
    const char *more = text[size] ? "..." : "";
    if (!holes) die("there is no [MASK] in \"%.*s%s\"", size, text, more);
    if (!found) die("the [MASK] is in the part that is cut off of \"%.*s%s\"", size, text, more);
    if (found < holes)
        warn("%d of %d [MASK] are in the part that is cut off", holes - found, holes);
}

static void fill_mask(void *session, const char *text)
{
    Session *s = session;
    Arena *a = &s->run.arena;
    const Arena mark = *a;
    const int mask = s->tokenizer.vocabulary.mask;
    const Prompt p = session_prompt(s, text, NULL);
    const Mat hidden = session_read(s, &p);
    Guess best[MOST_GUESSES];
    int found = 0;
    for (int i = 0; i < p.length; i++) {
        if (p.ids[i] != mask) continue;
        const int count = session_guess(s, hidden, i, best, s->options->top);
        printf("%s%s, place %d\n", found++ ? "\n" : "", p.texts[i], i);
        for (int k = 0; k < count; k++) printf("  %8.4f  %s\n", (double)best[k].p, best[k].text);
    }
    check_holes(s, text, found);
    fflush(stdout);
    arena_release(a, mark);
}

int command_fill_mask(void *options, int argc, char **argv)
{
    Session s;
    check_answer(&((Options *)options)->run, false, false);
    session_open(&s, options, argv[0], PART_MLM);
    if (s.tokenizer.vocabulary.mask < 0) die("%s: the vocabulary has no [MASK]", argv[0]);
    run_texts(argc - 1, argv + 1, fill_mask, &s);
    session_close(&s);
    return EXIT_SUCCESS;
}

/* ---- next-sentence ---------------------------------------------------------------------------*/

int command_next_sentence(void *options, int argc, char **argv)
{
    Session s;
    check_answer(&((Options *)options)->run, false, false);
    run_check_texts(argc - 1, argv + 1);
    session_open(&s, options, argv[0], PART_POOLER | PART_NSP);
    Arena *a = &s.run.arena;
    const Prompt p = session_prompt(&s, argv[1], argv[2]);
    const Mat pooled = pooler_forward(&s.model.pooler, a, session_read(&s, &p), 1);
    Mat scores = classifier_forward(&s.model.nsp, a, pooled);
    softmax_forward(scores, session_checked(scores));
    printf("%8.4f  the second follows the first\n", (double)scores.data[IS_NEXT]);
    printf("%8.4f  it comes from somewhere else\n", (double)scores.data[NOT_NEXT]);
    session_close(&s);
    return EXIT_SUCCESS;
}

/* ---- embed -----------------------------------------------------------------------------------*/

/* Of so many texts the similarities are shown, and written. */
enum { MOST_SHOWN = 40, MOST_SIMILARITIES = 1000 };

typedef struct {
    Session session;
    Mat vectors; /* rows used: count */
    int count;
    const char *texts[MOST_SHOWN]; /* what the first rows stand for */
} Embedder;

/* Room for one more vector. */
static void make_room(Embedder *e)
{
    const Mat old = e->vectors;
    if (e->count < old.rows) return;
    e->vectors = mat_zeros(&e->session.arena, old.rows ? 2 * old.rows : 64,
                           e->session.model.config.shape.d_model);
    if (old.rows) mat_copy(mat_rows(e->vectors, 0, old.rows), old);
}

/* The mean of the output over the pieces, [CLS] and [SEP] among them, of length 1: what sentence
 * models use (Reimers and Gurevych 2019, "Sentence-BERT"). */
static void embed(void *embedder, const char *text)
{
    Embedder *e = embedder;
    Session *s = &e->session;
    make_room(e);
    const Arena mark = s->run.arena;
    const Prompt p = session_prompt(s, text, NULL);
    if (p.length == 2) die("text %d is empty: there is nothing to embed", e->count + 1);
    const Mat hidden = session_read(s, &p), row = mat_rows(e->vectors, e->count, 1);
    mat_sum_rows(row, hidden);
    mat_scale(row, (float)(1 / sqrt(mat_dot(row, row))));
    arena_release(&s->run.arena, mark);
    if (e->count < MOST_SHOWN)
        e->texts[e->count] = strcpy(arena_alloc(&s->arena, strlen(text) + 1), text);
    e->count++;
}

static void show_similarities(Embedder *e, Mat cosines)
{
    Run *run = &e->session.run;
    const char *numbers[MOST_SHOWN];
    for (int i = 0; i < e->count; i++) {
        numbers[i] = arena_print(&run->arena, "%d", i + 1);
        say(run, "  %2d  %s\n", i + 1, e->texts[i]);
    }
    term_heat(&run->term, &(TermHeat){.title = "Cosine similarities",
                                      .values = cosines,
                                      .row_labels = numbers,
                                      .col_labels = numbers,
                                      .numbers = true,
                                      .is_signed = true,
                                      .low = -1,
                                      .high = 1});
}

static void report_embeddings(Embedder *e)
{
    Run *run = &e->session.run;
    const Mat v = mat_rows(e->vectors, 0, e->count);
    if (e->count > MOST_SHOWN)
        say(run, "  %d texts: too many for a table%s\n", e->count,
            run->report.folder ? "" : "; --out FOLDER writes their vectors");
    if (e->count <= MOST_SIMILARITIES) {
        const Mat cosines = mat_new(&run->arena, e->count, e->count);
        matmul_nt(cosines, 1, v, v, 0);
        if (e->count <= MOST_SHOWN) show_similarities(e, cosines);
        report_matrix(run, "similarities", NULL, (Mat){0}, 's', cosines);
    }
    report_matrix(run, "vectors", NULL, (Mat){0}, 'x', v);
}

int command_embed(void *options, int argc, char **argv)
{
    Embedder e = {0};
    const RunOptions *run = &((Options *)options)->run;
    check_answer(run, true, run->out);
    session_open(&e.session, options, argv[0], 0);
    run_texts(argc - 1, argv + 1, embed, &e);
    if (!e.count) die("no text to embed");
    report_embeddings(&e);
    session_close(&e.session);
    return EXIT_SUCCESS;
}

/* ---- attend ----------------------------------------------------------------------------------*/

int command_attend(void *options, int argc, char **argv)
{
    Session s;
    const Options *o = options;
    check_answer(&o->run, false, o->html || o->svg);
    run_check_texts(argc - 1, argv + 1);
    if (o->html && o->svg && strcmp(o->html, o->svg) == 0)
        die("--html and --svg name the same file, %s", o->svg);
    session_open(&s, options, argv[0], 0);
    const Prompt p = session_prompt(&s, argv[1], argc > 2 ? argv[2] : NULL);
    const AttentionView v = session_view(&s, &p);
    view_terminal(&v, &s.run.term);
    view_write(&s.run, &v, view_html, s.options->html);
    view_write(&s.run, &v, view_svg, s.options->svg);
    session_close(&s);
    return EXIT_SUCCESS;
}
