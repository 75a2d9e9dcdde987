/* A small vocabulary for the tests of the tokenizer, and texts as its pieces. */
#ifndef CH06_TEST_TOKENIZER_VOCABULARY_H
#define CH06_TEST_TOKENIZER_VOCABULARY_H

#include "tokenizer.h"
#include "common/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const TokenizerRules UNCASED = {true, true, true, true};
static const TokenizerRules CASED = {false, false, true, true};

/* There is no x, and of most letters only one form. */
static const char *const test_words =
    "[PAD] [UNK] [CLS] [SEP] [MASK] a ##a b ##b c ##c d ##d e ##e i ##i n ##n o ##o s ##s t ##t "
    "1 2 ##1 ##2 - , . ! # [ ] ; = \" ? $ ^ "
    "the sea ##side side seas ##ide ##id rose Rose ros\xC3\xA9 ##n't un ##seen mask sep cafe "
    "caf\xC3\xA9 "
    "\xC3\x9F \xC5\x82 ##\xC5\x82 \xC3\xB8 ##\xC3\xB8 \xEF\xAC\x81 \xCF\x83 ##\xCF\x83 ##\xCF\x82 "
    "\xE5\xAD\xA6 \xE7\x94\x9F \xE8\xB1\x88 \xEF\xA4\x80 \xF0\xA0\x80\x80 \xE3\x80\x82 "
    "\xEF\xBC\x8C "
    "\xE3\x81\xAE ##\xE3\x81\xAE \xE1\x84\x92 ##\xE1\x85\xA1 ##\xE1\x86\xAB \xED\x95\x9C "
    "\xE4\xBA\xBA "
    "##\xE3\x80\xAE ##\xF0\x9D\x85\xA5";

static Arena arena;

/* The vocabulary with these rules. */
static inline Tokenizer test_tokenizer(TokenizerRules rules)
{
    Tokenizer t = {.rules = rules};
    char *words = arena_alloc(&arena, strlen(test_words) + 1);
    const char **texts = arena_alloc(&arena, strlen(test_words) * sizeof *texts);
    int count = 0;
    for (char *word = strtok(strcpy(words, test_words), " "); word; word = strtok(NULL, " "))
        texts[count++] = word;
    pieces_new(&t.vocabulary, &arena, texts, count);
    return t;
}

/* The pieces with a blank between two. */
static inline char *pieces_text(const Tokenizer *t, Pieces p)
{
    size_t size = 1;
    for (int i = 0; i < p.count; i++) size += strlen(t->vocabulary.texts[p.ids[i]]) + 1;
    char *text = arena_alloc(&arena, size), *to = text;
    *to = '\0';
    for (int i = 0; i < p.count; i++)
        to += sprintf(to, "%s%s", i ? " " : "", t->vocabulary.texts[p.ids[i]]);
    return text;
}

/* The pieces of exactly these bytes, from a copy behind which a sanitizer sees every read. */
static inline void assert_bytes(TokenizerRules rules, const char *bytes, size_t size,
                                const char *want)
{
    const Tokenizer t = test_tokenizer(rules);
    char *copy = malloc(size + !size);
    memcpy(copy, bytes, size);
    const char *got = pieces_text(&t, tokenizer_encode(&t, &arena, copy, size));
    free(copy);
    ck_assert_msg(strcmp(got, want) == 0, "\"%s\": got \"%s\", want \"%s\"", bytes, got, want);
}

static inline void assert_pieces(TokenizerRules rules, const char *text, const char *want)
{
    assert_bytes(rules, text, strlen(text), want);
}

#endif
