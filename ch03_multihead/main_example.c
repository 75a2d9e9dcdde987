/* The example of the notes that can be followed on paper: two tokens, two heads. */
#include "main.h"
#include "example.h"

#include <stdlib.h>

/* Prints a matrix and reports its numbers as mh.example.NAME.ROW_COLUMN. */
static void show(Run *run, const char *text, const char *name, Mat m)
{
    for (int i = 0; i < m.rows; i++) {
        say(run, "  %-44s", i ? "" : text);
        for (int j = 0; j < m.cols; j++) {
            say(run, "%9.4f", (double)mat_row(m, i)[j]);
            result(run, (double)mat_row(m, i)[j], "mh.example.%s.%d_%d", name, i + 1, j + 1);
        }
        say(run, "\n");
    }
}

/* A weight: printed, not reported (the notes have it as a formula). */
static void show_weight(Run *run, const char *text, Mat m)
{
    for (int i = 0; i < m.rows; i++) {
        say(run, "  %-44s", i ? "" : text);
        for (int j = 0; j < m.cols; j++) say(run, "%9g", (double)mat_row(m, i)[j]);
        say(run, "\n");
    }
}

/* The scores of one head: S_h = Q_h K_h' / sqrt(2). */
static Mat scores_of(Run *run, const Example *e, int head)
{
    Mat s = mat_zeros(&run->arena, 2, 2);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int c = 2 * head; c < 2 * head + 2; c++)
                mat_row(s, i)[j] +=
                    mat_row(e->m.q, i)[c] * mat_row(e->m.k, j)[c] / (float)1.41421356237;
    return s;
}

static void show_forward(Run *run, const Example *e)
{
    show_weight(run, "X", e->x);
    show_weight(run, "W_q", e->m.w_q->value);
    show_weight(run, "W_k", e->m.w_k->value);
    show_weight(run, "W_v", e->m.w_v->value);
    show_weight(run, "W_o", e->m.w_o->value);
    say(run, "\n  forward\n");
    show(run, "Q = X W_q", "q", e->m.q);
    show(run, "K = X W_k", "k", e->m.k);
    show(run, "V = X W_v", "v", e->m.v);
    show(run, "head 1, columns 1-2: S = Q K' / sqrt(2)", "s1", scores_of(run, e, 0));
    show(run, "  A = softmax(S)", "a1", multihead_weights(&e->m, 0, 0));
    show(run, "head 2, columns 3-4: S", "s2", scores_of(run, e, 1));
    show(run, "  A", "a2", multihead_weights(&e->m, 1, 0));
    show(run, "O = [A_1 V_1, A_2 V_2]", "o", e->m.context);
    show(run, "Y = O W_o", "y", e->out);
}

static void show_backward(Run *run, const Example *e)
{
    say(run, "\n  backward\n");
    show(run, "dY, from the loss", "d_y", e->d_out);
    show(run, "dW_o = O' dY", "d_w_o", e->m.w_o->grad);
    show(run, "dO = dY W_o'", "d_o", e->d_context);
    show(run, "head 1: dA = dO V'", "d_a1", mat_rows(e->d_weights, 0, 2));
    show(run, "  dS = A (dA - row sum of A dA)", "d_s1", mat_rows(e->d_scores, 0, 2));
    show(run, "head 2: dA", "d_a2", mat_rows(e->d_weights, 2, 2));
    show(run, "  dS", "d_s2", mat_rows(e->d_scores, 2, 2));
    show(run, "dV = [A_1' dO_1, A_2' dO_2]", "d_v", e->d_v);
    show(run, "dQ = [dS_1 K_1, dS_2 K_2] / sqrt(2)", "d_q", e->d_q);
    show(run, "dK = [dS_1' Q_1, dS_2' Q_2] / sqrt(2)", "d_k", e->d_k);
    show(run, "dW_q = X' dQ", "d_w_q", e->m.w_q->grad);
    show(run, "dW_k = X' dK", "d_w_k", e->m.w_k->grad);
    show(run, "dW_v = X' dV", "d_w_v", e->m.w_v->grad);
    show(run, "dX = dQ W_q' + dK W_k' + dV W_v'", "d_x", e->d_x);
}

void experiment_example(Run *run)
{
    Params p = {0};
    Example e = example_run(&p, &run->arena);
    heading(run, "An example to follow on paper: two tokens, two heads, no biases");
    show_forward(run, &e);
    show_backward(run, &e);
    params_free(&p);
}

int command_example(void *context, int argc, char **argv)
{
    (void)argc, (void)argv;
    const Options *o = context;
    Run run = run_start(&o->run, o);
    experiment_example(&run);
    run_finish(&run, NULL);
    return EXIT_SUCCESS;
}
