/* pretrainer - a step on both exercises, forward and backward, and the state of a run.
 *
 * The loss is the sum of both means; the gradients of the encoder's output add up. */
#include "pretrainer.h"
#include "ch05_transformer/fingerprint.h"
#include "common/clock.h"
#include "common/layers.h"
#include "common/schedule.h"

#include <inttypes.h>
#include <limits.h>

static uint64_t texts_of(const PretrainingData *data)
{
    uint64_t f = FINGERPRINT_BEGIN;
    for (Part p = TRAIN; p <= VALID; p++) {
        const Spelled *s = &data->spelled[p];
        f = fingerprint_ints(f, s->ids, s->sentences[s->sentence_count]);
        f = fingerprint_ints(f, s->sentences, s->sentence_count + 1);
        f = fingerprint_ints(f, s->documents, s->document_count + 1);
    }
    return f;
}

Pretrainer pretrainer_new(Arena *a, BertModel *model, const PretrainingData *data, Pretraining how)
{
    const PairRules pairs = {.longest = how.longest, .shorter = 0.1, .pairs = how.pairs};
    Pretrainer t = {.how = how, .model = model, .adam = adam_new(how.rate)};
    t.adam.epsilon = 1e-6, t.adam.decay = how.decay; /* Devlin et al. 2019, their code */
    t.drops = rng_new(how.seed);
    t.train = pretraining_data_batches(data, a, TRAIN, pairs, how.whole_words, how.rows,
                                       rng_new(how.seed + 1));
    t.valid = pretraining_data_batches(data, a, VALID, pairs, how.whole_words, how.rows,
                                       rng_new(how.seed + 2));
    t.first = t.valid.position;
    t.first_batches = t.train.batches;
    t.texts = texts_of(data);
    t.history = history_new(a);
    return t;
}

void pretrainer_free(Pretrainer *t)
{
    arena_free(&t->step);
}

bool pretraining_warm_up(Pretraining *how, Error *e)
{
    enum { USUAL = 500 };
    const int tenth = how->steps / 10;
    if (how->warm_up == INT_MIN) how->warm_up = tenth < USUAL ? tenth : USUAL;
    return how->warm_up <= how->steps ||
           fail(e, "--warm-up %d: more than --steps %d, so that the rate is never reached",
                how->warm_up, how->steps);
}

double pretraining_rate(const Pretraining *how, int n)
{
    return how->rate * schedule_linear(n, how->warm_up, how->steps + 1);
}

/* ---- the two exercises -----------------------------------------------------------------------*/

static void add_masked(PretrainingScore *s, VocabularyLoss loss)
{
    s->masked += loss.counted, s->masked_right += loss.right;
    s->masked_loss += loss.nll;
}

/* Adds what the head says about the pairs; log_p: log-probabilities, a row for each sequence. */
static void add_pairs(PretrainingScore *s, Mat log_p, const int *next)
{
    for (int b = 0; b < log_p.rows; b++) {
        const float *row = mat_row(log_p, b);
        if (next[b] == IGNORED_TARGET) continue;
        s->pairs++, s->pairs_right += row[next[b]] > row[1 - next[b]];
        s->pairs_loss -= (double)row[next[b]];
    }
}

static bool asks_pairs(const BertModel *m, const PretrainingBatch *b)
{
    return (m->parts & PART_NSP) && b->pairs;
}

//> pairs_learn
/* Next-sentence prediction: adds `share` times the gradient of the mean loss to d_hidden. */
static void learn_pairs(BertModel *m, Arena *step, const PretrainingBatch *b, Mat hidden,
                        Mat d_hidden, double share, PretrainingScore *s)
{
    const Mat pooled = pooler_forward(&m->pooler, step, hidden, b->input.batch);
    const Mat log_p = classifier_forward(&m->nsp, step, pooled);
    const Mat d_scores = mat_zeros(step, log_p.rows, log_p.cols);
    const Mat d_pooled = mat_zeros(step, pooled.rows, pooled.cols);
    cross_entropy_forward(log_p, log_p, b->next);
    cross_entropy_backward(d_scores, log_p, b->next);
    mat_scale(d_scores, (float)share);
    classifier_backward(&m->nsp, step, d_pooled, d_scores);
    pooler_backward(&m->pooler, step, d_hidden, d_pooled);
    add_pairs(s, log_p, b->next);
}
//< pairs_learn

//> pretrain_batch
void pretraining_learn(BertModel *m, Arena *step, const PretrainingBatch *b, double share,
                       PretrainingScore *s)
{
    const Mat hidden = bert_forward(&m->bert, step, b->input);
    const Mat d_hidden = mat_zeros(step, hidden.rows, hidden.cols);
    add_masked(
        s, mlm_loss(&m->mlm, step, d_hidden, hidden, b->labels, b->masked ? share / b->masked : 0));
    if (asks_pairs(m, b)) learn_pairs(m, step, b, hidden, d_hidden, share, s);
    bert_backward(&m->bert, step, d_hidden);
}
//< pretrain_batch

