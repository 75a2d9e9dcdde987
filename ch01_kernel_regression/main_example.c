/* The example of the notes that can be followed on paper: three samples, one query, one step back.
 */
#include "main.h"
#include "common/layers.h"
#include "common/matmul.h"

/* Prints a row of numbers and reports each of them as example.NAME1, example.NAME2, ... */
static void show(Run *run, const char *text, const char *name, Mat row)
{
    say(run, "  %-34s", text);
    for (int j = 0; j < row.cols; j++) {
        say(run, "%9.4f", (double)row.data[j]);
        result(run, (double)row.data[j], "example.%s%d", name, j + 1);
    }
    say(run, "\n");
}

void experiment_example(Run *run)
{
    float x[] = {0, 1, 3}, y[] = {1, 2, 0}, at[] = {1}, target[] = {2};
    Arena *a = &run->arena;
    Params p = {0};
    LearnedKernel l = {.width = params_add(&p, "width", 1, 1)};
    Mat out = mat_new(a, 1, 1), d_out = mat_zeros(a, 1, 1), scores = mat_new(a, 1, 3);
    Mat d_weights = mat_new(a, 1, 3), d_scores = mat_zeros(a, 1, 3), keys = mat_of(3, 1, x);
    l.width->value.data[0] = 1;
    gaussian_scores(scores, mat_of(1, 1, at), keys, l.width->value, false);
    learned_forward(&l, a, out, mat_of(1, 1, at), keys, mat_of(3, 1, y), false);
    double loss = squared_error(d_out, out, mat_of(1, 1, target));
    learned_backward(&l, a, d_out);
    matmul_nt(d_weights, 1, d_out, l.values, 0);
    softmax_backward(d_scores, l.weights, d_weights);
    heading(run, "An example to follow on paper");
    say(run, "  x = 0, 1, 3   y = 1, 2, 0   query x' = 1   w = 1   target 2\n\n");
    show(run, "scores s = -(w (x' - x))^2 / 2", "s", scores);
    show(run, "weights a = softmax(s)", "a", l.weights);
    show(run, "prediction o = sum a y", "o", out);
    show(run, "gradient of (o - 2)^2: do", "do", d_out);
    show(run, "da = do y", "da", d_weights);
    show(run, "ds = a (da - sum a da)", "ds", d_scores);
    show(run, "dw = -w sum ds (x' - x)^2", "dw", l.width->grad);
    result(run, loss, "example.loss");
    params_free(&p);
}
