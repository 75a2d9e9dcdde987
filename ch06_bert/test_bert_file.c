/* Tests of published models' folders: every spelling of the names and every number format gives the
 * same model; what is missing or unknown is reported; what is saved is what is published. */
#include "test_bert_case.h"

#include <math.h>

/* The outputs of `model` are the reference's. */
static void assert_reference_model(void)
{
    Mat hidden = bert_forward(&model.bert, &arena, batch);
    assert_real_rows_close(hidden, reference("erf", "hidden"), 1e-5);
    static const int rows[] = {1, 3, 6};
    Mat scores = mlm_scores(&model.mlm, &arena, hidden, rows, 3), want = reference("erf", "mlm");
    for (int i = 0; i < 3; i++)
        assert_mat_close(mat_rows(scores, i, 1), mat_rows(want, rows[i], 1), 1e-5);
    Mat pooled = pooler_forward(&model.pooler, &arena, hidden, 2);
    assert_mat_close(classifier_forward(&model.nsp, &arena, pooled), reference("erf", "nsp"), 1e-5);
}

static void assert_nothing_to_report(const BertReport *r)
{
    ck_assert_int_eq(r->fresh_count, 0);
    ck_assert_msg(r->unexpected_count == 0, "%s", r->unexpected[0]);
    ck_assert_int_eq(r->padding, 0);
}

/* ---- names -----------------------------------------------------------------------------------*/

static bool without_prefix(char *name)
{
    if (strncmp(name, "bert.", 5) == 0) memmove(name, name + 5, strlen(name + 5) + 1);
    return true;
}

static bool gamma_and_beta(char *name)
{
    char *norm = strstr(name, "LayerNorm.");
    if (norm) strcpy(norm + 10, strcmp(norm + 10, "weight") == 0 ? "gamma" : "beta");
    return true;
}

static bool both_old(char *name)
{
    return without_prefix(name) && gamma_and_beta(name);
}

static bool decoder_bias(char *name)
{
    if (strcmp(name, "cls.predictions.bias") == 0) strcpy(name, "cls.predictions.decoder.bias");
    return true;
}

static Rename *const renames[] = {NULL, without_prefix, gamma_and_beta, both_old, decoder_bias};

START_TEST(every_spelling_of_the_names_is_the_same_model)
{
    write_folder("gelu", "hf", renames[_i]);
    BertReport r = load(&model, ALL_PARTS);
    assert_reference_model();
    assert_nothing_to_report(&r);
    ck_assert_uint_eq(r.found, ALL_PARTS);
}
END_TEST

START_TEST(gamma_and_beta_elsewhere_are_no_normalisation)
{
    SafetensorsOut out = {0};
    Mat m = mat_zeros(&arena, 1, 8);
    write_config("gelu");
    add_group(&out, "hf", NULL);
    safetensors_add(&out, "bert.embeddings.gamma", 1, m);
    safetensors_add(&out, "bert.embeddings.LayerNorm.gamma", 1, m); /* weight is there, too */
    write_tensors(&out);
    BertReport r = load(&model, ALL_PARTS);
    assert_reference_model();
    ck_assert_int_eq(r.unexpected_count, 2);
    ck_assert_str_eq(r.unexpected[0], "bert.embeddings.LayerNorm.gamma");
    ck_assert_str_eq(r.unexpected[1], "bert.embeddings.gamma");
}
END_TEST

START_TEST(copies_and_buffers_are_not_reported)
{
    static const int64_t positions[] = {0, 1, 2, 3, 4, 5, 6};
    SafetensorsOut out = {0};
    write_config("gelu");
    add_group(&out, "hf", NULL);
    safetensors_add_ints(&out, "bert.embeddings.position_ids", positions, 7);
    safetensors_add(&out, "cls.predictions.decoder.weight", 2,
                    reference("hf", "bert.embeddings.word_embeddings.weight"));
    safetensors_add(&out, "cls.predictions.decoder.bias", 1,
                    reference("hf", "cls.predictions.bias"));
    write_tensors(&out);
    BertReport r = load(&model, ALL_PARTS);
    assert_reference_model();
    assert_nothing_to_report(&r);
}
END_TEST

/* ---- numbers ---------------------------------------------------------------------------------*/

/* The bits of a number that a format of 16 bits holds exactly. */
static unsigned bits_of(double x, int exponent_bits)
{
    const int fraction_bits = 15 - exponent_bits, bias = (1 << (exponent_bits - 1)) - 1;
    int exponent;
    if (x == 0) return 0;
    const double fraction = 2 * frexp(fabs(x), &exponent) - 1; /* 1.fraction * 2^(exponent - 1) */
    const double whole = fraction * (1 << fraction_bits);
    ck_assert(floor(whole) == whole);
    return (x < 0 ? 0x8000u : 0) | (unsigned)(exponent - 1 + bias) << fraction_bits |
           (unsigned)whole;
}

/* Writes the file of weights in a format of 16 bits. */
static void write_halves(const char *dtype, int exponent_bits)
{
    enum { LARGEST = 1 << 14 };
    char *header = arena_alloc(&arena, LARGEST);
    unsigned char *data = arena_alloc(&arena, LARGEST);
    int length = snprintf(header, LARGEST, "{"), size = 0;
    for (const char **name = names_of("hf"); *name; name++) {
        const Mat m = reference("hf", *name);
        const int begin = size;
        for (int i = 0; i < m.rows * m.cols; i++, size += 2) {
            const unsigned bits = bits_of((double)m.data[i], exponent_bits);
            data[size] = bits & 0xff, data[size + 1] = (unsigned char)(bits >> 8);
        }
        length += snprintf(header + length, (size_t)(LARGEST - length),
                           "%s\"%s\":{\"dtype\":\"%s\",\"shape\":[%d,%d],\"data_offsets\":[%d,%d]}",
                           begin ? "," : "", *name, dtype, m.rows, m.cols, begin, size);
    }
    length += snprintf(header + length, (size_t)(LARGEST - length), "}");
    FILE *f = fopen(weights_path, "wb");
    ck_assert_ptr_nonnull(f);
    for (int b = 0; b < 8; b++) putc((int)((uint64_t)length >> 8 * b & 0xff), f);
    ck_assert_uint_eq(fwrite(header, 1, (size_t)length, f), (size_t)length);
    ck_assert_uint_eq(fwrite(data, 1, (size_t)size, f), (size_t)size);
    ck_assert_int_eq(fclose(f), 0);
}

