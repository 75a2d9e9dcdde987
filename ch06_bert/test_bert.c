/* Tests of BERT's encoder: PyTorch's hidden states, gradients with dropout, masks, input that does
 * not fit, fresh weights. */
#include "test_bert_case.h"

#include <math.h>

START_TEST(hidden_states_equal_pytorch)
{
    load_reference(_i);
    Mat hidden = bert_forward(&model.bert, &arena, batch);
    assert_real_rows_close(hidden, reference(forms[_i].group, "hidden"), 1e-5);
}
END_TEST

/* ---- what must not matter --------------------------------------------------------------------*/

START_TEST(padding_never_changes_the_output)
{
    static const int short_ids[] = {3, 9, 4}, short_types[] = {0, 1, 1};
    int other[10];
    load_reference(0);
    Mat before = bert_forward(&model.bert, &arena, batch);
    Mat alone =
        bert_forward(&model.bert, &arena, (BertInput){short_ids, short_types, NULL, 1, 3, false});
    assert_mat_close(mat_rows(before, 5, 3), alone, 1e-6);
    memcpy(other, batch_ids, sizeof other);
    other[8] = other[9] = 11;
    BertInput changed = batch;
    changed.ids = other;
    assert_real_rows_close(bert_forward(&model.bert, &arena, changed), before, 0);
}
END_TEST

START_TEST(no_types_are_all_of_type_0)
{
    static const int zeros[10] = {0};
    BertInput none = batch, all = batch;
    none.types = NULL, all.types = zeros;
    load_reference(0);
    Mat with = bert_forward(&model.bert, &arena, all);
    Mat without = bert_forward(&model.bert, &arena, none);
    assert_mat_close(without, with, 0);
    ck_assert_double_gt(mat_difference(with, bert_forward(&model.bert, &arena, batch)), 0.1);
}
END_TEST

START_TEST(a_causal_model_sees_nothing_of_what_comes_later)
{
    int other[10];
    BertInput in = batch, changed;
    load_reference(0);
    in.causal = true;
    Mat before = bert_forward(&model.bert, &arena, in);
    memcpy(other, batch_ids, sizeof other);
    other[3] = 6;
    changed = in, changed.ids = other;
    Mat after = bert_forward(&model.bert, &arena, changed);
    assert_mat_close(mat_rows(after, 0, 3), mat_rows(before, 0, 3), 0);
    ck_assert_double_gt(mat_difference(mat_rows(after, 3, 2), mat_rows(before, 3, 2)), 0.01);
    changed.causal = false;
    before = bert_forward(&model.bert, &arena, batch);
    after = bert_forward(&model.bert, &arena, changed);
    ck_assert_double_gt(mat_difference(mat_rows(after, 0, 1), mat_rows(before, 0, 1)), 0.01);
}
END_TEST

START_TEST(the_two_halves_are_the_whole)
{
    load_reference(0);
    Mat whole = bert_forward(&model.bert, &arena, batch);
    Mat x = bert_embed(&model.bert, &arena, batch);
    assert_mat_close(bert_layers(&model.bert, &arena, x), whole, 0);
    ck_assert(model.bert.hidden[0].data == x.data && model.bert.hidden[2].data != whole.data);
}
END_TEST

/* ---- gradients -------------------------------------------------------------------------------*/

/* sum of hidden * probe over the rows that are no padding. */
typedef struct {
    Mat probe;
    Rng rng;
} ProbeCase;

static double probed(void *context)
{
    ProbeCase *c = context;
    Rng r = c->rng; /* the same choices every time */
    bert_model_train(&model, &r);
    return mat_dot(bert_forward(&model.bert, &arena, batch), c->probe);
}

static void fresh_model(double dropout, Activation activation)
{
    BertShape s = bert_shape(13, 2, 8, 2, 7);
    s.d_hidden = 12, s.initial = 0.3, s.activation = activation;
    s.dropout = dropout, s.attention_dropout = dropout / 2;
    bert_model_new(&model, &rng, bert_config(s), PARTS_PRETRAINING);
}

