/* Tests of tasks and codecs: what a model is given, and what becomes of what it writes. */
#include "score.h"
#include "common/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

static Task read_numbers(void)
{
    Task t;
    Error e;
    const TaskOptions o = {.kind = NUMBERS, .merges = 100, .seed = 1};
    ck_assert_msg(task_read(&t, &arena, &o, &e), "%s", e.text);
    task_spell(&t, &arena, &o, NULL);
    return t;
}

static const Codec sounds = {.phonemes = true};

START_TEST(sources_end_and_targets_come_back)
{
    const Task t = read_numbers();
    for (int i = 0; i < 50; i++) {
        const Example x = t.examples[TEST][i];
        ck_assert_int_eq(x.source.ids[x.source.length - 1], END_ID);
        ck_assert_str_eq(codec_text(&t.codec, &arena, x.target),
                         t.split.part[TEST].pairs[i].target);
    }
}
END_TEST

START_TEST(chinese_numerals_stay_single_characters)
{
    const Task t = read_numbers();
    ck_assert_int_eq(codec_target(&t.codec, &arena, "四万二千七百零一").length, 8);
    ck_assert_int_lt(codec_source(&t.codec, &arena, "forty thousand").length, 5);
}
END_TEST

START_TEST(what_is_not_utf8_becomes_a_replacement_character)
{
    const Task t = read_numbers();
    const int ids[] = {BPE_BYTE + 'a', BPE_BYTE + 0xE4, BPE_BYTE + 'b', BPE_BYTE + 0};
    ck_assert_str_eq(codec_text(&t.codec, &arena, (Sequence){ids, 4}), "a\xEF\xBF\xBD"
                                                                       "b\xEF\xBF\xBD");
}
END_TEST

START_TEST(letters_in_either_case_are_read_and_other_characters_left_out)
{
    const Sequence s = codec_source(&sounds, &arena, "Ab-z 9");
    ck_assert_int_eq(s.length, 4);
    ck_assert_int_eq(s.ids[0], FIRST_LETTER);
    ck_assert_int_eq(s.ids[2], FIRST_LETTER + 25);
    ck_assert_int_eq(s.ids[3], END_ID);
    ck_assert_int_eq(codec_source(&sounds, &arena, "").length, 1);
}
END_TEST

START_TEST(phones_come_back_and_letters_among_them_are_dropped)
{
    const Sequence s = codec_target(&sounds, &arena, "K AE T");
    ck_assert_str_eq(codec_text(&sounds, &arena, s), "K AE T");
    const int mixed[] = {s.ids[0], FIRST_LETTER, s.ids[2]};
    ck_assert_str_eq(codec_text(&sounds, &arena, (Sequence){mixed, 3}), "K T");
    ck_assert_str_eq(codec_piece(&sounds, FIRST_LETTER + 25), "z");
    ck_assert_str_eq(codec_piece(&sounds, END_ID), "</s>");
}
END_TEST

START_TEST(a_missing_folder_is_named)
{
    Task t;
    Error e;
    for (TaskKind k = EN_FR; k <= PHONEMES; k++) {
        ck_assert(!task_read(&t, &arena, &(TaskOptions){.kind = k, .data = "/nowhere"}, &e));
        ck_assert_msg(strstr(e.text, "/nowhere"), "%s", e.text);
    }
}
END_TEST

/* A file of n pairs; its path. */
static const char *file_of(int n)
{
    static char path[64];
    strcpy(path, "/tmp/pairs_XXXXXX");
    FILE *f = fdopen(mkstemp(path), "w");
    ck_assert_ptr_nonnull(f);
    for (int i = 0; i < n; i++) fprintf(f, "word%d and more\tmot%d et plus\n", i, i);
    ck_assert_int_eq(fclose(f), 0);
    return path;
}

START_TEST(a_file_of_pairs_is_split_and_too_small_a_one_refused)
{
    Task t;
    Error e;
    TaskOptions o = {.kind = PAIR_FILE, .path = file_of(400), .rules = {24, 2.5, false}};
    ck_assert_msg(task_read(&t, &arena, &o, &e), "%s", e.text);
    ck_assert_int_eq(
        t.split.part[TRAIN].count + t.split.part[VALID].count + t.split.part[TEST].count, 400);
    ck_assert_int_gt(t.split.part[TRAIN].count, 340);
    unlink(o.path);
    o.path = file_of(1);
    ck_assert(!task_read(&t, &arena, &o, &e));
    ck_assert_msg(strstr(e.text, "too few pairs") && strstr(e.text, o.path), "%s", e.text);
    unlink(o.path);
}
END_TEST

START_TEST(right_answers_score_best_and_copies_nothing)
{
    const Task t = read_numbers();
    const Exam x = exam_new(&arena, &t, TEST, 40);
    ck_assert_int_eq(x.count, 40);
    const Score right = exam_score(&x, &t, x.reference), copied = exam_score(&x, &t, x.source);
    assert_close(bleu_score(&right.bleu), 100, 1e-6);
    assert_close(chrf_score(&right.chrf), 100, 1e-6);
    ck_assert_int_eq(right.exact, 40);
    ck_assert_int_eq(copied.exact, 0);
    ck_assert_double_lt(bleu_score(&copied.bleu), 1);
}
END_TEST

START_TEST(a_word_is_right_when_it_is_one_of_its_variants)
{
    Sequence variants[] = {codec_target(&sounds, &arena, "R IY D"),
                           codec_target(&sounds, &arena, "R EH D")};
    PhonemeWord word = {"read", variants, 2, 2};
    const Task t = {.kind = PHONEMES, .codec = sounds, .held_out = {&word, 1, 1}};
    const Exam x = exam_new(&arena, &t, TEST, 10);
    ck_assert_int_eq(x.count, 1);
    const char *answers[] = {"R EH D", "R EH T"};
    ck_assert_int_eq(exam_score(&x, &t, answers).exact, 1);
    const Score wrong = exam_score(&x, &t, answers + 1);
    ck_assert_int_eq(wrong.exact, 0);
    assert_close(phoneme_errors(&wrong.phonemes), 1.0 / 3, 1e-9);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("task");
    TCase *t = tcase_create("task");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, sources_end_and_targets_come_back);
    tcase_add_test(t, chinese_numerals_stay_single_characters);
    tcase_add_test(t, what_is_not_utf8_becomes_a_replacement_character);
    tcase_add_test(t, letters_in_either_case_are_read_and_other_characters_left_out);
    tcase_add_test(t, phones_come_back_and_letters_among_them_are_dropped);
    tcase_add_test(t, a_missing_folder_is_named);
    tcase_add_test(t, a_file_of_pairs_is_split_and_too_small_a_one_refused);
    tcase_add_test(t, right_answers_score_best_and_copies_nothing);
    tcase_add_test(t, a_word_is_right_when_it_is_one_of_its_variants);
    suite_add_tcase(s, t);
    return run_suite(s);
}
