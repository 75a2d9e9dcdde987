/* For the tests of checkpoints that do not fit: a small run, saved and refused. */
#ifndef COMMON_TEST_CHECKPOINT_RUN_H
#define COMMON_TEST_CHECKPOINT_RUN_H

#include "checkpoint.h"
#include "safetensors.h"
#include "test_files.h"

/* A run with one number of each kind, all of them `value`. */
typedef struct {
    Params params;
    Adam adam;
    Rng rng;
    int epoch;
    double best;
    State state[4];
} Run;

static inline Checkpoint run_of(Run *r, float value, const char *config)
{
    *r = (Run){.adam = adam_new((double)value), .rng = {{(uint64_t)value}}};
    r->epoch = r->adam.step = (int)value;
    r->best = (double)value;
    r->state[0] = state_rng("rng", &r->rng);
    r->state[1] = state_ints("epoch", &r->epoch, 1);
    r->state[2] = state_doubles("best", &r->best, 1);
    r->state[3] = state_text("config", config);
    Param *w = params_add(&r->params, "w", 2, 3), *b = params_add(&r->params, "b", 1, 3);
    mat_fill(w->value, value), mat_fill(w->mean, value), mat_fill(w->square, value);
    mat_fill(b->value, value), mat_fill(b->mean, value), mat_fill(b->square, value);
    return (Checkpoint){.params = &r->params, .adam = &r->adam, .state = r->state, .count = 4};
}

static inline void assert_unchanged(const Run *r, float value)
{
    ck_assert(r->epoch == (int)value && r->adam.step == (int)value);
    ck_assert(r->best == (double)value && r->adam.rate == (double)value);
    ck_assert(r->rng.s[0] == (uint64_t)value && r->rng.s[1] == 0);
    for (int i = 0; i < 2; i++) {
        const Param *p = r->params.items[i];
        const double size = (double)value * p->value.rows * p->value.cols;
        ck_assert(mat_sum(p->value) == size && mat_sum(p->mean) == size);
        ck_assert(mat_sum(p->square) == size);
    }
}

static inline void save_or_fail(const Checkpoint *c)
{
    Error e;
    ck_assert_msg(checkpoint_save(c, path, &e), "%s", e.text);
}

/* The file at `path` is refused by a run of ones, which stays as it is. */
static inline void assert_refused(const char *words)
{
    Run r;
    Error e;
    const Checkpoint c = run_of(&r, 1, "width 3");
    ck_assert_msg(!checkpoint_load(&c, path, &e), "not refused: %s", words);
    assert_error(&e, words);
    assert_unchanged(&r, 1);
    params_free(&r.params);
}

#endif
