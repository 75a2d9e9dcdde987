/* Tests of pretraining's batches: what stands where in an example, what an epoch holds, and going
 * on where one stopped. */
#include "test_pretraining_texts.h"

enum { LONGEST = 24, ROWS = 8 };

static Spelled texts;

static void setup(void)
{
    texts = make_texts(1);
}

static void teardown(void)
{
    arena_free(&arena);
}

static PretrainingBatches new_batches(bool pairs)
{
    return pretraining_new(&arena, &texts, test_rules(LONGEST, pairs, ROWS), rng_new(3));
}

/* ---- examples --------------------------------------------------------------------------------*/

/* Checks a row: [CLS], pieces of type 0, [SEP], and with a second segment pieces of type 1, [SEP];
 * then padding. Returns how many labels count. */
static int check_row(const PretrainingBatch *b, int row)
{
    const int length = b->input.length, valid = b->input.valid[row];
    const int *original = b->original + row * length, *types = b->input.types + row * length;
    const int *ids = b->input.ids + row * length, *labels = b->labels + row * length;
    int separators = 0, masked = 0;
    ck_assert(valid >= 3 && valid <= length && length <= LONGEST);
    for (int t = 0; t < length; t++) {
        const bool asked = labels[t] != IGNORED_TARGET;
        if (t == 0) ck_assert_int_eq(original[t], CLS);
        if (t >= valid) ck_assert(original[t] == PAD && types[t] == 0);
        if (t < valid) ck_assert_int_eq(types[t], separators);
        if (t > 0 && t < valid) ck_assert(original[t] == SEP || original[t] >= SPECIALS);
        ck_assert_int_eq(asked ? labels[t] : ids[t], original[t]);
        if (asked) ck_assert_int_ge(original[t], SPECIALS);
        separators += original[t] == SEP;
        masked += asked;
    }
    ck_assert_int_eq(original[valid - 1], SEP);
    ck_assert_int_eq(separators, b->next[row] == IGNORED_TARGET ? 1 : 2);
    ck_assert_int_ge(masked, 1);
    return masked;
}

START_TEST(an_example_is_cls_a_sep_b_sep_with_types_and_labels)
{
    PretrainingBatches b = new_batches(true);
    int kinds[2] = {0};
    for (int n = 3 * b.batches; n > 0; n--) {
        const PretrainingBatch batch = pretraining_next(&b);
        int masked = 0, pairs = 0;
        for (int i = 0; i < batch.input.batch; i++) {
            masked += check_row(&batch, i);
            pairs += batch.next[i] != IGNORED_TARGET;
            if (batch.next[i] != IGNORED_TARGET) kinds[batch.next[i]]++;
        }
        ck_assert_int_eq(batch.masked, masked);
        ck_assert_int_eq(batch.pairs, pairs);
        ck_assert(!batch.input.causal);
    }
    ck_assert(kinds[IS_NEXT] > 100 && kinds[NOT_NEXT] > 100);
}
END_TEST

START_TEST(without_pairs_an_epoch_holds_every_piece_once)
{
    PretrainingBatches b =
        pretraining_new(&arena, &texts, test_rules(2 + SENTENCES * SENTENCE, false, ROWS),
                        rng_new(3)); /* no document is too long */
    b.rules.pairs.shorter = 0;
    pretraining_seek(&b, b.position);
    long want[VOCABULARY] = {0}, got[VOCABULARY] = {0};
    for (int i = 0; i < texts.sentences[texts.sentence_count]; i++) want[texts.ids[i]]++;
    for (int n = b.batches; n > 0; n--) {
        const PretrainingBatch batch = pretraining_next(&b);
        for (int i = 0; i < batch.input.batch * batch.input.length; i++) got[batch.original[i]]++;
        ck_assert_int_eq(batch.pairs, 0);
    }
    for (int i = SPECIALS; i < VOCABULARY; i++) ck_assert_int_eq(got[i], want[i]);
    ck_assert_int_eq(got[CLS], texts.document_count);
    ck_assert_int_eq(got[SEP], texts.document_count);
}
END_TEST

