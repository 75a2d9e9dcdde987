/* Tests of decoding: the cache against recomputation, beam search against all sentences there are.
 */
#include "decode.h"
#include "common/layers.h"
#include "common/testing.h"

#include <math.h>

enum { VOCABULARY = 7, BATCH = 2, SOURCE = 5, LONGEST = 5 };

static Arena arena;
static Params params;
static Rng rng;
static const int source_ids[] = {3, 4, 5, 6, 2, 6, 3, 2, 0, 0}, source_valid[] = {5, 3};
static const Tokens source = {source_ids, source_valid, BATCH, SOURCE, NULL};

static void setup(void)
{
    rng = rng_new(3);
}

static void teardown(void)
{
    params_free(&params);
    arena_free(&arena);
}

/* A model with random weights that are large enough for clear preferences. */
static Transformer *model(bool pre_norm)
{
    TransformerShape s = {VOCABULARY, 2, 8, 2, 16, 10, pre_norm, 0.1};
    Transformer *t = transformer_new(&arena, &params, &rng, s);
    mat_scale(t->embedding->value, 3);
    return t;
}

//> cache_test
START_TEST(the_cache_gives_what_recomputation_gives)
{
    static const int ids[BATCH * 4] = {1, 5, 3, 6, 1, 4, 4, 3};
    static const int valid[] = {4, 4};
    TransformerPass pass;
    Transformer *t = model(_i);
    Mat memory = transformer_encode(t, &arena, &pass, source);
    Mat all = transformer_decode(t, &arena, &pass, (Tokens){ids, valid, BATCH, 4, NULL});
    DecodeCache c = decode_start(t, &arena, memory, source, 1, LONGEST);
    for (int at = 0; at < 4; at++) {
        int next[BATCH] = {ids[at], ids[4 + at]};
        Mat hidden = decode_step(&c, &arena, next);
        for (int b = 0; b < BATCH; b++)
            assert_mat_close(mat_rows(hidden, b, 1), mat_rows(all, 4 * b + at, 1), 5e-6);
    }
}
END_TEST
//< cache_test

START_TEST(reordered_rows_go_on_from_where_they_came_from)
{
    enum { K = 3 };
    TransformerPass pass;
    Transformer *t = model(_i);
    Mat memory = transformer_encode(t, &arena, &pass, source);
    DecodeCache c = decode_start(t, &arena, memory, source, K, LONGEST);
    const int first[] = {3, 4, 5, 6, 3, 4}, from[] = {2, 0, 0, 5, 5, 3},
              second[] = {6, 6, 5, 4, 3, 3};
    decode_step(&c, &arena, first);
    decode_reorder(&c, &arena, from);
    Mat hidden = decode_step(&c, &arena, second);
    for (int r = 0; r < BATCH * K; r++) {
        int ids[BATCH * 2] = {first[from[r]], second[r], first[from[r]], second[r]},
                        valid[] = {2, 2};
        Mat want = transformer_decode(t, &arena, &pass, (Tokens){ids, valid, BATCH, 2, NULL});
        assert_mat_close(mat_rows(hidden, r, 1), mat_rows(want, 2 * (r / K) + 1, 1), 5e-6);
    }
}
END_TEST

static const Search search = {1, LONGEST, 0, 1, 2, 0};

/* log p of the token after `ids` (begin first), for sentence b, by recomputation. */
static Mat next_log_probs(Transformer *t, int b, const int *ids, int length)
{
    TransformerPass pass;
    const int valid = length;
    Tokens one = {source_ids + b * SOURCE, source_valid + b, 1, SOURCE, NULL};
    transformer_encode(t, &arena, &pass, one);
    Mat hidden = transformer_decode(t, &arena, &pass, (Tokens){ids, &valid, 1, length, NULL});
    Mat log_p = mat_new(&arena, 1, VOCABULARY);
    vocabulary_logits(log_p, mat_rows(hidden, length - 1, 1), t->embedding);
    log_softmax_forward(log_p, log_p);
    return log_p;
}

START_TEST(a_beam_of_one_takes_the_best_token_each_time)
{
    Transformer *t = model(_i);
    Translation *out = beam_search(t, &arena, source, search);
    for (int b = 0; b < BATCH; b++) {
        int ids[LONGEST + 1] = {1}, length = 0;
        double score = 0;
        for (; length < LONGEST; length++) {
            Mat log_p = next_log_probs(t, b, ids, length + 1);
            int best = 2;
            for (int id = 3; id < VOCABULARY; id++)
                if (log_p.data[id] > log_p.data[best]) best = id;
            score += (double)log_p.data[best];
            if (best == 2) break;
            ids[length + 1] = best;
        }
        ck_assert_int_eq(out[b].length, length);
        ck_assert(out[b].finished == (length < LONGEST));
        for (int i = 0; i < length; i++) ck_assert_int_eq(out[b].ids[i], ids[i + 1]);
        ck_assert_double_eq_tol(out[b].score, score, 1e-4);
    }
}
END_TEST

