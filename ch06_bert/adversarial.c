/* adversarial - FGM and PGD on the embedding table.
 *
 * Why the step is g / |g|: to first order L(E + rho) = L(E) + <g, rho>, and among all rho of length
 * alpha the product is largest for the one in the direction of g (Cauchy and Schwarz). Why the
 * projection shrinks: the point of the ball that is nearest to rho lies on the line from the centre
 * to rho. */
#include "adversarial.h"

#include <math.h>
#include <string.h>

const char *attack_name(AttackKind kind)
{
    static const char *const names[] = {"none", "fgm", "pgd"};
    require((unsigned)kind <= PGD, "attack %d", (int)kind);
    return names[kind];
}

Attack attack_new(AttackKind kind, double epsilon, double alpha, int steps, bool relative)
{
    if (kind == NO_ATTACK) return (Attack){0};
    if (kind == FGM) return (Attack){1, epsilon, epsilon, relative};
    return (Attack){steps, alpha, epsilon, relative};
}

/* ---- moving the words' vectors ---------------------------------------------------------------*/

/* Lists the ids of the real tokens, ascending and each once; returns how many. */
static int used_rows(int *rows, Arena *step, int vocabulary, BertInput in)
{
    Arena mark = *step;
    char *used = arena_zeros(step, (size_t)vocabulary);
    int count = 0;
    for (int b = 0; b < in.batch; b++)
        for (int t = 0; t < (in.valid ? in.valid[b] : in.length); t++)
            used[in.ids[b * in.length + t]] = 1;
    for (int id = 0; id < vocabulary; id++)
        if (used[id]) rows[count++] = id;
    arena_release(step, mark);
    return count;
}

/* Row i of what is moved, and of its gradient. */
static Mat moved(const Perturbation *p, int i)
{
    return mat_rows(p->words->value, p->rows[i], 1);
}

static Mat gradient(const Perturbation *p, int i)
{
    return mat_rows(p->words->grad, p->rows[i], 1);
}

Perturbation perturbation_begin(Arena *step, Param *words, BertInput in)
{
    Perturbation p = {.words = words};
    p.rows = arena_alloc(step, (size_t)(in.batch * in.length) * sizeof *p.rows);
    const int count = used_rows(p.rows, step, words->value.rows, in);
    p.clean = mat_new(step, count, words->value.cols);
    for (int i = 0; i < count; i++) mat_copy(mat_rows(p.clean, i, 1), moved(&p, i));
    p.size = sqrt(mat_dot(p.clean, p.clean));
    return p;
}

//> perturbation_climb [exercise=3]
void perturbation_climb(const Perturbation *p, double alpha)
{
    double square = 0;
    for (int i = 0; i < p->clean.rows; i++) square += mat_dot(gradient(p, i), gradient(p, i));
    if (!(square > 0 && isfinite(square))) return;
    const float scale = (float)(alpha / sqrt(square));
    for (int i = 0; i < p->clean.rows; i++) mat_add_scaled(moved(p, i), scale, gradient(p, i));
}
//< perturbation_climb

double perturbation_norm(const Perturbation *p)
{
    double square = 0;
    for (int i = 0; i < p->clean.rows; i++)
        for (int j = 0; j < p->clean.cols; j++) {
            const double rho = (double)moved(p, i).data[j] - (double)mat_row(p->clean, i)[j];
            square += rho * rho;
        }
    return sqrt(square);
}

//> pgd_project [exercise=4]
void pgd_project(const Perturbation *p, double epsilon)
{
    const double norm = perturbation_norm(p);
    if (norm <= epsilon) return;
    const float scale = (float)(epsilon / norm);
    for (int i = 0; i < p->clean.rows; i++) {
        float *row = moved(p, i).data;
        const float *clean = mat_row(p->clean, i);
        for (int j = 0; j < p->clean.cols; j++) row[j] = clean[j] + scale * (row[j] - clean[j]);
    }
}
//< pgd_project

/* One step of an attack. */
static void take_step(const Perturbation *p, const Attack *attack)
{
    const double unit = attack->relative ? p->size : 1;
    perturbation_climb(p, attack->alpha * unit);
    pgd_project(p, attack->epsilon * unit);
}

void perturbation_end(const Perturbation *p)
{
    for (int i = 0; i < p->clean.rows; i++) mat_copy(moved(p, i), mat_rows(p->clean, i, 1));
}

/* ---- learning and testing --------------------------------------------------------------------*/

/* The gradients of all weights, owned by the step. */
static Mat *gradients_copy(Arena *step, const Params *p)
{
    Mat *copy = arena_alloc(step, (size_t)p->count * sizeof *copy);
    for (int i = 0; i < p->count; i++) {
        copy[i] = mat_new(step, p->items[i]->grad.rows, p->items[i]->grad.cols);
        mat_copy(copy[i], p->items[i]->grad);
    }
    return copy;
}

static void gradients_restore(const Params *p, const Mat *copy)
{
    for (int i = 0; i < p->count; i++) mat_copy(p->items[i]->grad, copy[i]);
}

//> adversarial_learn [exercise=6]
double adversarial_learn(TextClassifier *c, Arena *step, TextBatch b, const Attack *attack,
                         Rng *drops)
{
    Arena mark = *step;
    Params *weights = &c->bert.params;
    const Rng same = *drops;
    params_zero_grad(weights);
    const double loss = text_classifier_learn(c, step, b, drops);
    if (attack->steps == 0) return loss;
    const Perturbation p = perturbation_begin(step, c->words, b.input);
    const Mat *clean = gradients_copy(step, weights);
    for (int k = 1; k <= attack->steps; k++) {
        take_step(&p, attack);
        if (k < attack->steps)
            params_zero_grad(weights); /* only shows where to climb next */
        else
            gradients_restore(weights, clean); /* the last one is added to the clean one */
        *drops = same;
        text_classifier_learn(c, step, b, drops);
    }
    perturbation_end(&p);
    arena_release(step, mark);
    return loss;
}
//< adversarial_learn

void adversarial_predict(TextClassifier *c, Arena *step, Mat log_probs, TextBatch b,
                         const Attack *attack)
{
    Arena mark = *step;
    const Perturbation p = perturbation_begin(step, c->words, b.input);
    for (int k = 1; k <= attack->steps; k++) {
        params_zero_grad(&c->bert.params);
        text_classifier_learn(c, step, b, NULL);
        take_step(&p, attack);
    }
    text_classifier_predict(c, step, log_probs, b.input);
    perturbation_end(&p);
    arena_release(step, mark);
}
