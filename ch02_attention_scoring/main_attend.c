/* The sub-command attend: attention of queries on keys of one's own, step by step. */
#include "main.h"
#include "common/mat_text.h"
#include "common/statistics.h"
#include "common/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PAIRS = 4000000 };

/* What is to be computed: matrices as they were given, d_v = 0 without values. */
typedef struct {
    Mat q, k, v;
    Mask mask;
    int valid[1];
} Inputs;

/* All columns of a CSV file. */
static Mat read_file(Arena *a, const char *option, const char *path)
{
    Error e;
    Table table;
    Mat m;
    if (!table_read(&table, a, path, &e)) die("--%s: %s", option, e.text);
    if (!table_all_numbers(&table, a, &m, &e)) die("--%s: %s", option, e.text);
    return m;
}

/* Text that holds nothing but numbers is a matrix, everything else the path of a file. */
static Mat read_matrix(Arena *a, const char *option, const char *text)
{
    Error e;
    Mat m;
    if (strspn(text, "0123456789+-.eE:, ") < strlen(text)) return read_file(a, option, text);
    if (!mat_read(&m, a, text, &e)) die("--%s: %s", option, e.text);
    return m;
}

static Inputs read_inputs(const Options *o, Arena *a)
{
    if (!o->queries != !o->keys) die("--queries and --keys belong together");
    if (!o->keys && o->values) die("--values need --queries and --keys");
    Inputs in = {.q = read_matrix(a, "queries", o->queries ? o->queries : "1:0,1:2"),
                 .k = read_matrix(a, "keys", o->keys ? o->keys : "1:1,2:0,0:1"),
                 .mask = {.causal = o->causal}};
    const char *values = o->values ? o->values : o->keys ? NULL : "1:0,0:1,2:2";
    in.v = values ? read_matrix(a, "values", values) : mat_zeros(a, in.k.rows, 0);
    if (in.q.cols != in.k.cols && !score_allows_two_sizes((ScoreKind)o->scores))
        die("queries have %d numbers and keys %d: %s scores need the same; additive and bilinear "
            "do not",
            in.q.cols, in.k.cols, score_name((ScoreKind)o->scores));
    if (in.v.rows != in.k.rows) die("--keys has %d rows and --values %d", in.k.rows, in.v.rows);
    if (o->valid > in.k.rows) die("--valid %d: --keys has %d rows", o->valid, in.k.rows);
    if ((double)in.q.rows * in.k.rows > MOST_PAIRS)
        die("%d queries and %d keys make more than %d pairs", in.q.rows, in.k.rows, MOST_PAIRS);
    in.valid[0] = o->valid < 0 ? in.k.rows : o->valid;
    return in;
}

/* Puts a matrix that was given in the place of a weight, if the scores have such a weight. */
static void set_weight(Arena *a, Param *weight, const char *option, const char *text,
                       ScoreKind kind)
{
    if (!text) return;
    if (!weight) die("--%s is no weight of %s scores", option, score_name(kind));
    Mat m = read_matrix(a, option, text);
    if (m.rows != weight->value.rows || m.cols != weight->value.cols)
        die("--%s is " SHAPE ", it must be " SHAPE, option, SHAPE_OF(m), SHAPE_OF(weight->value));
    mat_copy(weight->value, m);
}

/* The scoring function of the options, with the weights that were given. */
static Scoring read_scoring(const Options *o, Arena *a, Params *p, Inputs in)
{
    const ScoreKind kind = (ScoreKind)o->scores;
    Rng r = rng_new((uint64_t)o->run.seed);
    const int size = o->w_v ? read_matrix(a, "w-v", o->w_v).cols : in.k.cols;
    Scoring s = scoring_new(kind, p, &r, "scores", in.q.cols, in.k.cols, size);
    set_weight(a, s.width, "width", o->width, kind);
    set_weight(a, s.w, "w", o->w, kind);
    set_weight(a, s.w_q, "w-q", o->w_q, kind);
    set_weight(a, s.w_k, "w-k", o->w_k, kind);
    set_weight(a, s.w_v, "w-v", o->w_v, kind);
    return s;
}

