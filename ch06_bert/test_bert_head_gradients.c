/* Tests of the heads' gradients against differences: pooler, masked words, classifiers of tokens.
 */
#include "test_bert_case.h"

/* ---- pooler and masked words -----------------------------------------------------------------*/

/* A fresh model that reads `hidden`; a loss of the pooler is the product with `weights`. */
typedef struct {
    Mat hidden, weights;
} HeadCase;

static HeadCase head_case(void)
{
    HeadCase c = {mat_new(&arena, 10, 8), mat_new(&arena, 2, 8)};
    BertShape s = bert_shape(13, 1, 8, 2, 7);
    s.initial = 0.5;
    bert_model_new(&model, &rng, bert_config(s), PARTS_PRETRAINING);
    fill_noise(c.hidden, 2);
    fill_noise(c.weights, 3);
    mat_scale(c.weights, 9); /* so that gradients are large beside the precision of differences */
    return c;
}

static double pooler_loss(void *context)
{
    const HeadCase *c = context;
    return mat_dot(pooler_forward(&model.pooler, &arena, c->hidden, 2), c->weights);
}

static double masked_loss(void *context)
{
    const Mat none = {0};
    return 9 *
           mlm_loss(&model.mlm, &arena, none, ((HeadCase *)context)->hidden, batch_labels, 1).nll;
}

/* Two backward passes add up, and only the listed rows of d_hidden get anything. */
static void check_head(HeadCase *c, Mat d_hidden, Loss *loss, const char *const *names,
                       const char *used)
{
    for (; *names; names++) {
        Param *p = params_find(&model.params, *names);
        mat_scale(p->grad, 0.5);
        assert_gradient(p->value, p->grad, loss, c);
    }
    mat_scale(d_hidden, 0.5);
    assert_gradient(c->hidden, d_hidden, loss, c);
    for (int i = 0; i < 10; i++)
        ck_assert((mat_dot(mat_rows(d_hidden, i, 1), mat_rows(d_hidden, i, 1)) > 0) ==
                  (used[i] == '1'));
}

START_TEST(the_pooler_s_gradient_goes_to_first_tokens_and_adds_up)
{
    HeadCase c = head_case();
    Mat d_hidden = mat_zeros(&arena, 10, 8);
    pooler_loss(&c);
    for (int i = 0; i < 2; i++) pooler_backward(&model.pooler, &arena, d_hidden, c.weights);
    static const char *const names[] = {"pooler.w", "pooler.b", NULL};
    check_head(&c, d_hidden, pooler_loss, names, "1000010000");
}
END_TEST

START_TEST(the_gradient_of_masked_words_goes_to_their_rows_and_adds_up)
{
    HeadCase c = head_case();
    Mat d_hidden = mat_zeros(&arena, 10, 8);
    for (int i = 0; i < 2; i++) mlm_loss(&model.mlm, &arena, d_hidden, c.hidden, batch_labels, 9);
    static const char *const names[] = {"mlm.w", "mlm.b", "mlm.norm.gamma", "mlm.norm.beta", NULL};
    check_head(&c, d_hidden, masked_loss, names, "0101001000");
}
END_TEST

/* ---- classifiers of tokens -------------------------------------------------------------------*/

typedef struct {
    Rng rng;
    Mat d_hidden; /* data NULL: not wanted */
    bool causal;
} TokenCase;

/* Labels of tokens: padding does not count. */
static const int token_labels[] = {0, 1, 2, 0, 1, 2, 2, 0, IGNORED_TARGET, IGNORED_TARGET};

static double token_loss(void *context)
{
    TokenCase *c = context;
    Rng r = c->rng;
    BertInput in = batch;
    in.causal = c->causal;
    bert_model_train(&model, &r);
    Mat hidden = bert_forward(&model.bert, &arena, in);
    Mat logits = classifier_forward(&model.classifier, &arena, hidden);
    const double loss = cross_entropy_forward(logits, logits, token_labels);
    if (c->d_hidden.data) {
        Mat d_logits = mat_zeros(&arena, logits.rows, logits.cols);
        cross_entropy_backward(d_logits, logits, token_labels);
        classifier_backward(&model.classifier, &arena, c->d_hidden, d_logits);
    }
    return loss;
}

START_TEST(a_classifier_of_tokens_with_dropout_has_the_gradient_of_differences)
{
    static const char *const names[] = {"classifier.w", "classifier.b", "layer.1.ffn.w_2",
                                        "layer.0.self.w_k"};
    BertShape s = bert_shape(13, 2, 8, 2, 7);
    s.initial = 0.5, s.dropout = 0.25;
    BertConfig config = bert_config(s);
    static const char *const labels[] = {"B", "I", "O"};
    config.labels = labels, config.label_count = 3;
    bert_model_new(&model, &rng, config, PARTS_TOKENS);
    TokenCase c = {rng_new(3), mat_zeros(&arena, 10, 8), _i == 1};
    token_loss(&c);
    bert_backward(&model.bert, &arena, c.d_hidden);
    c.d_hidden.data = NULL;
    for (int i = 0; i < 4; i++) {
        Param *p = params_find(&model.params, names[i]);
        assert_gradient(p->value, p->grad, token_loss, &c);
    }
}
END_TEST

static TCase *add_case(Suite *s, TCase *t)
{
    tcase_add_checked_fixture(t, start, end);
    tcase_set_timeout(t, 60);
    suite_add_tcase(s, t);
    return t;
}

int main(void)
{
    Suite *s = suite_create("bert_head_gradients");
    TCase *t = add_case(s, tcase_create("pooler_backward"));
    tcase_add_test(t, the_pooler_s_gradient_goes_to_first_tokens_and_adds_up);
    t = add_case(s, tcase_create("mlm_transform_backward"));
    tcase_add_test(t, the_gradient_of_masked_words_goes_to_their_rows_and_adds_up);
    t = add_case(s, tcase_create("classifiers"));
    tcase_add_loop_test(t, a_classifier_of_tokens_with_dropout_has_the_gradient_of_differences, 0,
                        2);
    return run_suite(s);
}
