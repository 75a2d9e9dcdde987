/* Tests of the batches: the shift of teacher forcing, what a batch holds, and going on where one
 * stopped. */
#include "batches.h"
#include "common/layers.h"
#include "common/testing.h"

#include <math.h>
#include <stdlib.h>

enum { EXAMPLES = 500, LIMIT = 64, LONGEST = 16 };

static Arena arena;
static Example examples[EXAMPLES];

/* Example i has i as its ids, and some lengths: sources 1 to 20, targets 0 to 19. */
static void setup(void)
{
    Rng r = rng_new(7);
    for (int i = 0; i < EXAMPLES; i++) {
        int *ids = arena_alloc(&arena, 20 * sizeof *ids);
        for (int t = 0; t < 20; t++) ids[t] = FIRST_ID + i;
        examples[i] = (Example){{ids, 1 + rng_below(&r, 20)}, {ids, rng_below(&r, i % 2 ? 20 : 4)}};
    }
}

static void teardown(void)
{
    arena_free(&arena);
}

static Batches new_batches(void)
{
    return batches_new(&arena, examples, EXAMPLES, LIMIT, LONGEST, rng_new(3));
}

static void assert_ints(const int *got, const int *want, int count)
{
    for (int i = 0; i < count; i++) ck_assert_msg(got[i] == want[i], "%d: %d", i, got[i]);
}

/* ---- teacher forcing -------------------------------------------------------------------------*/

//> shift_test
START_TEST(the_input_is_the_target_shifted_by_one)
{
    const int target[] = {5, 6, 7};
    int input[6], labels[6];
    ck_assert_int_eq(teacher_forcing(input, labels, (Sequence){target, 3}, 6), 4);
    assert_ints(input, (int[]){1, 5, 6, 7, 0, 0}, 6);
    assert_ints(labels, (int[]){5, 6, 7, 2, IGNORED_TARGET, IGNORED_TARGET}, 6);
}
END_TEST
//< shift_test

START_TEST(a_target_that_is_cut_keeps_its_end)
{
    const int target[] = {5, 6, 7, 8, 9};
    int input[4], labels[4];
    ck_assert_int_eq(teacher_forcing(input, labels, (Sequence){target, 5}, 4), 4);
    assert_ints(input, (int[]){1, 5, 6, 7}, 4);
    assert_ints(labels, (int[]){5, 6, 7, 2}, 4);
    ck_assert_int_eq(teacher_forcing(input, labels, (Sequence){target, 0}, 2), 1);
    assert_ints(input, (int[]){1, 0}, 2);
    assert_ints(labels, (int[]){2, IGNORED_TARGET}, 2);
}
END_TEST

//> padding_test
START_TEST(the_loss_is_the_mean_over_labels_and_not_over_padding)
{
    const int target[] = {5, 6, 7}, lengths[] = {3, 1};
    int input[12], labels[12];
    for (int i = 0; i < 2; i++)
        teacher_forcing(input + 4 * i, labels + 4 * i, (Sequence){target, lengths[i]}, 4);
    for (int i = 8; i < 12; i++) labels[i] = IGNORED_TARGET; /* a sentence of length 0 */
    Mat logits = mat_zeros(&arena, 12, 10);
    assert_close(cross_entropy_forward(logits, logits, labels), 2.302585093, 1e-6);
    Mat nothing = mat_zeros(&arena, 4, 10);
    assert_close(cross_entropy_forward(nothing, nothing, labels + 8), 0, 1e-12);
}
END_TEST
//< padding_test

/* ---- batches ---------------------------------------------------------------------------------*/

static int smaller(int x, int y)
{
    return x < y ? x : y;
}

/* Checks one row of a batch against its example, and returns the number of the example. */
static int check_row(Batch b, int row)
{
    const int *source = b.source.ids + row * b.source.length;
    const int *input = b.target.ids + row * b.target.length;
    const int *labels = b.labels + row * b.target.length;
    const int example = source[0] - FIRST_ID;
    const int source_valid = smaller(examples[example].source.length, LONGEST);
    const int kept = smaller(examples[example].target.length, LONGEST - 1);
    ck_assert_int_eq(b.source.valid[row], source_valid);
    ck_assert_int_eq(b.target.valid[row], kept + 1);
    for (int t = 0; t < b.source.length; t++)
        ck_assert_int_eq(source[t], t < source_valid ? FIRST_ID + example : PAD_ID);
    for (int t = 0; t < b.target.length; t++) {
        ck_assert_int_eq(input[t], t == 0 ? BEGIN_ID : t <= kept ? FIRST_ID + example : PAD_ID);
        ck_assert_int_eq(labels[t], t < kept    ? FIRST_ID + example
                                    : t == kept ? END_ID
                                                : IGNORED_TARGET);
    }
    return example;
}

START_TEST(packing_keeps_what_is_real_in_its_order)
{
    const int ids[] = {3, 4, 2, 5, 2, 0}, valid[] = {3, 2}, input[] = {1, 0, 0, 1, 7, 0},
              input_valid[] = {1, 2},
              labels[] = {2, IGNORED_TARGET, IGNORED_TARGET, 7, 2, IGNORED_TARGET};
    const Batch b = batch_pack(
        &arena, (Batch){{ids, valid, 2, 3, NULL}, {input, input_valid, 2, 3, NULL}, labels, 3});
    ck_assert_int_eq(tokens_count(b.source), 5);
    assert_ints(b.source.start, (int[]){0, 3, 5}, 3);
    assert_ints(b.source.ids, (int[]){3, 4, 2, 5, 2}, 5);
    ck_assert_int_eq(tokens_count(b.target), 3);
    assert_ints(b.target.start, (int[]){0, 1, 3}, 3);
    assert_ints(b.target.ids, (int[]){1, 1, 7}, 3);
    assert_ints(b.labels, (int[]){2, 7, 2}, 3);
    ck_assert_int_eq(b.counted, 3);
}
END_TEST

