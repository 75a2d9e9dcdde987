/* bert_heads - pooler, masked words, classifiers, forward and backward.
 *
 * The head of masked words looks only at the rows that have a label, some 15 in 100: they are
 * gathered first, go through dense layer, activation and normalisation together, and the scores of
 * the vocabulary are made block by block (chapter 5, vocabulary.c). The table of words gets
 * gradients from both ends: here as the output's weights, in bert_embed_backward as the input's. */
#include "bert_heads.h"
#include "common/exp_fast.h"
#include "common/layers.h"

/* The weight PREFIX.w, truncated normal (r NULL: of no use, to be read), and the bias PREFIX.b. */
static Param *dense_weight(Params *p, Rng *r, const char *prefix, int inputs, int outputs,
                           double initial)
{
    Rng unused = rng_new(0);
    Param *w = params_weight(p, &unused, prefix, "w", inputs, outputs);
    if (r) fill_truncated_normal(w->value, r, initial);
    return w;
}

/* ---- pooler ----------------------------------------------------------------------------------*/

Pooler pooler_new(Params *p, Rng *r, const BertShape *s)
{
    return (Pooler){.w = dense_weight(p, r, "pooler", s->d_model, s->d_model, s->initial),
                    .b = params_row(p, "pooler", "b", s->d_model, 0)};
}

/* The rows of the first tokens of all sequences: every length-th row. */
static Mat first_rows(Mat hidden, int batch)
{
    require(batch > 0 && hidden.rows % batch == 0, SHAPE " are no %d sequences", SHAPE_OF(hidden),
            batch);
    return (Mat){batch, hidden.cols, hidden.rows / batch * hidden.stride, hidden.data};
}

//> pooler_forward
Mat pooler_forward(Pooler *p, Arena *step, Mat hidden, int batch)
{
    p->first = first_rows(hidden, batch);
    p->out = mat_new(step, batch, hidden.cols);
    linear_forward(p->out, p->first, p->w->value, p->b->value);
    for (int i = 0; i < batch; i++)
        for (int j = 0; j < p->out.cols; j++)
            mat_row(p->out, i)[j] = tanh_fast(mat_row(p->out, i)[j]);
    return p->out;
}
//< pooler_forward

//> pooler_backward [exercise=4]
void pooler_backward(const Pooler *p, Arena *step, Mat d_hidden, Mat d_pooled)
{
    Mat d_a = mat_new(step, p->out.rows, p->out.cols); /* out = tanh a: da = (1 - out^2) dout */
    for (int i = 0; i < d_a.rows; i++) {
        const float *out = mat_row(p->out, i), *d_out = mat_row(d_pooled, i);
        for (int j = 0; j < d_a.cols; j++) mat_row(d_a, i)[j] = (1 - out[j] * out[j]) * d_out[j];
    }
    linear_backward(first_rows(d_hidden, p->out.rows), p->w->grad, p->b->grad, p->first,
                    p->w->value, d_a);
}
//< pooler_backward

/* ---- masked words ----------------------------------------------------------------------------*/

MlmHead mlm_new(Params *p, Rng *r, const Bert *b)
{
    const BertShape *s = &b->shape;
    return (MlmHead){.w = dense_weight(p, r, "mlm", s->d_model, s->d_model, s->initial),
                     .b = params_row(p, "mlm", "b", s->d_model, 0),
                     .norm = layer_norm_new(p, "mlm.norm", s->d_model, s->epsilon),
                     .bias = params_row(p, "mlm", "bias", s->vocabulary, 0),
                     .words = b->words,
                     .activation = activation_function(s->activation)};
}

/* The chosen rows on their way to the vocabulary. */
typedef struct {
    Mat x, sum, active; /* as the encoder gives them; before and after the activation */
    Mat normed;         /* what is compared with the words */
} Transformed;

