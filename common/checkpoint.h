/* Checkpoints: the whole state of a training run in one safetensors file, so that a run that was
 * stopped goes on as if it had not been: with the same bits.
 *
 * The weights stand under their own names, as in any published model. The optimiser's running means
 * are optimizer.mean.NAME and optimizer.square.NAME, gradients optimizer.gradient.NAME, the rest of
 * the state state.NAME, and texts are in __metadata__. A matrix of one row is stored as a vector.
 */
#ifndef COMMON_CHECKPOINT_H
#define COMMON_CHECKPOINT_H

#include "optim.h"

/* A variable of the run that the checkpoint keeps; made by the functions below. */
typedef struct {
    const char *name;
    union {
        int *ints;
        double *doubles;
        Rng *rng;
        const char *text;
    };
    const char
        *differs; /* of a text: what it means that the file has another; NULL: both are quoted */
    enum { STATE_INTS, STATE_DOUBLES, STATE_RNG, STATE_TEXT } kind;
    int count;
} State;

/* Numbers: steps taken, the epoch, the position in the data, the order of the data, the best loss
 * so far. All names differ. */
State state_ints(const char *name, int *values, int count);
State state_doubles(const char *name, double *values, int count);

/* A generator of random numbers: goes on where it was. */
State state_rng(const char *name, Rng *rng);

/* A text that does not change: the configuration. A file where it differs is refused, since that
 * run was another one, and the message quotes the first of its settings that differs: they are
 * separated by ", ". Whoever wants to know it before the model is built reads it with
 * safetensors_metadata. */
State state_text(const char *name, const char *text);

/* The same, for a text that tells a reader nothing, as a fingerprint: the message is `differs`. */
State state_sign(const char *name, const char *text, const char *differs);

typedef struct {
    Params *params;
    Adam *adam;         /* NULL: there is none, or only the weights are wanted */
    bool gradients;     /* also the gradients, for a save between two backward passes of a step */
    const State *state; /* NULL: none */
    int count;          /* of state */
} Checkpoint;

/* Writes everything, in one step (safetensors_save): a run that is killed at any moment leaves the
 * old file or the new one. False, with the old file as it was: it cannot be written. */
bool checkpoint_save(const Checkpoint *c, const char *path, Error *e);

/* Sets everything to what the file holds: the same names, shapes and counts. Without adam, state
 * and gradients those of the file are left aside, so that the weights of a checkpoint and
 * a published model are read alike. Numbers of another precision are converted, and a run that goes
 * on from them is no longer the same to the bit.
 *
 * False, with nothing changed: the file cannot be opened, or does not fit; the message names the
 * tensors that are missing, too many or of another shape. If later, while the weights are
 * read, the disk fails or a number turns out not to be finite, they are of no use. */
bool checkpoint_load(const Checkpoint *c, const char *path, Error *e);

#endif
