/* Tests of folders that are refused: the message names the file and the tensor, and no memory is
 * taken for what is not there. */
#include "test_bert_case.h"

#include <math.h>

/* Loading fails with "FOLDER" and these words; a double build's F64 counts as F32. */
static void assert_refused(unsigned need, unsigned want, const char *words)
{
    BertReport r;
    Error e;
    ck_assert_msg(!bert_load(&model, folder, need, want, &rng, &r, &e), "not refused: %s", words);
    model = (BertModel){0}; /* nothing to free */
    char *type = strstr(e.text, " of F64;");
    if (type) memcpy(type, " of F32;", 8);
    ck_assert_msg(strncmp(e.text, folder, strlen(folder)) == 0, "%s", e.text);
    ck_assert_str_eq(e.text + strlen(folder), words);
}

/* ---- missing ---------------------------------------------------------------------------------*/

static bool no_heads(char *name)
{
    return strncmp(name, "cls.", 4) != 0 && strncmp(name, "classifier", 10) != 0 &&
           !strstr(name, "pooler");
}

START_TEST(a_part_that_is_needed_but_missing_is_named)
{
    write_folder("gelu", "hf", no_heads);
    assert_refused(PART_MLM, 0,
                   "/model.safetensors: the head of masked words is not there in full: "
                   "\"cls.predictions.transform.dense.weight\" is missing, as are 4 more");
    assert_refused(PART_POOLER | PART_NSP, 0,
                   "/model.safetensors: the pooler is not there in full: "
                   "\"pooler.dense.weight\" is missing, as are 3 more");
    assert_refused(PART_NSP, PART_POOLER,
                   "/model.safetensors: the head of next sentences is not there in full: "
                   "\"cls.seq_relationship.weight\" is missing, as are 1 more");
    assert_refused(PART_CLASSIFIER, 0,
                   "/model.safetensors: the classifier is not there in full: "
                   "\"classifier.weight\" is missing, as are 1 more");
}
END_TEST

static bool no_norm(char *name)
{
    return !strstr(name, "1.output.LayerNorm.bias");
}

START_TEST(a_missing_weight_of_the_encoder_is_named)
{
    write_folder("gelu", "hf", no_norm);
    assert_refused(0, 0,
                   "/model.safetensors: the encoder is not there in full: "
                   "\"encoder.layer.1.output.LayerNorm.bias\" is missing");
}
END_TEST

static bool another_model(char *name)
{
    name[0] = 'x';
    return true;
}

START_TEST(a_file_of_another_model_is_refused)
{
    write_folder("gelu", "hf", another_model);
    assert_refused(0, 0,
                   "/model.safetensors: no tensor \"embeddings.word_embeddings.weight\", with or "
                   "without \"bert.\" before it");
}
END_TEST

START_TEST(layers_on_top_that_are_needed_must_be_there)
{
    BertReport r;
    Error e;
    load_reference(0);
    params_row(&model.params, "bilstm", "b", 6, 0);
    ck_assert(!bert_read(&model, folder, PART_OWN, NULL, &r, &e));
    ck_assert_ptr_nonnull(strstr(e.text, "the part on top is not there in full: \"bilstm.b\" is"));
    ck_assert(bert_read(&model, folder, 0, NULL, &r, &e));
    ck_assert_int_eq(r.fresh_count, 1);
    ck_assert_str_eq(r.fresh[0], "bilstm.b");
}
END_TEST

/* ---- shapes ----------------------------------------------------------------------------------*/

static const char *replaced; /* the tensor that another one stands in for */
static bool all_but_replaced(char *name)
{
    return strcmp(name, replaced) != 0;
}

/* The folder with one tensor of zeros of another shape. */
static void write_with(const char *name, int rank, int rows, int cols)
{
    SafetensorsOut out = {0};
    replaced = name;
    write_config("gelu");
    add_group(&out, "hf", all_but_replaced);
    safetensors_add(&out, name, rank, mat_zeros(&arena, rows, cols));
    write_tensors(&out);
}

