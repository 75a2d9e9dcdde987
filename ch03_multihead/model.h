/* The smallest model that can answer the questions of colours.h:
 *
 *     x = word + colour + position          three embeddings, added
 *     h = self-attention of x, several heads
 *     logits = h W + b                      for each question its own COLOURS columns
 *
 * Nothing but attention moves anything from token to token. Order comes from a learned vector for
 * each position; chapter 4 looks closer at positions. */
#ifndef CH03_MODEL_H
#define CH03_MODEL_H

#include "colours.h"
#include "multihead.h"

typedef struct {
    MultiHead attention;
    Param *word, *colour, *position; /* tables: WORDS x d, COLOURS x d, POSITIONS x d */
    Param *w, *b;                    /* d x (QUESTIONS COLOURS), 1 x (QUESTIONS COLOURS) */
    Mat h, log_probs;                /* of the last call, remembered until the step ends */
} Model;

/* Embeddings are normal numbers of standard deviation 1, the other weights Xavier-uniform. */
Model model_new(Params *p, Rng *r, int d, int heads);

/* The sum of the two embeddings and the position of n tokens: n x d, owned by the arena. */
Mat model_embed(const Model *m, Arena *step, const int *word, const int *colour,
                const int *position, int n);

/* The mean cross-entropy of the answers, over both questions. */
double model_forward(Model *m, Arena *step, const Sentences *s);

/* Adds to the gradients of all weights, given the sentences of the last forward. */
void model_backward(const Model *m, Arena *step, const Sentences *s);

/* Right answers as shares: to each question, and to both at once (of the tokens that have two). */
typedef struct {
    double question[QUESTIONS], both;
} Accuracy;
Accuracy accuracy_of(Mat logits, const Sentences *s);
Accuracy model_accuracy(Model *m, Arena *step, const Sentences *s);

/* The mean weight that a head gives, over all tokens with an answer, to the place where the answer
 * stands. After a forward. */
double head_looks_at(const Model *m, int head, const Sentences *s, Question q);

/* Training with Adam on fresh sentences in every step. */
typedef struct {
    int steps, batch;
    double rate;
    Params *params;
    Rng *rng;
    /* When not NULL: called after every step with its number (1, 2, ...). */
    void (*after_step)(void *context, int step, double loss);
    void *context;
} ModelTraining;
void model_train(Model *m, const ModelTraining *how);

#endif
