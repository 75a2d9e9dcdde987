/* Tests of models in files. */
#include "test_trainer_case.h"

static void write_vocabulary(void)
{
    char path[128];
    Error e;
    snprintf(path, sizeof path, "%s/vocabulary.txt", folder);
    ck_assert_msg(codec_save(&data.codec, path, &e), "%s", e.text);
}

START_TEST(a_model_comes_back_from_its_folder)
{
    Translator model, read;
    Codec codec;
    TaskOptions task;
    Error e;
    Trainer t = start(&model, (ModelKind)_i);
    run_to(&t, 2);
    write_vocabulary();
    ck_assert_msg(translator_save(&model, &options, folder, &e), "%s", e.text);
    ck_assert_msg(translator_load(&read, &codec, &task, &arena, folder, &e), "%s", e.text);
    assert_same_model(&model, &read);
    ck_assert_int_eq(read.shape.kind, (ModelKind)_i);
    ck_assert_int_eq(task.kind, NUMBERS);
    ck_assert_uint_eq(task.seed, 3);
    ck_assert(read.shape.shape.pre_norm);
    end(&t, &model);
    translator_free(&read);
}
END_TEST

START_TEST(a_folder_without_a_model_is_refused)
{
    Translator model, read;
    Codec codec;
    TaskOptions task;
    Error e;
    ck_assert(!translator_load(&read, &codec, &task, &arena, folder, &e));
    ck_assert_msg(strstr(e.text, "model.safetensors"), "%s", e.text);
    Trainer t = start(&model, TRANSFORMER);
    ck_assert_msg(translator_save(&model, &options, folder, &e), "%s", e.text);
    ck_assert(!translator_load(&read, &codec, &task, &arena, folder, &e));
    ck_assert_msg(strstr(e.text, "vocabulary.txt"), "%s", e.text);
    data.codec.bpe.count--;
    data.codec.bpe.merges.count--;
    write_vocabulary();
    ck_assert(!translator_load(&read, &codec, &task, &arena, folder, &e));
    ck_assert_msg(strstr(e.text, "pieces, the model"), "%s", e.text);
    end(&t, &model);
}
END_TEST

START_TEST(a_file_that_is_no_translator_is_refused)
{
    char path[128];
    Params p = {0};
    Translator read;
    Codec codec;
    TaskOptions task;
    Error e;
    params_add(&p, "w", 2, 3);
    snprintf(path, sizeof path, "%s/model.safetensors", folder);
    ck_assert_msg(checkpoint_save(&(Checkpoint){.params = &p}, path, &e), "%s", e.text);
    ck_assert(!translator_load(&read, &codec, &task, &arena, folder, &e));
    ck_assert_msg(strstr(e.text, "not a translator"), "%s", e.text);
    params_free(&p);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("translator_file");
    TCase *t = tcase_create("translator_file");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, a_model_comes_back_from_its_folder, 0, 2);
    tcase_add_test(t, a_folder_without_a_model_is_refused);
    tcase_add_test(t, a_file_that_is_no_translator_is_refused);
    suite_add_tcase(s, t);
    return run_suite(s);
}
