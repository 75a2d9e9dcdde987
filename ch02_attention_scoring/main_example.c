/* The example of the notes that can be followed on paper: two queries, three keys, one step back;
 * and the masks as pictures. */
#include "main.h"
#include "common/layers.h"
#include "common/matmul.h"

#include <math.h>

/* Prints a matrix row by row and reports its elements as two_queries.NAME1_1, ... unless
 * name is NULL. */
static void show(Run *run, const char *text, const char *name, Mat m)
{
    for (int i = 0; i < m.rows; i++) {
        say(run, "  %-36s", i ? "" : text);
        for (int j = 0; j < m.cols; j++) {
            double value = (double)mat_row(m, i)[j];
            say(run, "%9.4f", value);
            if (name) result(run, value, "two_queries.%s%d_%d", name, i + 1, j + 1);
        }
        say(run, "\n");
    }
}

/* The scores, with -infinity where the mask hides a key. */
static Mat masked_scores(Arena *a, Mat scores, const Mask *mask)
{
    Mat m = mat_new(a, scores.rows, scores.cols);
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++)
            mat_row(m, i)[j] =
                mask_allows(mask, 0, i, j, m.rows, m.cols) ? mat_row(scores, i)[j] : -INFINITY;
    return m;
}

/* The gradients of the loss 1/2 |out - targets|^2, from its end to the queries and keys. */
static void show_backward(Run *run, const Attention *at, Mat out, Mat targets)
{
    Arena *a = &run->arena;
    Mat d_out = mat_new(a, 2, 2), d_q = mat_zeros(a, 2, 2), d_k = mat_zeros(a, 3, 2);
    Mat d_v = mat_zeros(a, 3, 2), d_weights = mat_new(a, 2, 3), d_scores = mat_zeros(a, 2, 3);
    mat_copy(d_out, out);
    mat_add_scaled(d_out, -1, targets);
    attention_backward(at, a, d_q, d_k, d_v, d_out);
    matmul_nt(d_weights, 1, d_out, at->values, 0);
    softmax_backward(d_scores, at->weights, d_weights);
    say(run, "\n  back, for L = |O - targets|^2 / 2, targets = 1 0; 0 1\n\n");
    show(run, "dO = O - targets", "do", d_out);
    show(run, "dV = A' dO", "dv", d_v);
    show(run, "dA = dO V'", "da", d_weights);
    show(run, "dS = A * (dA - row sums of A * dA)", "ds", d_scores);
    show(run, "dQ = dS K / sqrt(2)", "dq", d_q);
    show(run, "dK = dS' Q / sqrt(2)", "dk", d_k);
    result(run, mat_dot(d_out, d_out) / 2, "two_queries.loss");
}

void experiment_example(Run *run)
{
    float q[] = {1, 0, 1, 2}, k[] = {1, 1, 2, 0, 0, 1}, v[] = {1, 0, 0, 1, 2, 2};
    float targets[] = {1, 0, 0, 1};
    Arena *a = &run->arena;
    Params p = {0};
    Rng r = rng_new(1);
    Attention at = {.scoring = scoring_new(SCORE_SCALED_DOT, &p, &r, "s", 2, 2, 0)};
    const Mask mask = {.causal = true};
    Mat scores = mat_new(a, 2, 3);
    Mat queries = mat_of(2, 2, q), keys = mat_of(3, 2, k);
    scores_forward(&at.scoring, a, scores, queries, keys, 1);
    Mat out = attention_forward(&at, a, queries, keys, mat_of(3, 2, v), &mask, 1);
    heading(run, "An example to follow on paper");
    say(run, "  scaled dot product, causal: query 1 does not see key 3\n"
             "  Q = 1 0; 1 2   K = 1 1; 2 0; 0 1   V = 1 0; 0 1; 2 2\n\n");
    show(run, "scores S = Q K' / sqrt(2)", "s", scores);
    show(run, "masked", NULL, masked_scores(a, scores, &mask));
    show(run, "weights A = softmax(S), row by row", "a", at.weights);
    show(run, "outputs O = A V", "o", out);
    show_backward(run, &at, out, mat_of(2, 2, targets));
    params_free(&p);
}

enum { T = 6 };

/* The weights of T queries for T keys that all score alike, under a mask. */
static Mat mask_weights(Arena *a, const Mask *mask)
{
    Mat weights = mat_zeros(a, T, T);
    masked_softmax_forward(weights, weights, mask, 0);
    return weights;
}

void experiment_masks(Run *run)
{
    static const int four[] = {4};
    static const char *const names[] = {"mask_valid", "mask_causal", "mask_both", "mask_allowed"};
    static const char *const titles[] = {"valid length 4", "causal", "both", "the last three"};
    Mat window = mat_zeros(&run->arena, T, T); /* any pattern: here the last three places */
    for (int t = 0; t < T; t++)
        for (int j = 0; j < T; j++) mat_row(window, t)[j] = j <= t && j > t - 3;
    const Mask masks[] = {
        {.valid = four}, {.causal = true}, {.valid = four, .causal = true}, {.allowed = window}};
    heading(run, "Masks: the weights of keys that all score alike (queries down, keys across)");
    for (int m = 0; m < 4; m++) {
        Mat weights = mask_weights(&run->arena, &masks[m]);
        term_heat(&run->term, &(TermHeat){.title = titles[m], .values = weights, .numbers = true});
        say(run, "\n");
        report_series(&run->report, names[m], "k1 k2 k3 k4 k5 k6", NULL, weights);
    }
}
