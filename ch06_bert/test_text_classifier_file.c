/* Tests of folders with a text classifier: what is written comes back, what is wrong is refused. */
#include "test_classifier_case.h"
#include "text_classifier_file.h"
#include "ch05_transformer/translator_file.h"
#include "common/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static Arena arena;
static TextClassifier model;
static char folder[64];

static void setup(void)
{
    strcpy(folder, "/tmp/classifier_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void teardown(void)
{
    static const char *const names[] = {"classifier.json", "config.json", "model.safetensors"};
    for (int i = 0; i < 3; i++) unlink(path_in(&arena, folder, names[i]));
    ck_assert_int_eq(rmdir(folder), 0);
    text_classifier_free(&model);
    arena_free(&arena);
}

START_TEST(a_saved_model_comes_back_with_its_classes_and_its_answers)
{
    Error e;
    TextClassifier loaded;
    case_design(&model, _i);
    ck_assert_msg(text_classifier_save(&model, folder, &e), "%s", e.text);
    ck_assert_msg(text_classifier_load(&loaded, folder, &e), "%s", e.text);
    ck_assert_int_eq(loaded.shape.model, model.shape.model);
    ck_assert_int_eq(loaded.bert.config.label_count, 3);
    ck_assert_str_eq(loaded.bert.config.labels[2], "blue");
    assert_mat_close(text_classifier_forward(&loaded, &arena, case_batch.input),
                     text_classifier_forward(&model, &arena, case_batch.input), 0);
    text_classifier_free(&loaded);
}
END_TEST

/* A folder stands where the weights would: as on a full disk they cannot be written, and then
 * nothing else is, so that no old weights stand beside a new description. */
START_TEST(without_room_for_the_weights_nothing_is_written)
{
    Error e;
    case_design(&model, _i);
    const char *weights = path_in(&arena, folder, "model.safetensors");
    ck_assert_int_eq(mkdir(weights, 0700), 0);
    ck_assert(!text_classifier_save(&model, folder, &e));
    ck_assert_msg(strstr(e.text, "model.safetensors"), "%s", e.text);
    ck_assert_int_eq(rmdir(weights), 0);
    ck_assert_int_ne(access(path_in(&arena, folder, "classifier.json"), F_OK), 0);
    ck_assert_int_ne(access(path_in(&arena, folder, "config.json"), F_OK), 0);
}
END_TEST

START_TEST(a_classifier_starts_from_a_pretrained_bert)
{
    Error e;
    BertReport report;
    static const char *const labels[] = {"no", "yes"};
    const TextModel kind = _i ? BERT_BILSTM : BERT_CLS;
    Rng r = rng_new(8), other = rng_new(9);
    BertModel pretrained;
    bert_model_new(&pretrained, &r, case_config(), PARTS_PRETRAINING);
    ck_assert_msg(bert_save(&pretrained, folder, &e), "%s", e.text);
    BertConfig config;
    unsigned found;
    ck_assert(bert_describe(&config, &found, &arena, folder, &e));
    config.labels = labels;
    config.label_count = 2;
    ck_assert_msg(text_classifier_pretrained(&model, &other,
                                             (TextClassifierShape){kind, 5, POOL_MAX}, config,
                                             folder, &report, &e),
                  "%s", e.text);
    ck_assert_int_eq(model.bert.config.label_count, 2);
    assert_mat_close(model.words->value, pretrained.bert.words->value, 0);
    if (kind == BERT_CLS)
        assert_mat_close(model.bert.pooler.w->value, pretrained.pooler.w->value, 0);
    ck_assert_int_eq(model.output.w->value.cols, 2);
    ck_assert_double_gt(mat_dot(model.output.w->value, model.output.w->value), 0);
    bert_model_free(&pretrained);
}
END_TEST

START_TEST(a_published_classifier_needs_no_description)
{
    Error e;
    BertModel published;
    Rng r = rng_new(8);
    bert_model_new(&published, &r, case_config(), PARTS_SEQUENCE);
    ck_assert_msg(bert_save(&published, folder, &e), "%s", e.text);
    ck_assert_msg(text_classifier_load(&model, folder, &e), "%s", e.text);
    ck_assert_int_eq(model.shape.model, BERT_CLS);
    assert_mat_close(model.output.w->value, published.classifier.w->value, 0);
    ck_assert_str_eq(model.bert.config.labels[0], "red");
    bert_model_free(&published);
}
END_TEST

START_TEST(a_bert_without_a_classifier_is_refused)
{
    Error e;
    BertModel encoder;
    Rng r = rng_new(8);
    bert_model_new(&encoder, &r, case_config(), PART_POOLER);
    ck_assert_msg(bert_save(&encoder, folder, &e), "%s", e.text);
    ck_assert(!text_classifier_load(&model, folder, &e));
    ck_assert_msg(strstr(e.text, "\"classifier.weight\" is missing"), "%s", e.text);
    ck_assert_msg(strstr(e.text, "there is no classifier.json"), "%s", e.text);
    bert_model_free(&encoder);
}
END_TEST

/* What else is wrong has nothing to do with the description. */
START_TEST(another_error_of_the_folder_is_not_laid_on_the_description)
{
    Error e;
    BertModel published;
    Rng r = rng_new(8);
    bert_model_new(&published, &r, case_config(), PARTS_SEQUENCE);
    ck_assert_msg(bert_save(&published, folder, &e), "%s", e.text);
    if (_i == 0)
        ck_assert(text_save(path_in(&arena, folder, "config.json"), "{}", 2, &e));
    else
        published.bert.words->value.data[0] = (float)INFINITY, bert_save(&published, folder, &e);
    ck_assert(!text_classifier_load(&model, folder, &e));
    ck_assert_msg(!strstr(e.text, "classifier.json"), "%s", e.text);
    bert_model_free(&published);
}
END_TEST

/* Descriptions that are wrong, and what the message must name. */
static const struct {
    const char *text, *named;
} wrong[] = {
    {"[]", "object"},
    {"{\"model\": \"bilstm\"", ": byte 19: not JSON"},
    {"{\"model\": \"gru\"}", "gru"},
    {"{\"model\": 3}", "model"},
    {"{\"model\": \"bert-bilstm\", \"pooling\": \"mean\", \"hidden\": 5}", "mean"},
    {"{\"model\": \"bert-bilstm\", \"pooling\": \"max\", \"hidden\": 0}", "hidden"},
    {"{\"model\": \"bert-bilstm\", \"pooling\": \"max\", \"hidden\": 2.5}", "hidden"},
    {"{\"model\": \"bilstm\", \"pooling\": \"max\", \"hidden\": 5, \"vocabulary\": 8, \"d_model\": "
     "8, \"positions\": -1}",
     "positions"},
    {"{\"model\": \"bilstm\", \"pooling\": \"max\", \"hidden\": 5, \"vocabulary\": 8, \"d_model\": "
     "8, \"positions\": 6, \"dropout\": 1}",
     "dropout"},
    {"{\"model\": \"bilstm\", \"pooling\": \"max\", \"hidden\": 5, \"vocabulary\": 8, \"d_model\": "
     "8, \"positions\": 6, \"dropout\": 0, \"classifier_dropout\": 0, \"labels\": [\"one\"]}",
     "labels"},
    {"{\"model\": \"bilstm\", \"pooling\": \"max\", \"hidden\": 5, \"vocabulary\": 8, \"d_model\": "
     "8, \"positions\": 6, \"dropout\": 0, \"classifier_dropout\": 0, \"labels\": [\"a\", 2]}",
     "label 1"}};
enum { WRONG = sizeof wrong / sizeof *wrong };

START_TEST(a_wrong_description_is_refused_by_name)
{
    Error e;
    const char *path = path_in(&arena, folder, "classifier.json");
    ck_assert(text_save(path, wrong[_i].text, strlen(wrong[_i].text), &e));
    ck_assert(!text_classifier_load(&model, folder, &e));
    ck_assert_msg(strstr(e.text, wrong[_i].named) && strstr(e.text, path), "%s", e.text);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("ch06_text_classifier_file");
    TCase *c = tcase_create("files");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_loop_test(c, a_saved_model_comes_back_with_its_classes_and_its_answers, 0, DESIGNS);
    tcase_add_loop_test(c, without_room_for_the_weights_nothing_is_written, 0, DESIGNS);
    tcase_add_loop_test(c, a_classifier_starts_from_a_pretrained_bert, 0, 2);
    tcase_add_test(c, a_published_classifier_needs_no_description);
    tcase_add_test(c, a_bert_without_a_classifier_is_refused);
    tcase_add_loop_test(c, another_error_of_the_folder_is_not_laid_on_the_description, 0, 2);
    tcase_add_loop_test(c, a_wrong_description_is_refused_by_name, 0, WRONG);
    suite_add_tcase(s, c);
    return run_suite(s);
}
