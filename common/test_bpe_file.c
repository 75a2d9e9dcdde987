/* Tests of an encoding as a file: it comes back, and a damaged file is refused with its place. */
#include "bpe.h"
#include "rng.h"
#include "test_files.h"
#include "text.h"

static Error error;

static const char *const lines[] = {"the cat and the hat\\the bat",
                                    "\xE5\xAD\xA6\xE7\x94\x9F",
                                    "\xE5\xAD\xA6\xE7\x94\x9F\xC2\xA0:",
                                    "a\xC2\xA0:",
                                    "a\tb a\tb",
                                    "\xE4\xB8\x80\xE4\xB8\x81"};

static Bpe train(void)
{
    Bpe b;
    bpe_train(&b, &arena, lines, sizeof lines / sizeof *lines, 40, 2);
    return b;
}

/* ---- good files ------------------------------------------------------------------------------*/

START_TEST(a_saved_encoding_comes_back_the_same)
{
    Bpe saved = train(), loaded;
    ck_assert_msg(bpe_save(&saved, path, &error), "%s", error.text);
    ck_assert_msg(bpe_load(&loaded, &arena, path, &error), "%s", error.text);
    ck_assert_int_eq(loaded.count, saved.count);
    ck_assert_int_eq(loaded.character_count, saved.character_count);
    ck_assert_int_eq(loaded.merges.count, saved.merges.count);
    ck_assert_int_gt(saved.merges.count, 5);
    ck_assert_mem_eq(loaded.merges.keys, saved.merges.keys,
                     (size_t)saved.merges.count * sizeof *saved.merges.keys);
    for (int id = 0; id < saved.count; id++) {
        ck_assert_int_eq(loaded.symbols[id].length, saved.symbols[id].length);
        ck_assert_mem_eq(loaded.symbols[id].bytes, saved.symbols[id].bytes,
                         (size_t)saved.symbols[id].length);
    }
}
END_TEST

/* Escapes: a bell, a space, a backslash, a no-break space, a byte of a cut-off character. */
START_TEST(a_saved_file_can_be_read_by_people)
{
    static const char *const text[] = {
        " a",        " a",        "\a\a",         "\a\a",         "\\\\",        "\\\\",
        "\xC2\xA0:", "\xC2\xA0:", "\xE4\xB8\x80", "\xE4\xB8\x81", "\xE4\xB8\x81"};
    Bpe b;
    size_t size;
    bpe_train(&b, &arena, text, sizeof text / sizeof *text, 40, 2);
    ck_assert_msg(bpe_save(&b, path, &error), "%s", error.text);
    ck_assert_str_eq(text_file(&arena, path, 1000, &size, &error),
                     "bpe 1\ncharacters 2\n\\xC2\\xA0\n\xE4\xB8\x81\n"
                     "merges 4\n\\x07 \\x07\n\\x20 a\n\\\\ \\\\\n\\xC2\\xA0 :\n");
}
END_TEST

START_TEST(line_ends_of_another_system_are_read)
{
    Bpe b;
    const char *text = "bpe 1\r\ncharacters 0\r\nmerges 2\r\na b\r\nab \\x20\r\n";
    write_bytes(text, strlen(text));
    ck_assert_msg(bpe_load(&b, &arena, path, &error), "%s", error.text);
    ck_assert_str_eq(bpe_piece(&b, b.count - 1), "ab\xE2\x96\x81");
}
END_TEST

START_TEST(every_way_to_write_a_byte_is_read)
{
    Bpe b;
    const char *text = "bpe 1\ncharacters 1\n\\xC3\\xA9\nmerges 2\n\\x61 \\\\\n\\x00 \\xFF\n";
    write_bytes(text, strlen(text));
    ck_assert_msg(bpe_load(&b, &arena, path, &error), "%s", error.text);
    ck_assert_str_eq(bpe_piece(&b, BPE_CHARACTER), "\xC3\xA9");
    ck_assert_str_eq(bpe_piece(&b, BPE_CHARACTER + 1), "a\\");
    ck_assert_str_eq(bpe_piece(&b, BPE_CHARACTER + 2), "<0x00><0xFF>");
}
END_TEST

/* ---- damaged files ---------------------------------------------------------------------------*/

static void assert_refused(const char *text, const char *message)
{
    Bpe b;
    write_bytes(text, strlen(text));
    ck_assert_msg(!bpe_load(&b, &arena, path, &error), "%s", text);
    assert_error(&error, message);
}

START_TEST(a_file_of_another_format_is_refused)
{
    assert_refused("", ":1: the file ends too early");
    assert_refused("#version: 0.2\ne s\n", ":1: must be \"bpe 1\", the format's version");
    assert_refused("bpe 2\n", ":1: must be \"bpe 1\", the format's version");
    assert_refused("bpe 1\n\xFF\n", ":2: byte 1 of the line, 0xFF, is not UTF-8");
}
END_TEST

START_TEST(a_count_must_be_a_number_of_lines_that_are_there)
{
    static const char *const bad[] = {"characters",    "characters ",   "characters x",
                                      "characters -1", "characters 0x", "characters  0",
                                      "merges 0"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[100];
        snprintf(text, sizeof text, "bpe 1\n%s\nmerges 0\n", bad[i]);
        assert_refused(text, ":2: must be \"characters\" and a number");
    }
    assert_refused("bpe 1\ncharacters 2\n\xC3\xA9\n", ":2: characters 2, and 1 lines follow");
    assert_refused("bpe 1\ncharacters 99999999999999999999999\n",
                   ":2: characters 99999999999999999999999, and 0 lines follow");
    assert_refused("bpe 1\ncharacters 0\n", ":3: the file ends too early");
    assert_refused("bpe 1\ncharacters 0\nmerges 2\na b\n", ":3: merges 2, and 1 lines follow");
    assert_refused("bpe 1\ncharacters 0\nmerges 1\na b\nc d\n",
                   ":5: nothing may follow the last merge");
}
END_TEST

