/* Tests of labelled texts as ids, and of the order in which they are learned from. */
#include "text_batches.h"
#include "common/testing.h"

#include <string.h>

static Arena arena;

static void teardown(void)
{
    arena_free(&arena);
}

/* ---- texts as ids ----------------------------------------------------------------------------*/

static Tokenizer tokenizer(bool specials)
{
    static const char *with[] = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "red", "apple", "##s"};
    static const char *without[] = {"[UNK]", "a"};
    Tokenizer t = {.rules = {.lower_case = true, .strip_accents = true, .ideographs = true}};
    if (specials)
        pieces_new(&t.vocabulary, &arena, with, 8);
    else
        pieces_new(&t.vocabulary, &arena, without, 2);
    return t;
}

START_TEST(texts_become_ids_between_cls_and_sep)
{
    Error e;
    TextExample *x;
    const Tokenizer t = tokenizer(true);
    const Labelled texts[] = {{"Red apples", 1, ""}, {"a", 0, ""}, {"a a a red apples", 2, ""}};
    ck_assert_msg(text_examples(&x, &arena, &t, texts, 3, 6, &e), "%s", e.text);
    const int want[3][6] = {{2, 5, 6, 7, 3}, {2, 4, 3}, {2, 4, 4, 4, 5, 3}}; /* the last is cut */
    const int lengths[] = {5, 3, 6};
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(x[i].length, lengths[i]);
        ck_assert_int_eq(x[i].label, texts[i].label);
        ck_assert_int_eq(x[i].cut, i == 2 ? 2 : 0);
        ck_assert_mem_eq(x[i].ids, want[i], sizeof(int) * (size_t)lengths[i]);
    }
}
END_TEST

START_TEST(a_vocabulary_without_cls_is_refused)
{
    Error e;
    TextExample *x;
    const Tokenizer t = tokenizer(false);
    const Labelled text = {"a", 0, ""};
    ck_assert(!text_examples(&x, &arena, &t, &text, 1, 6, &e));
    ck_assert_msg(strstr(e.text, "[CLS]"), "%s", e.text);
}
END_TEST

/* ---- batches ---------------------------------------------------------------------------------*/

enum { MOST = 40 };
static int all_ids[MOST][12];
static TextExample examples[MOST];

/* Example i has a length from 1 to 12, the ids 100 i + 1, 100 i + 2, ..., and the label i % 3. */
static void make(int n, Rng *r)
{
    for (int i = 0; i < n; i++) {
        const int length = 1 + rng_below(r, 12);
        for (int t = 0; t < length; t++) all_ids[i][t] = 100 * i + t + 1;
        examples[i] = (TextExample){all_ids[i], length, i % 3, 0};
    }
}

/* Checks a batch row by row; counts how often each example came. */
static void check_batch(const TextBatches *all, TextBatch b, const int *which, int *seen)
{
    int longest = 0;
    for (int k = 0; k < b.input.batch; k++) {
        const TextExample *x = &examples[which[k]];
        const int *row = b.input.ids + k * b.input.length;
        seen[which[k]]++;
        ck_assert_int_eq(b.input.valid[k], x->length);
        ck_assert_int_eq(b.labels[k], x->label);
        ck_assert_mem_eq(row, x->ids, sizeof(int) * (size_t)x->length);
        for (int t = x->length; t < b.input.length; t++) ck_assert_int_eq(row[t], all->pad);
        if (x->length > longest) longest = x->length;
    }
    ck_assert_int_eq(longest, b.input.length); /* no column is padding alone */
}

START_TEST(an_epoch_has_every_example_once)
{
    Rng r = rng_new((uint64_t)_i);
    const int n = 1 + rng_below(&r, MOST), size = 1 + rng_below(&r, 9);
    make(n, &r);
    TextBatches all = text_batches_new(&arena, examples, n, size, 7777);
    ck_assert_int_eq(all.batches, (n + size - 1) / size);
    for (int epoch = 0; epoch < 3; epoch++) { /* the first one in the order of length */
        int seen[MOST] = {0};
        for (int i = 0; i < all.batches; i++) {
            const TextBatch b = text_batches_get(&all, i);
            ck_assert_int_le(b.input.batch, size);
            check_batch(&all, b, text_batches_examples(&all, i), seen);
        }
        for (int i = 0; i < n; i++) ck_assert_int_eq(seen[i], 1);
        text_batches_shuffle(&all, &r);
    }
}
END_TEST

START_TEST(texts_of_about_the_same_length_are_together)
{
    Rng r = rng_new(5);
    make(MOST, &r);
    TextBatches all = text_batches_new(&arena, examples, MOST, 8, 0);
    text_batches_shuffle(&all, &r);
    int padded = 0, real = 0;
    for (int i = 0; i < all.batches; i++) {
        const TextBatch b = text_batches_get(&all, i);
        padded += b.input.batch * b.input.length;
        for (int k = 0; k < b.input.batch; k++) real += b.input.valid[k];
    }
    ck_assert_int_le(padded, real * 6 / 5); /* in random order it is about 12 / 6.5 */
}
END_TEST

START_TEST(each_epoch_has_an_order_of_its_own_that_the_seed_decides)
{
    Rng r = rng_new(5), same = rng_new(5);
    make(MOST, &r);
    same = r;
    int order[2][MOST];
    TextBatches a = text_batches_new(&arena, examples, MOST, 4, 0);
    TextBatches b = text_batches_new(&arena, examples, MOST, 4, 0);
    for (int epoch = 0; epoch < 2; epoch++) {
        text_batches_shuffle(&a, &r);
        text_batches_shuffle(&b, &same);
        ck_assert_mem_eq(a.sorted, b.sorted, sizeof order[0]);
        ck_assert_mem_eq(a.order, b.order, sizeof(int) * (size_t)a.batches);
        for (int i = 0; i < a.batches; i++)
            memcpy(order[epoch] + 4 * i, text_batches_examples(&a, i), 4 * sizeof(int));
    }
    ck_assert_mem_ne(order[0], order[1], sizeof order[0]);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("ch06_text_batches");
    TCase *c = tcase_create("texts");
    tcase_add_checked_fixture(c, NULL, teardown);
    tcase_add_test(c, texts_become_ids_between_cls_and_sep);
    tcase_add_test(c, a_vocabulary_without_cls_is_refused);
    suite_add_tcase(s, c);
    c = tcase_create("batches");
    tcase_add_checked_fixture(c, NULL, teardown);
    tcase_add_loop_test(c, an_epoch_has_every_example_once, 0, 20);
    tcase_add_test(c, texts_of_about_the_same_length_are_together);
    tcase_add_test(c, each_epoch_has_an_order_of_its_own_that_the_seed_decides);
    suite_add_tcase(s, c);
    return run_suite(s);
}
