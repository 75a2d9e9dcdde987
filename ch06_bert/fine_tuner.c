/* fine_tuner - epochs of steps, and what is measured between them. */
#include "fine_tuner.h"
#include "common/clock.h"
#include "common/interrupt.h"
#include "common/schedule.h"

enum { PREDICT_TOGETHER = 32 }; /* texts in a batch when nothing is learned */

/* ---- the best epoch --------------------------------------------------------------------------*/

static Mat *new_weights(Arena *a, const Params *p)
{
    Mat *weights = arena_alloc(a, (size_t)p->count * sizeof *weights);
    for (int i = 0; i < p->count; i++)
        weights[i] = mat_new(a, p->items[i]->value.rows, p->items[i]->value.cols);
    return weights;
}

static void keep_weights(FineTuner *t)
{
    const Params *p = &t->model->bert.params;
    for (int i = 0; i < p->count; i++) mat_copy(t->best_weights[i], p->items[i]->value);
}

void fine_tuner_take_best(FineTuner *t)
{
    const Params *p = &t->model->bert.params;
    require(t->best >= 0, "no epoch is over");
    for (int i = 0; i < p->count; i++) mat_copy(p->items[i]->value, t->best_weights[i]);
}

/* ---- steps -----------------------------------------------------------------------------------*/

FineTuner fine_tuner_new(TextClassifier *model, const TextTask *data, FineTuning how)
{
    FineTuner t = {.how = how, .model = model, .data = data, .best = -1};
    t.adam = adam_new(how.rate);
    t.adam.epsilon = 1e-6; /* Devlin et al. 2019, their code */
    t.adam.decay = how.decay;
    t.order = rng_new(how.seed);
    t.drops = rng_new(how.seed + 1);
    t.batches =
        text_batches_new(&t.arena, data->of[TRAIN], data->count[TRAIN], how.batch, data->pad);
    t.steps = how.epochs * t.batches.batches;
    t.epochs = arena_zeros(&t.arena, (size_t)how.epochs * sizeof *t.epochs);
    t.best_weights = new_weights(&t.arena, &model->bert.params);
    return t;
}

void fine_tuner_free(FineTuner *t)
{
    arena_free(&t->step);
    arena_free(&t->arena);
}

double fine_tuner_rate(const FineTuner *t, int n)
{
    const long warm_up = (long)(t->how.warm_up * t->steps);
    return t->how.rate * schedule_linear(n, warm_up, t->steps + 1L);
}

static void end_epoch(FineTuner *t)
{
    Arena scratch = {0};
    const TextTask *d = t->data;
    const int n = d->count[VALID];
    EpochRecord *e = &t->epochs[t->epoch];
    int *labels = arena_alloc(&scratch, (size_t)n * sizeof *labels);
    int *predicted = arena_alloc(&scratch, (size_t)n * sizeof *predicted);
    for (int i = 0; i < n; i++) labels[i] = d->of[VALID][i].label;
    e->loss /= t->batches.batches;
    e->valid_loss = text_task_predict(predicted, t->model, d, VALID);
    const ClassScores s = class_scores(&scratch, labels, predicted, n, d->classes);
    e->valid_accuracy = s.accuracy;
    e->valid_macro_f1 = s.macro_f1;
    if (t->best < 0 || e->valid_accuracy > t->epochs[t->best].valid_accuracy) {
        t->best = t->epoch;
        keep_weights(t);
    }
    t->epoch++;
    arena_free(&scratch);
}

//> fine_tuner_step
bool fine_tuner_step(FineTuner *t)
{
    const double start = clock_seconds();
    const int batch = t->adam.step % t->batches.batches;
    require(t->adam.step < t->steps, "all %d steps are taken", t->steps);
    if (batch == 0) text_batches_shuffle(&t->batches, &t->order);
    const TextBatch b = text_batches_get(&t->batches, batch);
    EpochRecord *e = &t->epochs[t->epoch];
    e->loss += adversarial_learn(t->model, &t->step, b, &t->how.attack, &t->drops);
    clip_gradients(&t->model->bert.params, t->how.clip);
    t->adam.rate = fine_tuner_rate(t, t->adam.step + 1);
    adam_step(&t->adam, &t->model->bert.params);
    arena_reset(&t->step);
    e->seconds += clock_seconds() - start;
    if (batch + 1 < t->batches.batches) return false;
    end_epoch(t);
    return true;
}
//< fine_tuner_step

/* ---- how good a model is ---------------------------------------------------------------------*/

/* The class with the largest log p; the first of equals. */
static int likeliest(Mat log_probs, int row)
{
    const float *p = mat_row(log_probs, row);
    int best = 0;
    for (int c = 1; c < log_probs.cols; c++)
        if (p[c] > p[best]) best = c;
    return best;
}

double text_task_predict(int *predicted, TextClassifier *c, const TextTask *data, Part part)
{
    Arena a = {0}, step = {0};
    double nll = 0;
    TextBatches all =
        text_batches_new(&a, data->of[part], data->count[part], PREDICT_TOGETHER, data->pad);
    for (int i = 0; i < all.batches; i++) {
        const TextBatch b = text_batches_get(&all, i);
        Mat log_probs = mat_new(&step, b.input.batch, data->classes);
        text_classifier_predict(c, &step, log_probs, b.input);
        for (int k = 0; k < b.input.batch; k++) {
            nll -= (double)mat_row(log_probs, k)[b.labels[k]];
            predicted[text_batches_examples(&all, i)[k]] = likeliest(log_probs, k);
        }
        arena_reset(&step);
    }
    arena_free(&step);
    arena_free(&a);
    return nll / data->count[part];
}

UnderAttack text_task_attacked(TextClassifier *c, const TextTask *data, Part part,
                               const Attack *attack, int most)
{
    Arena step = {0};
    const int n = data->count[part] < most ? data->count[part] : most;
    int clean = 0, attacked = 0;
    for (int i = 0; i < n && !interrupted(); i++) {
        const TextExample *x = &data->of[part][(long)i * data->count[part] / n];
        const TextBatch b = {{.ids = x->ids, .batch = 1, .length = x->length}, &x->label};
        Mat log_probs = mat_new(&step, 1, data->classes);
        text_classifier_predict(c, &step, log_probs, b.input);
        clean += likeliest(log_probs, 0) == x->label;
        adversarial_predict(c, &step, log_probs, b, attack);
        attacked += likeliest(log_probs, 0) == x->label;
        arena_reset(&step);
    }
    arena_free(&step);
    return (UnderAttack){n, (double)clean / n, (double)attacked / n};
}
