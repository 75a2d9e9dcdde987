/* Tests of the recurrent encoder-decoder against the same model built of PyTorch's parts: readouts,
 * alignments, loss and every gradient; dropout, padding, causality, learning, greedy decoding. */
#include "recurrent.h"
#include "common/layers.h"
#include "common/optim.h"
#include "common/testing.h"

#include <math.h>
#include <stdio.h>

static Arena arena;
static Params params;
static Rng rng;
static Recurrent model;

static void setup(void)
{
    rng = rng_new(1);
}

static void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

static Mat reference(const char *name)
{
    char key[128];
    snprintf(key, sizeof key, "model.%s", name);
    return golden(&arena, "ch05_transformer/golden/recurrent.txt", key);
}

enum { VOCABULARY = 9, BATCH = 3, SOURCE = 5, TARGET = 4, BEGIN = 1, END = 2 };
static const RecurrentShape shape = {VOCABULARY, 6, 4, 0};
static const int source_ids[] = {3, 4, 5, 6, END, 7, 8, END, 0, 0, 4, END, 0, 0, 0};
static const int source_valid[] = {5, 3, 2};
static const int target_ids[] = {BEGIN, 5, 7, 8, BEGIN, 4, 0, 0, BEGIN, 3, 6, 0};
static const int target_valid[] = {4, 2, 3};
static const int no = IGNORED_TARGET;
static const int targets[] = {5, 7, 8, END, 4, END, no, no, 3, 6, END, no};
static const Tokens source = {source_ids, source_valid, BATCH, SOURCE, NULL};
static const Tokens target = {target_ids, target_valid, BATCH, TARGET, NULL};

/* The model with the reference's weights. */
static void load(void)
{
    model = recurrent_new(&params, &rng, shape);
    for (int i = 0; i < params.count; i++)
        mat_copy(params.items[i]->value, reference(params.items[i]->name));
}

static Mat forward(RecurrentPass *pass, Tokens from, Tokens to)
{
    LstmState state = recurrent_encode(&model, &arena, pass, from);
    return recurrent_decode(&model, &arena, pass, to, &state);
}

/* Forward and backward of the mean loss; returns it. */
static double run(double smoothing)
{
    RecurrentPass pass;
    Mat readout = forward(&pass, source, target);
    Mat d_readout = mat_zeros(&arena, readout.rows, readout.cols);
    VocabularyLoss l =
        vocabulary_loss(d_readout, &arena, readout, model.embedding, targets, smoothing, 1.0 / 9);
    ck_assert_int_eq(l.counted, 9);
    recurrent_backward(&model, &arena, &pass, d_readout);
    return l.loss / (double)l.counted;
}

/* The rows of a target's stack that are no padding. */
static void assert_real_rows_close(Mat got, Mat want, double tolerance)
{
    for (int b = 0; b < BATCH; b++)
        assert_mat_close(mat_rows(got, b * TARGET, target_valid[b]),
                         mat_rows(want, b * TARGET, target_valid[b]), tolerance);
}

START_TEST(readouts_and_alignments_equal_pytorch)
{
    RecurrentPass pass;
    load();
    assert_real_rows_close(forward(&pass, source, target), reference("readout"), 2e-6);
    Mat weights = reference("weights");
    for (int b = 0; b < BATCH; b++)
        for (int t = 0; t < target_valid[b]; t++)
            assert_mat_close(recurrent_weights(&model, b, t), mat_rows(weights, b * TARGET + t, 1),
                             2e-6);
}
END_TEST

START_TEST(loss_and_every_gradient_equal_pytorch)
{
    load();
    assert_close(run(0.1), (double)reference("loss").data[0], 2e-6);
    for (int i = 0; i < params.count; i++) {
        char name[100];
        snprintf(name, sizeof name, "%s.grad", params.items[i]->name);
        assert_mat_close(params.items[i]->grad, reference(name), 5e-6);
    }
}
END_TEST

static double loss_with_dropout(void *context)
{
    const Mat none = {0};
    Arena mark = arena;
    Rng r = *(Rng *)context;
    RecurrentPass pass;
    model.rng = &r;
    Mat readout = forward(&pass, source, target);
    double loss = vocabulary_loss(none, &arena, readout, model.embedding, targets, 0, 1.0 / 9).loss;
    arena_release(&arena, mark);
    return loss / 9;
}