static const struct {
    const char *dtype;
    int exponent_bits;
} halves[] = {{"F16", 5}, {"BF16", 8}};

START_TEST(numbers_of_16_bits_are_read)
{
    write_config("gelu");
    write_halves(halves[_i].dtype, halves[_i].exponent_bits);
    BertReport r = load(&model, ALL_PARTS);
    assert_reference_model();
    assert_nothing_to_report(&r);
}
END_TEST

/* ---- what is not there, and what is too much -------------------------------------------------*/

static bool encoder_alone(char *name)
{
    return strncmp(name, "bert.encoder", 12) == 0 || strncmp(name, "bert.embeddings", 15) == 0;
}

START_TEST(parts_that_are_wanted_but_missing_are_made_fresh_and_reported)
{
    BertReport r;
    Error e;
    write_folder("gelu", "hf", encoder_alone);
    ck_assert_msg(bert_load(&model, folder, 0, PARTS_SEQUENCE, &rng, &r, &e), "%s", e.text);
    ck_assert_uint_eq(r.found, 0);
    ck_assert_int_eq(r.fresh_count, 4);
    ck_assert_str_eq(r.fresh[0], "pooler.w");
    ck_assert_str_eq(r.fresh[3], "classifier.b");
    ck_assert_int_eq(r.unexpected_count, 0);
    Mat w = model.classifier.w->value; /* 8 x 3, deviation 0.02 */
    ck_assert_int_eq(w.cols, 3);
    ck_assert(mat_dot(w, w) > 24 * 0.0001 && mat_dot(w, w) < 24 * 0.0016);
    assert_real_rows_close(bert_forward(&model.bert, &arena, batch), reference("erf", "hidden"),
                           1e-5);
}
END_TEST

START_TEST(parts_that_are_not_asked_for_are_found_and_left_aside)
{
    write_folder("gelu", "hf", NULL);
    BertReport r = load(&model, 0);
    assert_nothing_to_report(&r);
    ck_assert_uint_eq(r.found, ALL_PARTS);
    ck_assert_int_eq(model.params.count, 5 + 2 * 16);
    ck_assert(!params_find(&model.params, "pooler.w"));
}
END_TEST

START_TEST(tensors_of_no_part_are_listed)
{
    SafetensorsOut out = {0};
    write_config("gelu");
    add_group(&out, "hf", NULL);
    safetensors_add(&out, "qa_outputs.weight", 2, mat_zeros(&arena, 2, 8));
    safetensors_add(&out, "bert.encoder.layer.2.output.dense.bias", 1, mat_zeros(&arena, 1, 8));
    write_tensors(&out);
    BertReport r = load(&model, PARTS_PRETRAINING);
    ck_assert_int_eq(r.unexpected_count, 2);
    ck_assert_str_eq(r.unexpected[0], "bert.encoder.layer.2.output.dense.bias");
    ck_assert_str_eq(r.unexpected[1], "qa_outputs.weight");
}
END_TEST

/* The table of words and the bias of their scores, five pieces longer than config.json says. */
static bool no_words(char *name)
{
    return !strstr(name, "word_embeddings") && strcmp(name, "cls.predictions.bias") != 0;
}

static Mat longer(const char *name, int rows, int cols)
{
    Mat m = mat_zeros(&arena, rows, cols), short_one = reference("hf", name);
    mat_fill(m, 99);
    mat_copy(mat_block(m, 0, 0, short_one.rows, short_one.cols), short_one);
    return m;
}

START_TEST(rows_that_pad_the_vocabulary_are_left_aside)
{
    SafetensorsOut out = {0};
    write_config("gelu");
    add_group(&out, "hf", no_words);
    safetensors_add(&out, "bert.embeddings.word_embeddings.weight", 2,
                    longer("bert.embeddings.word_embeddings.weight", 18, 8));
    safetensors_add(&out, "cls.predictions.bias", 1, longer("cls.predictions.bias", 1, 18));
    write_tensors(&out);
    BertReport r = load(&model, ALL_PARTS);
    assert_reference_model();
    ck_assert(r.padding == 5 && r.unexpected_count == 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bert_file");
    TCase *t = tcase_create("bert_file");
    tcase_add_checked_fixture(t, start, end);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, every_spelling_of_the_names_is_the_same_model, 0, 5);
    tcase_add_test(t, gamma_and_beta_elsewhere_are_no_normalisation);
    tcase_add_test(t, copies_and_buffers_are_not_reported);
    tcase_add_loop_test(t, numbers_of_16_bits_are_read, 0, 2);
    tcase_add_test(t, parts_that_are_wanted_but_missing_are_made_fresh_and_reported);
    tcase_add_test(t, parts_that_are_not_asked_for_are_found_and_left_aside);
    tcase_add_test(t, tensors_of_no_part_are_listed);
    tcase_add_test(t, rows_that_pad_the_vocabulary_are_left_aside);
    suite_add_tcase(s, t);
    return run_suite(s);
}