START_TEST(an_epoch_holds_every_example_once_and_whole)
{
    Batches b = new_batches();
    for (int epoch = 0; epoch < 3; epoch++) {
        int seen[EXAMPLES] = {0};
        for (int n = b.batches; n > 0; n--) {
            Batch batch = batches_next(&b);
            int counted = 0;
            ck_assert_int_eq(batch.source.batch, batch.target.batch);
            for (int i = 0; i < batch.source.batch; i++) {
                seen[check_row(batch, i)]++;
                counted += batch.target.valid[i];
            }
            ck_assert_int_eq(batch.counted, counted);
        }
        ck_assert_int_eq(b.position.epoch, epoch + 1);
        ck_assert_int_eq(b.position.batch, 0);
        for (int i = 0; i < EXAMPLES; i++) ck_assert_int_eq(seen[i], 1);
    }
}
END_TEST

START_TEST(no_side_of_a_batch_is_larger_than_the_limit_and_little_of_it_is_padding)
{
    Batches b = new_batches();
    int places = 0, counted = 0, source_places = 0, source_ids = 0;
    for (int n = b.batches; n > 0; n--) {
        Batch batch = batches_next(&b);
        ck_assert_int_le(batch.source.batch * batch.source.length, LIMIT);
        ck_assert_int_le(batch.target.batch * batch.target.length, LIMIT);
        places += batch.target.batch * batch.target.length;
        counted += batch.counted;
        source_places += batch.source.batch * batch.source.length;
        for (int i = 0; i < batch.source.batch; i++) source_ids += batch.source.valid[i];
    }
    ck_assert_msg(counted > 0.95 * places, "%d of %d", counted, places);
    ck_assert_msg(source_ids > 0.9 * source_places, "%d of %d", source_ids, source_places);
}
END_TEST

START_TEST(short_and_long_sentences_come_in_turns)
{
    Batches b = new_batches();
    int longer = 0, batches = b.batches, last = 0;
    for (int n = 0; n < batches; n++) {
        int length = batches_next(&b).target.length;
        longer += length > last;
        last = length;
    }
    ck_assert_msg(longer > batches / 3 && longer < 2 * batches / 3, "%d of %d", longer, batches);
}
END_TEST

/* A number for what a batch holds. */
static unsigned fingerprint(Batch b)
{
    unsigned sum = 17;
    for (int i = 0; i < b.source.batch * b.source.length; i++)
        sum = sum * 31 + (unsigned)b.source.ids[i];
    return sum;
}

START_TEST(every_epoch_has_another_order_and_a_seed_the_same_one)
{
    Batches x = new_batches(), y = new_batches();
    unsigned first = 0;
    int changed = 0;
    for (int n = 0; n < x.batches; n++) {
        unsigned print = fingerprint(batches_next(&x));
        ck_assert_uint_eq(print, fingerprint(batches_next(&y)));
        if (n == 0) first = print;
    }
    for (int n = 0; n < 5; n++) changed += fingerprint(batches_next(&x)) != first;
    ck_assert_int_eq(changed, 5);
}
END_TEST

START_TEST(going_on_from_a_saved_position_gives_the_batches_that_would_have_come)
{
    Batches whole = new_batches();
    const int stops[] = {0, 3, whole.batches - 1, whole.batches, 2 * whole.batches + 1};
    for (int n = 0; n < stops[_i]; n++) batches_next(&whole);
    BatchPosition saved = whole.position;
    Batches resumed = batches_new(&arena, examples, EXAMPLES, LIMIT, LONGEST, rng_new(99));
    batches_seek(&resumed, saved);
    for (int n = 0; n < 2 * whole.batches; n++) {
        ck_assert_int_eq(resumed.position.epoch, whole.position.epoch);
        ck_assert_uint_eq(fingerprint(batches_next(&resumed)), fingerprint(batches_next(&whole)));
    }
}
END_TEST

START_TEST(no_memory_is_taken_after_the_start)
{
    Batches b = new_batches();
    const size_t total = arena.total;
    for (int n = 3 * b.batches; n > 0; n--) batches_next(&b);
    ck_assert_uint_eq(arena.total, total);
}
END_TEST

START_TEST(a_limit_below_the_longest_sentence_is_refused)
{
    batches_new(&arena, examples, EXAMPLES, LONGEST - 1, LONGEST, rng_new(1));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("batches");
    TCase *t = tcase_create("teacher_forcing");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, the_input_is_the_target_shifted_by_one);
    tcase_add_test(t, a_target_that_is_cut_keeps_its_end);
    tcase_add_test(t, the_loss_is_the_mean_over_labels_and_not_over_padding);
    tcase_add_test(t, packing_keeps_what_is_real_in_its_order);
    suite_add_tcase(s, t);
    t = tcase_create("batches");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, an_epoch_holds_every_example_once_and_whole);
    tcase_add_test(t, no_side_of_a_batch_is_larger_than_the_limit_and_little_of_it_is_padding);
    tcase_add_test(t, short_and_long_sentences_come_in_turns);
    tcase_add_test(t, every_epoch_has_another_order_and_a_seed_the_same_one);
    tcase_add_loop_test(t, going_on_from_a_saved_position_gives_the_batches_that_would_have_come, 0,
                        5);
    tcase_add_test(t, no_memory_is_taken_after_the_start);
    tcase_add_test_raise_signal(t, a_limit_below_the_longest_sentence_is_refused, 6);
    suite_add_tcase(s, t);
    return run_suite(s);
}
