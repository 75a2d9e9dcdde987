/* Tests of the Transformer against PyTorch's layers: outputs, loss and every gradient, of padded
 * and of packed batches; masks; dropout. */
#include "batches.h"
#include "common/layers.h"
#include "common/optim.h"
#include "common/testing.h"

#include <math.h>
#include <stdio.h>

#define GOLDEN "ch05_transformer/golden/transformer.txt"

static Arena arena;
static Params params;
static Rng rng;

static void setup(void)
{
    rng = rng_new(1);
}

static void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

static Mat reference(const char *group, const char *name)
{
    char key[128];
    snprintf(key, sizeof key, "%s.%s", group, name);
    return golden(&arena, GOLDEN, key);
}

static const char *const groups[] = {"post", "pre"};
static const TransformerShape shape = {11, 2, 8, 2, 12, 16, false, 0};
static const int source_ids[] = {3, 4, 5, 6, 2, 7, 8, 2, 0, 0}, source_valid[] = {5, 3};
static const int target_ids[] = {1, 5, 9, 10, 1, 4, 0, 0}, target_valid[] = {4, 2};
static const int targets[] = {5, 9, 10, 2, 4, 2, IGNORED_TARGET, IGNORED_TARGET};
static const Tokens source = {source_ids, source_valid, 2, 5, NULL},
                    target = {target_ids, target_valid, 2, 4, NULL};

/* What a loop test runs through: both orders of the normalisation, with padding and without. */
enum { VARIANTS = 4 };
#define PRE_NORM (_i % 2)
#define PACKED (_i >= 2)

static Batch batch(bool packed)
{
    const Batch padded = {source, target, targets, 6};
    return packed ? batch_pack(&arena, padded) : padded;
}

static Transformer *small(bool pre_norm)
{
    TransformerShape s = shape;
    s.pre_norm = pre_norm;
    return transformer_new(&arena, &params, &rng, s);
}

/* The same with the reference's weights. */
static Transformer *loaded(int variant)
{
    Transformer *t = small(variant == 1);
    for (int i = 0; i < params.count; i++)
        mat_copy(params.items[i]->value, reference(groups[variant], params.items[i]->name));
    return t;
}

START_TEST(encoder_and_decoder_equal_pytorch)
{
    TransformerPass pass;
    Transformer *t = loaded(PRE_NORM);
    const Batch b = batch(PACKED);
    Mat memory = transformer_encode(t, &arena, &pass, b.source),
        want = reference(groups[PRE_NORM], "memory");
    ck_assert_int_eq(memory.rows, PACKED ? 8 : 10);
    assert_mat_close(mat_rows(memory, 0, 5), mat_rows(want, 0, 5), 5e-6);
    assert_mat_close(mat_rows(memory, 5, 3), mat_rows(want, 5, 3), 5e-6); /* the rest is padding */
    Mat hidden = transformer_decode(t, &arena, &pass, b.target);
    want = reference(groups[PRE_NORM], "hidden");
    ck_assert_int_eq(hidden.rows, PACKED ? 6 : 8);
    assert_mat_close(mat_rows(hidden, 0, 6), mat_rows(want, 0, 6), 5e-6);
}
END_TEST

/* Forward and backward of the mean loss; returns it. */
static double run(Transformer *t, Batch b, double smoothing)
{
    TransformerPass pass;
    transformer_encode(t, &arena, &pass, b.source);
    Mat hidden = transformer_decode(t, &arena, &pass, b.target);
    Mat d_hidden = mat_zeros(&arena, hidden.rows, hidden.cols);
    VocabularyLoss l =
        vocabulary_loss(d_hidden, &arena, hidden, t->embedding, b.labels, smoothing, 1.0 / 6);
    ck_assert_int_eq(l.counted, 6);
    transformer_backward(t, &arena, &pass, d_hidden);
    return l.loss / (double)l.counted;
}

//> pytorch_test
START_TEST(loss_and_every_gradient_equal_pytorch)
{
    const char *group = groups[PRE_NORM];
    Transformer *t = loaded(PRE_NORM);
    assert_close(run(t, batch(PACKED), 0.1), (double)reference(group, "loss").data[0], 5e-6);
    for (int i = 0; i < params.count; i++) {
        char name[100];
        snprintf(name, sizeof name, "%s.grad", params.items[i]->name);
        assert_mat_close(params.items[i]->grad, reference(group, name), 1e-5);
    }
}
END_TEST
//< pytorch_test

typedef struct {
    Transformer *t;
    Rng rng;
    Batch batch;
} DropoutCase;

