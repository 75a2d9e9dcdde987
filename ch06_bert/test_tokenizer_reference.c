/* Tests of the tokenizer against the package tokenizers: thousands of texts over all planes of
 * Unicode, and every code point by itself. golden/make_tokenizer.py has made the values. */
#include "tokenizer.h"
#include "common/testing.h"
#include "common/text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

static TextLines read_lines(const char *path)
{
    TextLines t;
    Error e;
    ck_assert_msg(text_read(&t, &arena, path, &e), "%s", e.text);
    return t;
}

/* ---- texts -----------------------------------------------------------------------------------*/

/* Puts in place of the escapes what they stand for. Returns the bytes, zero bytes among them. */
static size_t unescape(char *text)
{
    char *to = text;
    for (char *from = text; *from;) {
        if (*from != '\\') {
            *to++ = *from++;
        } else if (from[1] == '\\') {
            *to++ = '\\';
            from += 2;
        } else {
            const long code = strtol(from + 3, &from, 16);
            from++;
            to += text_encode((int)code, to);
        }
    }
    return (size_t)(to - text);
}

/* The pieces as the reference file has them, with their bytes or without. */
static char *shown(Pieces p, bool bytes)
{
    char *text = arena_alloc(&arena, (size_t)p.count * 40 + 1), *to = text;
    *to = '\0';
    for (int i = 0; i < p.count; i++) {
        to += sprintf(to, "%s%d", i ? " " : "", p.ids[i]);
        if (bytes) to += sprintf(to, "@%zu+%zu", p.begin[i], p.end[i] - p.begin[i]);
    }
    return text;
}

/* A line: the rules, the text, its pieces. */
static void assert_line(Tokenizer *t, const char *line)
{
    char *copy = arena_alloc(&arena, strlen(line) + 1);
    char *text = strchr(strcpy(copy, line), '\t'), *want = strchr(text + 1, '\t') + 1;
    *text++ = want[-1] = '\0';
    t->rules = (TokenizerRules){strchr(copy, 'l'), strchr(copy, 'a'), strchr(copy, 'i'),
                                strchr(copy, 's')};
    const Pieces p = tokenizer_encode(t, &arena, text, unescape(text));
    const char *got = shown(p, strchr(want, '@'));
    ck_assert_msg(strcmp(got, want) == 0, "%s\ngot %s", line, got);
}

START_TEST(texts_over_all_planes_have_the_pieces_and_bytes_of_the_reference)
{
    Tokenizer t;
    Error e;
    ck_assert_msg(
        pieces_load(&t.vocabulary, &arena, "ch06_bert/golden/tokenizer_vocabulary.txt", &e), "%s",
        e.text);
    const TextLines lines = read_lines("ch06_bert/golden/tokenizer_texts.tsv");
    ck_assert_uint_gt(lines.count, 3000);
    for (size_t i = 1; i < lines.count; i++) assert_line(&t, lines.lines[i]);
}
END_TEST

/* ---- characters ------------------------------------------------------------------------------*/

enum { CODES = 0x110000, BLOCK = 0x1000 };

/* Which code points are left out: the first line ends with them. */
static bool *read_left_out(const char *line)
{
    bool *left_out = arena_zeros(&arena, CODES);
    char *end = strstr(line, "left out: ");
    ck_assert_ptr_nonnull(end);
    for (end += strlen("left out: "); *end;) left_out[strtol(end, &end, 16)] = true;
    for (int code = 0xD800; code < 0xE000; code++) left_out[code] = true; /* surrogates */
    return left_out;
}

static uint64_t hashed(uint64_t hash, const char *bytes, int size)
{
    for (int i = 0; i < size; i++) hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001B3u;
    return hash;
}

/* The hash of a text's words, each with a line feed behind it. */
static uint64_t words_hashed(uint64_t hash, const char *text, size_t size, TokenizerRules rules)
{
    BasicWord w;
    char bytes[4];
    for (size_t at = 0; basic_next(&w, text, size, &at, rules);) {
        for (int i = 0; i < w.count; i++)
            hash = hashed(hash, bytes, text_encode(w.characters[i].code, bytes));
        hash = hashed(hash, "\n", 1);
    }
    return hash;
}

static uint64_t block_hash(int first, const bool *left_out, TokenizerRules rules)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (int code = first; code < first + BLOCK; code++) {
        char text[8] = "a";
        if (left_out[code]) continue;
        const int length = 1 + text_encode(code, text + 1);
        text[length] = 'b';
        hash = words_hashed(hash, text, (size_t)length + 1, rules);
    }
    return hash;
}

START_TEST(every_code_point_is_seen_as_the_reference_sees_it)
{
    const TokenizerRules uncased = {true, true, true, false}, cased = {false, false, true, false};
    const TextLines t = read_lines("ch06_bert/golden/tokenizer_characters.txt");
    ck_assert_uint_eq(t.count, 1 + CODES / BLOCK);
    const bool *left_out = read_left_out(t.lines[0]);
    for (size_t i = 1; i < t.count; i++) {
        char *end;
        const int first = (int)strtol(t.lines[i], &end, 16);
        const uint64_t want = strtoull(end, &end, 16), want_cased = strtoull(end, NULL, 16);
        ck_assert_msg(block_hash(first, left_out, uncased) == want, "uncased, from U+%X", first);
        ck_assert_msg(block_hash(first, left_out, cased) == want_cased, "cased, from U+%X", first);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("tokenizer_reference");
    TCase *t = tcase_create("tokenizer_reference");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_set_timeout(t, 120);
    tcase_add_test(t, texts_over_all_planes_have_the_pieces_and_bytes_of_the_reference);
    tcase_add_test(t, every_code_point_is_seen_as_the_reference_sees_it);
    suite_add_tcase(s, t);
    return run_suite(s);
}
