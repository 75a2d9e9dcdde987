/* language_models - the masked model and what came before it.
 *
 * A left-to-right model at place t has read pieces 0 .. t and is asked for piece t + 1; the LSTM
 * that reads from the end is asked there for piece t - 1. At a place t both LSTMs together say what
 * stands there by the sum of their scores, the product of their probabilities: the one that has
 * read up to t - 1 and the one that has come back as far as t + 1. */
#include "language_models.h"
#include "common/layers.h"
#include "common/matmul.h"

#include <string.h>

const char *language_model_name(LanguageModelKind kind)
{
    static const char *const names[LANGUAGE_MODELS] = {"masked", "left to right", "two LSTMs"};
    return names[kind];
}

void language_model_new(LanguageModel *m, Rng *r, LanguageModelKind kind, BertShape s)
{
    *m = (LanguageModel){.kind = kind, .dropout = s.dropout};
    if (kind != TWO_LSTMS) {
        bert_model_new(&m->bert, r, (BertConfig){.shape = s}, PART_MLM);
        return;
    }
    m->words = params_add(&m->params, "words", s.vocabulary, s.d_model);
    fill_truncated_normal(m->words->value, r, s.initial);
    m->bias = params_add(&m->params, "bias", 1, s.vocabulary);
    m->left = lstm_new(&m->params, r, "left", s.d_model, s.d_model, false);
    m->right = lstm_new(&m->params, r, "right", s.d_model, s.d_model, true);
}

void language_model_free(LanguageModel *m)
{
    if (m->kind != TWO_LSTMS) bert_model_free(&m->bert);
    params_free(&m->params);
}

Params *language_model_params(LanguageModel *m)
{
    return m->kind == TWO_LSTMS ? &m->params : &m->bert.params;
}

/* ---- what is asked ---------------------------------------------------------------------------*/

static int pieces_of(const HoledTexts *t, int b)
{
    return t->valid ? t->valid[b] : t->length;
}

/* For every place the piece `ahead` places further on, if there is one. */
static const int *neighbours(Arena *step, const HoledTexts *t, int ahead)
{
    int *labels = arena_alloc(step, (size_t)(t->batch * t->length) * sizeof *labels);
    for (int b = 0; b < t->batch; b++)
        for (int i = 0; i < t->length; i++) {
            const int at = b * t->length + i, other = i + ahead;
            const bool there = i < pieces_of(t, b) && other >= 0 && other < pieces_of(t, b);
            labels[at] = there ? t->ids[at + ahead] : IGNORED_TARGET;
        }
    return labels;
}

static long count(const HoledTexts *t, const int *labels)
{
    long n = 0;
    for (int i = 0; i < t->batch * t->length; i++) n += labels[i] != IGNORED_TARGET;
    return n;
}

/* ---- learning --------------------------------------------------------------------------------*/

static Mat read_with_bert(LanguageModel *m, Arena *step, const HoledTexts *t)
{
    const bool causal = m->kind == LEFT_TO_RIGHT;
    return bert_forward(&m->bert.bert, step,
                        (BertInput){.ids = causal ? t->ids : t->holed,
                                    .valid = t->valid,
                                    .batch = t->batch,
                                    .length = t->length,
                                    .causal = causal});
}

static VocabularyLoss learn_with_bert(LanguageModel *m, Arena *step, const HoledTexts *t, Rng *r)
{
    bert_model_train(&m->bert, r);
    const int *labels = m->kind == LEFT_TO_RIGHT ? neighbours(step, t, 1) : t->labels;
    const long asked = count(t, labels);
    const Mat hidden = read_with_bert(m, step, t);
    const Mat d_hidden = mat_zeros(step, hidden.rows, hidden.cols);
    const VocabularyLoss loss =
        mlm_loss(&m->bert.mlm, step, d_hidden, hidden, labels, asked ? 1.0 / (double)asked : 0);
    bert_backward(&m->bert.bert, step, d_hidden);
    return loss;
}

/* What both LSTMs have said, as windows of one matrix: (B T) x 2d. */
typedef struct {
    Mat x, said, left, right;
} Reading;

static Reading read_with_lstms(LanguageModel *m, Arena *step, const HoledTexts *t)
{
    const int d = m->words->value.cols, rows = t->batch * t->length;
    const Mat said = mat_new(step, rows, 2 * d);
    const Reading r = {mat_new(step, rows, d), said, mat_cols(said, 0, d), mat_cols(said, d, d)};
    embedding_forward(r.x, m->words->value, t->ids);
    return r;
}

static void run_lstms(LanguageModel *m, Arena *step, const HoledTexts *t, Reading r)
{
    const LstmState zero = {0};
    lstm_forward(&m->left, step, r.left, r.x, t->valid, t->batch, zero);
    lstm_forward(&m->right, step, r.right, r.x, t->valid, t->batch, zero);
}

static VocabularyLoss sum_of(VocabularyLoss a, VocabularyLoss b)
{
    return (VocabularyLoss){a.loss + b.loss, a.nll + b.nll, a.counted + b.counted,
                            a.right + b.right};
}

