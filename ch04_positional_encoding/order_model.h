/* The smallest model that can use order: one layer of multi-head self-attention with a residual
 * connection, and a linear read-out. Where a position enters is what its kinds differ in.
 *
 *     X = E[tokens] (+ P)     Y = X + MultiHead(X, X, X)     logits = Y W + b */
#ifndef CH04_ORDER_MODEL_H
#define CH04_ORDER_MODEL_H

#include "order_task.h"
#include "rotary.h"
#include "ch03_multihead/multihead.h"

typedef enum {
    NONE,       /* nothing: the model sees a set */
    SINUSOIDAL, /* P = the sinusoidal encoding */
    LEARNED,    /* P = a table of weights */
    ROTARY,     /* queries and keys turned */
    ALIBI,      /* linear biases, heads for either side */
    SYMMETRIC,  /* linear biases, all heads look both ways */
    SIDES,      /* heads for either side, without biases */
    KINDS
} Kind;

enum { D_MODEL = 64, HEADS = 8, MOST_POSITIONS = 512 };

typedef struct {
    Kind kind;
    int first;            /* the position of the first token; 0 in training */
    Param *embedding;     /* E: VOCABULARY x D_MODEL */
    Param *table;         /* LEARNED: MOST_POSITIONS x D_MODEL */
    Param *w_out, *b_out; /* W: D_MODEL x SYMBOLS, b: 1 x SYMBOLS */
    MultiHead attention;  /* its weights are shown by multihead_weights */
    Rotary rotary;        /* ROTARY: of the last forward */
    const int *tokens;    /* of the last forward, until the step ends */
    Mat y;
} OrderModel;

/* "none", "sinusoidal", "learned", "rotary", "alibi", "symmetric", "sides" */
const char *kind_name(Kind kind);

/* A new model with random weights, owned by p. */
OrderModel order_model_new(Params *p, Rng *r, Kind kind);

/* logits: (B T) x SYMBOLS. LEARNED: first + T is at most MOST_POSITIONS. */
void order_forward(OrderModel *m, Arena *step, Mat logits, Sequences s);

/* Adds to the gradients of all weights. */
void order_backward(OrderModel *m, Arena *step, Mat d_logits);

/* The share of the asked tokens whose largest logit is that of the target. by_place: 1 x T, the
 * same for each place of a token by itself, NaN where nothing is asked; data NULL: not wanted. */
double order_accuracy(OrderModel *m, Arena *scratch, Sequences s, Mat by_place);

typedef struct {
    Task task;
    int steps, batch;
    int longest; /* every batch has a length of its own, from SHORTEST to this */
    double rate; /* of Adam */
} OrderTraining;

/* Trains on freshly drawn sequences; returns the mean loss of the last tenth of the steps. */
double order_train(OrderModel *m, Params *p, Rng *r, OrderTraining how);

#endif
