/* Tests of the dictionary's reader, and of the error rates by hand. */
#include "phonemes.h"
#include "common/test_folder.h"

static PhonemeDictionary dictionary;

static bool read_text(const char *text, Error *e)
{
    return phonemes_read(&dictionary, &arena, write_file("a.dict", text), e);
}

static void read_good(const char *text)
{
    Error e;
    ck_assert_msg(read_text(text, &e), "%s", e.text);
}

/* Phones from their names, separated by single blanks. */
static Sequence say(const char *names)
{
    int *ids = arena_alloc(&arena, 40 * sizeof *ids), count = 0;
    for (size_t size; *names; names += size + (names[size] == ' ')) {
        size = strcspn(names, " ");
        ids[count] = phoneme_id(names, size);
        ck_assert_int_ge(ids[count++], FIRST_PHONE);
    }
    return (Sequence){ids, count};
}

/* ---- reading ---------------------------------------------------------------------------------*/

START_TEST(words_of_letters_are_read_with_all_ways_to_say_them)
{
    read_good("'bout B AW T\na AH\na's EY Z\na(2) EY\na. EY\ncat K AE T\nco-op K OW\nX EH K S\n");
    ck_assert_int_eq(dictionary.count, 2);
    ck_assert_str_eq(dictionary.words[0].spelling, "a");
    ck_assert_int_eq(dictionary.words[0].count, 2);
    ck_assert_str_eq(phonemes_text(&arena, dictionary.words[0].variants[1]), "EY");
    ck_assert_str_eq(dictionary.words[1].spelling, "cat");
    ck_assert_str_eq(phonemes_text(&arena, dictionary.words[1].variants[0]), "K AE T");
}
END_TEST

START_TEST(stress_and_comments_are_left_out_and_then_equal_variants)
{
    read_good("permit P ER0 M IH1 T\npermit(2) P ER1 M IH2 T # noun\npermit(3) P ER M IH D\r\n");
    ck_assert_int_eq(dictionary.words[0].count, 2);
    ck_assert_str_eq(phonemes_text(&arena, dictionary.words[0].variants[0]), "P ER M IH T");
    ck_assert_str_eq(phonemes_text(&arena, dictionary.words[0].variants[1]), "P ER M IH D");
}
END_TEST

START_TEST(what_cannot_be_meant_is_an_error_with_its_line)
{
    static const char *const text[] = {"a AH\nb XX\n", "a AH\n\nb\n", "a AH0\nb AH3\n",
                                       "x. EH K S\n", "a AH\nb B\xFF\n"};
    static const char *const message[] = {
        "a.dict:2: \"XX\" is none of the 39 phones", "a.dict:3: a word without its pronunciation",
        "a.dict:2: \"AH3\" is none", "a.dict: no word", "a.dict:2:"};
    Error e;
    ck_assert(!read_text(text[_i], &e));
    ck_assert_msg(strstr(e.text, message[_i]) != NULL, "%s", e.text);
}
END_TEST

START_TEST(every_phone_has_an_id_and_no_letter_has_the_same)
{
    for (int id = FIRST_PHONE; id < PHONEME_VOCABULARY; id++)
        ck_assert_int_eq(phoneme_id(phoneme_name(id), strlen(phoneme_name(id))), id);
    ck_assert_int_eq(phoneme_id("A", 1), -1);
    Sequence az = phonemes_letters(&arena, "az");
    ck_assert_int_eq(az.length, 2);
    ck_assert_int_eq(az.ids[0], 3);
    ck_assert_int_eq(az.ids[1], 28);
    ck_assert_int_eq(PHONEME_VOCABULARY, 3 + 26 + 39);
}
END_TEST

START_TEST(parts_share_no_word_and_hold_every_way_to_say_theirs)
{
    char text[20000] = "";
    for (int i = 0; i < 600; i++)
        sprintf(text + strlen(text), "w%c%c AH\nw%c%c(2) EY\n", 'a' + i / 26, 'a' + i % 26,
                'a' + i / 26, 'a' + i % 26);
    read_good(text);
    int words = 0;
    const char *all[600];
    for (Part p = TRAIN; p < PARTS; p++) {
        PhonemeDictionary d = phonemes_part(&arena, &dictionary, p, 1, 0.2, 0.3);
        ck_assert_msg(d.count > (p == TRAIN ? 240 : 70), "%d", d.count);
        for (int i = 0; i < d.count; i++, words++) {
            all[words] = d.words[i].spelling;
            for (int j = 0; j < words; j++) ck_assert_str_ne(all[j], all[words]);
        }
    }
    ck_assert_int_eq(words, 600);
}
END_TEST

/* ---- score -----------------------------------------------------------------------------------*/

START_TEST(edit_distances_are_those_counted_by_hand)
{
    ck_assert_int_eq(edit_distance(&arena, say("K AE T"), say("K AE T")), 0);
    ck_assert_int_eq(edit_distance(&arena, say(""), say("K AE T")), 3);
    ck_assert_int_eq(edit_distance(&arena, say("K AE T"), say("")), 3);
    ck_assert_int_eq(edit_distance(&arena, say("K AE T"), say("K AH T")), 1);
    ck_assert_int_eq(edit_distance(&arena, say("S T R IY T"), say("T R IY T S")), 2);
    /* kitten and sitting: two substitutions and an insertion */
    ck_assert_int_eq(edit_distance(&arena, say("K IH T T EH N"), say("S IH T T IH N G")), 3);
}
END_TEST

START_TEST(error_rates_are_those_counted_by_hand)
{
    read_good("cat K AE T\neither IY DH ER\neither(2) AY DH ER\nread R EH D\nread(2) R IY D Z\n");
    const PhonemeWord *w = dictionary.words;
    PhonemeScore s = {0};
    ck_assert(phoneme_word_errors(&s) == 0 && phoneme_errors(&s) == 0);
    phoneme_score_add(&s, &arena, &w[0], say("K AE T"));      /* 0 of 3 */
    phoneme_score_add(&s, &arena, &w[1], say("AY DH ER"));    /* the second variant: 0 of 3 */
    phoneme_score_add(&s, &arena, &w[2], say("R IY D Z EY")); /* 1 of the second's 4 */
    phoneme_score_add(&s, &arena, &w[0], say(""));            /* 3 of 3 */
    ck_assert_int_eq(s.words, 4);
    ck_assert_int_eq(s.wrong, 2);
    assert_close(phoneme_word_errors(&s), 2.0 / 4, 1e-12);
    assert_close(phoneme_errors(&s), 4.0 / 13, 1e-12);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("phonemes");
    TCase *t = tcase_create("dictionary");
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_add_test(t, words_of_letters_are_read_with_all_ways_to_say_them);
    tcase_add_test(t, stress_and_comments_are_left_out_and_then_equal_variants);
    tcase_add_loop_test(t, what_cannot_be_meant_is_an_error_with_its_line, 0, 5);
    tcase_add_test(t, every_phone_has_an_id_and_no_letter_has_the_same);
    tcase_add_test(t, parts_share_no_word_and_hold_every_way_to_say_theirs);
    suite_add_tcase(s, t);
    t = tcase_create("score");
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_add_test(t, edit_distances_are_those_counted_by_hand);
    tcase_add_test(t, error_rates_are_those_counted_by_hand);
    suite_add_tcase(s, t);
    return run_suite(s);
}
