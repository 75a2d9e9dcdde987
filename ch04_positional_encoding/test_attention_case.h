/* What the tests of rotary positions and of linear biases share: multi-head attention with the
 * weights of a reference case, compared with the case's output and gradients. */
#ifndef CH04_TEST_ATTENTION_CASE_H
#define CH04_TEST_ATTENTION_CASE_H

#include "ch03_multihead/multihead.h"
#include "common/testing.h"

#include <stdio.h>

#define GOLDEN "ch04_positional_encoding/golden/position.txt"

static Arena arena;
static Params params;

static void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

static const char *const weight_names[] = {"w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "b_o"};

static Mat case_value(const char *group, const char *prefix, const char *name)
{
    char key[96];
    snprintf(key, sizeof key, "%s.%s%s", group, prefix, name);
    return golden(&arena, GOLDEN, key);
}

static Param *case_param(const char *name)
{
    char full[32];
    snprintf(full, sizeof full, "m.%s", name);
    return params_find(&params, full);
}

/* Attention of d_model 12 with the weights of the case. */
static MultiHead attention_case(const char *group, int heads)
{
    Rng r = rng_new(1);
    MultiHead m = multihead_new(&params, &r, "m", 12, heads);
    for (int n = 0; n < 8; n++)
        mat_copy(case_param(weight_names[n])->value, case_value(group, "", weight_names[n]));
    return m;
}

/* Self-attention of the case's 2 sequences of 5 tokens: its output and all gradients. */
static void assert_attention(MultiHead *m, const char *group, const Mask *mask)
{
    Mat x = case_value(group, "", "x"), out = mat_new(&arena, 10, 12);
    Mat d_x = mat_zeros(&arena, 10, 12);
    multihead_forward(m, &arena, out, x, x, mask, 2);
    assert_mat_close(out, case_value(group, "", "out"), 1e-5);
    multihead_backward(m, &arena, d_x, d_x, case_value(group, "", "d_out"));
    assert_mat_close(d_x, case_value(group, "d_", "x"), 1e-5);
    for (int n = 0; n < 8; n++)
        assert_mat_close(case_param(weight_names[n])->grad,
                         case_value(group, "d_", weight_names[n]), 1e-5);
}

#endif
