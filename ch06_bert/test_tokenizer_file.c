/* Tests of a tokenizer as a folder: vocab.txt and tokenizer_config.json. */
#include "tokenizer.h"
#include "common/test_capture.h"
#include "common/test_files.h"
#include "common/text.h"

static Tokenizer t;
static Error error;
static char vocabulary[200], config[200];

static void write_text(const char *to, const char *text)
{
    FILE *f = fopen(to, "wb");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    ck_assert_int_eq(fclose(f), 0);
}

/* A folder with a vocabulary. */
static void setup(void)
{
    start();
    snprintf(vocabulary, sizeof vocabulary, "%s/vocab.txt", folder);
    snprintf(config, sizeof config, "%s/tokenizer_config.json", folder);
    write_text(vocabulary, "[UNK]\nsea\n##s\n");
}

static void teardown(void)
{
    unlink(vocabulary);
    unlink(config);
    end();
}

static void assert_rules(const char *from, bool lower, bool strip, bool ideographs)
{
    ck_assert_msg(tokenizer_load(&t, &arena, from, &error), "%s", error.text);
    ck_assert_int_eq(t.vocabulary.count, 3);
    ck_assert_int_eq(t.rules.lower_case, lower);
    ck_assert_int_eq(t.rules.strip_accents, strip);
    ck_assert_int_eq(t.rules.ideographs, ideographs);
    ck_assert(t.rules.specials);
}

START_TEST(without_settings_a_vocabulary_is_uncased)
{
    assert_rules(folder, true, true, true);
    assert_rules(vocabulary, true, true, true);
}
END_TEST

START_TEST(accents_are_stripped_where_letters_are_lowered_unless_the_settings_say)
{
    static const struct {
        const char *json;
        bool lower, strip, ideographs;
    } cases[] = {
        {"{}", true, true, true},
        {"{\"do_lower_case\": false}", false, false, true},
        {"{\"do_lower_case\": true, \"strip_accents\": null}", true, true, true},
        {"{\"do_lower_case\": false, \"strip_accents\": null}", false, false, true},
        {"{\"do_lower_case\": true, \"strip_accents\": false}", true, false, true},
        {"{\"strip_accents\": true, \"do_lower_case\": false}", false, true, true},
        {" {\"tokenize_chinese_chars\": false, \"x\": {\"do_lower_case\": false}}\n", true, true,
         false},
        {"{\"Do_Lower_Case\": false, \"model_max_length\": 1e30}", true, true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_text(config, cases[i].json);
        assert_rules(folder, cases[i].lower, cases[i].strip, cases[i].ideographs);
        assert_rules(vocabulary, cases[i].lower, cases[i].strip, cases[i].ideographs);
    }
}
END_TEST

START_TEST(settings_that_are_not_what_they_must_be_are_refused)
{
    static const char *const cases[][2] = {
        {"", "byte 1: not JSON"},
        {"{\"do_lower_case\": maybe}", "byte 19: not JSON"},
        {"{\"do_lower_case\": true} x", "byte 25: not JSON"},
        {"[true]", "not a JSON object"},
        {"{\"do_lower_case\": 1}", "do_lower_case is neither true nor false"},
        {"{\"strip_accents\": \"no\"}", "strip_accents is neither true nor false"},
        {"{\"tokenize_chinese_chars\": []}", "tokenize_chinese_chars is neither true nor false"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_text(config, cases[i][0]);
        ck_assert_msg(!tokenizer_load(&t, &arena, folder, &error), "%s", cases[i][0]);
        assert_contains(error.text, config);
        assert_contains(error.text, cases[i][1]);
    }
}
END_TEST

START_TEST(settings_with_a_zero_byte_are_refused)
{
    FILE *f = fopen(config, "wb");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite("{}\0{}", 1, 5, f), 5);
    ck_assert_int_eq(fclose(f), 0);
    ck_assert(!tokenizer_load(&t, &arena, folder, &error));
    assert_contains(error.text, "byte 3: not JSON");
}
END_TEST

START_TEST(a_folder_without_a_vocabulary_says_so)
{
    unlink(vocabulary);
    ck_assert(!tokenizer_load(&t, &arena, folder, &error));
    assert_contains(error.text, vocabulary);
    assert_contains(error.text, "No such file");
}
END_TEST

START_TEST(a_saved_tokenizer_comes_back_with_its_rules)
{
    for (int bits = 0; bits < 8; bits++) {
        const TokenizerRules rules = {bits & 1, bits & 2, bits & 4, true};
        Tokenizer saved;
        ck_assert(tokenizer_load(&saved, &arena, folder, &error));
        saved.rules = rules;
        ck_assert_msg(tokenizer_save(&saved, folder, &error), "%s", error.text);
        assert_rules(folder, rules.lower_case, rules.strip_accents, rules.ideographs);
    }
}
END_TEST

/* strip_accents is null where it follows do_lower_case: the form of the published folders. */
START_TEST(saved_settings_read_as_those_of_hugging_face)
{
    size_t size;
    assert_rules(folder, true, true, true);
    ck_assert(tokenizer_save(&t, folder, &error));
    const char *text = text_file(&arena, config, 1000, &size, &error);
    assert_contains(text, "\"do_lower_case\": true,");
    assert_contains(text, "\"strip_accents\": null,");
    assert_contains(text, "\"tokenizer_class\": \"BertTokenizer\",");
    assert_contains(text, "\"unk_token\": \"[UNK]\"\n}");
}
END_TEST

START_TEST(a_folder_that_does_not_exist_is_not_written_to)
{
    assert_rules(folder, true, true, true);
    ck_assert(!tokenizer_save(&t, "/no/such/folder", &error));
    assert_contains(error.text, "/no/such/folder/vocab.txt: cannot be written");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("tokenizer_file");
    TCase *c = tcase_create("tokenizer_file");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, without_settings_a_vocabulary_is_uncased);
    tcase_add_test(c, accents_are_stripped_where_letters_are_lowered_unless_the_settings_say);
    tcase_add_test(c, settings_that_are_not_what_they_must_be_are_refused);
    tcase_add_test(c, settings_with_a_zero_byte_are_refused);
    tcase_add_test(c, a_folder_without_a_vocabulary_says_so);
    tcase_add_test(c, a_saved_tokenizer_comes_back_with_its_rules);
    tcase_add_test(c, saved_settings_read_as_those_of_hugging_face);
    tcase_add_test(c, a_folder_that_does_not_exist_is_not_written_to);
    suite_add_tcase(s, c);
    return run_suite(s);
}
