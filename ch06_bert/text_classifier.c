/* text_classifier - three models of the same parts, forward and backward. */
#include "text_classifier.h"
#include "common/layers.h"

#include <string.h>

const char *text_model_name(TextModel model)
{
    static const char *const names[] = {"bilstm", "bert", "bert-bilstm"};
    require((unsigned)model < TEXT_MODELS, "model %d", (int)model);
    return names[model];
}

const char *pooling_name(Pooling pooling)
{
    return pooling == POOL_MAX ? "max" : "last";
}

/* ---- making one ------------------------------------------------------------------------------*/

/* Copies the names of the classes into the configuration. */
static void set_labels(TextClassifier *c, const char *const *labels, int count)
{
    Arena *a = &c->bert.arena;
    const char **copy = arena_alloc(a, (size_t)count * sizeof *copy);
    for (int i = 0; i < count; i++)
        copy[i] = strcpy(arena_alloc(a, strlen(labels[i]) + 1), labels[i]);
    c->bert.config.labels = copy;
    c->bert.config.label_count = count;
}

/* BiLSTM and classifier. */
static void add_lstm(TextClassifier *c, Rng *r)
{
    const BertConfig *config = &c->bert.config;
    Params *p = &c->bert.params;
    c->lstm =
        pooled_lstm_new(p, r, "bilstm", config->shape.d_model, c->shape.hidden, c->shape.pooling);
    c->output = classifier_new(p, r, "output", 2 * c->shape.hidden, config->label_count,
                               config->shape.initial, config->classifier_dropout);
}

/* A BiLSTM without BERT. */
static void new_bilstm(TextClassifier *c, Rng *r, const BertConfig *config)
{
    const BertShape *s = &config->shape;
    c->bert = (BertModel){.config = *config};
    set_labels(c, config->labels, config->label_count);
    c->words = params_add(&c->bert.params, "embeddings.words", s->vocabulary, s->d_model);
    fill_truncated_normal(c->words->value, r, s->initial);
    add_lstm(c, r);
}

void text_classifier_new(TextClassifier *c, Rng *r, TextClassifierShape shape, BertConfig config)
{
    *c = (TextClassifier){.shape = shape};
    if (shape.model == BILSTM) {
        new_bilstm(c, r, &config);
        return;
    }
    bert_model_new(&c->bert, r, config,
                   shape.model == BERT_CLS ? PART_POOLER | PART_CLASSIFIER : 0);
    if (shape.model == BERT_CLS)
        c->output = c->bert.classifier;
    else
        add_lstm(c, r);
    c->words = c->bert.bert.words;
}

void text_classifier_free(TextClassifier *c)
{
    bert_model_free(&c->bert);
}

/* ---- forward and backward --------------------------------------------------------------------*/

void text_classifier_train(TextClassifier *c, Rng *rng)
{
    if (c->shape.model != BILSTM) bert_model_train(&c->bert, rng);
    c->output.rng = rng;
    c->rng = rng;
}

/* The words' vectors of a BiLSTM without BERT. */
static Mat embed(TextClassifier *c, Arena *step, BertInput in)
{
    Mat x = mat_new(step, in.batch * in.length, c->words->value.cols);
    embedding_forward(x, c->words->value, in.ids);
    if (c->rng) {
        c->drop = rng_next(c->rng);
        dropout_forward(x, x, c->bert.config.shape.dropout, rng_new(c->drop));
    }
    return x;
}

static void embed_backward(TextClassifier *c, Arena *step, Mat d_x)
{
    Mat d_kept = d_x;
    if (c->rng) {
        d_kept = mat_zeros(step, d_x.rows, d_x.cols);
        dropout_backward(d_kept, d_x, c->bert.config.shape.dropout, rng_new(c->drop));
    }
    embedding_backward(c->words->grad, c->input.ids, d_kept);
}

//> text_classifier_forward
Mat text_classifier_forward(TextClassifier *c, Arena *step, BertInput in)
{
    c->input = in;
    if (c->shape.model == BILSTM)
        c->hidden = embed(c, step, in);
    else
        c->hidden = bert_forward(&c->bert.bert, step, in);
    Mat pooled;
    if (c->shape.model == BERT_CLS)
        pooled = pooler_forward(&c->bert.pooler, step, c->hidden, in.batch);
    else
        pooled = pooled_lstm_forward(&c->lstm, step, c->hidden, in.valid, in.batch);
    return classifier_forward(&c->output, step, pooled);
}
//< text_classifier_forward

//> text_classifier_backward
void text_classifier_backward(TextClassifier *c, Arena *step, Mat d_logits)
{
    Mat d_pooled = mat_zeros(step, c->input.batch, c->output.w->value.rows);
    Mat d_hidden = mat_zeros(step, c->hidden.rows, c->hidden.cols);
    classifier_backward(&c->output, step, d_pooled, d_logits);
    if (c->shape.model == BERT_CLS)
        pooler_backward(&c->bert.pooler, step, d_hidden, d_pooled);
    else
        pooled_lstm_backward(&c->lstm, step, d_hidden, d_pooled);
    if (c->shape.model == BILSTM)
        embed_backward(c, step, d_hidden);
    else
        bert_backward(&c->bert.bert, step, d_hidden);
}
//< text_classifier_backward

double text_classifier_learn(TextClassifier *c, Arena *step, TextBatch b, Rng *drops)
{
    Arena mark = *step;
    text_classifier_train(c, drops);
    Mat logits = text_classifier_forward(c, step, b.input);
    Mat d_logits = mat_zeros(step, logits.rows, logits.cols);
    const double loss = cross_entropy_forward(logits, logits, b.labels);
    cross_entropy_backward(d_logits, logits, b.labels);
    text_classifier_backward(c, step, d_logits);
    arena_release(step, mark);
    return loss;
}

void text_classifier_predict(TextClassifier *c, Arena *step, Mat log_probs, BertInput in)
{
    Arena mark = *step;
    text_classifier_train(c, NULL);
    log_softmax_forward(log_probs, text_classifier_forward(c, step, in));
    arena_release(step, mark);
}
