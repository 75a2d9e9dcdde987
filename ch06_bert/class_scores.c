/* class_scores - the confusion matrix and what is read off it; see class_scores.h. */
#include "class_scores.h"
#include "common/fail.h"
#include "common/statistics.h"

static int *count_confusions(Arena *a, const int *labels, const int *predicted, int n, int classes)
{
    int *confusion = arena_zeros(a, (size_t)classes * (size_t)classes * sizeof *confusion);
    for (int i = 0; i < n; i++) {
        require(labels[i] >= 0 && labels[i] < classes && predicted[i] >= 0 &&
                    predicted[i] < classes,
                "text %d: label %d, predicted %d, %d classes", i, labels[i], predicted[i], classes);
        confusion[labels[i] * classes + predicted[i]]++;
    }
    return confusion;
}

static double ratio(int part, int whole)
{
    return whole ? (double)part / whole : 0;
}

//> class_score
static ClassScore class_score(const int *confusion, int classes, int c)
{
    ClassScore s = {.right = confusion[c * classes + c]};
    for (int k = 0; k < classes; k++) {
        s.labelled += confusion[c * classes + k];
        s.predicted += confusion[k * classes + c];
    }
    s.precision = ratio(s.right, s.predicted);
    s.recall = ratio(s.right, s.labelled);
    s.f1 = ratio(2 * s.right, s.predicted + s.labelled);
    return s;
}
//< class_score

ClassScores class_scores(Arena *a, const int *labels, const int *predicted, int n, int classes)
{
    require(n >= 1 && classes >= 1, "%d texts, %d classes", n, classes);
    ClassScores s = {.classes = classes, .texts = n};
    int right = 0, seen = 0;
    double sum = 0;
    s.confusion = count_confusions(a, labels, predicted, n, classes);
    s.of = arena_alloc(a, (size_t)classes * sizeof *s.of);
    for (int c = 0; c < classes; c++) {
        s.of[c] = class_score(s.confusion, classes, c);
        right += s.of[c].right;
        seen += s.of[c].labelled || s.of[c].predicted;
        sum += s.of[c].f1;
    }
    s.accuracy = ratio(right, n);
    s.macro_f1 = sum / seen;
    return s;
}

ClassScoresMean class_scores_mean(const ClassScores *scores, int runs)
{
    ClassScoresMean m;
    Arena scratch = {0};
    double *accuracy = arena_alloc(&scratch, (size_t)runs * sizeof *accuracy);
    double *macro_f1 = arena_alloc(&scratch, (size_t)runs * sizeof *macro_f1);
    for (int i = 0; i < runs; i++)
        accuracy[i] = scores[i].accuracy, macro_f1[i] = scores[i].macro_f1;
    m.accuracy = mean_of(accuracy, runs, &m.accuracy_deviation);
    m.macro_f1 = mean_of(macro_f1, runs, &m.macro_f1_deviation);
    arena_free(&scratch);
    return m;
}