/* The smoothed loss with the same dropout choices every time. */
static double loss_with_dropout(void *context)
{
    DropoutCase *c = context;
    Rng r = c->rng;
    TransformerPass pass;
    transformer_train(c->t, &r);
    transformer_encode(c->t, &arena, &pass, c->batch.source);
    Mat hidden = transformer_decode(c->t, &arena, &pass, c->batch.target), none = {0};
    return vocabulary_loss(none, &arena, hidden, c->t->embedding, c->batch.labels, 0.1, 1).loss;
}

START_TEST(gradients_with_dropout_equal_differences)
{
    static const char *const names[] = {"embedding", "encoder.0.self.w_k", "decoder.1.cross.w_v",
                                        "decoder.0.ffn.b_1", "encoder.1.norm_3.gamma"};
    TransformerShape s = shape;
    s.dropout = 0.25, s.pre_norm = PRE_NORM;
    DropoutCase c = {transformer_new(&arena, &params, &rng, s), rng_new(9), batch(PACKED)};
    Rng r = c.rng;
    TransformerPass pass;
    transformer_train(c.t, &r);
    transformer_encode(c.t, &arena, &pass, c.batch.source);
    Mat hidden = transformer_decode(c.t, &arena, &pass, c.batch.target);
    Mat d_hidden = mat_zeros(&arena, hidden.rows, hidden.cols);
    vocabulary_loss(d_hidden, &arena, hidden, c.t->embedding, c.batch.labels, 0.1, 1);
    transformer_backward(c.t, &arena, &pass, d_hidden);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Param *p = params_find(&params, names[i]);
        if (sizeof(float) == sizeof(double) || i > 0) /* the embedding is too steep for float32 */
            assert_gradient(mat_rows(p->value, 0, 1), mat_rows(p->grad, 0, 1), loss_with_dropout,
                            &c);
    }
}
END_TEST

//> look_ahead_test
START_TEST(a_later_target_token_never_changes_an_earlier_output)
{
    TransformerPass pass;
    Transformer *t = loaded(_i);
    transformer_encode(t, &arena, &pass, source);
    Mat before = transformer_decode(t, &arena, &pass, target);
    for (int changed = 0; changed < 4; changed++) {
        int ids[8];
        for (int i = 0; i < 8; i++)
            ids[i] = i % 4 == changed ? (target_ids[i] + 3) % 11 : target_ids[i];
        Mat after = transformer_decode(t, &arena, &pass, (Tokens){ids, target_valid, 2, 4, NULL});
        for (int b = 0; b < 2; b++)
            assert_mat_close(mat_rows(after, 4 * b, changed), mat_rows(before, 4 * b, changed), 0);
        ck_assert(mat_row(after, changed)[0] != mat_row(before, changed)[0]);
    }
}
END_TEST
//< look_ahead_test

START_TEST(padding_of_the_source_changes_nothing)
{
    static const int longer[] = {3, 4, 5, 6, 2, 9, 9, 7, 8, 2, 1, 9, 9, 9};
    TransformerPass pass;
    Transformer *t = loaded(_i);
    transformer_encode(t, &arena, &pass, source);
    Mat before = transformer_decode(t, &arena, &pass, target);
    transformer_encode(t, &arena, &pass, (Tokens){longer, source_valid, 2, 7, NULL});
    assert_mat_close(transformer_decode(t, &arena, &pass, target), before, 2e-6);
}
END_TEST

START_TEST(a_handful_of_pairs_is_learned_by_heart)
{
    TransformerShape s = shape;
    s.d_model = 32, s.d_hidden = 64, s.pre_norm = _i == 1;
    Transformer *t = transformer_new(&arena, &params, &rng, s);
    Adam adam = adam_new(0.003);
    double loss = 0;
    for (int step = 0; step < 250; step++) {
        Arena mark = arena;
        params_zero_grad(&params);
        loss = run(t, batch(true), 0);
        adam_step(&adam, &params);
        arena_release(&arena, mark);
    }
    ck_assert_double_lt(loss, 0.01);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("transformer");
    TCase *t = tcase_create("transformer");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, encoder_and_decoder_equal_pytorch, 0, VARIANTS);
    tcase_add_loop_test(t, loss_and_every_gradient_equal_pytorch, 0, VARIANTS);
    tcase_add_loop_test(t, gradients_with_dropout_equal_differences, 0, VARIANTS);
    tcase_add_loop_test(t, a_later_target_token_never_changes_an_earlier_output, 0, 2);
    tcase_add_loop_test(t, padding_of_the_source_changes_nothing, 0, 2);
    tcase_add_loop_test(t, a_handful_of_pairs_is_learned_by_heart, 0, 2);
    suite_add_tcase(s, t);
    return run_suite(s);
}