START_TEST(gradients_with_dropout_equal_differences)
{
    static const char *const names[] = {
        "embeddings.words",      "embeddings.positions", "embeddings.types",
        "embeddings.norm.gamma", "layer.0.self.w_q",     "layer.0.ffn.w_1",
        "layer.0.ffn.b_1",       "layer.1.self.w_v",     "layer.1.norm_3.beta"};
    fresh_model(0.3, (Activation)_i);
    ProbeCase c = {mat_zeros(&arena, 10, 8), rng_new(5)};
    fill_noise(mat_rows(c.probe, 0, 8), 3); /* not the padding */
    probed(&c);
    bert_backward(&model.bert, &arena, c.probe);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Param *p = params_find(&model.params, names[i]);
        if (sizeof(float) == 8 || p->value.rows == 1 ||
            names[i][0] == 'l') /* tables are too steep */
            assert_gradient(p->value, p->grad, probed, &c);
    }
}
END_TEST

START_TEST(the_same_generator_drops_the_same)
{
    fresh_model(0.5, GELU_ERF);
    Rng r = rng_new(8), again = r;
    bert_model_train(&model, &r);
    Mat first = bert_forward(&model.bert, &arena, batch);
    Mat next = bert_forward(&model.bert, &arena, batch);
    bert_model_train(&model, &again);
    assert_mat_close(bert_forward(&model.bert, &arena, batch), first, 0);
    ck_assert_double_gt(mat_difference(first, next), 0.1);
}
END_TEST

START_TEST(the_dropout_of_attention_is_its_own)
{
    fresh_model(0, GELU_ERF);
    model.bert.layers[0].self.dropout = 0.5;
    Mat evaluated = bert_forward(&model.bert, &arena, batch);
    bert_model_train(&model, &rng);
    ck_assert_double_gt(mat_difference(bert_forward(&model.bert, &arena, batch), evaluated), 0.01);
    bert_model_free(&model);
    BertShape s = bert_shape(13, 2, 8, 2, 7);
    s.dropout = 0.25, s.attention_dropout = 0.125;
    bert_model_new(&model, &rng, bert_config(s), 0);
    ck_assert(model.bert.layers[1].self.dropout == 0.125);
    ck_assert(model.bert.layers[1].shape.dropout == 0.25);
}
END_TEST

/* ---- what fits (NUM-17) ----------------------------------------------------------------------*/

static void assert_refused(BertInput in, const char *words)
{
    Error e;
    const BertShape s = bert_shape(13, 2, 8, 2, 7);
    ck_assert_msg(!bert_check(&s, in, &e), "not refused: %s", words);
    ck_assert_str_eq(e.text, words);
}

START_TEST(input_outside_the_tables_is_refused)
{
    static const int ids[] = {0, 1, 12, 3, 4, 5, 6, 7}, large[] = {3, 13}, negative[] = {3, 5, -1};
    static const int types[] = {0, 2}, negative_types[] = {-1, 0};
    static const int three[] = {2, 3}, none[] = {2, 0};
    assert_refused((BertInput){.ids = ids, .batch = 1, .length = 8},
                   "sequences of 8 tokens: the model has 7 positions");
    assert_refused((BertInput){.ids = large, .batch = 1, .length = 2},
                   "token 1 of sequence 0: id 13; the vocabulary has the ids 0 to 12");
    assert_refused((BertInput){.ids = negative, .batch = 3, .length = 1},
                   "token 0 of sequence 2: id -1; the vocabulary has the ids 0 to 12");
    assert_refused((BertInput){.ids = ids, .types = types, .batch = 1, .length = 2},
                   "token 1 of sequence 0: type 2; the model has the types 0 to 1");
    assert_refused((BertInput){.ids = ids, .types = negative_types, .batch = 1, .length = 2},
                   "token 0 of sequence 0: type -1; the model has the types 0 to 1");
    assert_refused((BertInput){.ids = ids, .valid = three, .batch = 2, .length = 2},
                   "sequence 1: 3 valid tokens of 2");
    assert_refused((BertInput){.ids = ids, .valid = none, .batch = 2, .length = 2},
                   "sequence 1: 0 valid tokens of 2");
    assert_refused((BertInput){.ids = ids, .batch = 1, .length = 0},
                   "sequences of 0 tokens: nothing to read");
    assert_refused((BertInput){.ids = ids, .batch = 0, .length = 2},
                   "0 sequences: there must be one at least");
}
END_TEST