void pretraining_ask(BertModel *m, Arena *step, const PretrainingBatch *b, PretrainingScore *s)
{
    bert_model_train(m, NULL);
    const Mat hidden = bert_forward(&m->bert, step, b->input);
    add_masked(s, mlm_loss(&m->mlm, step, (Mat){0}, hidden, b->labels, 0));
    if (!asks_pairs(m, b)) return;
    const Mat pooled = pooler_forward(&m->pooler, step, hidden, b->input.batch);
    const Mat log_p = classifier_forward(&m->nsp, step, pooled);
    log_softmax_forward(log_p, log_p);
    add_pairs(s, log_p, b->next);
}

void score_means(PretrainingScore *s)
{
    if (s->masked) s->masked_loss /= (double)s->masked;
    if (s->pairs) s->pairs_loss /= (double)s->pairs;
}

/* ---- the run ---------------------------------------------------------------------------------*/

double pretrainer_step(Pretrainer *t)
{
    const double start = clock_seconds();
    PretrainingScore s = {0};
    double pieces = 0;
    bert_model_train(t->model, &t->drops);
    params_zero_grad(&t->model->params);
    for (int i = 0; i < t->how.accumulate; i++) {
        const PretrainingBatch b = pretraining_next(&t->train);
        pretraining_learn(t->model, &t->step, &b, 1.0 / t->how.accumulate, &s);
        arena_reset(&t->step);
        pieces += (double)b.input.batch * b.input.length;
    }
    clip_gradients(&t->model->params, t->how.clip);
    t->adam.rate = pretraining_rate(&t->how, t->adam.step + 1);
    adam_step(&t->adam, &t->model->params);
    history_step(&t->history, s.masked_loss, (double)s.masked, clock_seconds() - start);
    t->history.tokens += pieces - (double)s.masked; /* all pieces that were read count */
    score_means(&s);
    return s.masked_loss + s.pairs_loss;
}

PretrainingScore pretrainer_validate(Pretrainer *t, bool *best)
{
    PretrainingScore s = {0};
    pretraining_seek(&t->valid, t->first);
    for (int left = t->valid.batches; left > 0; left--) {
        const PretrainingBatch b = pretraining_next(&t->valid);
        pretraining_ask(t->model, &t->step, &b, &s);
        arena_reset(&t->step);
    }
    score_means(&s);
    *best = history_add(&t->history, t->adam.step, s.masked_loss);
    return s;
}

/* ---- checkpoints -----------------------------------------------------------------------------*/

enum { MOST_STATES = HISTORY_STATES + 9 };

static int states(State *s, Arena *a, Pretrainer *t)
{
    const Pretraining *h = &t->how;
    const BertShape *shape = &t->model->config.shape;
    const char *how = arena_print(a,
                                  "size %dx%d, vocabulary %d, warm-up %d, rate %.15g, decay %.15g, "
                                  "clip %.15g, rows %d, longest %d, accumulate %d, "
                                  "pairs %d, whole words %d, seed %llu",
                                  shape->layers, shape->d_model, h->vocabulary, h->warm_up, h->rate,
                                  h->decay, h->clip, h->rows, h->longest, h->accumulate, h->pairs,
                                  h->whole_words, (unsigned long long)h->seed);
    int n = 0;
    s[n++] = state_text("pretraining", how);
    s[n++] = state_sign("texts", arena_print(a, "%016" PRIx64, t->texts),
                        arena_print(a, "the texts (%.200s) are not those that the run began with",
                                    h->corpus ? h->corpus : "of the corpus"));
    s[n++] = state_rng("drops", &t->drops);
    s[n++] = state_rng("epoch_rng", &t->train.position.rng);
    s[n++] = state_ints("epoch", &t->train.position.epoch, 1);
    s[n++] = state_ints("batch", &t->train.position.batch, 1);
    return n + history_states(s + n, &t->history);
}

typedef bool Transfer(const Checkpoint *c, const char *path, Error *e);

static bool transfer(Pretrainer *t, Transfer *how, const char *folder, Error *e)
{
    Arena a = {0};
    State s[MOST_STATES];
    const Checkpoint c = {&t->model->params, &t->adam, false, s, states(s, &a, t)};
    const bool ok = how(&c, arena_print(&a, "%s/last.safetensors", folder), e);
    arena_free(&a);
    return ok;
}

bool pretrainer_save(Pretrainer *t, const char *folder, Error *e)
{
    return transfer(t, checkpoint_save, folder, e);
}

bool pretrainer_load(Pretrainer *t, const char *folder, Error *e)
{
    if (!transfer(t, checkpoint_load, folder, e) ||
        !history_check(&t->history, t->adam.step, t->train.position.epoch, folder, e))
        return false;
    const int batch = t->train.position.batch;
    return pretraining_seek(&t->train, t->train.position) ||
           fail(e, "%s/last.safetensors: batch %d of an epoch of %d", folder, batch,
                t->train.batches);
}
