/* Tests of the mistakes of pretraining: each is the mistake that it is said to be, no more and no
 * less, and the tests that catch them. */
#include "pretraining_mistakes.h"
#include "counting.h"
#include "common/layers.h"
#include "common/testing.h"

#include <string.h>

static Arena arena;
static PretrainingData data;
static PretrainingBatches batches;
static PretrainingBatch batch; /* what the right program makes */
static BertModel model;

enum { ROWS = 16, LONGEST = 32 };

static void set_up(void)
{
    Rng r = rng_new(3);
    const PairRules pairs = {.longest = LONGEST, .shorter = 0.1, .pairs = true};
    data = counting_data(&arena, &r, 100);
    batches = pretraining_data_batches(&data, &arena, TRAIN, pairs, false, ROWS, rng_new(4));
    batch = pretraining_next(&batches);
    const BertShape shape = bert_shape(data.tokenizer.vocabulary.count, 1, 16, 2, LONGEST);
    bert_model_new(&model, &r, bert_config(shape), PARTS_PRETRAINING);
    bert_model_train(&model, NULL);
}

static void tear_down(void)
{
    bert_model_free(&model);
    arena_free(&arena);
}

static PretrainingBatch made(PretrainingMistake mistake)
{
    Rng r = rng_new(5);
    return mistaken_batch(&arena, &batch, &batches.rules.masks, &r, mistake);
}

static int places(void)
{
    return batch.input.batch * batch.input.length;
}

static void assert_same(const int *got, const int *want, int n)
{
    for (int i = 0; i < n; i++) ck_assert_int_eq(got[i], want[i]);
}

/* ---- batches ---------------------------------------------------------------------------------*/

/* The mistakes that touch neither input, nor labels, nor pairs. */
START_TEST(what_a_mistake_does_not_touch_stays)
{
    for (PretrainingMistake k = NO_MISTAKE; k < MISTAKES; k++) {
        const PretrainingBatch b = made(k);
        if (k != NOT_HIDDEN && k != ONE_DRAW) assert_same(b.input.ids, batch.input.ids, places());
        if (k != ALL_PLACES && k != ONE_DRAW) assert_same(b.labels, batch.labels, places());
        if (k != ALL_PLACES && k != ONE_DRAW) ck_assert_int_eq(b.masked, batch.masked);
        if (k != SWAPPED) assert_same(b.next, batch.next, batch.input.batch);
        assert_same(b.original, batch.original, places());
    }
}
END_TEST

START_TEST(swapped_answers_are_the_other_ones)
{
    const PretrainingBatch b = made(SWAPPED);
    ck_assert_int_gt(b.pairs, 0);
    for (int i = 0; i < b.input.batch; i++)
        ck_assert_int_eq(b.next[i],
                         batch.next[i] == IGNORED_TARGET ? IGNORED_TARGET : !batch.next[i]);
}
END_TEST

START_TEST(all_places_have_a_label_and_hidden_ones_are_seen)
{
    const PretrainingBatch all = made(ALL_PLACES), seen = made(NOT_HIDDEN);
    ck_assert_int_eq(all.masked, places());
    assert_same(all.labels, batch.original, places());
    assert_same(seen.input.ids, batch.original, places());
    for (int i = 0; i < places(); i++)
        if (seen.labels[i] != IGNORED_TARGET) ck_assert_int_eq(seen.labels[i], seen.input.ids[i]);
}
END_TEST

/* ---- what is right, as a test says it --------------------------------------------------------*/

/* The document that a piece is in. */
static int document_of(int piece)
{
    const Spelled *s = &data.spelled[TRAIN];
    int d = 0;
    while (s->sentences[s->documents[d + 1]] <= piece) d++;
    return d;
}

//> follows_test
/* Class 0 of published models: the second segment goes on in the document of the first. */
START_TEST(a_pair_that_follows_has_the_label_of_published_models)
{
    int both[2] = {0};
    for (int i = 0; i < batches.count; i++) {
        const SentencePair p = batches.examples[i];
        if (p.next == IGNORED_TARGET) continue;
        const bool follows = document_of(p.a.begin) == document_of(p.b.begin);
        ck_assert_int_eq(p.next, follows ? 0 : 1);
        both[p.next]++;
    }
    ck_assert(both[0] > 0 && both[1] > 0);
}
END_TEST
//< follows_test

