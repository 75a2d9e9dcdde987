/* Tests of the pairs for next-sentence prediction: what follows, what does not, and that nothing
 * but reading both can tell. */
#include "sentence_pairs.h"
#include "bert_heads.h"
#include "common/layers.h"
#include "common/testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DOCUMENTS = 3000, MOST_SENTENCES = 30000, MOST_IDS = 400000, LONGEST = 32 };

/* Each id says where it stands: document, sentence (from the front), place in the sentence. */
static int ids[MOST_IDS], sentences[MOST_SENTENCES + 1], documents[MOST_DOCUMENTS + 1];
static SentencePair pairs[MOST_SENTENCES];
static Spelled texts;

/* Documents of 1 to `longest` sentences, each of 3 to 12 pieces. */
static void make_texts(int count, int longest)
{
    Rng r = rng_new(7);
    int id = 0, sentence = 0;
    for (int d = 0; d < count; d++) {
        documents[d] = sentence;
        for (int left = 1 + rng_below(&r, longest); left > 0; left--) {
            sentences[sentence++] = id;
            for (int size = 3 + rng_below(&r, 10); size > 0; size--, id++) ids[id] = id;
        }
    }
    documents[count] = sentence;
    sentences[sentence] = id;
    texts = (Spelled){ids, sentences, documents, sentence, count};
}

static int cut(PairRules rules, uint64_t seed)
{
    Rng r = rng_new(seed);
    return sentence_pairs(pairs, &texts, rules, &r);
}

/* The sentence that a piece is in, and the document of a sentence. */
static int sentence_of(int piece)
{
    int s = 0;
    for (int step = 1 << 14; step; step /= 2)
        if (s + step < texts.sentence_count && sentences[s + step] <= piece) s += step;
    return s;
}

static int document_of(int sentence)
{
    int d = 0;
    for (int step = 1 << 11; step; step /= 2)
        if (d + step < texts.document_count && documents[d + step] <= sentence) d += step;
    return d;
}

static int size_of(Span s)
{
    return s.end - s.begin;
}

/* ---- truncation ------------------------------------------------------------------------------*/

START_TEST(the_longer_segment_loses_pieces_at_both_ends)
{
    Rng r = rng_new(1);
    double front = 0, back = 0;
    for (int i = 0; i < 1000; i++) {
        Span a = {100, 130}, b = {200, 210};
        truncate_pair(&a, &b, 25, &r);
        ck_assert_int_eq(size_of(a) + size_of(b), 25);
        ck_assert(size_of(b) == 10 && size_of(a) == 15);
        front += a.begin - 100, back += 130 - a.end;
    }
    ck_assert(fabs(front - back) < 4 * sqrt(15 * 1000));
}
END_TEST

START_TEST(equal_segments_shrink_alike_and_short_ones_not_at_all)
{
    Rng r = rng_new(2);
    Span a = {0, 20}, b = {50, 70};
    truncate_pair(&a, &b, 11, &r);
    ck_assert(size_of(a) == 6 && size_of(b) == 5);
    truncate_pair(&a, &b, 11, &r);
    ck_assert(size_of(a) == 6 && size_of(b) == 5);
    Span whole = {0, 20}, nothing = {0, 0};
    truncate_pair(&whole, &nothing, 7, &r);
    ck_assert(size_of(whole) == 7 && size_of(nothing) == 0);
    truncate_pair(&a, &b, 2, &r);
    ck_assert(size_of(a) == 1 && size_of(b) == 1);
}
END_TEST

/* ---- pairs -----------------------------------------------------------------------------------*/

static const PairRules whole = {1 << 20, 0, true}; /* long enough for every document */

