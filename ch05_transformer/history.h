/* What is measured while a model is trained: the losses at milestones, and how long it took. */
#ifndef CH05_HISTORY_H
#define CH05_HISTORY_H

#include "common/checkpoint.h"
#include "common/run.h"

/* The losses are means of -log p over labels, in nats. */
typedef struct {
    double step, seconds, tokens; /* seconds of training, and labels learned from, so far */
    double train, valid;          /* train: of the steps since the last milestone, with dropout */
} Milestone;

enum { MOST_MILESTONES = 1000 };

typedef struct {
    Milestone *milestones;
    int count;
    double nll, labels;     /* sums since the last milestone */
    double seconds, tokens; /* of training, so far */
} History;

/* Room for MOST_MILESTONES, in the arena. */
History history_new(Arena *a);

/* Adds what a step has learned: the sum of -log p over its labels, and how long it took. */
void history_step(History *h, double nll, double labels, double seconds);

/* Adds a milestone after so many steps; true when its validation loss is the best so far. */
bool history_add(History *h, double step, double valid);

/* The last milestone, and the least validation loss of all; there must be one. */
const Milestone *history_last(const History *h);
double history_least(const History *h);

/* The state of a checkpoint: writes to s, returns how many. */
enum { HISTORY_STATES = 6 };
int history_states(State *s, History *h);

/* After loading FOLDER/last.safetensors: false when no run can have come to these numbers, the
 * steps taken and the epoch among them. */
bool history_check(const History *h, int step, int epoch, const char *folder, Error *e);

/* The series learning.tsv, and its plot in the terminal. */
void history_report(Run *run, const History *h);

#endif