//> labels_test
/* A label says what was there; where nothing is asked, the piece is what it was; and most of what
 * is asked for cannot be seen. */
static bool asks_for_what_is_hidden(const PretrainingBatch *b)
{
    int asked = 0, seen = 0;
    for (int i = 0; i < b->input.batch * b->input.length; i++) {
        if (b->labels[i] == IGNORED_TARGET) continue;
        asked++, seen += b->input.ids[i] == b->labels[i];
    }
    return asked == b->masked && 3 * asked < b->input.batch * b->input.length && 4 * seen < asked;
}

START_TEST(a_batch_asks_for_what_is_hidden)
{
    const PretrainingBatch all = made(ALL_PLACES), seen = made(NOT_HIDDEN);
    ck_assert(asks_for_what_is_hidden(&batch));
    ck_assert(!asks_for_what_is_hidden(&all));
    ck_assert(!asks_for_what_is_hidden(&seen));
}
END_TEST
//< labels_test

/* ---- gradients -------------------------------------------------------------------------------*/

static Mat words_gradient(PretrainingMistake mistake)
{
    Arena step = {0};
    PretrainingScore s = {0};
    Mat g = mat_new(&arena, model.bert.words->grad.rows, model.bert.words->grad.cols);
    params_zero_grad(&model.params);
    mistaken_learn(&model, &step, &batch, &s, mistake);
    mat_copy(g, model.bert.words->grad);
    ck_assert_ptr_eq(model.bert.words, model.mlm.words); /* tied again */
    arena_free(&step);
    return g;
}

/* The two ends add up to the whole; each loses something, and what the input's end gives is zero
 * for every piece that was not read. */
START_TEST(each_lost_gradient_is_that_of_one_end)
{
    const Mat whole = words_gradient(NO_MISTAKE), in = words_gradient(OUTPUT_LOST);
    Mat sum = words_gradient(INPUT_LOST);
    bool *read = arena_zeros(&arena, (size_t)whole.rows * sizeof *read);
    ck_assert(mat_difference(sum, whole) > 1e-4 && mat_difference(in, whole) > 1e-4);
    mat_add(sum, in);
    assert_mat_close(sum, whole, 1e-5);
    for (int i = 0; i < places(); i++) read[batch.input.ids[i]] = true;
    for (int v = 0; v < in.rows; v++)
        for (int j = 0; j < in.cols && !read[v]; j++) ck_assert(mat_row(in, v)[j] == 0);
}
END_TEST

static double loss_of(void *context)
{
    Arena step = {0};
    PretrainingScore s = {0};
    pretraining_ask(context, &step, &batch, &s);
    score_means(&s);
    arena_free(&step);
    return s.masked_loss + s.pairs_loss;
}

//> tied_test
/* The table of words has the gradient that differences of the loss say, at both of its ends. */
START_TEST(the_table_of_words_has_both_gradients)
{
    assert_gradient(model.bert.words->value, words_gradient(NO_MISTAKE), loss_of, &model);
}
END_TEST
//< tied_test

/* ---- shares ----------------------------------------------------------------------------------*/

typedef int MaskPieces(int *ids, int *labels, int n, const MaskRules *m, Rng *r);

/* Shares of the chosen pieces that became [MASK], another piece, and stayed; of all pieces that
 * were chosen. */
static void count_shares(MaskPieces *mask, double share[4])
{
    enum { PIECES = 200000 };
    Rng r = rng_new(6);
    const MaskRules *m = &batches.rules.masks;
    int *ids = arena_alloc(&arena, 2 * PIECES * sizeof *ids), *labels = ids + PIECES;
    int count[3] = {0}, first = 0;
    while (m->special[first]) first++;
    for (int i = 0; i < PIECES; i++) ids[i] = first;
    const int chosen = mask(ids, labels, PIECES, m, &r);
    for (int i = 0; i < PIECES; i++)
        if (labels[i] != IGNORED_TARGET)
            count[ids[i] == m->mask ? 0 : ids[i] == labels[i] ? 2 : 1]++;
    for (int k = 0; k < 3; k++) share[k] = (double)count[k] / chosen;
    share[3] = (double)chosen / PIECES;
}

