/* model - one layer of self-attention on coloured words, forward, backward and training. */
#include "model.h"
#include "common/layers.h"
#include "common/optim.h"
#include "common/parallel.h"

#include <math.h>

Model model_new(Params *p, Rng *r, int d, int heads)
{
    Model m = {.attention = multihead_new(p, r, "attention", d, heads)};
    const int outputs = QUESTIONS * COLOURS;
    const double bound = sqrt(6.0 / (d + outputs));
    m.word = params_add(p, "word", WORDS, d);
    m.colour = params_add(p, "colour", COLOURS, d);
    m.position = params_add(p, "position", POSITIONS, d);
    m.w = params_add(p, "w", d, outputs);
    m.b = params_add(p, "b", 1, outputs);
    fill_normal(m.word->value, r, 1);
    fill_normal(m.colour->value, r, 1);
    fill_normal(m.position->value, r, 1);
    fill_uniform(m.w->value, r, -bound, bound);
    return m;
}

Mat model_embed(const Model *m, Arena *step, const int *word, const int *colour,
                const int *position, int n)
{
    Mat x = mat_new(step, n, m->word->value.cols), part = mat_new(step, n, x.cols);
    embedding_forward(x, m->word->value, word);
    embedding_forward(part, m->colour->value, colour);
    mat_add(x, part);
    embedding_forward(part, m->position->value, position);
    mat_add(x, part);
    return x;
}

/* The columns of one question. */
static Mat answers(Mat all, int question)
{
    return mat_cols(all, question * COLOURS, COLOURS);
}

//> model_forward
double model_forward(Model *m, Arena *step, const Sentences *s)
{
    const int n = s->batch * LENGTH;
    double loss = 0;
    Mat x = model_embed(m, step, s->word, s->colour, s->position, n);
    m->h = mat_new(step, n, x.cols);
    m->log_probs = mat_new(step, n, QUESTIONS * COLOURS);
    multihead_forward(&m->attention, step, m->h, x, x, &(Mask){0}, s->batch);
    linear_forward(m->log_probs, m->h, m->w->value, m->b->value);
    for (int q = 0; q < QUESTIONS; q++) {
        Mat logits = answers(m->log_probs, q);
        loss += cross_entropy_forward(logits, logits, s->target[q]) / QUESTIONS;
    }
    return loss;
}
//< model_forward

//> model_backward
void model_backward(const Model *m, Arena *step, const Sentences *s)
{
    const int n = s->batch * LENGTH;
    Mat d_logits = mat_zeros(step, n, QUESTIONS * COLOURS);
    Mat d_h = mat_zeros(step, n, m->h.cols), d_x = mat_zeros(step, n, m->h.cols);
    for (int q = 0; q < QUESTIONS; q++)
        cross_entropy_backward(answers(d_logits, q), answers(m->log_probs, q), s->target[q]);
    mat_scale(d_logits, 1.0f / QUESTIONS);
    linear_backward(d_h, m->w->grad, m->b->grad, m->h, m->w->value, d_logits);
    multihead_backward(&m->attention, step, d_x, d_x, d_h);
    embedding_backward(m->word->grad, s->word, d_x);
    embedding_backward(m->colour->grad, s->colour, d_x);
    embedding_backward(m->position->grad, s->position, d_x);
}
//< model_backward

static int largest(const float *row, int n)
{
    int best = 0;
    for (int j = 1; j < n; j++)
        if (row[j] > row[best]) best = j;
    return best;
}

Accuracy accuracy_of(Mat logits, const Sentences *s)
{
    int right[QUESTIONS] = {0}, asked[QUESTIONS] = {0}, both = 0, both_asked = 0;
    for (int i = 0; i < s->batch * LENGTH; i++) {
        int has = 0, hits = 0;
        for (int q = 0; q < QUESTIONS; q++) {
            if (s->target[q][i] == IGNORED_TARGET) continue;
            int hit = largest(mat_row(answers(logits, q), i), COLOURS) == s->target[q][i];
            asked[q]++, has++;
            right[q] += hit, hits += hit;
        }
        both_asked += has == QUESTIONS;
        both += hits == QUESTIONS;
    }
    Accuracy a = {.both = (double)both / both_asked};
    for (int q = 0; q < QUESTIONS; q++) a.question[q] = (double)right[q] / asked[q];
    return a;
}

Accuracy model_accuracy(Model *m, Arena *step, const Sentences *s)
{
    model_forward(m, step, s);
    return accuracy_of(m->log_probs, s);
}

double head_looks_at(const Model *m, int head, const Sentences *s, Question q)
{
    double sum = 0;
    int count = 0;
    for (int b = 0; b < s->batch; b++) {
        Mat weights = multihead_weights(&m->attention, head, b);
        for (int t = 0; t < LENGTH; t++) {
            int source = s->source[q][b * LENGTH + t];
            if (source < 0) continue;
            sum += (double)mat_row(weights, t)[source];
            count++;
        }
    }
    return sum / count;
}

void model_train(Model *m, const ModelTraining *how)
{
    Arena step = {0};
    Adam adam = adam_new(how->rate);
    const int threads = use_threads(1); /* such small matrices are not worth sharing out */
    for (int i = 1; i <= how->steps; i++) {
        arena_reset(&step);
        Sentences s = sentences_new(&step, how->rng, how->batch);
        params_zero_grad(how->params);
        double loss = model_forward(m, &step, &s);
        model_backward(m, &step, &s);
        adam_step(&adam, how->params);
        if (how->after_step) how->after_step(how->context, i, loss);
    }
    use_threads(threads);
    arena_free(&step);
}