START_TEST(every_gradient_equals_differences_with_dropout_too)
{
    Rng start = rng_new(9), r = start;
    load();
    double whole = run(0);
    params_zero_grad(&params);
    model.shape.dropout = 0.25, model.rng = &r;
    double dropped = run(0);
    ck_assert(whole - dropped > 1e-3 || dropped - whole > 1e-3);
    for (int i = 0; i < params.count; i++)
        assert_gradient(params.items[i]->value, params.items[i]->grad, loss_with_dropout, &start);
}
END_TEST

START_TEST(a_later_target_token_never_changes_an_earlier_readout)
{
    RecurrentPass pass;
    load();
    Mat before = forward(&pass, source, target);
    for (int changed = 0; changed < TARGET; changed++) {
        int ids[BATCH * TARGET];
        for (int i = 0; i < BATCH * TARGET; i++)
            ids[i] = (target_ids[i] + 3 * (i % TARGET == changed)) % VOCABULARY;
        Mat after = forward(&pass, source, (Tokens){ids, target_valid, BATCH, TARGET, NULL});
        for (int b = 0; b < BATCH; b++)
            assert_mat_close(mat_rows(after, b * TARGET, changed),
                             mat_rows(before, b * TARGET, changed), 0);
        ck_assert(mat_row(after, changed)[0] != mat_row(before, changed)[0]);
    }
}
END_TEST

START_TEST(padding_changes_neither_loss_nor_gradients)
{
    static const int longer_source[] = {3, 4, 5, 6, END, 9 - 1, 8, 7, 8, END, 1,
                                        8, 8, 8, 4, END, 3,     3, 3, 3, 3};
    static const int longer_target[] = {BEGIN, 5, 7, 8, 8, BEGIN, 4, 1, 1, 1, BEGIN, 3, 6, 5, 5};
    static const int longer_targets[] = {5, 7, 8, END, no, 4, END, no, no, no, 3, 6, END, no, no};
    RecurrentPass pass;
    load();
    double want = run(0.1);
    params_zero_grad(&params);
    Mat readout = forward(&pass, (Tokens){longer_source, source_valid, BATCH, 7, NULL},
                          (Tokens){longer_target, target_valid, BATCH, 5, NULL});
    Mat d = mat_zeros(&arena, readout.rows, readout.cols);
    double got =
        vocabulary_loss(d, &arena, readout, model.embedding, longer_targets, 0.1, 1.0 / 9).loss;
    recurrent_backward(&model, &arena, &pass, d);
    assert_close(got / 9, want, 1e-6);
    assert_mat_close(model.embedding->grad, reference("embedding.grad"), 5e-6);
    assert_mat_close(model.decoder.w_x->grad, reference("decoder.w_x.grad"), 5e-6);
    assert_mat_close(model.encoder.backward.w_h->grad, reference("encoder.backward.w_h.grad"),
                     5e-6);
}
END_TEST

START_TEST(a_target_may_be_decoded_piece_by_piece)
{
    RecurrentPass pass;
    load();
    LstmState state = recurrent_encode(&model, &arena, &pass, source), end = state;
    Mat want = recurrent_decode(&model, &arena, &pass, target, &end);
    for (int t = 0; t < TARGET; t++) {
        int ids[BATCH];
        for (int b = 0; b < BATCH; b++) ids[b] = target_ids[b * TARGET + t];
        Mat got =
            recurrent_decode(&model, &arena, &pass, (Tokens){ids, NULL, BATCH, 1, NULL}, &state);
        for (int b = 0; b < BATCH; b++) {
            if (t < target_valid[b])
                assert_mat_close(mat_rows(got, b, 1), mat_rows(want, b * TARGET + t, 1), 1e-6);
            if (t == target_valid[b] - 1) /* padding leaves the state as it is */
                assert_mat_close(mat_rows(state.cell, b, 1), mat_rows(end.cell, b, 1), 1e-6);
        }
    }
}
END_TEST

/* Trains on the handful of pairs; returns the last loss. Fails when a step after the second asks
 * the system for memory. */
static double learn(int steps)
{
    Adam adam = adam_new(0.005);
    double loss = 0;
    const ArenaBlock *block = NULL;
    model = recurrent_new(&params, &rng, (RecurrentShape){VOCABULARY, 32, 32, 0});
    for (int step = 0; step < steps; step++) {
        arena_reset(&arena);
        if (step == 1) block = arena.last;
        params_zero_grad(&params);
        loss = run(0);
        adam_step(&adam, &params);
        if (step > 1) ck_assert_ptr_eq(arena.last, block);
    }
    return loss;
}

