/* How well classes are told apart: accuracy, and what it hides where one class is most of the data.
 *
 * For class c: TP texts of it that are called c, FP others that are called c, FN of it that are
 * not. Precision TP / (TP + FP), recall TP / (TP + FN), F1 = 2 TP / (2 TP + FP + FN), their
 * harmonic mean. Macro-F1 is the mean of F1 over the classes: every class counts alike, and calling
 * everything by the name of the largest class scores little. */
#ifndef CH06_CLASS_SCORES_H
#define CH06_CLASS_SCORES_H

#include "common/arena.h"

typedef struct {
    int labelled, predicted, right; /* texts of the class, called so, both */
    double precision, recall, f1;   /* 0 where there is nothing to divide by */
} ClassScore;

typedef struct {
    int classes, texts;
    int *confusion; /* classes x classes: [label * classes + predicted] */
    ClassScore *of; /* `classes` of them */
    double accuracy;
    double macro_f1; /* over the classes that are the label or the prediction of some text */
} ClassScores;

/* Scores n >= 1 predictions; both arrays have values from 0 to classes - 1. Owned by the arena. */
ClassScores class_scores(Arena *a, const int *labels, const int *predicted, int n, int classes);

/* Mean and standard deviation over runs with different seeds. */
typedef struct {
    double accuracy, accuracy_deviation;
    double macro_f1, macro_f1_deviation;
} ClassScoresMean;

/* Of `runs` >= 2 runs. */
ClassScoresMean class_scores_mean(const ClassScores *scores, int runs);

#endif