START_TEST(a_character_line_must_be_one_character)
{
    static const char *const bad[] = {
        "",   "a",   "\xC3\xA9\xC3\xA9", "\xC3\xA9z", "\\xC3", "\\xC3\\xA", "\\xG0",
        "\\", "\\n", "\xC3\xA9 "};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[100];
        snprintf(text, sizeof text, "bpe 1\ncharacters 1\n%s\nmerges 0\n", bad[i]);
        assert_refused(text, ":3: must be one character, and none of ASCII");
    }
    assert_refused("bpe 1\ncharacters 2\n\xC3\xA9\n\xC3\xA8\nmerges 0\n",
                   ":4: the characters must be in the order of their code points");
    assert_refused("bpe 1\ncharacters 2\n\xC3\xA9\n\xC3\xA9\nmerges 0\n",
                   ":4: the characters must be in the order of their code points");
}
END_TEST

START_TEST(a_merge_line_must_be_two_symbols_that_are_known)
{
    static const char *const bad[] = {"",     "a",    "a ",    " a",         "a  b",   "a b ",
                                      "a bc", "ab c", "a b c", "\xC3\xA9 a", "a \\x2", "a \\q"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[100];
        snprintf(text, sizeof text, "bpe 1\ncharacters 0\nmerges 1\n%s\n", bad[i]);
        assert_refused(text, ":4: must be two symbols that are known here, and one space between");
    }
}
END_TEST

START_TEST(a_symbol_must_not_be_there_twice)
{
    assert_refused("bpe 1\ncharacters 0\nmerges 2\na b\na b\n", ":5: this symbol is there already");
    assert_refused("bpe 1\ncharacters 0\nmerges 4\na b\nb c\nab c\na bc\n",
                   ":7: this symbol is there already");
    assert_refused("bpe 1\ncharacters 1\n\xC3\xA9\nmerges 1\n\\xC3 \\xA9\n",
                   ":5: this symbol is there already");
}
END_TEST

/* Each merge doubles the symbol: 40 of them would be a terabyte. */
START_TEST(a_symbol_longer_than_any_word_is_refused)
{
    char text[4000] = "bpe 1\ncharacters 0\nmerges 9\n";
    for (int i = 0; i < 9; i++) {
        char half[300];
        memset(half, 'a', (size_t)1 << i);
        half[1 << i] = '\0';
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s %s\n", half, half);
    }
    assert_refused(text, ":12: the symbol is longer than any word");
}
END_TEST

/* Whatever the damage, the file is refused or serves. */
START_TEST(a_damaged_file_never_crashes)
{
    Rng r = rng_new(5);
    Bpe b = train();
    size_t size;
    int refused = 0;
    ck_assert(bpe_save(&b, path, &error));
    const char *good = text_file(&arena, path, 10000, &size, &error);
    for (int i = 0; i < 400; i++) {
        const Arena mark = arena;
        char *bad = memcpy(arena_alloc(&arena, size), good, size);
        int count;
        for (int j = rng_below(&r, 3); j >= 0; j--) {
            static const char bytes[] = "ab\\x0E \n\xE5\xFF";
            bad[rng_below(&r, (int)size)] = bytes[rng_below(&r, sizeof bytes)];
        }
        write_bytes(bad, i % 2 ? size : (size_t)rng_below(&r, (int)size));
        if (!bpe_load(&b, &arena, path, &error)) {
            ck_assert_ptr_nonnull(strstr(error.text, path));
            refused++;
        } else {
            const int *ids = bpe_encode(&b, &arena, good, size, &count);
            ck_assert_str_eq(bpe_decode(&b, &arena, ids, count, NULL), good);
        }
        arena_release(&arena, mark);
    }
    ck_assert_int_gt(refused, 200);
    ck_assert_int_lt(refused, 400);
}
END_TEST

START_TEST(a_place_that_cannot_be_written_is_an_error)
{
    Bpe b = train();
    ck_assert(!bpe_save(&b, "/tmp/no/such/folder/file", &error));
    ck_assert_ptr_nonnull(strstr(error.text, "/tmp/no/such/folder/file: cannot be written"));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bpe_file");
    TCase *t = tcase_create("good files");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, a_saved_encoding_comes_back_the_same);
    tcase_add_test(t, a_saved_file_can_be_read_by_people);
    tcase_add_test(t, line_ends_of_another_system_are_read);
    tcase_add_test(t, every_way_to_write_a_byte_is_read);
    suite_add_tcase(s, t);
    t = tcase_create("damaged files");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, a_file_of_another_format_is_refused);
    tcase_add_test(t, a_count_must_be_a_number_of_lines_that_are_there);
    tcase_add_test(t, a_character_line_must_be_one_character);
    tcase_add_test(t, a_merge_line_must_be_two_symbols_that_are_known);
    tcase_add_test(t, a_symbol_must_not_be_there_twice);
    tcase_add_test(t, a_symbol_longer_than_any_word_is_refused);
    tcase_add_test(t, a_damaged_file_never_crashes);
    tcase_add_test(t, a_place_that_cannot_be_written_is_an_error);
    suite_add_tcase(s, t);
    return run_suite(s);
}
