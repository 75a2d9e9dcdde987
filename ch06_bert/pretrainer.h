/* Pretraining BERT on both exercises, in a way that can be stopped at any step and taken up again
 * with the same bits. Source: Devlin et al. 2019, section 3.1 and appendix A.2. */
#ifndef CH06_PRETRAINER_H
#define CH06_PRETRAINER_H

#include "bert_model.h"
#include "ch05_transformer/history.h"
#include "common/optim.h"
#include "pretraining_data.h"

typedef struct {
    int steps, warm_up; /* the rate rises in a straight line, and then falls in one to zero;
                           warm_up INT_MIN: what suits the steps, see pretraining_warm_up */
    double rate, decay, clip;
    int rows, longest;  /* sequences of a batch, pieces of a sequence */
    int accumulate;     /* batches that make one step */
    bool pairs;         /* next-sentence prediction as well */
    bool whole_words;   /* hide words whole */
    int vocabulary;     /* pieces that were to be learned; 0: not said */
    const char *corpus; /* what is read, for messages; NULL: not said */
    uint64_t seed;      /* of the order of the texts, of what is hidden, and of dropout */
} Pretraining;

/* How good a model is at both exercises; losses are means of -log p, in nats. */
typedef struct {
    long masked, masked_right, pairs, pairs_right;
    double masked_loss, pairs_loss; /* 0 where nothing was asked */
} PretrainingScore;

/* The state of a run: with the model's weights and Adam's means, all that decides how it goes on.
 */
typedef struct {
    Pretraining how;
    BertModel *model; /* the caller's, as the data */
    PretrainingBatches train, valid;
    PretrainingPosition first; /* where valid begins */
    int first_batches;         /* of train's first epoch; later ones may have some more or fewer */
    uint64_t texts;            /* the fingerprint of both parts */
    Adam adam;                 /* its step is the number of steps taken */
    Rng drops;
    Arena step;
    History history; /* of masked words: -log p */
} Pretrainer;

/* The batches' memory is the arena's. */
Pretrainer pretrainer_new(Arena *a, BertModel *model, const PretrainingData *data, Pretraining how);
void pretrainer_free(Pretrainer *t);

/* Puts a number in place of INT_MIN: 500 steps, or a tenth of them all when that is less. False:
 * the warm-up is longer than the run, whose rate would never be reached. */
bool pretraining_warm_up(Pretraining *how, Error *e);

/* The learning rate of step n, from 1. */
double pretraining_rate(const Pretraining *how, int n);

/* One step; the mean loss of its batches, of both exercises together. */
double pretrainer_step(Pretrainer *t);

/* Adds the gradients of one of `share`^-1 batches to those of the weights, and its score to s. */
void pretraining_learn(BertModel *m, Arena *step, const PretrainingBatch *b, double share,
                       PretrainingScore *s);

/* The score of a batch without dropout, added to `s`: sums, of which score_means makes means. */
void pretraining_ask(BertModel *m, Arena *step, const PretrainingBatch *b, PretrainingScore *s);
void score_means(PretrainingScore *s);

/* All of the validation part, the same questions each time; adds a milestone. *best: the loss on
 * masked words is the least so far. */
PretrainingScore pretrainer_validate(Pretrainer *t, bool *best);

/* Writes the state to FOLDER/last.safetensors, or reads it. False: see checkpoint.h; a state of
 * other settings is refused (but for the number of steps). */
bool pretrainer_save(Pretrainer *t, const char *folder, Error *e);
bool pretrainer_load(Pretrainer *t, const char *folder, Error *e);

#endif