static const struct {
    const char *name;
    int rank, rows, cols;
    const char *words;
} shapes[] = {
    {"bert.embeddings.token_type_embeddings.weight", 2, 3, 8,
     "3x8 of F32; config.json asks for 2x8"},
    {"bert.embeddings.word_embeddings.weight", 2, 12, 8, "12x8 of F32; config.json asks for 13x8"},
    {"bert.embeddings.word_embeddings.weight", 2, 13, 4, "13x4 of F32; config.json asks for 13x8"},
    {"bert.embeddings.position_embeddings.weight", 2, 9, 8, "9x8 of F32; config.json asks for 7x8"},
    {"bert.encoder.layer.1.intermediate.dense.weight", 2, 8, 12,
     "8x12 of F32; config.json asks for 12x8"}, /* not transposed */
    {"bert.encoder.layer.0.output.dense.bias", 1, 1, 9, "9 of F32; config.json asks for 1x8"},
    {"cls.predictions.bias", 1, 1, 12, "12 of F32; config.json asks for 1x13"},
    {"cls.seq_relationship.weight", 2, 3, 8, "3x8 of F32; config.json asks for 2x8"},
    {"classifier.weight", 2, 2, 8, "2x8 of F32; config.json asks for 3x8"}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

START_TEST(a_tensor_of_another_shape_is_named)
{
    char words[300];
    write_with(shapes[_i].name, shapes[_i].rank, shapes[_i].rows, shapes[_i].cols);
    snprintf(words, sizeof words, "/model.safetensors: tensor \"%s\" is %s floating-point numbers",
             shapes[_i].name, shapes[_i].words);
    assert_refused(ALL_PARTS, 0, words);
}
END_TEST

START_TEST(a_classifier_of_other_classes_is_made_fresh_when_it_is_only_wanted)
{
    BertReport r;
    Error e;
    write_with("classifier.weight", 2, 2, 8);
    ck_assert_msg(bert_load(&model, folder, 0, PARTS_SEQUENCE, &rng, &r, &e), "%s", e.text);
    ck_assert(r.fresh_count == 1 && r.unexpected_count == 1);
    ck_assert_str_eq(r.fresh[0], "classifier.w");
    ck_assert_str_eq(r.unexpected[0], "classifier.weight");
}
END_TEST

START_TEST(whole_numbers_are_no_weights)
{
    static const int64_t zeros[8] = {0};
    SafetensorsOut out = {0};
    replaced = "bert.embeddings.LayerNorm.bias";
    write_config("gelu");
    add_group(&out, "hf", all_but_replaced);
    safetensors_add_ints(&out, replaced, zeros, 8);
    write_tensors(&out);
    assert_refused(0, 0,
                   "/model.safetensors: tensor \"bert.embeddings.LayerNorm.bias\" is 8 of I64; "
                   "config.json asks for 1x8 floating-point numbers");
}
END_TEST

START_TEST(a_weight_that_is_not_finite_is_named)
{
    SafetensorsOut out = {0};
    replaced = "bert.embeddings.LayerNorm.bias";
    Mat bias = mat_zeros(&arena, 1, 8);
    bias.data[5] = _i ? (float)INFINITY : (float)NAN;
    write_config("gelu");
    add_group(&out, "hf", all_but_replaced);
    safetensors_add(&out, replaced, 1, bias);
    write_tensors(&out);
    assert_refused(0, 0,
                   "/model.safetensors: tensor \"bert.embeddings.LayerNorm.bias\" holds a number "
                   "that is not finite");
}
END_TEST

/* 2^24 pieces of 4096 numbers would be 256 GB. */
START_TEST(no_memory_is_taken_for_what_config_json_claims)
{
    write_folder("gelu", "hf", NULL);
    FILE *f = fopen(config_path, "w");
    ck_assert_ptr_nonnull(f);
    fputs("{\"vocab_size\": 16777216, \"hidden_size\": 4096, \"num_hidden_layers\": 1000, "
          "\"num_attention_heads\": 2, \"intermediate_size\": 12, \"max_position_embeddings\": 7}",
          f);
    ck_assert_int_eq(fclose(f), 0);
    assert_refused(0, 0,
                   "/model.safetensors: tensor \"bert.embeddings.word_embeddings.weight\" is 13x8 "
                   "of F32; config.json asks for 16777216x4096 floating-point numbers");
}
END_TEST

START_TEST(layers_that_the_file_has_not_are_missed_at_once)
{
    write_folder("gelu", "hf", NULL);
    FILE *f = fopen(config_path, "w");
    ck_assert_ptr_nonnull(f);
    fputs("{\"vocab_size\": 13, \"hidden_size\": 8, \"num_hidden_layers\": 3, "
          "\"num_attention_heads\": 2, \"intermediate_size\": 12, \"max_position_embeddings\": 7}",
          f);
    ck_assert_int_eq(fclose(f), 0);
    assert_refused(0, 0,
                   "/model.safetensors: no tensor \"encoder.layer.2.attention.self.query.weight\", "
                   "with or without \"bert.\" before it");
}
END_TEST

/* ---- other files -----------------------------------------------------------------------------*/

/* An empty file of that name; removes it after the test of the message. */
static void assert_refused_beside(const char *name, const char *words)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fclose(f);
    assert_refused(0, 0, words);
    unlink(path);
}

