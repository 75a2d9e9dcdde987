/* Adversarial training: learning from a text and from the slightly moved text that the model finds
 * hardest,
 *
 *     min over weights of  L(E) + max over |delta| <= epsilon of L(E + delta).
 *
 * A word cannot be moved slightly, its vector can: delta moves the rows of the embedding table E
 * that the batch uses, all occurrences of a piece together, and |delta| is the Euclidean (L2) norm
 * of all those rows as one long vector. How the inner maximum is climbed, with g = dL/dE:
 *
 *     FGM   delta = epsilon g / |g|                                          one step
 *     PGD   delta <- project(delta + alpha g / |g|), K times, from 0         g anew in each step
 *           project: delta epsilon / |delta| when |delta| > epsilon
 *
 * so FGM is PGD with K = 1 and alpha = epsilon. Sources: Miyato, Dai and Goodfellow 2017 (FGM; they
 * normalise the embeddings first, and move the vector of every occurrence, each text within an
 * epsilon of its own); Madry et al. 2018 (PGD; on images, in the ball of the largest component,
 * from a random point of it). What is written here, the L2 ball of the table for a batch as a
 * whole, is the form in which both are commonly added to BERT. */
#ifndef CH06_ADVERSARIAL_H
#define CH06_ADVERSARIAL_H

#include "text_classifier.h"

typedef enum { NO_ATTACK, FGM, PGD } AttackKind;
#define ATTACKS "none|fgm|pgd"

/* "pgd" */
const char *attack_name(AttackKind kind);

/* An epsilon that suits one model is nothing or everything for another one, whose vectors have
 * another length. So both numbers may be given as shares of the length |E| of the vectors that are
 * moved (all rows that the batch uses, as one long vector). */
typedef struct {
    int steps;             /* K; 0: no attack */
    double alpha, epsilon; /* length of a step, radius of the ball */
    bool relative;         /* both are shares of |E| */
} Attack;

/* alpha and steps are PGD's alone. */
Attack attack_new(AttackKind kind, double epsilon, double alpha, int steps, bool relative);

/* ---- moving the words' vectors ---------------------------------------------------------------*/

/* Rows of a table that are moved, and where they were. */
typedef struct {
    Param *words;
    int *rows;   /* ascending, each once */
    Mat clean;   /* a row for each of them: the place to come back to */
    double size; /* |E|: the length of all of them as one vector */
} Perturbation;

/* Remembers the rows that the real tokens of the input use; owned by the step. */
Perturbation perturbation_begin(Arena *step, Param *words, BertInput in);

/* Moves the rows by alpha g / |g|, g: their rows of words->grad. Without a gradient (all zero), or
 * when it is not finite, they stay. */
void perturbation_climb(const Perturbation *p, double alpha);

/* Moves the rows back along delta to the ball's surface when they are outside of it. */
void pgd_project(const Perturbation *p, double epsilon);

/* |delta|: how far the rows are from where they were. */
double perturbation_norm(const Perturbation *p);

/* Puts the rows back, bit by bit as they were. */
void perturbation_end(const Perturbation *p);

/* ---- learning and testing --------------------------------------------------------------------*/

/* Sets the gradients of all weights to that of the batch's loss plus that of its loss under attack;
 * returns the first of the two losses. Weights are as before.
 *
 * All 1 + K passes drop the same (the same state of *drops): g is the gradient of the network that
 * is then attacked. A new choice in each pass would climb a hill and be measured on another one.
 * *drops ends where one pass leaves it, so runs with and without attack draw alike. */
double adversarial_learn(TextClassifier *c, Arena *step, TextBatch b, const Attack *attack,
                         Rng *drops);

/* log p of every class when the batch's vectors are moved to raise the loss of its labels, without
 * dropout: B x label_count. delta is shared by the batch: to judge texts one by one, pass batches
 * of one. Changes the gradients; the weights are as before. */
void adversarial_predict(TextClassifier *c, Arena *step, Mat log_probs, TextBatch b,
                         const Attack *attack);

#endif
