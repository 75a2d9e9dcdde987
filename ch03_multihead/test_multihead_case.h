/* What the tests of multi-head attention share: the reference cases of golden/multihead.txt. */
#ifndef CH03_TEST_MULTIHEAD_CASE_H
#define CH03_TEST_MULTIHEAD_CASE_H

#include <stdio.h>
#include <string.h>

#include "multihead.h"
#include "common/testing.h"

/* One call of attention, with everything that it needs. */
typedef struct {
    const char *name; /* of the golden case */
    int heads, batch;
    Mask mask;
    bool self;
    Arena *a;
    Params params;
    MultiHead m;
    Mat x, memory, out, d_x, d_memory, d_out;
} Case;

static inline Mat case_golden(const Case *c, const char *name)
{
    char key[64];
    snprintf(key, sizeof key, "%s.%s", c->name, name);
    return golden(c->a, "ch03_multihead/golden/multihead.txt", key);
}

/* The golden cases: self-attention, with a causal mask, with padding, cross-attention, a single
 * token, and heads of one column with causal mask, padding and Tq < Tk. */
enum { GOLDEN_CASES = 6 };
static inline Case case_new(Arena *a, int i)
{
    static const int padded[] = {4, 2, 1}, thin[] = {4, 3};
    const Case cases[GOLDEN_CASES] = {
        {.name = "self", .heads = 2, .batch = 2, .self = true},
        {.name = "causal", .heads = 4, .batch = 2, .self = true, .mask.causal = true},
        {.name = "padded", .heads = 2, .batch = 3, .self = true, .mask.valid = padded},
        {.name = "cross", .heads = 3, .batch = 2},
        {.name = "one", .heads = 1, .batch = 1, .self = true},
        {.name = "thin", .heads = 4, .batch = 2, .mask = {.valid = thin, .causal = true}},
    };
    Case c = cases[i];
    c.a = a;
    c.x = case_golden(&c, "x");
    c.memory = c.self ? c.x : case_golden(&c, "memory");
    c.out = mat_new(a, c.x.rows, c.x.cols);
    c.d_out = case_golden(&c, "d_out");
    c.d_x = mat_zeros(a, c.x.rows, c.x.cols);
    c.d_memory = c.self ? c.d_x : mat_zeros(a, c.memory.rows, c.x.cols);
    return c;
}

/* The weights of the golden case, registered in c->params: c must stay where it is. */
static inline void case_load(Case *c)
{
    Rng r = rng_new(1);
    c->m = multihead_new(&c->params, &r, "m", c->x.cols, c->heads);
    for (int i = 0; i < c->params.count; i++)
        mat_copy(c->params.items[i]->value, case_golden(c, c->params.items[i]->name + 2));
}

static inline void case_forward(Case *c)
{
    multihead_forward(&c->m, c->a, c->out, c->x, c->memory, &c->mask, c->batch);
}

static inline void case_backward(Case *c)
{
    multihead_backward(&c->m, c->a, c->d_x, c->d_memory, c->d_out);
}

#endif