START_TEST(rows_of_a_batch_are_of_like_length)
{
    PretrainingBatches b = new_batches(true);
    int places = 0, tokens = 0, rows = 0;
    const int count = b.count;
    for (int n = b.batches; n > 0; n--) {
        const PretrainingBatch batch = pretraining_next(&b);
        int longest = 0;
        for (int i = 0; i < batch.input.batch; i++) {
            tokens += batch.input.valid[i];
            if (batch.input.valid[i] > longest) longest = batch.input.valid[i];
        }
        ck_assert_int_eq(longest, batch.input.length);
        places += batch.input.batch * batch.input.length;
        rows += batch.input.batch;
    }
    ck_assert_int_eq(rows, count);
    ck_assert_msg(tokens > 0.95 * places, "%d of %d", tokens, places);
}
END_TEST

/* ---- epochs and positions --------------------------------------------------------------------*/

/* A number for what a batch holds. */
static unsigned fingerprint(PretrainingBatch b)
{
    unsigned sum = 17;
    for (int i = 0; i < b.input.batch * b.input.length; i++)
        sum = sum * 31 + (unsigned)b.input.ids[i] + 1000 * (unsigned)b.labels[i];
    for (int i = 0; i < b.input.batch; i++) sum = sum * 31 + (unsigned)b.next[i];
    return sum;
}

START_TEST(every_epoch_has_other_examples_masks_and_order)
{
    PretrainingBatches b = new_batches(true);
    unsigned seen[1000];
    int batches = 0;
    for (int epoch = 0; epoch < 3; epoch++)
        for (int n = b.batches; n > 0; n--) {
            ck_assert_int_eq(b.position.epoch, epoch);
            seen[batches++] = fingerprint(pretraining_next(&b));
        }
    for (int i = 0; i < batches; i++)
        for (int k = 0; k < i; k++) ck_assert_uint_ne(seen[i], seen[k]);
}
END_TEST

/* Which places are asked for, as bits. */
static uint64_t places_asked(PretrainingBatch b)
{
    uint64_t bits = 0;
    for (int t = 0; t < b.input.length; t++) bits |= (uint64_t)(b.labels[t] != IGNORED_TARGET) << t;
    return bits;
}

START_TEST(the_same_text_is_masked_anew_in_every_batch_and_epoch)
{
    enum { SAME = 20, PIECES = 50 };
    int ids[SAME * PIECES], sentences[SAME + 1], documents[SAME + 1];
    for (int i = 0; i < SAME * PIECES; i++) ids[i] = SPECIALS + i % PIECES;
    for (int i = 0; i <= SAME; i++) sentences[i] = i * PIECES, documents[i] = i;
    const Spelled same = {ids, sentences, documents, SAME, SAME};
    PretrainingRules rules = test_rules(PIECES + 2, false, 1);
    rules.pairs.shorter = 0;
    PretrainingBatches b = pretraining_new(&arena, &same, rules, rng_new(3));
    uint64_t seen[2 * SAME];
    for (int i = 0; i < 2 * SAME; i++) {
        seen[i] = places_asked(pretraining_next(&b));
        for (int k = 0; k < i; k++) ck_assert(seen[i] != seen[k]);
    }
    ck_assert_int_eq(b.position.epoch, 2);
}
END_TEST