START_TEST(what_is_next_follows_and_what_is_not_comes_from_another_document)
{
    make_texts(500, 12);
    const int count = cut(whole, 3);
    int kinds[2] = {0};
    for (int i = 0; i < count; i++) {
        const SentencePair p = pairs[i];
        ck_assert_int_gt(size_of(p.a), 0);
        if (p.next == IGNORED_TARGET) {
            ck_assert_int_eq(size_of(p.b), 0);
            continue;
        }
        const int a = sentence_of(p.a.begin), b = sentence_of(p.b.begin);
        ck_assert(sentences[a] == p.a.begin && sentences[b] == p.b.begin);
        ck_assert_int_eq(document_of(b), document_of(sentence_of(p.b.end - 1)));
        ck_assert_int_eq(p.next == IS_NEXT, p.a.end == p.b.begin);
        ck_assert_int_eq(p.next == IS_NEXT, document_of(a) == document_of(b));
        kinds[p.next]++;
    }
    ck_assert_msg(abs(kinds[IS_NEXT] - kinds[NOT_NEXT]) < 3 * sqrt(count), "%d, %d", kinds[IS_NEXT],
                  kinds[NOT_NEXT]);
}
END_TEST

START_TEST(every_sentence_is_read_once_as_A_or_as_what_follows)
{
    make_texts(300, 12);
    const int count = cut(_i ? whole : (PairRules){12 + 3, 0.1, true}, 5);
    int next = 0; /* the sentence that must come now */
    for (int i = 0; i < count; i++) {
        const int first = sentence_of(pairs[i].a.begin), last = sentence_of(pairs[i].a.end - 1);
        ck_assert_int_le(next, last);
        if (_i) ck_assert_int_eq(first, next); /* nothing is cut off: A begins where it should */
        next = 1 + (pairs[i].next == IS_NEXT ? sentence_of(pairs[i].b.end - 1) : last);
    }
    if (_i) ck_assert_int_eq(next, texts.sentence_count);
    ck_assert_int_le(count, texts.sentence_count);
}
END_TEST

START_TEST(examples_are_as_long_as_they_may_be_and_sometimes_shorter)
{
    make_texts(200, 100);
    int count = cut((PairRules){LONGEST, 0, true}, 1), full = 0;
    for (int i = 0; i < count; i++) {
        ck_assert_int_le(pair_length(pairs[i]), LONGEST);
        full += pair_length(pairs[i]) >= LONGEST - 4;
    }
    ck_assert_msg(full > 0.75 * count, "%d of %d", full, count);
    const int longer = count;
    count = cut((PairRules){LONGEST, 0.5, true}, 1);
    for (int i = 0; i < count; i++) ck_assert_int_le(pair_length(pairs[i]), LONGEST);
    ck_assert_int_gt(count, longer + longer / 10);
}
END_TEST

START_TEST(neither_length_nor_place_tells_whether_B_follows)
{
    make_texts(3000, _i ? 4 : 12); /* also with documents that never fill an example */
    double size[2] = {0}, square[2] = {0}, kinds[2] = {0}, second[2] = {0};
    for (uint64_t seed = 0; seed < 5; seed++) {
        const int count = cut((PairRules){LONGEST, 0.1, true}, seed);
        for (int i = 0; i < count; i++) {
            const int next = pairs[i].next;
            if (next == IGNORED_TARGET) continue;
            const int b = sentence_of(pairs[i].b.begin), length = pair_length(pairs[i]);
            ck_assert_int_ne(b, documents[document_of(b)]); /* never the first of a document */
            size[next] += length, square[next] += length * length, kinds[next]++;
            second[next] += size_of(pairs[i].b);
        }
    }
    for (int k = 0; k < 2; k++) size[k] /= kinds[k], second[k] /= kinds[k];
    const double deviation = sqrt(square[0] / kinds[0] - size[0] * size[0]);
    ck_assert_msg(fabs(size[0] - size[1]) < 0.1 * deviation, "%g, %g", size[0], size[1]);
    ck_assert_msg(fabs(second[0] - second[1]) < 0.1 * deviation, "%g, %g", second[0], second[1]);
}
END_TEST