START_TEST(the_longest_sequence_and_the_last_id_fit)
{
    static const int ids[] = {12, 12, 12, 12, 12, 12, 12}, types[] = {1, 1, 1, 1, 1, 1, 1};
    const BertInput in = {ids, types, NULL, 1, 7, false};
    Error e;
    load_reference(0);
    ck_assert(bert_check(&model.config.shape, in, &e));
    Mat hidden = bert_forward(&model.bert, &arena, in);
    ck_assert(isfinite(mat_sum(hidden)));
}
END_TEST

/* ---- fresh weights ---------------------------------------------------------------------------*/

START_TEST(fresh_weights_are_normal_and_none_is_far_out)
{
    BertShape s = bert_shape(500, 1, 64, 2, 30);
    bert_model_new(&model, &rng, bert_config(s), ALL_PARTS);
    for (int i = 0; i < model.params.count; i++) {
        const Param *p = model.params.items[i];
        const Mat m = p->value;
        const double n = (double)m.rows * m.cols, mean = mat_sum(m) / n;
        double largest = 0;
        for (int k = 0; k < m.rows * m.cols; k++) largest = fmax(largest, fabs((double)m.data[k]));
        if (m.rows == 1) { /* a bias, or a normalisation's scale */
            const double want = strstr(p->name, "gamma") ? 1 : 0;
            ck_assert_msg(mean == want && largest == want, "%s", p->name);
            continue;
        }
        /* a normal distribution cut off at 2 has the deviation 0.8796 */
        const double deviation = sqrt(mat_dot(m, m) / n), error = 4 / sqrt(n);
        ck_assert_msg(largest <= 0.04000001, "%s: %g", p->name, largest);
        ck_assert_msg(fabs(mean) < 0.02 * error, "%s: mean %g", p->name, mean);
        ck_assert_msg(fabs(deviation / 0.02 - 0.8796) < error, "%s: %g", p->name, deviation);
    }
}
END_TEST

START_TEST(a_model_may_have_more_layers_than_a_dozen)
{
    bert_model_new(&model, &rng, bert_config(bert_shape(13, 30, 8, 2, 7)), 0);
    ck_assert(isfinite(mat_sum(bert_forward(&model.bert, &arena, batch))));
    ck_assert_ptr_nonnull(params_find(&model.params, "layer.29.norm_3.beta"));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bert");
    TCase *t = tcase_create("bert");
    tcase_add_checked_fixture(t, start, end);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, hidden_states_equal_pytorch, 0, 2);
    tcase_add_test(t, padding_never_changes_the_output);
    tcase_add_test(t, no_types_are_all_of_type_0);
    tcase_add_test(t, a_causal_model_sees_nothing_of_what_comes_later);
    tcase_add_test(t, the_two_halves_are_the_whole);
    tcase_add_loop_test(t, gradients_with_dropout_equal_differences, 0,
                        sizeof(float) == 8 ? 3
                                           : 2); /* steps of float32 cross the rectifier's corner */
    tcase_add_test(t, the_same_generator_drops_the_same);
    tcase_add_test(t, the_dropout_of_attention_is_its_own);
    tcase_add_test(t, input_outside_the_tables_is_refused);
    tcase_add_test(t, the_longest_sequence_and_the_last_id_fit);
    tcase_add_test(t, fresh_weights_are_normal_and_none_is_far_out);
    tcase_add_test(t, a_model_may_have_more_layers_than_a_dozen);
    suite_add_tcase(s, t);
    return run_suite(s);
}