static const Search greedy = {.beam = 1, .longest = TARGET, .begin = BEGIN, .end = END, .pad = 0};

START_TEST(a_handful_of_pairs_is_learned_by_heart)
{
    ck_assert_double_lt(learn(200), 0.01);
    const Translation *out = recurrent_greedy(&model, &arena, source, greedy);
    for (int b = 0; b < BATCH; b++) {
        ck_assert_int_eq(out[b].length, target_valid[b] - 1); /* without END */
        ck_assert(out[b].finished && out[b].score > -0.1);
        for (int t = 0; t < out[b].length; t++)
            ck_assert_int_eq(out[b].ids[t], target_ids[b * TARGET + t + 1]);
    }
}
END_TEST

START_TEST(greedy_decoding_ends_at_the_end_token_and_at_the_limit)
{
    learn(200);
    Search search = greedy;
    search.longest = 3; /* 5 7 8 END is cut off */
    const Translation *out = recurrent_greedy(&model, &arena, source, search);
    ck_assert(out[0].length == 3 && !out[0].finished && out[0].ids[2] == 8);
    ck_assert(out[1].length == 1 && out[1].finished && out[1].ids[0] == 4);
    ck_assert(out[2].length == 2 && out[2].finished && out[2].ids[1] == 6);
    search = greedy, search.end = 7; /* whatever the model would go on with */
    out = recurrent_greedy(&model, &arena, source, search);
    ck_assert(out[0].length == 1 && out[0].finished && out[0].ids[0] == 5);
}
END_TEST

START_TEST(greedy_decoding_takes_the_most_likely_token_after_what_it_has_written)
{
    enum { LONGEST = 20 };
    static const int ends[] = {2, 4, 6, 7, 8}; /* some stop the model early, some never */
    const Search search = {1, LONGEST, 0.6, .begin = BEGIN, .end = ends[_i], .pad = 5};
    int fed[BATCH * LONGEST] = {0};
    RecurrentPass pass;
    rng = rng_new(2);
    model = recurrent_new(&params, &rng, (RecurrentShape){VOCABULARY, 16, 16, 0});
    for (int i = 1; i < params.count; i++) mat_scale(params.items[i]->value, 2); /* livelier */
    const Translation *out = recurrent_greedy(&model, &arena, source, search);
    for (int b = 0; b < BATCH; b++)
        for (int t = 0; t <= out[b].length && t < LONGEST; t++)
            fed[b * LONGEST + t] = t ? out[b].ids[t - 1] : BEGIN;
    Mat readout = forward(&pass, source, (Tokens){fed, NULL, BATCH, LONGEST, NULL});
    Mat log_p = mat_new(&arena, readout.rows, VOCABULARY);
    vocabulary_logits(log_p, readout, model.embedding);
    log_softmax_forward(log_p, log_p);
    for (int b = 0; b < BATCH; b++) {
        double score = 0;
        const int written = out[b].length + out[b].finished;
        for (int t = 0; t < written; t++) {
            const float *p = mat_row(log_p, b * LONGEST + t);
            const int id = t < out[b].length ? out[b].ids[t] : search.end;
            ck_assert(id != search.begin && id != search.pad);
            for (int v = 0; v < VOCABULARY; v++)
                ck_assert(v == search.begin || v == search.pad || p[v] <= p[id] + 1e-4f);
            score += (double)p[id];
        }
        assert_close(out[b].score, score / pow((5.0 + written) / 6, 0.6), 1e-5);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("recurrent");
    TCase *t = tcase_create("recurrent");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, readouts_and_alignments_equal_pytorch);
    tcase_add_test(t, loss_and_every_gradient_equal_pytorch);
    tcase_add_test(t, every_gradient_equals_differences_with_dropout_too);
    tcase_add_test(t, a_later_target_token_never_changes_an_earlier_readout);
    tcase_add_test(t, padding_changes_neither_loss_nor_gradients);
    tcase_add_test(t, a_target_may_be_decoded_piece_by_piece);
    tcase_add_test(t, a_handful_of_pairs_is_learned_by_heart);
    tcase_add_test(t, greedy_decoding_ends_at_the_end_token_and_at_the_limit);
    tcase_add_loop_test(t, greedy_decoding_takes_the_most_likely_token_after_what_it_has_written, 0,
                        5);
    suite_add_tcase(s, t);
    return run_suite(s);
}