START_TEST(questions_are_told_apart_by_what_the_place_shows)
{
    enum { P = 6, NONE = IGNORED_TARGET };
    const int ids[P] = {CLS, MASK, SPECIALS, SPECIALS + 1, MASK, MASK};
    const int labels[P] = {NONE, SPECIALS, SPECIALS, SPECIALS, SPECIALS + 2, NONE};
    const int wanted[BECOMES][P] = {{NONE, SPECIALS, NONE, NONE, SPECIALS + 2, NONE},
                                    {NONE, NONE, NONE, SPECIALS, NONE, NONE},
                                    {NONE, NONE, SPECIALS, NONE, NONE, NONE}};
    const int counts[BECOMES] = {2, 1, 1}, next[] = {IS_NEXT};
    const PretrainingBatch b = {.input = {.ids = ids, .batch = 1, .length = P},
                                .labels = labels,
                                .next = next,
                                .masked = 4,
                                .pairs = 1};
    for (Becomes kind = TO_MASK; kind < BECOMES; kind++) {
        const PretrainingBatch some = pretraining_only(&arena, &b, kind, MASK);
        ck_assert_int_eq(some.masked, counts[kind]);
        ck_assert_mem_eq(some.labels, wanted[kind], sizeof wanted[kind]);
        ck_assert(some.pairs == 1 && some.next == next && some.input.ids == ids);
    }
    ck_assert_int_eq(b.labels[3], SPECIALS); /* the batch itself is as it was */
}
END_TEST

START_TEST(going_on_from_a_saved_position_gives_the_batches_that_would_have_come)
{
    PretrainingBatches whole = new_batches(true);
    const int stops[] = {0, 3, whole.batches - 1, whole.batches, 2 * whole.batches + 5};
    for (int n = 0; n < stops[_i]; n++) pretraining_next(&whole);
    const PretrainingPosition saved = whole.position;
    PretrainingBatches resumed =
        pretraining_new(&arena, &texts, test_rules(LONGEST, true, ROWS), rng_new(99));
    pretraining_seek(&resumed, saved);
    for (int n = 0; n < 2 * whole.batches; n++) {
        ck_assert_int_eq(resumed.position.epoch, whole.position.epoch);
        ck_assert_uint_eq(fingerprint(pretraining_next(&resumed)),
                          fingerprint(pretraining_next(&whole)));
    }
}
END_TEST

START_TEST(going_back_to_the_start_asks_the_same_questions)
{
    PretrainingBatches b = new_batches(true);
    const PretrainingPosition start = b.position;
    unsigned first[200];
    const int batches = b.batches;
    for (int n = 0; n < batches; n++) first[n] = fingerprint(pretraining_next(&b));
    for (int n = 0; n < 7; n++) pretraining_next(&b);
    pretraining_seek(&b, start);
    for (int n = 0; n < batches; n++)
        ck_assert_uint_eq(fingerprint(pretraining_next(&b)), first[n]);
}
END_TEST

START_TEST(no_memory_is_taken_after_the_start)
{
    PretrainingBatches b = new_batches(true);
    const size_t total = arena.total;
    for (int n = 3 * b.batches; n > 0; n--) pretraining_next(&b);
    ck_assert_uint_eq(arena.total, total);
}
END_TEST

START_TEST(a_position_behind_the_epochs_end_is_refused)
{
    PretrainingBatches b = new_batches(true);
    ck_assert(!pretraining_seek(&b, (PretrainingPosition){b.position.rng, 0, b.batches}));
    ck_assert(!pretraining_seek(&b, (PretrainingPosition){b.position.rng, 0, -1}));
    ck_assert(pretraining_seek(&b, (PretrainingPosition){b.position.rng, 0, b.batches - 1}));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("pretraining batches");
    TCase *t = tcase_create("examples");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, an_example_is_cls_a_sep_b_sep_with_types_and_labels);
    tcase_add_test(t, without_pairs_an_epoch_holds_every_piece_once);
    tcase_add_test(t, rows_of_a_batch_are_of_like_length);
    tcase_add_test(t, questions_are_told_apart_by_what_the_place_shows);
    suite_add_tcase(s, t);
    t = tcase_create("epochs");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, every_epoch_has_other_examples_masks_and_order);
    tcase_add_test(t, the_same_text_is_masked_anew_in_every_batch_and_epoch);
    tcase_add_loop_test(t, going_on_from_a_saved_position_gives_the_batches_that_would_have_come, 0,
                        5);
    tcase_add_test(t, going_back_to_the_start_asks_the_same_questions);
    tcase_add_test(t, no_memory_is_taken_after_the_start);
    tcase_add_test(t, a_position_behind_the_epochs_end_is_refused);
    suite_add_tcase(s, t);
    return run_suite(s);
}
