/* attribution - attention of the last layer, and what hiding a piece does. */
#include "attribution.h"
#include "common/layers.h"

#include <string.h>

int attribution_pick(Rng *r, const TextExample *examples, const int *predicted, int n, bool right)
{
    int chosen = -1, seen = 0;
    bool shown = false; /* the chosen one's length */
    for (int i = 0; i < n; i++) {
        const int length = examples[i].length;
        const bool fits = length >= SHOWN_SHORTEST && length <= SHOWN_LONGEST;
        if ((predicted[i] == examples[i].label) != right || (shown && !fits)) continue;
        if (fits && !shown) shown = true, seen = 0; /* the others no longer count */
        if (rng_below(r, ++seen) == 0) chosen = i;  /* so each of those seen has 1 / seen */
    }
    return chosen;
}

/* The columns of the heads, after a forward pass on the text alone. */
static void attention(const TextClassifier *c, Mat to)
{
    const BertShape *shape = &c->bert.config.shape;
    const MultiHead *last = &c->bert.bert.layers[shape->layers - 1].self;
    const int readers = c->shape.model == BERT_CLS ? 1 : to.rows;
    for (int h = 0; h < shape->heads; h++) {
        const Mat weights = multihead_weights(last, h, 0);
        for (int q = 0; q < readers; q++)
            for (int t = 0; t < to.rows; t++)
                mat_row(to, t)[h] += mat_row(weights, q)[t] / (float)readers;
    }
}

Mat attribution(TextClassifier *c, Arena *a, const TextExample *x, int class, int mask)
{
    const BertConfig *config = &c->bert.config;
    const int n = x->length, heads = config->shape.heads;
    require(c->shape.model != BILSTM, "there is no attention in a BiLSTM");
    require(class >= 0 && class < config->label_count, "class %d of %d", class,
            config->label_count);
    Mat all = mat_zeros(a, n, heads + 1);
    const Arena mark = *a;
    Mat whole = mat_new(a, 1, config->label_count), hidden = mat_new(a, 1, config->label_count);
    int *ids = arena_alloc(a, (size_t)n * sizeof *ids);
    const BertInput in = {.ids = ids, .batch = 1, .length = n};
    memcpy(ids, x->ids, (size_t)n * sizeof *ids);
    text_classifier_train(c, NULL);
    log_softmax_forward(whole, text_classifier_forward(c, a, in));
    attention(c, all);
    for (int t = 1; t < n - 1; t++) {
        ids[t] = mask;
        text_classifier_predict(c, a, hidden, in);
        mat_row(all, t)[heads] = whole.data[class] - hidden.data[class];
        ids[t] = x->ids[t];
    }
    arena_release(a, mark);
    return all;
}
