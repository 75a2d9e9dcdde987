/* Tests of the vocabulary: vocab.txt as it comes, and the search for pieces. */
#include "pieces.h"
#include "common/test_capture.h"
#include "common/test_files.h"
#include "common/text.h"

#define FIVE "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n"

static PieceVocabulary v;
static Error error;

static void load(const char *bytes, size_t size)
{
    write_bytes(bytes, size);
    ck_assert_msg(pieces_load(&v, &arena, path, &error), "%s", error.text);
}

static void load_text(const char *text)
{
    load(text, strlen(text));
}

static void assert_refused(const char *bytes, size_t size, const char *message)
{
    write_bytes(bytes, size);
    ck_assert(!pieces_load(&v, &arena, path, &error));
    assert_error(&error, message);
}

static void assert_id(const char *text, int id)
{
    ck_assert_msg(pieces_find(&v, text, strlen(text)) == id, "%s is %d, not %d", text,
                  pieces_find(&v, text, strlen(text)), id);
}

/* ---- files -----------------------------------------------------------------------------------*/

START_TEST(ids_are_the_numbers_of_the_lines)
{
    load_text(FIVE "sea\n##s\nside\n");
    ck_assert_int_eq(v.count, 8);
    ck_assert_int_eq(v.pad, 0);
    ck_assert_int_eq(v.unknown, 1);
    ck_assert_int_eq(v.cls, 2);
    ck_assert_int_eq(v.sep, 3);
    ck_assert_int_eq(v.mask, 4);
    assert_id("sea", 5);
    assert_id("##s", 6);
    assert_id("side", 7);
    assert_id("s", -1);
    assert_id("", -1);
}
END_TEST

START_TEST(special_pieces_may_have_any_ids_or_be_missing)
{
    load_text("a\n[MASK]\n[UNK]\n");
    ck_assert_int_eq(v.mask, 1);
    ck_assert_int_eq(v.unknown, 2);
    ck_assert_int_eq(v.pad, -1);
    ck_assert_int_eq(v.cls, -1);
    ck_assert_int_eq(v.sep, -1);
}
END_TEST

START_TEST(line_ends_and_marks_of_other_systems_are_no_part_of_a_piece)
{
    load_text("\xEF\xBB\xBF[PAD]\r\n[UNK]\r\nsea\r\n##s");
    ck_assert_int_eq(v.count, 4);
    assert_id("[PAD]", 0);
    assert_id("sea", 2);
    assert_id("##s", 3);
}
END_TEST

START_TEST(empty_lines_count_but_not_at_the_end)
{
    load_text(FIVE "\nsea\n\n\nside\n\n\r\n\n");
    ck_assert_int_eq(v.count, 10);
    assert_id("sea", 6);
    assert_id("side", 9);
    ck_assert_str_eq(v.texts[5], "");
}
END_TEST

START_TEST(a_piece_of_white_space_is_one)
{
    load_text("[UNK]\n\xE2\x80\xA8\n\xC2\x85\n \n\u3000\nsea\n");
    ck_assert_int_eq(v.count, 6);
    assert_id("\xE2\x80\xA8", 1);
    assert_id("\xC2\x85", 2);
    assert_id(" ", 3);
    assert_id("\xE3\x80\x80", 4);
    assert_id("sea", 5);
}
END_TEST

START_TEST(a_piece_that_is_there_twice_has_its_last_id_and_is_warned_of)
{
    char text[400];
    const Capture c = capture_start(stderr);
    load_text(FIVE "sea\n##s\nsea\n");
    capture_end(c, text, sizeof text);
    assert_contains(text, "warning: ");
    assert_contains(text, "repeat an earlier one: 1");
    ck_assert_int_eq(v.count, 8);
    assert_id("sea", 7);
}
END_TEST

START_TEST(a_file_without_repetition_is_not_warned_of)
{
    char text[400];
    const Capture c = capture_start(stderr);
    load_text(FIVE "\n\nsea\n");
    capture_end(c, text, sizeof text);
    ck_assert_str_eq(text, "");
}
END_TEST

START_TEST(a_piece_may_be_long)
{
    enum { LONG = 100000 };
    char *text = arena_alloc(&arena, LONG + 20), *piece = stpcpy(text, "[UNK]\na\n");
    memset(piece, 'z', LONG);
    strcpy(piece + LONG, "\nb\n");
    load_text(text);
    ck_assert_int_eq(v.count, 4);
    ck_assert_int_eq(pieces_find(&v, piece, LONG), 2);
    ck_assert_int_eq(pieces_find(&v, piece, LONG - 1), -1);
    assert_id("b", 3);
}
END_TEST

START_TEST(a_file_that_is_no_vocabulary_is_refused)
{
    assert_refused("", 0, ": no pieces: the file is empty");
    assert_refused("\n\n", 2, ": no pieces: the file is empty");
    assert_refused("[PAD]\nsea\n", 10, ": no line is [UNK]");
    assert_refused("[UNK]\nse\0a\n", 11, ":2: byte 3 of the line is a zero byte: this is not text");
    assert_refused("[UNK]\nse\xFF\n", 10, ":2: byte 3 of the line, 0xFF, is not UTF-8");
    unlink(path);
    ck_assert(!pieces_load(&v, &arena, path, &error));
    assert_error(&error, ": No such file or directory");
}
END_TEST

