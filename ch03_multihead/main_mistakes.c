/* Experiment 2: three mistakes, each run with the weights of a model that was trained without. */
#include "main.h"
#include "mistakes.h"
#include "common/layers.h"
#include "common/statistics.h"

#include <math.h>

/* exp of the mean entropy of all rows: how many tokens a head looks at. */
static double heads_look_at(Mat weights)
{
    double entropy = 0;
    for (int i = 0; i < weights.rows; i++)
        entropy += entropy_of(mat_row(weights, i), weights.cols) / weights.rows;
    return exp(entropy);
}

/* The attention of all sentences with a mistake: outputs into h, the weights of every sentence, one
 * below the other, into weights. */
static void attend_all(const Model *m, Arena *a, Mistake mistake, Mat h, Mat weights,
                       const Sentences *s)
{
    Mat x = model_embed(m, a, s->word, s->colour, s->position, s->batch * LENGTH);
    for (int b = 0; b < s->batch; b++)
        mistaken_forward(&m->attention, a, mistake, mat_sequence(h, b, s->batch),
                         mat_sequence(weights, b, s->batch), mat_sequence(x, b, s->batch));
}

/* The least and the largest sum of a row. */
static void row_sums(Mat m, double *least, double *most)
{
    *least = INFINITY, *most = -INFINITY;
    for (int i = 0; i < m.rows; i++) {
        double sum = mat_sum(mat_rows(m, i, 1));
        *least = fmin(*least, sum), *most = fmax(*most, sum);
    }
}

static void report_mistake(Run *run, const Model *m, Mistake mistake, Mat right, const Sentences *s)
{
    Arena *a = &run->arena;
    const int n = s->batch * LENGTH, heads = m->attention.heads;
    const char *name = mistake_name(mistake);
    Mat h = mat_new(a, n, right.cols), weights = mat_new(a, heads * n, LENGTH);
    Mat logits = mat_new(a, n, QUESTIONS * COLOURS);
    double least, most;
    attend_all(m, a, mistake, h, weights, s);
    linear_forward(logits, h, m->w->value, m->b->value);
    Accuracy accuracy = accuracy_of(logits, s);
    row_sums(weights, &least, &most);
    double difference = mat_difference(h, right), looked = heads_look_at(weights);
    say(run, "  %-12s %.3f     %.3f  %.3f  %8.2g   %5.2f .. %-5.2f   %.2f\n", name,
        accuracy.question[PREVIOUS], accuracy.question[MATCH], accuracy.both, difference, least,
        most, looked);
    for (int q = 0; q < QUESTIONS; q++)
        result(run, accuracy.question[q], "mh.mistake.%s.%s", name, question_name((Question)q));
    result(run, accuracy.both, "mh.mistake.%s.both", name);
    result(run, difference, "mh.mistake.%s.difference", name);
    result(run, least, "mh.mistake.%s.least", name);
    result(run, most, "mh.mistake.%s.most", name);
    result(run, looked, "mh.mistake.%s.looked_at", name);
}

void experiment_mistakes(Run *run, Student *two_heads)
{
    Sentences test = test_sentences(&run->arena);
    Model *m = &two_heads->model;
    heading(run, "2. Three mistakes, with the weights of a model that was trained without");
    model_accuracy(m, &run->arena, &test);
    Mat right = m->h;
    say(run, "               previous  match  both   difference  row sums         looks at\n");
    for (int k = 0; k < MISTAKES; k++) report_mistake(run, m, (Mistake)k, right, &test);
}