START_TEST(weights_in_another_form_are_named)
{
    write_config("gelu");
    assert_refused(0, 0, "/model.safetensors: No such file or directory");
    assert_refused_beside("pytorch_model.bin",
                          ": there is a pytorch_model.bin, but no model.safetensors; the "
                          "transformers library writes one: from_pretrained, then save_pretrained");
    assert_refused_beside("model.safetensors.index.json",
                          ": its weights are in several files; one model.safetensors is needed");
    assert_refused_beside("model.safetensors", "/model.safetensors: the file is empty");
}
END_TEST

START_TEST(a_decoder_of_its_own_is_refused_where_it_would_be_used)
{
    BertReport r;
    Error e;
    write_folder("gelu\", \"tie_word_embeddings\": false, \"x\": \"", "hf", NULL);
    assert_refused(PART_MLM, 0,
                   ": tie_word_embeddings is false: the head of masked words has a matrix of its "
                   "own, which this book cannot read");
    ck_assert_msg(bert_load(&model, folder, PART_NSP | PART_POOLER, 0, NULL, &r, &e), "%s", e.text);
}
END_TEST

START_TEST(a_folder_without_config_json_is_named)
{
    write_folder("gelu", "hf", NULL);
    unlink(config_path);
    assert_refused(0, 0, "/config.json: No such file or directory");
}
END_TEST

START_TEST(a_folder_that_cannot_be_written_is_named)
{
    Error e;
    load_reference(0);
    ck_assert(!bert_save(&model, "/nowhere", &e));
    ck_assert_ptr_nonnull(strstr(e.text, "/nowhere/model.safetensors: cannot be written"));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bert_file_errors");
    TCase *t = tcase_create("bert_file_errors");
    tcase_add_checked_fixture(t, start, end);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, a_part_that_is_needed_but_missing_is_named);
    tcase_add_test(t, a_missing_weight_of_the_encoder_is_named);
    tcase_add_test(t, a_file_of_another_model_is_refused);
    tcase_add_test(t, layers_on_top_that_are_needed_must_be_there);
    tcase_add_loop_test(t, a_tensor_of_another_shape_is_named, 0, SHAPES);
    tcase_add_test(t, a_classifier_of_other_classes_is_made_fresh_when_it_is_only_wanted);
    tcase_add_test(t, whole_numbers_are_no_weights);
    tcase_add_loop_test(t, a_weight_that_is_not_finite_is_named, 0, 2);
    tcase_add_test(t, no_memory_is_taken_for_what_config_json_claims);
    tcase_add_test(t, layers_that_the_file_has_not_are_missed_at_once);
    tcase_add_test(t, weights_in_another_form_are_named);
    tcase_add_test(t, a_decoder_of_its_own_is_refused_where_it_would_be_used);
    tcase_add_test(t, a_folder_without_config_json_is_named);
    tcase_add_test(t, a_folder_that_cannot_be_written_is_named);
    suite_add_tcase(s, t);
    return run_suite(s);
}