START_TEST(a_saved_vocabulary_is_the_file_that_was_read)
{
    size_t size;
    const char *text = FIVE "\nsea\n##s\n\u2028\n\xE5\xAD\xA6\n";
    load_text(text);
    ck_assert_msg(pieces_save(&v, path, &error), "%s", error.text);
    ck_assert_str_eq(text_file(&arena, path, 1000, &size, &error), text);
}
END_TEST

START_TEST(a_vocabulary_that_cannot_be_written_says_so)
{
    load_text(FIVE);
    ck_assert(!pieces_save(&v, "/no/such/folder/vocab.txt", &error));
    assert_contains(error.text, "/no/such/folder/vocab.txt: cannot be written");
}
END_TEST

/* ---- pieces ----------------------------------------------------------------------------------*/

static void assert_longest(const char *text, bool continues, int id, int length)
{
    int got = -1;
    ck_assert_int_eq(pieces_longest(&v, text, (int)strlen(text), continues, &got), id);
    ck_assert_int_eq(got, length);
}

START_TEST(the_longest_piece_is_found_at_the_beginning_and_within_a_word)
{
    load_text("[UNK]\nsea\nseas\n##e\n##ea\n##easide\n\xE5\xAD\xA6\n");
    assert_longest("seaside", false, 2, 4);
    assert_longest("seal", false, 1, 3);
    assert_longest("se", false, -1, 0);
    assert_longest("eas", true, 4, 2);
    assert_longest("easide", true, 5, 6);
    assert_longest("sea", true, -1, 0);
    assert_longest("\xE5\xAD\xA6\xE5\xAD\xA6", false, 6, 3);
}
END_TEST

START_TEST(the_text_decides_not_its_hash)
{
    enum { COUNT = 60000 };
    const char **texts = arena_alloc(&arena, COUNT * sizeof *texts);
    for (int i = 0; i < COUNT; i++) {
        char *text = arena_alloc(&arena, 16);
        sprintf(text, "%s%x", i % 2 ? "##" : "", i);
        texts[i] = text;
    }
    ck_assert_int_eq(pieces_new(&v, &arena, texts, COUNT), 0);
    for (int i = 0; i < COUNT; i++) {
        char other[16];
        assert_id(texts[i], i);
        sprintf(other, "%s%x", i % 2 ? "" : "##", i);
        assert_id(other, -1);
    }
}
END_TEST

/* Both have 10 bytes, and hashes with the same slot of 64 and the same tag. */
START_TEST(a_piece_with_the_same_hash_is_another_one)
{
    load_text("[UNK]\nctnjyckpab\n");
    assert_id("ctnjyckpab", 1);
    assert_id("##iwizdshu", -1);
    assert_longest("iwizdshu", true, -1, 0);
}
END_TEST

START_TEST(bytes_that_no_piece_has_are_looked_for_in_vain)
{
    load_text("[UNK]\nsea\n");
    ck_assert_int_eq(pieces_find(&v, "sea\0", 4), -1);
    ck_assert_int_eq(pieces_find(&v, "\0\0\0", 3), -1);
    ck_assert_int_eq(pieces_find(&v, "seaside", 3), 1);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("pieces");
    TCase *t = tcase_create("files");
    tcase_add_checked_fixture(t, start, end);
    tcase_set_timeout(t, 30); /* also on a busy machine */
    tcase_add_test(t, ids_are_the_numbers_of_the_lines);
    tcase_add_test(t, special_pieces_may_have_any_ids_or_be_missing);
    tcase_add_test(t, line_ends_and_marks_of_other_systems_are_no_part_of_a_piece);
    tcase_add_test(t, empty_lines_count_but_not_at_the_end);
    tcase_add_test(t, a_piece_of_white_space_is_one);
    tcase_add_test(t, a_piece_that_is_there_twice_has_its_last_id_and_is_warned_of);
    tcase_add_test(t, a_file_without_repetition_is_not_warned_of);
    tcase_add_test(t, a_piece_may_be_long);
    tcase_add_test(t, a_file_that_is_no_vocabulary_is_refused);
    tcase_add_test(t, a_saved_vocabulary_is_the_file_that_was_read);
    tcase_add_test(t, a_vocabulary_that_cannot_be_written_says_so);
    suite_add_tcase(s, t);
    t = tcase_create("pieces");
    tcase_add_checked_fixture(t, start, end);
    tcase_set_timeout(t, 30); /* also on a busy machine */
    tcase_add_test(t, the_longest_piece_is_found_at_the_beginning_and_within_a_word);
    tcase_add_test(t, the_text_decides_not_its_hash);
    tcase_add_test(t, a_piece_with_the_same_hash_is_another_one);
    tcase_add_test(t, bytes_that_no_piece_has_are_looked_for_in_vain);
    suite_add_tcase(s, t);
    return run_suite(s);
}
