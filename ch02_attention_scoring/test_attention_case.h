/* What the tests of attention share: the reference cases of golden/attention.txt. */
#ifndef CH02_TEST_ATTENTION_CASE_H
#define CH02_TEST_ATTENTION_CASE_H

#include "attention.h"
#include "common/testing.h"

#include <stdio.h>

#define GOLDEN "ch02_attention_scoring/golden/attention.txt"

enum { BATCH = 2 };
static Arena arena;
static Params params;

static inline void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

static inline Mat reference(const char *group, const char *name)
{
    char key[128];
    snprintf(key, sizeof key, "attention.%s.%s", group, name);
    return golden(&arena, GOLDEN, key);
}

enum { VALID = 1, CAUSAL = 2, ALLOWED = 4 };

static const struct {
    const char *group;
    ScoreKind kind;
    int mask;
} cases[] = {{"gaussian", SCORE_GAUSSIAN, VALID | CAUSAL},
             {"additive", SCORE_ADDITIVE, VALID | CAUSAL},
             {"dot", SCORE_DOT, VALID | CAUSAL},
             {"bilinear", SCORE_BILINEAR, VALID | CAUSAL},
             {"scaled", SCORE_SCALED_DOT, VALID | CAUSAL},
             {"scaled.nothing", SCORE_SCALED_DOT, 0},
             {"scaled.valid", SCORE_SCALED_DOT, VALID},
             {"scaled.causal", SCORE_SCALED_DOT, CAUSAL},
             {"scaled.shared", SCORE_SCALED_DOT, ALLOWED},
             {"scaled.own", SCORE_SCALED_DOT, ALLOWED},
             {"scaled.valid_causal_own", SCORE_SCALED_DOT, VALID | CAUSAL | ALLOWED},
             {"scaled.more_queries", SCORE_SCALED_DOT, CAUSAL}};

enum { CASES = sizeof cases / sizeof *cases };

/* Attention on the inputs of a case, its gradients not yet computed. */
typedef struct {
    Attention at;
    Mat q, k, v, out, d_out, d_q, d_k, d_v;
    Mask mask;
    int valid[BATCH];
} Work;

static inline void forward(Work *w)
{
    w->out = attention_forward(&w->at, &arena, w->q, w->k, w->v, &w->mask, BATCH);
}

static inline void prepare(Work *w, int c)
{
    const char *group = cases[c].group;
    Rng r = rng_new(1);
    *w = (Work){.q = reference(group, "q"), .k = reference(group, "k"), .v = reference(group, "v")};
    w->at.scoring = scoring_new(cases[c].kind, &params, &r, "s", w->q.cols, w->k.cols, 4);
    for (int n = 0; n < params.count; n++)
        mat_copy(params.items[n]->value, reference(group, params.items[n]->name + 2));
    if (cases[c].mask & VALID) {
        Mat valid = reference(group, "valid");
        for (int b = 0; b < BATCH; b++) w->valid[b] = (int)valid.data[b];
        w->mask.valid = w->valid;
    }
    w->mask.causal = cases[c].mask & CAUSAL;
    if (cases[c].mask & ALLOWED) w->mask.allowed = reference(group, "allowed");
    w->d_out = reference(group, "d_out");
    w->d_q = mat_zeros(&arena, w->q.rows, w->q.cols);
    w->d_k = mat_zeros(&arena, w->k.rows, w->k.cols);
    w->d_v = mat_zeros(&arena, w->v.rows, w->v.cols);
    forward(w);
}

#endif