START_TEST(every_sentence_that_begins_no_document_may_come_as_B)
{
    static int seen[MOST_SENTENCES];
    memset(seen, 0, sizeof seen);
    make_texts(6, 5);
    for (uint64_t seed = 0; seed < 400; seed++) {
        const int count = cut(whole, seed);
        for (int i = 0; i < count; i++)
            if (pairs[i].next == NOT_NEXT) seen[sentence_of(pairs[i].b.begin)]++;
    }
    for (int d = 0; d < texts.document_count; d++)
        for (int s = documents[d]; s < documents[d + 1]; s++)
            ck_assert_msg((seen[s] > 0) == (s > documents[d]), "%d: %d", s, seen[s]);
}
END_TEST

START_TEST(where_there_is_nothing_else_there_are_no_pairs)
{
    make_texts(1, 50);
    int count = cut(whole, 1);
    ck_assert_int_eq(count, 1);
    ck_assert_int_eq(pairs[0].next, IGNORED_TARGET);
    make_texts(40, 1); /* documents of one sentence */
    count = cut(whole, 1);
    ck_assert_int_eq(count, 40);
    for (int i = 0; i < count; i++) ck_assert_int_eq(pairs[i].next, IGNORED_TARGET);
}
END_TEST

START_TEST(without_pairs_examples_have_one_segment)
{
    make_texts(200, 12);
    const int count = cut((PairRules){LONGEST, 0, false}, 1);
    int next = 0;
    for (int i = 0; i < count; i++) {
        ck_assert(pairs[i].next == IGNORED_TARGET && size_of(pairs[i].b) == 0);
        ck_assert_int_le(pair_length(pairs[i]), LONGEST);
        ck_assert_int_le(sentence_of(pairs[i].a.begin), next + 3);
        ck_assert_int_ge(sentence_of(pairs[i].a.begin), next);
        next = sentence_of(pairs[i].a.end - 1) + 1;
    }
    ck_assert_int_ge(next, texts.sentence_count - 3);
}
END_TEST

START_TEST(a_seed_gives_the_same_pairs_and_another_others)
{
    static SentencePair first[MOST_SENTENCES];
    make_texts(200, 12);
    const int count = cut(whole, 4);
    memcpy(first, pairs, sizeof first);
    memset(pairs, 0, sizeof pairs);
    ck_assert_int_eq(cut(whole, 4), count);
    ck_assert_mem_eq(first, pairs, (size_t)count * sizeof *first);
    cut(whole, 5);
    ck_assert_mem_ne(first, pairs, (size_t)count * sizeof *first);
}
END_TEST

START_TEST(examples_too_short_for_a_pair_are_refused)
{
    make_texts(5, 5);
    cut((PairRules){4, 0, true}, 1);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("sentence pairs");
    TCase *t = tcase_create("truncation");
    tcase_add_test(t, the_longer_segment_loses_pieces_at_both_ends);
    tcase_add_test(t, equal_segments_shrink_alike_and_short_ones_not_at_all);
    suite_add_tcase(s, t);
    t = tcase_create("pairs");
    tcase_add_test(t, what_is_next_follows_and_what_is_not_comes_from_another_document);
    tcase_add_loop_test(t, every_sentence_is_read_once_as_A_or_as_what_follows, 0, 2);
    tcase_add_test(t, examples_are_as_long_as_they_may_be_and_sometimes_shorter);
    tcase_add_loop_test(t, neither_length_nor_place_tells_whether_B_follows, 0, 2);
    tcase_add_test(t, every_sentence_that_begins_no_document_may_come_as_B);
    tcase_add_test(t, where_there_is_nothing_else_there_are_no_pairs);
    tcase_add_test(t, without_pairs_examples_have_one_segment);
    tcase_add_test(t, a_seed_gives_the_same_pairs_and_another_others);
    tcase_add_test_raise_signal(t, examples_too_short_for_a_pair_are_refused, 6);
    suite_add_tcase(s, t);
    return run_suite(s);
}
