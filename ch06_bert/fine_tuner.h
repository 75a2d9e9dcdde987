/* Fine-tuning: some epochs over labelled texts with AdamW, a rate that rises and falls in straight
 * lines, clipping, an attack if wanted, and at the end the weights of the epoch that did best on
 * the validation part. Source of the recipe: Devlin et al. 2019, section 4.1 and appendix A.3. */
#ifndef CH06_FINE_TUNER_H
#define CH06_FINE_TUNER_H

#include "adversarial.h"
#include "class_scores.h"
#include "text_batches.h"
#include "common/optim.h"

/* A labelled task as ids. */
typedef struct {
    TextExample *of[PARTS];
    int count[PARTS]; /* at least 1 each */
    int classes, pad; /* pad: what batches are filled up with */
} TextTask;

typedef struct {
    int epochs, batch; /* texts in a batch */
    double rate;       /* the largest learning rate */
    double warm_up;    /* share of the steps until the rate is reached */
    double decay, clip;
    Attack attack;
    uint64_t seed; /* of the order of the texts and of dropout */
} FineTuning;

typedef struct {
    double loss;       /* mean over the epoch's batches, with dropout, without attack */
    double valid_loss; /* mean of -log p of the validation part */
    double valid_accuracy, valid_macro_f1;
    double seconds; /* of training */
} EpochRecord;

typedef struct {
    FineTuning how;
    TextClassifier *model;
    const TextTask *data;
    TextBatches batches;
    Adam adam; /* its step is the number of steps taken */
    Rng order, drops;
    int steps;           /* in all */
    EpochRecord *epochs; /* how.epochs of them */
    int epoch;           /* epochs that are over */
    int best;            /* the one with the highest validation accuracy (the first of equals), -1:
                            none is over */
    Mat *best_weights;   /* its weights, in the order of model->bert.params */
    Arena arena, step;
} FineTuner;

/* The model and the data stay the caller's. */
FineTuner fine_tuner_new(TextClassifier *model, const TextTask *data, FineTuning how);
void fine_tuner_free(FineTuner *t);

/* The learning rate of step n, from 1. */
double fine_tuner_rate(const FineTuner *t, int n);

/* One step; the last one of an epoch also measures the validation part. True when it was. At most
 * t->steps of them. */
bool fine_tuner_step(FineTuner *t);

/* Gives the model the weights of the best epoch. */
void fine_tuner_take_best(FineTuner *t);

/* ---- how good a model is ---------------------------------------------------------------------*/

/* The class of each example of a part, data->count[part] of them; returns the mean of -log p of the
 * labels. */
double text_task_predict(int *predicted, TextClassifier *c, const TextTask *data, Part part);

/* What an attack leaves of a model, on the same texts. */
typedef struct {
    int texts;
    double clean, attacked; /* accuracy without and with the attack */
} UnderAttack;

/* At most `most` examples (at least 1), spread evenly over the part: the share that is right, and
 * the share that is right even when the vectors of its pieces are moved to raise its loss, each
 * text by itself. After Ctrl-C (interrupt.h) it stops, and what it returns is of no use. */
UnderAttack text_task_attacked(TextClassifier *c, const TextTask *data, Part part,
                               const Attack *attack, int most);

#endif