/* A matrix with a name for each row; one that is too large for the eye is left to the files. */
static void print_matrix(const Run *run, const char *title, Mat m)
{
    enum { ROWS = 24, COLS = 7 };
    say(run, "%s\n", title);
    if (m.rows > ROWS || m.cols > COLS)
        say(run, "  " SHAPE ": --out FOLDER writes it\n", SHAPE_OF(m));
    for (int i = 0; i < m.rows && m.rows <= ROWS && m.cols <= COLS; i++) {
        say(run, "  q%-4d", i + 1);
        for (int j = 0; j < m.cols; j++) say(run, " %9.4g", (double)mat_row(m, i)[j]);
        say(run, "\n");
    }
    say(run, "\n");
}

/* Names q1, q2, ... for the rows of the heat map. */
static const char *const *make_names(Arena *a, char prefix, int n)
{
    char **names = arena_alloc(a, (size_t)n * sizeof *names);
    for (int i = 0; i < n; i++) snprintf(names[i] = arena_alloc(a, 16), 16, "%c%d", prefix, i + 1);
    return (const char *const *)names;
}

static bool all_finite(Mat m)
{
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++)
            if (!isfinite(mat_row(m, i)[j])) return false;
    return true;
}

/* Prints what attention does; writes it when the run has a folder. */
static void attend(Run *run, Attention *at, Inputs *in)
{
    Arena *a = &run->arena;
    Mat scores = mat_new(a, in->q.rows, in->k.rows);
    in->mask.valid = in->valid;
    Mat out = attention_forward(at, a, in->q, in->k, in->v, &in->mask, 1);
    scores_forward(&at->scoring, a, scores, in->q, in->k, 1);
    if (!all_finite(scores) || !all_finite(out))
        die("the scores or outputs are too large for float32: use smaller numbers");
    for (int i = 0; i < scores.rows; i++)
        for (int j = 0; j < scores.cols; j++)
            if (!mask_allows(&in->mask, 0, i, j, scores.rows, scores.cols))
                mat_row(scores, i)[j] = -INFINITY;
    print_matrix(run,
                 at->scoring.kind == SCORE_GAUSSIAN
                     ? "scores, one row a query; 0 for the nearest key"
                     : "scores, one row a query",
                 scores);
    print_matrix(run, "weights", at->weights);
    if (out.cols) print_matrix(run, "outputs", out);
    term_heat(&run->term, &(TermHeat){.title = "weights: queries down, keys across",
                                      .values = at->weights,
                                      .row_labels = make_names(a, 'q', scores.rows),
                                      .col_labels = make_names(a, 'k', scores.cols),
                                      .high = 1});
    report_matrix(run, "scores", NULL, (Mat){0}, 'k', scores);
    report_matrix(run, "weights", NULL, (Mat){0}, 'k', at->weights);
    if (out.cols) report_matrix(run, "outputs", NULL, (Mat){0}, 'v', out);
}

int command_attend(void *context, int argc, char **argv)
{
    (void)argc, (void)argv;
    const Options *o = context;
    Arena a = {0};
    Params p = {0};
    Inputs in = read_inputs(o, &a);
    Attention at = {.scoring = read_scoring(o, &a, &p, in)};
    Run run = run_start_printing(&o->run, o);
    say(&run, "%s scores; queries: " SHAPE ", keys: " SHAPE "\n\n", score_name(at.scoring.kind),
        SHAPE_OF(in.q), SHAPE_OF(in.k));
    attend(&run, &at, &in);
    double looked = 0;
    for (int i = 0; i < in.q.rows; i++)
        looked += looked_at(mat_row(at.weights, i), in.k.rows) / in.q.rows;
    say(&run, "\na query looks at %.2f keys (exp of the entropy, mean)\n", looked);
    result(&run, looked, "attend.looked_at");
    run_finish(&run, NULL);
    params_free(&p);
    arena_free(&a);
    return EXIT_SUCCESS;
}
