/* Training a translator: batch after batch, with Adam, a schedule, clipping and validation, in a
 * way that can be stopped at any step and taken up again with the same bits. */
#ifndef CH05_TRAINER_H
#define CH05_TRAINER_H

#include "history.h"
#include "task.h"
#include "translator_file.h"

typedef enum { LINEAR, INVERSE_SQRT } Schedule;
#define SCHEDULES "linear|inverse-sqrt"

typedef struct {
    int steps, warm_up;
    int schedule;     /* a Schedule: how the rate falls after the warm-up */
    double rate;      /* the largest learning rate */
    double smoothing; /* of the labels */
    double clip;      /* largest norm of the gradients */
    int batch_ids;    /* ids a side and batch, padding included */
} Training;

/* The state of a training run: with the model's weights and Adam's means, all that decides how it
 * goes on. */
typedef struct {
    Training how;
    TaskOptions task;
    Translator *model;
    Batches batches;
    int first_batches; /* in the first epoch; later ones may have some more or fewer */
    uint64_t texts;    /* the fingerprint of what is learned from and validated with */
    Adam adam;         /* its step is the number of steps taken */
    Rng drops;         /* of dropout */
    Arena step;
    History history;
} Trainer;

/* Takes the memory of its batches from the arena; the examples stay the caller's. The seed is that
 * of the task. */
Trainer trainer_new(Arena *a, Translator *model, const Task *data, const TaskOptions *task,
                    Training how);
void trainer_free(Trainer *t);

/* The learning rate of step n, from 1. */
double training_rate(const Training *how, int n);

/* One step; the mean of -log p over the batch's labels. */
double trainer_step(Trainer *t);

/* Measures the loss on the validation part and adds a milestone; true when it is the best so far.
 */
bool trainer_validate(Trainer *t, const Task *data);

/* The loss of a part, without dropout. */
VocabularyLoss translator_part_loss(Translator *m, const Task *data, Part part);

/* Writes the state to FOLDER/last.safetensors, or reads it. False: see checkpoint.h; a state of
 * other settings is refused (but for the number of steps). */
bool trainer_save(Trainer *t, const char *folder, Error *e);
bool trainer_load(Trainer *t, const char *folder, Error *e);

#endif
