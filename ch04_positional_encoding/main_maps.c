/* Experiment 9: where the heads of a trained copy model look, at positions seen in training and
 * beyond. */
#include "main.h"

enum { TOKENS = 32, BATCH = 40 };

/* A head's mean weight on the token LAG places before, over the queries from .. to - 1. */
//> lag_weight
static double lag_weight(const OrderModel *m, int head, int from, int to)
{
    double sum = 0;
    for (int b = 0; b < m->attention.batch; b++) {
        Mat weights = multihead_weights(&m->attention, head, b);
        for (int t = from; t < to; t++) sum += (double)mat_row(weights, t)[t - LAG];
    }
    return sum / (m->attention.batch * (to - from));
}
//< lag_weight

/* The head that looks there most, over the positions of training. */
static int lag_head(const OrderModel *m, int seen)
{
    int best = 0;
    for (int h = 1; h < HEADS; h++)
        if (lag_weight(m, h, LAG, seen) > lag_weight(m, best, LAG, seen)) best = h;
    return best;
}

/* A head's weights, the mean over the batch. */
static Mat mean_map(Arena *a, const OrderModel *m, int head)
{
    Mat map = mat_zeros(a, TOKENS, TOKENS);
    for (int b = 0; b < BATCH; b++)
        mat_add_scaled(map, 1.0f / BATCH, multihead_weights(&m->attention, head, b));
    return map;
}

static void map_kind(Run *run, Kind kind, OrderModel m)
{
    const Options *o = run->options;
    Arena *a = &run->arena, mark = *a;
    Rng r = rng_new((uint64_t)o->run.seed + 77);
    const int trained = o->length;
    Sequences s = order_draw(a, &r, COPY, BATCH, TOKENS);
    order_forward(&m, a, mat_new(a, BATCH * TOKENS, SYMBOLS), s);
    int head = lag_head(&m, trained);
    double seen = lag_weight(&m, head, LAG, trained),
           unseen = lag_weight(&m, head, trained, TOKENS);
    char name[32];
    snprintf(name, sizeof name, "map_%s", kind_name(kind));
    report_matrix(run, name, "query", counting(a, TOKENS), 'k', mean_map(a, &m, head));
    say(run, "  %-11s %11.2f %14.2f\n", kind_name(kind), seen, unseen);
    result(run, seen, "pe.copy.%s.weight_seen", kind_name(kind));
    result(run, unseen, "pe.copy.%s.weight_unseen", kind_name(kind));
    arena_release(a, mark);
}

void experiment_maps(Run *run, const Trained copy[KINDS])
{
    heading(run, "9. Where they look: the weight on the token three places before");
    say(run, "  the best head of the first seed, 32 tokens\n\n"
             "              query 3..15    query 16..31\n");
    for (Kind kind = NONE; kind < KINDS; kind++) map_kind(run, kind, copy[kind].model);
}
