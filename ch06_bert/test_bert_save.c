/* Tests of saving: the file has what published ones have, and gives the same model back. */
#include "test_bert_case.h"

static void save(BertModel *m)
{
    Error e;
    ck_assert_msg(bert_save(m, folder, &e), "%s", e.text);
}

START_TEST(what_is_saved_has_the_published_names_shapes_and_numbers)
{
    Safetensors s;
    Error e;
    load_reference(0);
    const char **names = names_of("hf");
    save(&model);
    ck_assert_msg(safetensors_open(&s, weights_path, &e), "%s", e.text);
    ck_assert_str_eq(safetensors_metadata(&s, "format"), "pt");
    ck_assert_int_eq(s.count, model.params.count);
    for (int n = 0; n < s.count; n++) {
        const Mat want = reference("hf", names[n]), got = mat_new(&arena, want.rows, want.cols);
        const StoredTensor *t = safetensors_find(&s, names[n]);
        ck_assert_msg(t != NULL, "%s", names[n]);
        ck_assert_int_eq(t->rank, strstr(names[n], "bias") || strstr(names[n], "Norm") ? 1 : 2);
        ck_assert_msg(safetensors_read(&s, names[n], got, &e), "%s", e.text);
        assert_mat_close(got, want, 0);
    }
    safetensors_close(&s);
}
END_TEST

START_TEST(a_saved_model_is_the_same_model)
{
    BertModel back;
    BertShape s = bert_shape(13, 3, 8, 4, 7);
    s.activation = GELU_TANH, s.types = 1;
    bert_model_new(&model, &rng, bert_config(s), (unsigned)_i);
    save(&model);
    BertReport r = load(&back, (unsigned)_i);
    ck_assert_int_eq(r.fresh_count + r.unexpected_count + r.padding, 0);
    ck_assert_uint_eq(r.found, (unsigned)_i);
    ck_assert(back.config.shape.activation == GELU_TANH && back.params.count == model.params.count);
    for (int i = 0; i < back.params.count; i++)
        assert_mat_close(back.params.items[i]->value, model.params.items[i]->value, 0);
    bert_model_free(&back);
}
END_TEST

START_TEST(layers_on_top_are_saved_and_read_with_the_rest)
{
    BertModel back;
    BertReport r;
    Error e;
    load_reference(0);
    params_weight(&model.params, &rng, "bilstm", "w", 4, 6);
    params_row(&model.params, "bilstm", "b", 6, 3);
    save(&model);
    bert_model_new(&back, NULL, model.config, ALL_PARTS);
    Param *w = params_weight(&back.params, &rng, "bilstm", "w", 4, 6);
    Param *b = params_row(&back.params, "bilstm", "b", 6, 0);
    ck_assert_msg(bert_read(&back, folder, ALL_PARTS | PART_OWN, NULL, &r, &e), "%s", e.text);
    ck_assert_int_eq(r.fresh_count + r.unexpected_count + r.padding, 0);
    assert_mat_close(w->value, params_find(&model.params, "bilstm.w")->value, 0);
    ck_assert(b->value.data[5] == 3);
    bert_model_free(&back);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bert_save");
    TCase *t = tcase_create("bert_save");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, what_is_saved_has_the_published_names_shapes_and_numbers);
    const int parts[] = {0, PART_POOLER, PART_MLM, PARTS_PRETRAINING, PARTS_SEQUENCE, PARTS_TOKENS};
    for (int i = 0; i < 6; i++)
        tcase_add_loop_test(t, a_saved_model_is_the_same_model, parts[i], parts[i] + 1);
    tcase_add_test(t, layers_on_top_are_saved_and_read_with_the_rest);
    suite_add_tcase(s, t);
    return run_suite(s);
}