//> mlm_transform
/* normed = norm(activation(x W + b)) for the rows rows[0 .. count-1] of hidden. */
static Transformed mlm_transform(MlmHead *m, Arena *step, Mat hidden, const int *rows, int count)
{
    const int d = hidden.cols;
    Transformed t = {mat_new(step, count, d), mat_new(step, count, d), mat_new(step, count, d),
                     mat_new(step, count, d)};
    for (int i = 0; i < count; i++) mat_copy(mat_rows(t.x, i, 1), mat_rows(hidden, rows[i], 1));
    linear_forward(t.sum, t.x, m->w->value, m->b->value);
    m->activation.forward(t.active, t.sum);
    layer_norm_forward(&m->norm, step, t.normed, t.active);
    return t;
}
//< mlm_transform

//> mlm_transform_backward [exercise=5]
/* From d_normed, the gradient of t->normed, back to the rows rows[0 ..] of d_hidden and to the
 * weights' gradients: adds to both. (The norm is that of chapter 5; an activation's backward turns
 * the gradient of its output into that of its input, in place.) */
static void mlm_transform_backward(MlmHead *m, Arena *step, const Transformed *t, Mat d_hidden,
                                   const int *rows, Mat d_normed)
{
    Mat d_sum = mat_zeros(step, t->sum.rows, t->sum.cols);
    Mat d_x = mat_zeros(step, t->sum.rows, t->sum.cols);
    layer_norm_backward(&m->norm, d_sum, d_normed);
    m->activation.backward(d_sum, t->sum);
    linear_backward(d_x, m->w->grad, m->b->grad, t->x, m->w->value, d_sum);
    for (int i = 0; i < d_x.rows; i++) mat_add(mat_rows(d_hidden, rows[i], 1), mat_rows(d_x, i, 1));
}
//< mlm_transform_backward

Mat mlm_scores(MlmHead *m, Arena *step, Mat hidden, const int *rows, int count)
{
    Mat scores = mat_new(step, count, m->words->value.rows);
    Transformed t = mlm_transform(m, step, hidden, rows, count);
    vocabulary_logits(scores, t.normed, m->words);
    mat_add_row(scores, m->bias->value);
    return scores;
}

//> mlm_loss
VocabularyLoss mlm_loss(MlmHead *m, Arena *step, Mat d_hidden, Mat hidden, const int *labels,
                        double scale)
{
    Arena mark = *step;
    int *rows = arena_alloc(step, (size_t)hidden.rows * sizeof *rows), count = 0;
    int *targets = arena_alloc(step, (size_t)hidden.rows * sizeof *targets);
    for (int i = 0; i < hidden.rows; i++)
        if (labels[i] != IGNORED_TARGET) rows[count] = i, targets[count++] = labels[i];
    Transformed t = mlm_transform(m, step, hidden, rows, count);
    Mat d_normed = {0};
    if (d_hidden.data) d_normed = mat_zeros(step, count, hidden.cols);
    VocabularyLoss loss =
        vocabulary_loss_biased(d_normed, step, t.normed, m->words, m->bias, targets, scale);
    if (d_hidden.data) mlm_transform_backward(m, step, &t, d_hidden, rows, d_normed);
    arena_release(step, mark);
    return loss;
}
//< mlm_loss

/* ---- classifiers -----------------------------------------------------------------------------*/

Classifier classifier_new(Params *p, Rng *r, const char *prefix, int inputs, int classes,
                          double initial, double dropout)
{
    return (Classifier){.w = dense_weight(p, r, prefix, inputs, classes, initial),
                        .b = params_row(p, prefix, "b", classes, 0),
                        .dropout = dropout};
}

//> classifier
Mat classifier_forward(Classifier *c, Arena *step, Mat x)
{
    Mat logits = mat_new(step, x.rows, c->w->value.cols);
    c->x = x;
    if (c->rng) {
        c->drop = rng_next(c->rng);
        c->x = mat_new(step, x.rows, x.cols);
        dropout_forward(c->x, x, c->dropout, rng_new(c->drop));
    }
    linear_forward(logits, c->x, c->w->value, c->b->value);
    return logits;
}

void classifier_backward(const Classifier *c, Arena *step, Mat d_x, Mat d_logits)
{
    Mat d_kept = d_x;
    if (c->rng) d_kept = mat_zeros(step, d_x.rows, d_x.cols);
    linear_backward(d_kept, c->w->grad, c->b->grad, c->x, c->w->value, d_logits);
    if (c->rng) dropout_backward(d_x, d_kept, c->dropout, rng_new(c->drop));
}
//< classifier
