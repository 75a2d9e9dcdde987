/* bench_bert - the time of a step of pretraining (forward, both losses, backward, AdamW) and of
 * inference, beside the same model in PyTorch, and how much of the processor's peak is reached.
 *
 * golden/bench_torch.py is the other side and takes turns with this program (common/torch.h).
 * Without PyTorch only our own times are measured. The floating-point operations counted are those
 * of the matrix products, backward twice those of forward. BENCH_QUICK=1 measures fewer turns. The
 * last lines are key=value. */
#include "bert_model.h"
#include "common/clock.h"
#include "common/layers.h"
#include "common/optim.h"
#include "common/peak.h"
#include "common/torch.h"

#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { VOCABULARY = 8000, BATCH = 32, LENGTH = 64, MASKED = 10, PLACES = BATCH * LENGTH };

typedef struct {
    const char *key;
    int layers, d_model, heads, steps; /* steps of one turn */
} Size;

/* The larger first: malloc, which PyTorch takes its memory from, then keeps what the others need.
 */
static const Size sizes[] = {
    {"small", 4, 512, 8, 2}, {"mini", 4, 256, 4, 3}, {"tiny", 2, 128, 2, 5}};
enum { SIZES = sizeof sizes / sizeof *sizes };

typedef struct {
    BertModel model;
    Adam adam;
    Rng rng;
    Arena step;
    int ids[PLACES], types[PLACES], labels[PLACES], next[BATCH];
} Bench;

static void bench_new(Bench *b, const Size *s)
{
    b->rng = rng_new(1), b->adam = adam_new(1e-4), b->step = (Arena){0};
    b->adam.decay = 0.01;
    const BertConfig config = {.shape =
                                   bert_shape(VOCABULARY, s->layers, s->d_model, s->heads, 512)};
    bert_model_new(&b->model, &b->rng, config, PARTS_PRETRAINING);
    for (int i = 0; i < PLACES; i++) {
        const int place = i % LENGTH;
        b->ids[i] = 5 + rng_below(&b->rng, VOCABULARY - 5);
        b->types[i] = place >= LENGTH / 2;
        b->labels[i] = place % 6 == 1 && place / 6 < MASKED ? b->ids[i] : IGNORED_TARGET;
        b->next[i / LENGTH] = rng_below(&b->rng, 2);
    }
}

static void bench_free(Bench *b)
{
    bert_model_free(&b->model);
    arena_free(&b->step);
}

static BertInput input(const Bench *b)
{
    return (BertInput){.ids = b->ids, .types = b->types, .batch = BATCH, .length = LENGTH};
}

static void learn(Bench *b)
{
    BertModel *m = &b->model;
    arena_reset(&b->step);
    params_zero_grad(&m->params);
    bert_model_train(m, &b->rng);
    const Mat hidden = bert_forward(&m->bert, &b->step, input(b));
    const Mat d_hidden = mat_zeros(&b->step, hidden.rows, hidden.cols);
    mlm_loss(&m->mlm, &b->step, d_hidden, hidden, b->labels, 1.0 / (BATCH * MASKED));
    const Mat pooled = pooler_forward(&m->pooler, &b->step, hidden, BATCH);
    Mat scores = classifier_forward(&m->nsp, &b->step, pooled);
    Mat d_pooled = mat_zeros(&b->step, pooled.rows, pooled.cols);
    Mat d_scores = mat_zeros(&b->step, scores.rows, scores.cols);
    cross_entropy_forward(scores, scores, b->next);
    cross_entropy_backward(d_scores, scores, b->next);
    classifier_backward(&m->nsp, &b->step, d_pooled, d_scores);
    pooler_backward(&m->pooler, &b->step, d_hidden, d_pooled);
    bert_backward(&m->bert, &b->step, d_hidden);
    adam_step(&b->adam, &m->params);
}

static void infer(Bench *b)
{
    arena_reset(&b->step);
    bert_model_train(&b->model, NULL);
    const Mat hidden = bert_forward(&b->model.bert, &b->step, input(b));
    pooler_forward(&b->model.pooler, &b->step, hidden, BATCH);
}

/* Seconds of the fastest step of a turn. */
static double our_turn(Bench *b, const Size *s, bool training)
{
    double fastest = INFINITY;
    for (int i = 0; i < s->steps; i++) {
        const double start = clock_seconds();
        if (training)
            learn(b);
        else
            infer(b);
        fastest = fmin(fastest, clock_seconds() - start);
    }
    return fastest;
}

/* Floating-point operations of all matrix products: a multiply-add is two. */
static double operations(const Size *s, bool training)
{
    const double d = s->d_model, places = PLACES;
    const double forward = s->layers * (24 * places * d * d + 4 * places * LENGTH * d);
    const double heads = 2.0 * BATCH * MASKED * d * (d + VOCABULARY) + 2 * BATCH * d * d;
    return training ? 3 * (forward + heads) : forward;
}

typedef struct {
    double ours, theirs; /* seconds */
} Times;

static void race(const Torch *torch, Bench *b, const Size *s, int turns, bool training, Times *t)
{
    *t = (Times){INFINITY, INFINITY};
    for (int i = 0; i < turns; i++) {
        t->ours = fmin(t->ours, our_turn(b, s, training));
        t->theirs = fmin(t->theirs, torch_turn(torch, "%d %s %d %d %d %d %d %d %d", s->steps,
                                               training ? "train" : "infer", s->layers, s->d_model,
                                               s->heads, VOCABULARY, BATCH, LENGTH, MASKED));
    }
    printf("  %-5s %-5s %d layers, d = %d, %d x %d pieces", s->key, training ? "train" : "infer",
           s->layers, s->d_model, BATCH, LENGTH);
    torch_compare(t->ours, t->theirs);
}

static double our_memory(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
    return (double)usage.ru_maxrss / (1 << 20);
#else
    return (double)usage.ru_maxrss / (1 << 10);
#endif
}

static void report(const Times times[SIZES][2], double peak, double ours, double theirs)
{
    char key[64];
    printf("peak.gflops=%.1f\n", peak);
    for (int i = 0; i < SIZES; i++)
        for (int training = 0; training < 2; training++) {
            const Times t = times[i][training];
            snprintf(key, sizeof key, "bert.%s.%s", sizes[i].key, training ? "train" : "infer");
            torch_report(key, t.ours, t.theirs);
            const double speed = 1e-9 * operations(&sizes[i], training) / t.ours;
            printf("%s.fraction_of_peak=%.3f\n", key, speed / peak);
        }
    printf("bert.memory.mb=%.0f\n", ours);
    if (isfinite(theirs)) printf("bert.memory.ratio=%.2f\n", theirs / ours);
}

int main(void)
{
    static Bench b;
    const int turns = getenv("BENCH_QUICK") ? 2 : 8;
    Times times[SIZES][2];
    double peak = 0;
    const Torch torch = torch_start("ch06_bert/golden/bench_torch.py");
    printf("BERT, %d threads\n", torch.threads);
    torch_introduce(&torch);
    for (int i = 0; i < SIZES; i++)
        for (int training = 1; training >= 0; training--) {
            bench_new(&b, &sizes[i]);
            race(&torch, &b, &sizes[i], turns, training, &times[i][training]);
            bench_free(&b);
            for (int k = 0; k < 10; k++) peak = fmax(peak, peak_gflops(torch.threads));
        }
    report(times, peak, our_memory(), torch_turn(&torch, "memory"));
    return 0;
}