/* The best score of all ended sentences that begin with ids[0 .. length]. */
static double best_of_all(Transformer *t, int b, int *ids, int length, double score, double penalty)
{
    double best = -INFINITY;
    Mat log_p = next_log_probs(t, b, ids, length + 1);
    best = (score + (double)log_p.data[2]) / pow((5.0 + length + 1) / 6, penalty);
    for (int id = 3; id < VOCABULARY && length + 1 < LONGEST - 1; id++) {
        ids[length + 1] = id;
        best =
            fmax(best, best_of_all(t, b, ids, length + 1, score + (double)log_p.data[id], penalty));
    }
    return best;
}

START_TEST(a_wide_beam_finds_the_best_of_all_sentences)
{
    Search s = search;
    s.beam = 32, s.longest = LONGEST - 1, s.penalty = _i ? 0.6 : 0;
    Transformer *t = model(_i);
    Translation *out = beam_search(t, &arena, source, s);
    for (int b = 0; b < BATCH; b++) {
        int ids[LONGEST + 1] = {1};
        ck_assert_double_eq_tol(out[b].score, best_of_all(t, b, ids, 0, 0, s.penalty), 1e-4);
        ck_assert(out[b].finished);
    }
}
END_TEST

/* Sentences whose search is over are left out while others go on: of many, some are. */
START_TEST(other_sentences_of_the_batch_make_no_difference)
{
    enum { MANY = 24 };
    int ids[MANY * SOURCE], valid[MANY], shortest = LONGEST, longest = 0;
    const bool pre_norm = _i % 2;
    Search s = search;
    s.beam = 1 << _i / 2;
    for (int i = 0; i < MANY * SOURCE; i++) ids[i] = 3 + rng_below(&rng, VOCABULARY - 3);
    for (int b = 0; b < MANY; b++) valid[b] = 1 + rng_below(&rng, SOURCE);
    Transformer *t = model(pre_norm);
    rng = rng_new(7),
    fill_normal(mat_rows(t->embedding->value, s.end, 1), &rng, 1); /* some end soon */
    Translation *all = beam_search(t, &arena, (Tokens){ids, valid, MANY, SOURCE, NULL}, s);
    for (int b = 0; b < MANY; b++) {
        Tokens one = {ids + b * SOURCE, NULL, 1, valid[b], NULL};
        Translation *alone = beam_search(t, &arena, one, s);
        ck_assert_int_eq(alone->length, all[b].length);
        for (int i = 0; i < alone->length; i++) ck_assert_int_eq(alone->ids[i], all[b].ids[i]);
        ck_assert_double_eq_tol(alone->score, all[b].score, 1e-4);
        if (alone->length < shortest) shortest = alone->length;
        if (alone->length > longest) longest = alone->length;
    }
    ck_assert_int_lt(shortest, longest);
}
END_TEST

START_TEST(kept_sentences_go_on_as_if_alone)
{
    enum { K = 2 };
    TransformerPass pass;
    Transformer *t = model(_i);
    Mat memory = transformer_encode(t, &arena, &pass, source);
    DecodeCache c = decode_start(t, &arena, memory, source, K, LONGEST);
    const int first[] = {3, 4, 5, 6}, second[] = {6, 4};
    decode_step(&c, &arena, first);
    decode_keep(&c, (int[]){1}, 1);
    Mat hidden = decode_step(&c, &arena, second);
    ck_assert_int_eq(hidden.rows, K);
    for (int r = 0; r < K; r++) {
        const int ids[] = {first[K + r], second[r], first[K + r], second[r]}, valid[] = {2, 2};
        Mat want = transformer_decode(t, &arena, &pass, (Tokens){ids, valid, BATCH, 2, NULL});
        assert_mat_close(mat_rows(hidden, r, 1), mat_rows(want, 3, 1), 5e-6);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("decode");
    TCase *t = tcase_create("decode");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, the_cache_gives_what_recomputation_gives, 0, 2);
    tcase_add_loop_test(t, reordered_rows_go_on_from_where_they_came_from, 0, 2);
    tcase_add_loop_test(t, a_beam_of_one_takes_the_best_token_each_time, 0, 2);
    tcase_add_loop_test(t, a_wide_beam_finds_the_best_of_all_sentences, 0, 2);
    tcase_add_loop_test(t, other_sentences_of_the_batch_make_no_difference, 0, 6);
    tcase_add_loop_test(t, kept_sentences_go_on_as_if_alone, 0, 2);
    suite_add_tcase(s, t);
    return run_suite(s);
}