//> one_draw_test
START_TEST(of_chosen_pieces_eighty_ten_and_ten)
{
    double right[4], wrong[4];
    count_shares(mask_pieces, right);
    ck_assert_double_eq_tol(right[0], 0.8, 0.01); /* [MASK] */
    ck_assert_double_eq_tol(right[1], 0.1, 0.01); /* another piece */
    ck_assert_double_eq_tol(right[2], 0.1, 0.01); /* as it was */
    count_shares(mask_pieces_one_draw, wrong);
    ck_assert_double_eq_tol(wrong[3], right[3], 0.005); /* as many are chosen: 15% */
    ck_assert(wrong[0] == 1);
}
END_TEST
//< one_draw_test

/* ---- what the honest measure says ------------------------------------------------------------*/

/* Right answers among the masked places of the batch as the mistake makes it, and as it should be.
 */
static void learn_by_heart(PretrainingMistake mistake, PretrainingScore *shown,
                           PretrainingScore *honest)
{
    Arena step = {0};
    Adam adam = adam_new(0.01);
    const PretrainingBatch b = made(mistake);
    for (int i = 0; i < 150; i++) {
        PretrainingScore s = {0};
        params_zero_grad(&model.params);
        mistaken_learn(&model, &step, &b, &s, mistake);
        adam_step(&adam, &model.params);
        arena_reset(&step);
    }
    pretraining_ask(&model, &step, &b, shown);
    pretraining_ask(&model, &step, &batch, honest);
    arena_free(&step);
}

START_TEST(the_right_questions_find_what_is_wrong)
{
    PretrainingScore shown = {0}, honest = {0}, pairs_shown = {0}, pairs_honest = {0};
    learn_by_heart(NOT_HIDDEN, &shown, &honest);
    ck_assert_int_gt(10 * shown.masked_right, 9 * shown.masked);
    ck_assert_int_lt(2 * honest.masked_right, honest.masked);
    learn_by_heart(SWAPPED, &pairs_shown, &pairs_honest);
    ck_assert_int_gt(10 * pairs_shown.pairs_right, 9 * pairs_shown.pairs);
    ck_assert_int_eq(pairs_honest.pairs_right, pairs_shown.pairs - pairs_shown.pairs_right);
}
END_TEST

/* ---- the data --------------------------------------------------------------------------------*/

START_TEST(no_sentence_is_in_two_parts_and_all_are_words)
{
    ck_assert_int_eq(documents_overlaps(data.part), 0);
    for (Part p = TRAIN; p < PARTS; p++) {
        ck_assert_int_gt(data.part[p].count, 2);
        for (int i = 0; i < data.spelled[p].sentences[data.spelled[p].sentence_count]; i++)
            ck_assert_int_ne(data.spelled[p].ids[i], data.tokenizer.vocabulary.unknown);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("pretraining mistakes");
    TCase *t = tcase_create("pretraining mistakes");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_set_timeout(t, 120);
    tcase_add_test(t, what_a_mistake_does_not_touch_stays);
    tcase_add_test(t, swapped_answers_are_the_other_ones);
    tcase_add_test(t, all_places_have_a_label_and_hidden_ones_are_seen);
    tcase_add_test(t, a_pair_that_follows_has_the_label_of_published_models);
    tcase_add_test(t, a_batch_asks_for_what_is_hidden);
    tcase_add_test(t, each_lost_gradient_is_that_of_one_end);
    tcase_add_test(t, the_table_of_words_has_both_gradients);
    tcase_add_test(t, of_chosen_pieces_eighty_ten_and_ten);
    tcase_add_test(t, the_right_questions_find_what_is_wrong);
    tcase_add_test(t, no_sentence_is_in_two_parts_and_all_are_words);
    suite_add_tcase(s, t);
    return run_suite(s);
}