static VocabularyLoss learn_with_lstms(LanguageModel *m, Arena *step, const HoledTexts *t, Rng *r)
{
    const Rng drop_x = rng_new(rng_next(r)), drop_said = rng_new(rng_next(r));
    const int *behind = neighbours(step, t, 1), *before = neighbours(step, t, -1);
    const long asked = count(t, behind) + count(t, before);
    const double scale = asked ? 1.0 / (double)asked : 0;
    const Reading read = read_with_lstms(m, step, t);
    dropout_forward(read.x, read.x, m->dropout, drop_x);
    run_lstms(m, step, t, read);
    dropout_forward(read.said, read.said, m->dropout, drop_said);
    const int d = read.x.cols;
    const Mat d_dropped = mat_zeros(step, read.said.rows, 2 * d);
    const Mat d_said = mat_zeros(step, read.said.rows, 2 * d);
    const Mat d_x = mat_zeros(step, read.x.rows, d), d_read = mat_zeros(step, read.x.rows, d);
    const VocabularyLoss loss =
        sum_of(vocabulary_loss_biased(mat_cols(d_dropped, 0, d), step, read.left, m->words, m->bias,
                                      behind, scale),
               vocabulary_loss_biased(mat_cols(d_dropped, d, d), step, read.right, m->words,
                                      m->bias, before, scale));
    dropout_backward(d_said, d_dropped, m->dropout, drop_said);
    lstm_backward(&m->left, step, d_x, mat_cols(d_said, 0, d), (LstmState){0});
    lstm_backward(&m->right, step, d_x, mat_cols(d_said, d, d), (LstmState){0});
    dropout_backward(d_read, d_x, m->dropout, drop_x);
    embedding_backward(m->words->grad, t->ids, d_read);
    return loss;
}

VocabularyLoss language_model_learn(LanguageModel *m, Arena *step, const HoledTexts *t, Rng *r)
{
    return m->kind == TWO_LSTMS ? learn_with_lstms(m, step, t, r) : learn_with_bert(m, step, t, r);
}

/* ---- filling holes ---------------------------------------------------------------------------*/

/* Whether the target has the largest of n scores. */
static bool is_best(const float *scores, int n, int target)
{
    for (int v = 0; v < n; v++)
        if (scores[v] > scores[target]) return false;
    return true;
}

/* The scores of all pieces at place i of the stack, from what the model has read. */
static Mat scores_at(LanguageModel *m, Arena *step, Mat hidden, Reading read, Context context,
                     int i)
{
    if (m->kind != TWO_LSTMS) {
        const int row = m->kind == LEFT_TO_RIGHT ? i - 1 : i;
        return mlm_scores(&m->bert.mlm, step, hidden, &row, 1);
    }
    const Mat state = mat_new(step, 1, read.x.cols);
    const Mat scores = mat_new(step, 1, m->words->value.rows);
    mat_copy(state, mat_rows(read.left, i - 1, 1));
    mat_copy(scores, m->bias->value);
    if (context == BOTH_CONTEXTS) {
        mat_add(state, mat_rows(read.right, i + 1, 1));
        mat_scale(scores, 2);
    }
    matmul_nt(scores, 1, state, m->words->value, 1);
    return scores;
}

/* Whether something is asked at place i of the stack that has the context it takes. */
static bool is_asked(const HoledTexts *t, Context context, int i)
{
    const int place = i % t->length, last = pieces_of(t, i / t->length) - 1;
    return t->labels[i] != IGNORED_TARGET && place > 0 && (context == LEFT_CONTEXT || place < last);
}

long language_model_right(LanguageModel *m, Arena *step, const HoledTexts *t, Context context,
                          long *asked)
{
    Mat hidden = {0};
    Reading read = {0};
    long right = 0;
    *asked = 0;
    if (m->kind == TWO_LSTMS) {
        read = read_with_lstms(m, step, t);
        run_lstms(m, step, t, read);
    } else {
        bert_model_train(&m->bert, NULL);
        hidden = read_with_bert(m, step, t);
    }
    for (int i = 0; i < t->batch * t->length; i++) {
        if (!is_asked(t, context, i)) continue;
        const Arena mark = *step;
        const Mat scores = scores_at(m, step, hidden, read, context, i);
        right += is_best(scores.data, scores.cols, t->labels[i]);
        ++*asked;
        arena_release(step, mark);
    }
    return right;
}

/* ---- one hole at a time ----------------------------------------------------------------------*/

HoledTexts single_holes(Arena *a, const HoledTexts *t, Context context, int mask)
{
    const int length = t->length;
    const size_t places = (size_t)count(t, t->labels) * (size_t)length;
    int *ids = arena_alloc(a, places * sizeof *ids), *holed = arena_alloc(a, places * sizeof *ids);
    int *labels = arena_alloc(a, places * sizeof *ids);
    int *valid = arena_alloc(a, places / (size_t)length * sizeof *valid), n = 0;
    for (int i = 0; i < t->batch * length; i++) {
        if (t->labels[i] == IGNORED_TARGET) continue;
        const int row = i / length, at = n * length + i % length;
        memcpy(ids + n * length, t->ids + row * length, (size_t)length * sizeof *ids);
        memcpy(holed + n * length, t->ids + row * length, (size_t)length * sizeof *ids);
        for (int k = 0; k < length; k++) labels[n * length + k] = IGNORED_TARGET;
        labels[at] = t->labels[i];
        holed[at] = mask;
        valid[n++] = context == LEFT_CONTEXT ? i % length + 1 : pieces_of(t, row);
    }
    return (HoledTexts){ids, holed, labels, valid, n, length};
}
