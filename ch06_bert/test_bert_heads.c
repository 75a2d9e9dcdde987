/* Tests of the heads: PyTorch's scores, losses and every gradient; what is not asked for costs
 * nothing; what is without dropout. */
#include "test_bert_case.h"

#include <math.h>
#include <sys/resource.h>

static const int nsp_labels[] = {NOT_NEXT, IS_NEXT}, class_labels[] = {2, 0};

/* ---- outputs ---------------------------------------------------------------------------------*/

START_TEST(pooled_vectors_and_all_scores_equal_pytorch)
{
    static const int every[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const char *group = forms[_i].group;
    load_reference(_i);
    Mat hidden = bert_forward(&model.bert, &arena, batch);
    Mat pooled = pooler_forward(&model.pooler, &arena, hidden, 2);
    assert_mat_close(pooled, reference(group, "pooled"), 1e-5);
    Mat scores = mlm_scores(&model.mlm, &arena, hidden, every, 10);
    assert_real_rows_close(scores, reference(group, "mlm"), 1e-5);
    assert_mat_close(classifier_forward(&model.nsp, &arena, pooled), reference(group, "nsp"), 1e-5);
    assert_mat_close(classifier_forward(&model.classifier, &arena, pooled),
                     reference(group, "classes"), 1e-5);
}
END_TEST

START_TEST(scores_of_chosen_rows_are_those_of_all)
{
    static const int every[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, some[] = {6, 1, 6};
    load_reference(0);
    Mat hidden = bert_forward(&model.bert, &arena, batch);
    Mat all = mlm_scores(&model.mlm, &arena, hidden, every, 10);
    Mat chosen = mlm_scores(&model.mlm, &arena, hidden, some, 3);
    for (int i = 0; i < 3; i++)
        assert_mat_close(mat_rows(chosen, i, 1), mat_rows(all, some[i], 1), 1e-6);
}
END_TEST

/* ---- every gradient --------------------------------------------------------------------------*/

/* The mean cross-entropy of a classifier on the pooled vectors, and its gradient. */
static double classify(Classifier *c, Mat pooled, Mat d_pooled, const int *labels)
{
    Mat logits = classifier_forward(c, &arena, pooled);
    Mat d_logits = mat_zeros(&arena, logits.rows, logits.cols);
    double loss = cross_entropy_forward(logits, logits, labels);
    cross_entropy_backward(d_logits, logits, labels);
    classifier_backward(c, &arena, d_pooled, d_logits);
    return loss;
}

/* Forward and backward of the sum of the three losses, which are compared. */
static void run(const char *group)
{
    Mat want = reference(group, "losses");
    Mat hidden = bert_forward(&model.bert, &arena, batch);
    Mat d_hidden = mat_zeros(&arena, hidden.rows, hidden.cols);
    Mat pooled = pooler_forward(&model.pooler, &arena, hidden, 2);
    Mat d_pooled = mat_zeros(&arena, pooled.rows, pooled.cols);
    VocabularyLoss mlm = mlm_loss(&model.mlm, &arena, d_hidden, hidden, batch_labels, 1 / 3.);
    ck_assert_int_eq(mlm.counted, 3);
    assert_close(mlm.nll / 3, (double)want.data[0], 1e-5);
    assert_close(classify(&model.nsp, pooled, d_pooled, nsp_labels), (double)want.data[1], 1e-5);
    assert_close(classify(&model.classifier, pooled, d_pooled, class_labels), (double)want.data[2],
                 1e-5);
    pooler_backward(&model.pooler, &arena, d_hidden, d_pooled);
    bert_backward(&model.bert, &arena, d_hidden);
}

//> pytorch_test
START_TEST(losses_and_every_gradient_equal_pytorch)
{
    BertModel want;
    load_reference(_i);
    run(forms[_i].group);
    write_folder(forms[_i].published, forms[_i].gradients, NULL); /* gradients as if weights */
    load(&want, ALL_PARTS);
    ck_assert_int_eq(want.params.count, 5 + 2 * 16 + 2 + 5 + 2 + 2);
    for (int i = 0; i < want.params.count; i++)
        assert_mat_close(model.params.items[i]->grad, want.params.items[i]->value, 1e-5);
    bert_model_free(&want);
}
END_TEST
//< pytorch_test

/* ---- masked words ----------------------------------------------------------------------------*/

START_TEST(without_a_label_there_is_no_loss_and_no_gradient)
{
    int labels[10];
    load_reference(0);
    for (int i = 0; i < 10; i++) labels[i] = IGNORED_TARGET;
    Mat hidden = bert_forward(&model.bert, &arena, batch), d_hidden = mat_zeros(&arena, 10, 8);
    VocabularyLoss loss = mlm_loss(&model.mlm, &arena, d_hidden, hidden, labels, 1);
    ck_assert(loss.nll == 0 && loss.counted == 0 && loss.right == 0);
    ck_assert(mat_dot(d_hidden, d_hidden) == 0);
    for (int i = 0; i < model.params.count; i++)
        ck_assert(mat_dot(model.params.items[i]->grad, model.params.items[i]->grad) == 0);
}
END_TEST

START_TEST(evaluation_gives_the_same_loss_and_touches_no_gradient)
{
    const Mat none = {0};
    load_reference(0);
    Mat hidden = bert_forward(&model.bert, &arena, batch), d_hidden = mat_zeros(&arena, 10, 8);
    VocabularyLoss evaluated = mlm_loss(&model.mlm, &arena, none, hidden, batch_labels, 1);
    for (int i = 0; i < model.params.count; i++)
        ck_assert(mat_dot(model.params.items[i]->grad, model.params.items[i]->grad) == 0);
    VocabularyLoss trained = mlm_loss(&model.mlm, &arena, d_hidden, hidden, batch_labels, 1);
    ck_assert(evaluated.nll == trained.nll && evaluated.right == trained.right);
}
END_TEST

/* More labelled rows than are projected at once, by two ways. */
START_TEST(many_rows_lose_what_their_scores_say)
{
    enum { ROWS = 600, WORDS = 13 };
    int labels[ROWS], rows[ROWS], right = 0;
    const Mat none = {0};
    load_reference(0);
    Mat hidden = mat_new(&arena, ROWS, 8);
    fill_noise(hidden, 4);
    for (int i = 0; i < ROWS; i++) labels[i] = i % WORDS, rows[i] = i;
    Mat scores = mlm_scores(&model.mlm, &arena, hidden, rows, ROWS);
    for (int i = 0; i < ROWS; i++) {
        int best = 0;
        for (int v = 0; v < WORDS; v++)
            if (mat_row(scores, i)[v] > mat_row(scores, i)[best]) best = v;
        right += best == labels[i];
    }
    VocabularyLoss loss = mlm_loss(&model.mlm, &arena, none, hidden, labels, 1);
    ck_assert_int_eq(loss.counted, ROWS);
    ck_assert_int_eq(loss.right, right);
    assert_close(loss.nll / ROWS, cross_entropy_forward(scores, scores, labels), 1e-6);
}
END_TEST

/* The largest memory of the process so far, in bytes. */
static double most_memory(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
    return (double)usage.ru_maxrss;
#else
    return (double)usage.ru_maxrss * 1024;
#endif
}

START_TEST(the_loss_never_holds_the_scores_of_all_rows)
{
    enum { ROWS = 4000, WORDS = 5000 };
    int *labels = arena_alloc(&arena, ROWS * sizeof *labels);
    BertShape s = bert_shape(WORDS, 1, 8, 2, 7);
    bert_model_new(&model, &rng, bert_config(s), PART_MLM);
    for (int i = 0; i < ROWS; i++) labels[i] = i;
    Mat hidden = mat_zeros(&arena, ROWS, 8), d_hidden = mat_zeros(&arena, ROWS, 8);
    const double before = most_memory(), taken = (double)arena.total;
    mlm_loss(&model.mlm, &arena, d_hidden, hidden, labels, 1);
    ck_assert_double_lt(most_memory() - before, 0.5 * ROWS * WORDS * sizeof(float));
    ck_assert_double_eq((double)arena.total, taken); /* and gives back what it took */
}
END_TEST

/* ---- classifiers -----------------------------------------------------------------------------*/

START_TEST(next_sentences_are_judged_without_dropout)
{
    load_reference(0);
    Mat hidden = bert_forward(&model.bert, &arena, batch);
    Mat pooled = pooler_forward(&model.pooler, &arena, hidden, 2);
    Mat evaluated = classifier_forward(&model.nsp, &arena, pooled);
    bert_model_train(&model, &rng);
    assert_mat_close(classifier_forward(&model.nsp, &arena, pooled), evaluated, 0);
    Mat dropped = classifier_forward(&model.classifier, &arena, pooled);
    ck_assert_double_gt(mat_difference(dropped, reference("erf", "classes")), 1e-3);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bert_heads");
    TCase *t = tcase_create("bert_heads");
    tcase_add_checked_fixture(t, start, end);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, pooled_vectors_and_all_scores_equal_pytorch, 0, 2);
    tcase_add_test(t, scores_of_chosen_rows_are_those_of_all);
    tcase_add_loop_test(t, losses_and_every_gradient_equal_pytorch, 0, 2);
    tcase_add_test(t, without_a_label_there_is_no_loss_and_no_gradient);
    tcase_add_test(t, evaluation_gives_the_same_loss_and_touches_no_gradient);
    tcase_add_test(t, many_rows_lose_what_their_scores_say);
    tcase_add_test(t, the_loss_never_holds_the_scores_of_all_rows);
    tcase_add_test(t, next_sentences_are_judged_without_dropout);
    suite_add_tcase(s, t);
    return run_suite(s);
}
