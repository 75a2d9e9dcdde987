/* Tests of config.json: what published files have and have not, every kind of wrong value, and that
 * what is written is read again. */
#include "bert_config.h"
#include "common/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Arena arena;
static char folder[64], path[96];

static void start(void)
{
    strcpy(folder, "/tmp/bert_config_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/config.json", folder);
}

static void end(void)
{
    unlink(path);
    ck_assert_int_eq(rmdir(folder), 0);
    arena_free(&arena);
}

static void write_bytes(const char *text, size_t size)
{
    FILE *f = fopen(path, "wb");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(text, 1, size, f), size);
    ck_assert_int_eq(fclose(f), 0);
}

/* The six sizes that every file must have. */
#define SIZES                                                                                      \
    "\"vocab_size\": 13, \"hidden_size\": 8, \"num_hidden_layers\": 2, "                           \
    "\"num_attention_heads\": 2, \"intermediate_size\": 12, \"max_position_embeddings\": 7"

static BertConfig read_text(const char *text)
{
    BertConfig c;
    Error e;
    write_bytes(text, strlen(text));
    ck_assert_msg(bert_config_read(&c, &arena, path, &e), "%s", e.text);
    return c;
}

/* ---- what is read ----------------------------------------------------------------------------*/

START_TEST(a_file_of_sizes_alone_gets_the_values_of_bert)
{
    BertConfig c = read_text("{" SIZES "}");
    const BertShape *s = &c.shape;
    ck_assert(s->vocabulary == 13 && s->d_model == 8 && s->layers == 2 && s->heads == 2);
    ck_assert(s->d_hidden == 12 && s->positions == 7 && s->types == 2 && c.pad == 0 && c.tied);
    ck_assert(s->activation == GELU_ERF && s->epsilon == 1e-12 && s->initial == 0.02);
    ck_assert(s->dropout == 0.1 && s->attention_dropout == 0.1 && c.classifier_dropout == 0.1);
    ck_assert_int_eq(c.label_count, 2);
    ck_assert_str_eq(c.labels[0], "LABEL_0");
    ck_assert_str_eq(c.labels[1], "LABEL_1");
}
END_TEST

START_TEST(every_value_is_taken_from_its_key)
{
    BertConfig c = read_text(
        "\xEF\xBB\xBF{" SIZES ", \"model_type\": \"bert\", \"type_vocab_size\": 3, "
        "\"pad_token_id\": 4, \"layer_norm_eps\": 1e-5, \"hidden_dropout_prob\": 0.25, "
        "\"attention_probs_dropout_prob\": 0, \"initializer_range\": 0.5, "
        "\"classifier_dropout\": 0.75, \"tie_word_embeddings\": false, \"is_decoder\": false, "
        "\"position_embedding_type\": \"absolute\", \"hidden_act\": \"relu\", "
        "\"id2label\": {\"1\": \"\\u592a\\u597d\\u4e86\", \"0\": \"no\", \"2\": \"\"}}");
    const BertShape *s = &c.shape;
    ck_assert(s->types == 3 && c.pad == 4 && s->epsilon == 1e-5 && s->dropout == 0.25);
    ck_assert(s->attention_dropout == 0 && s->initial == 0.5 && c.classifier_dropout == 0.75);
    ck_assert(s->activation == RELU && !c.tied && c.label_count == 3);
    ck_assert_str_eq(c.labels[0], "no");
    ck_assert_str_eq(c.labels[1], "太好了");
    ck_assert_str_eq(c.labels[2], "");
}
END_TEST

static const struct {
    const char *name;
    Activation activation;
} activations[] = {
    {"gelu", GELU_ERF}, {"gelu_new", GELU_TANH}, {"gelu_pytorch_tanh", GELU_TANH}, {"relu", RELU}};

START_TEST(the_names_of_activations_mean_what_they_mean_elsewhere)
{
    char text[400];
    snprintf(text, sizeof text, "{" SIZES ", \"hidden_act\": \"%s\"}", activations[_i].name);
    ck_assert_int_eq(read_text(text).shape.activation, activations[_i].activation);
}
END_TEST

START_TEST(null_is_as_if_the_key_were_not_there)
{
    BertConfig c = read_text("{" SIZES ", \"classifier_dropout\": null, \"id2label\": null, "
                             "\"hidden_dropout_prob\": 0.5, \"num_labels\": 3}");
    ck_assert(c.classifier_dropout == 0.5 && c.label_count == 3);
    ck_assert_str_eq(c.labels[2], "LABEL_2");
}
END_TEST

