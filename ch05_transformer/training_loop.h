/* The loop of a training: it shows how it goes, validates now and then, and can be interrupted. */
#ifndef CH05_TRAINING_LOOP_H
#define CH05_TRAINING_LOOP_H

#include "history.h"

typedef struct {
    void *context;                   /* of the two functions: */
    double (*step)(void *context);   /* takes a step; its loss */
    void (*validate)(void *context); /* measures, says so, and saves the state */
    const Adam *adam;                /* its step is the number of steps taken */
    const History *history;
    int steps, every; /* in all; from one validation to the next */
    const char *unit; /* what the history counts: "pieces" */
} TrainingLoop;

/* At the start of a run that is not to go on with another: dies when the folder holds the state of
 * one, or a model, which would be lost, or would stay with the vocabulary of another. */
void training_starts_in(const char *folder);

/* Trains until the last step, which is validated: true; or until Ctrl-C, after the step that is
 * under way: false. First it removes what a training that was killed left beside these files in the
 * folder for results. Dies when the loss is no number or very large, and when the run has more
 * steps behind it, or would have more milestones, than there may be. */
bool training_loop(Run *run, const TrainingLoop *l);

#endif
