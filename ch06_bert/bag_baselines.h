/* The baselines of a task: what is right without knowing the order of words. Each is trained on
 * TRAIN; what it leaves open (alpha, decay) is set to what is right most often on VALID. */
#ifndef CH06_BAG_BASELINES_H
#define CH06_BAG_BASELINES_H

#include "class_scores.h"
#include "label_tasks.h"

typedef enum { MAJORITY, NAIVE_BAYES, LOGISTIC, BAG_BASELINES } BagBaseline;

/* "logistic regression" */
const char *bag_baseline_name(BagBaseline kind);

typedef struct {
    double setting; /* alpha of naive Bayes; decay times the number of texts; 0 of MAJORITY */
    int words;      /* of the vocabulary: all of TRAIN's */
    int *predicted; /* the classes of TEST's texts */
    ClassScores valid, test;
} BagResult; /* owned by the arena */

/* Trains and scores a baseline; logistic regression on 60,000 texts takes a minute. */
BagResult bag_baseline(Arena *a, const LabelTask *t, BagBaseline kind);

/* The labels of a part, as class_scores takes them. Owned by the arena. */
int *label_task_labels(Arena *a, const LabelTask *t, Part part);

#endif