/* ---- what is refused -------------------------------------------------------------------------*/

static void assert_refused(const char *text, size_t size, const char *words)
{
    BertConfig c;
    Error e;
    write_bytes(text, size);
    ck_assert_msg(!bert_config_read(&c, &arena, path, &e), "not refused: %s", words);
    ck_assert_msg(strncmp(e.text, path, strlen(path)) == 0, "%s", e.text);
    ck_assert_str_eq(e.text + strlen(path), words);
}

static const struct {
    const char *text, *words; /* of the file, and of the message after the path */
} wrong[] = {
    {"", ": not JSON: a mistake near byte 1 of 0"},
    {"{\"vocab_size\": 13,", ": not JSON: a mistake near byte 19 of 18"},
    {"{} x", ": not JSON: a mistake near byte 4 of 4"},
    {"[1]", ": not a JSON object"},
    {"{\"a\": \"\xff\"}", ": not JSON, not even UTF-8"},
    {"{\"vocab_size\": 13}",
     ": num_hidden_layers is not there; a whole number from 1 to 1000 was expected"},
    {"{" SIZES ", \"type_vocab_size\": 0}",
     ": type_vocab_size is 0; a whole number from 1 to 65536 was expected"},
    {"{" SIZES ", \"type_vocab_size\": 1.5}",
     ": type_vocab_size is 1.5; a whole number from 1 to 65536 was expected"},
    {"{" SIZES ", \"type_vocab_size\": \"2\"}",
     ": type_vocab_size is \"2\"; a whole number from 1 to 65536 was expected"},
    {"{" SIZES ", \"type_vocab_size\": 1e999}",
     ": type_vocab_size is null; a whole number from 1 to 65536 was expected"},
    {"{\"vocab_size\": 13, \"num_hidden_layers\": 2, \"hidden_size\": 8, \"num_attention_heads\": "
     "2, "
     "\"intermediate_size\": 12, \"max_position_embeddings\": 2}", /* no room for two [SEP] */
     ": max_position_embeddings is 2; a whole number from 3 to 1048576 was expected"},
    {"{\"vocab_size\": -3}", ": vocab_size is -3; a whole number from 1 to 16777216 was expected"},
    {"{" SIZES ", \"hidden_dropout_prob\": 1}",
     ": hidden_dropout_prob is 1; a number from 0 to 0.999999 was expected"},
    {"{" SIZES ", \"classifier_dropout\": -0.1}",
     ": classifier_dropout is -0.1; a number from 0 to 0.999999 was expected"},
    {"{" SIZES ", \"layer_norm_eps\": true}",
     ": layer_norm_eps is true; a number from 0 to 1 was expected"},
    {"{" SIZES ", \"hidden_act\": \"silu\"}",
     ": hidden_act is \"silu\"; gelu, gelu_new, gelu_pytorch_tanh or relu was expected"},
    {"{" SIZES ", \"hidden_act\": 3}",
     ": hidden_act is 3; gelu, gelu_new, gelu_pytorch_tanh or relu was expected"},
    {"{" SIZES ", \"model_type\": \"roberta\"}", ": model_type is \"roberta\"; bert was expected"},
    {"{" SIZES ", \"position_embedding_type\": \"relative_key\"}",
     ": position_embedding_type is \"relative_key\"; absolute was expected"},
    {"{" SIZES ", \"is_decoder\": true}", ": a decoder; an encoder was expected"},
    {"{" SIZES ", \"add_cross_attention\": true}", ": a decoder; an encoder was expected"},
    {"{" SIZES ", \"tie_word_embeddings\": 1}",
     ": tie_word_embeddings is 1; true or false was expected"},
    {"{" SIZES ", \"pad_token_id\": 13}", ": pad_token_id 13, but vocab_size 13"},
    {"{" SIZES ", \"id2label\": []}", ": id2label is []; an object of names was expected"},
    {"{" SIZES ", \"id2label\": {}}", ": id2label is {}; an object of names was expected"},
    {"{" SIZES ", \"id2label\": {\"0\": \"a\", \"2\": \"b\"}}",
     ": id2label has 2 names, but no text of one line for \"1\""},
    {"{" SIZES ", \"id2label\": {\"0\": \"a\", \"1\": \"\\u001b[2J\"}}",
     ": id2label has 2 names, but no text of one line for \"1\""},
    {"{" SIZES ", \"id2label\": {\"0\": 7}}",
     ": id2label has 1 names, but no text of one line for \"0\""},
    {"{" SIZES ", \"num_labels\": 0}",
     ": num_labels is 0; a whole number from 1 to 65536 was expected"},
    {"{" SIZES ", \"hidden_act\": \"\\u001b[2J\"}",
     ": hidden_act is \"\\u001b[2J\"; gelu, gelu_new, gelu_pytorch_tanh or relu was expected"}};
