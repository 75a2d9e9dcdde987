/* pretraining_mistakes - training steps with one thing wrong. */
#include "pretraining_mistakes.h"
#include "common/layers.h"

#include <string.h>

const char *pretraining_mistake_name(PretrainingMistake mistake)
{
    static const char *const names[] = {"none",       "swapped",    "all-places", "output-lost",
                                        "input-lost", "not-hidden", "one-draw"};
    return names[mistake];
}

//> one_draw
int mask_pieces_one_draw(int *ids, int *labels, int n, const MaskRules *m, Rng *r)
{
    int chosen = 0;
    for (int i = 0; i < n; i++) {
        const double u = rng_uniform(r);
        labels[i] = IGNORED_TARGET;
        if (m->special[ids[i]] || u >= m->share) continue;
        labels[i] = ids[i], chosen++;
        if (u < 0.8)
            ids[i] = m->mask; /* always: here u is below 0.15 */
        else if (u < 0.9)
            do ids[i] = rng_below(r, m->vocabulary);
            while (m->special[ids[i]]);
    }
    return chosen;
}
//< one_draw

static int *copy(Arena *step, const int *from, size_t n)
{
    return memcpy(arena_alloc(step, n * sizeof *from), from, n * sizeof *from);
}

//> mistaken_batch
PretrainingBatch mistaken_batch(Arena *step, const PretrainingBatch *b, const MaskRules *m, Rng *r,
                                PretrainingMistake mistake)
{
    PretrainingBatch made = *b;
    const int places = b->input.batch * b->input.length;
    if (mistake == SWAPPED) {
        int *next = copy(step, b->next, (size_t)b->input.batch);
        for (int i = 0; i < b->input.batch; i++)
            if (next[i] != IGNORED_TARGET) next[i] = 1 - next[i];
        made.next = next;
    }
    if (mistake == ALL_PLACES) made.labels = b->original, made.masked = places;
    if (mistake == NOT_HIDDEN) made.input.ids = b->original;
    if (mistake == ONE_DRAW) {
        int *ids = copy(step, b->original, (size_t)places);
        int *labels = copy(step, b->labels, (size_t)places);
        made.masked = mask_pieces_one_draw(ids, labels, places, m, r);
        made.input.ids = ids, made.labels = labels;
    }
    return made;
}
//< mistaken_batch

//> gradient_lost
/* One end of the table reads the same numbers, but its gradient goes to a copy that nobody asks. */
void mistaken_learn(BertModel *m, Arena *step, const PretrainingBatch *b, PretrainingScore *s,
                    PretrainingMistake mistake)
{
    Param *words = m->bert.words, copy = *words;
    copy.grad = mat_zeros(step, words->grad.rows, words->grad.cols);
    if (mistake == OUTPUT_LOST) m->mlm.words = &copy;
    if (mistake == INPUT_LOST) m->bert.words = &copy;
    pretraining_learn(m, step, b, 1, s);
    m->mlm.words = m->bert.words = words;
}
//< gradient_lost

void mistaken_pretraining_step(Pretrainer *t, PretrainingScore *s, PretrainingMistake mistake)
{
    const PretrainingBatch right = pretraining_next(&t->train);
    const PretrainingBatch b =
        mistaken_batch(&t->step, &right, &t->train.rules.masks, &t->drops, mistake);
    bert_model_train(t->model, &t->drops);
    params_zero_grad(&t->model->params);
    mistaken_learn(t->model, &t->step, &b, s, mistake);
    clip_gradients(&t->model->params, t->how.clip);
    t->adam.rate = pretraining_rate(&t->how, t->adam.step + 1);
    adam_step(&t->adam, &t->model->params);
    arena_reset(&t->step);
}
