/* order_model - the model of the experiment, forward, backward and training. */
#include "order_model.h"
#include "alibi.h"
#include "position.h"
#include "common/layers.h"
#include "common/optim.h"

#include <math.h>

const char *kind_name(Kind kind)
{
    static const char *const names[] = {"none",  "sinusoidal", "learned", "rotary",
                                        "alibi", "symmetric",  "sides"};
    require((unsigned)kind < KINDS, "kind %d", (int)kind);
    return names[kind];
}

OrderModel order_model_new(Params *p, Rng *r, Kind kind)
{
    OrderModel m = {.kind = kind,
                    .embedding = params_add(p, "embedding", VOCABULARY, D_MODEL),
                    .w_out = params_add(p, "w_out", D_MODEL, SYMBOLS),
                    .b_out = params_add(p, "b_out", 1, SYMBOLS)};
    fill_normal(m.embedding->value, r, 1);
    fill_normal(m.w_out->value, r, 1.0 / 8); /* 1 / sqrt(D_MODEL) */
    m.attention = multihead_new(p, r, "attention", D_MODEL, HEADS);
    if (kind != LEARNED) return m;
    m.table = params_add(p, "table", MOST_POSITIONS, D_MODEL);
    fill_normal(m.table->value, r, 1);
    return m;
}

/* Two heads share a slope, one for either side; with all heads for both sides each has its own. */
static Mat score_bias(Arena *step, Kind kind, int length)
{
    Mat bias = mat_zeros(step, HEADS * length, length), slopes = mat_new(step, 1, HEADS);
    Mat pairs = mat_new(step, 1, HEADS / 2);
    alibi_slopes(slopes);
    alibi_slopes(pairs);
    if (kind == ALIBI)
        for (int h = 0; h < HEADS; h++) slopes.data[h] = pairs.data[h / 2];
    if (kind != SIDES) alibi_fill(bias, slopes);
    if (kind != SYMMETRIC) alibi_one_sided(bias, HEADS);
    return bias;
}

//> place_tokens
/* Adds the positions to the tokens x, or tells the attention about them. */
static void place_tokens(OrderModel *m, Arena *step, Mat x, Sequences s)
{
    Mat table;
    switch (m->kind) {
    case NONE: break;
    case SINUSOIDAL:
        table = mat_new(step, s.length, D_MODEL);
        sinusoidal_fill(table, m->first);
        position_add(x, table, s.batch);
        break;
    case LEARNED: position_add(x, mat_rows(m->table->value, m->first, s.length), s.batch); break;
    case ROTARY:
        m->rotary = rotary_new(step, m->first, s.length, D_MODEL / HEADS, ADJACENT);
        m->attention.turn = rotary_turn;
        m->attention.turn_context = &m->rotary;
        break;
    default: m->attention.score_bias = score_bias(step, m->kind, s.length);
    }
}
//< place_tokens

void order_forward(OrderModel *m, Arena *step, Mat logits, Sequences s)
{
    Mat x = mat_new(step, s.batch * s.length, D_MODEL);
    m->tokens = s.tokens;
    m->y = mat_new(step, x.rows, D_MODEL);
    embedding_forward(x, m->embedding->value, s.tokens);
    place_tokens(m, step, x, s);
    multihead_forward(&m->attention, step, m->y, x, x, &(Mask){0}, s.batch);
    mat_add(m->y, x);
    linear_forward(logits, m->y, m->w_out->value, m->b_out->value);
}

void order_backward(OrderModel *m, Arena *step, Mat d_logits)
{
    Mat d_y = mat_zeros(step, m->y.rows, D_MODEL), d_x = mat_new(step, m->y.rows, D_MODEL);
    linear_backward(d_y, m->w_out->grad, m->b_out->grad, m->y, m->w_out->value, d_logits);
    mat_copy(d_x, d_y); /* the residual connection */
    multihead_backward(&m->attention, step, d_x, d_x, d_y);
    if (m->kind == LEARNED)
        position_add_backward(mat_rows(m->table->grad, m->first, d_x.rows / m->attention.batch),
                              d_x, m->attention.batch);
    embedding_backward(m->embedding->grad, m->tokens, d_x);
}

static int largest(const float *row, int n)
{
    int best = 0;
    for (int j = 1; j < n; j++)
        if (row[j] > row[best]) best = j;
    return best;
}

double order_accuracy(OrderModel *m, Arena *scratch, Sequences s, Mat by_place)
{
    Arena mark = *scratch;
    Mat logits = mat_new(scratch, s.batch * s.length, SYMBOLS);
    int all_asked = 0, all_right = 0;
    order_forward(m, scratch, logits, s);
    for (int t = 0; t < s.length; t++) {
        int asked = 0, right = 0;
        for (int i = t; i < logits.rows; i += s.length) {
            asked += s.targets[i] != IGNORED_TARGET;
            right += s.targets[i] == largest(mat_row(logits, i), SYMBOLS);
        }
        if (by_place.data) by_place.data[t] = asked ? (float)right / (float)asked : NAN;
        all_asked += asked, all_right += right;
    }
    arena_release(scratch, mark);
    return (double)all_right / all_asked;
}

/* One step of Adam on one fresh batch; returns its loss. */
static double train_step(OrderModel *m, Params *p, Arena *step, Adam *adam, Sequences s)
{
    const int tokens = s.batch * s.length;
    Mat logits = mat_new(step, tokens, SYMBOLS), log_probs = mat_new(step, tokens, SYMBOLS);
    Mat d_logits = mat_zeros(step, tokens, SYMBOLS);
    params_zero_grad(p);
    order_forward(m, step, logits, s);
    double loss = cross_entropy_forward(log_probs, logits, s.targets);
    cross_entropy_backward(d_logits, log_probs, s.targets);
    order_backward(m, step, d_logits);
    adam_step(adam, p);
    return loss;
}

double order_train(OrderModel *m, Params *p, Rng *r, OrderTraining how)
{
    require(how.steps >= 10 && how.longest >= SHORTEST, "%d steps, length %d", how.steps,
            how.longest);
    Arena step = {0};
    Adam adam = adam_new(how.rate);
    const int last = how.steps / 10;
    double sum = 0;
    for (int t = 0; t < how.steps; t++) {
        int length = SHORTEST + rng_below(r, how.longest - SHORTEST + 1);
        double loss =
            train_step(m, p, &step, &adam, order_draw(&step, r, how.task, how.batch, length));
        if (t >= how.steps - last) sum += loss;
        arena_reset(&step);
    }
    arena_free(&step);
    return sum / last;
}