enum { WRONG = sizeof wrong / sizeof *wrong };

START_TEST(a_wrong_value_is_named)
{
    assert_refused(wrong[_i].text, strlen(wrong[_i].text), wrong[_i].words);
}
END_TEST

START_TEST(heads_must_divide_the_width)
{
    const char *text = "{\"vocab_size\": 13, \"hidden_size\": 8, \"num_hidden_layers\": 2, "
                       "\"num_attention_heads\": 3, \"intermediate_size\": 12, "
                       "\"max_position_embeddings\": 7}";
    assert_refused(text, strlen(text), ": hidden_size 8 is no multiple of num_attention_heads 3");
}
END_TEST

START_TEST(a_zero_byte_is_no_text)
{
    assert_refused("{}\0x", 4, ": not JSON, not even UTF-8");
}
END_TEST

START_TEST(a_missing_file_is_named)
{
    BertConfig c;
    Error e;
    char want[160];
    ck_assert(!bert_config_read(&c, &arena, path, &e));
    snprintf(want, sizeof want, "%s: No such file or directory", path);
    ck_assert_str_eq(e.text, want);
}
END_TEST

/* ---- what is written -------------------------------------------------------------------------*/

START_TEST(what_is_written_is_read_again)
{
    static const char *const labels[] = {"no \"quotes\"", "是"};
    BertShape s = bert_shape(99, 3, 12, 4, 17);
    s.types = 5, s.activation = GELU_TANH, s.epsilon = 3e-9, s.initial = 0.03;
    s.dropout = 0.15, s.attention_dropout = 0.35;
    BertConfig c = bert_config(s), back;
    c.labels = labels, c.pad = 7, c.classifier_dropout = 0.45;
    Error e;
    ck_assert_msg(bert_config_save(&c, "BertForMaskedLM", path, &e), "%s", e.text);
    ck_assert_msg(bert_config_read(&back, &arena, path, &e), "%s", e.text);
    ck_assert_str_eq(back.labels[0], labels[0]);
    ck_assert_str_eq(back.labels[1], labels[1]);
    ck_assert(back.label_count == 2 && back.pad == 7 && back.classifier_dropout == 0.45);
    const BertShape *b = &back.shape;
    ck_assert(b->vocabulary == 99 && b->layers == 3 && b->d_model == 12 && b->heads == 4);
    ck_assert(b->d_hidden == 48 && b->positions == 17 && b->types == 5);
    ck_assert(b->activation == GELU_TANH && b->epsilon == 3e-9 && b->initial == 0.03);
    ck_assert(b->dropout == 0.15 && b->attention_dropout == 0.35 && back.tied);
}
END_TEST

START_TEST(a_folder_that_is_not_there_is_an_error)
{
    BertConfig c = bert_config(bert_shape(9, 1, 8, 2, 7));
    Error e;
    ck_assert(!bert_config_save(&c, "BertModel", "/nowhere/config.json", &e));
    ck_assert_ptr_nonnull(strstr(e.text, "/nowhere/config.json: cannot be written"));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bert_config");
    TCase *t = tcase_create("bert_config");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, a_file_of_sizes_alone_gets_the_values_of_bert);
    tcase_add_test(t, every_value_is_taken_from_its_key);
    tcase_add_loop_test(t, the_names_of_activations_mean_what_they_mean_elsewhere, 0, 4);
    tcase_add_test(t, null_is_as_if_the_key_were_not_there);
    tcase_add_loop_test(t, a_wrong_value_is_named, 0, WRONG);
    tcase_add_test(t, heads_must_divide_the_width);
    tcase_add_test(t, a_zero_byte_is_no_text);
    tcase_add_test(t, a_missing_file_is_named);
    tcase_add_test(t, what_is_written_is_read_again);
    tcase_add_test(t, a_folder_that_is_not_there_is_an_error);
    suite_add_tcase(s, t);
    return run_suite(s);
}
