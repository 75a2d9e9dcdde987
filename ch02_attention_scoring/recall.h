/* Noisy associative recall: a task in which everything depends on the score.
 *
 * A memory holds RECALL_KEYS pairs of a key (normal numbers) and a class. A query is a noisy copy
 * of one of its keys: what is that key's class? With a map the query lives in a space of its own,
 * q = k H + noise, and nobody says what H is. Every memory is new, so that no class can be learned
 * by heart: only how to compare.
 *
 * The values are the classes as unit vectors, so that the output of attention holds the share of
 * each class, a probability. Nothing stands behind the attention. */
#ifndef CH02_RECALL_H
#define CH02_RECALL_H

#include "attention.h"

enum { RECALL_KEYS = 16, RECALL_QUERIES = 4, RECALL_CLASSES = 8 }; /* of one memory */

typedef struct {
    Mat map;           /* d_k x d_q */
    Mat noise;         /* 1 x d_q: standard deviation of the noise of each feature */
    bool equal_length; /* every key is scaled to the length sqrt(d_k) */
    bool constant;     /* queries have one more feature, which is always 1 */
} RecallTask;

/* Noise that grows in equal ratios from `least` in the first feature to `most` in the last. The map
 * is the unit matrix when d_q = d_k; else normal numbers from r, d_q features of variance 1. */
RecallTask recall_task(Arena *a, Rng *r, int d_q, int d_k, double least, double most);

/* Memories with their queries, stacked. */
typedef struct {
    int memories;
    Mat q, k, v;
    Mat shown;  /* the keys as queries without noise would be: k H */
    int *right; /* the class that each query asks for */
} RecallBatch;

/* New memories, owned by the arena. */
RecallBatch recall_batch(const RecallTask *task, Arena *a, Rng *r, int memories);

/* The mean of -log(share of the right class) over the queries; d_out += its gradient. A share below
 * 1e-7 counts as 1e-7. out, d_out: queries x RECALL_CLASSES. */
double recall_loss(Mat d_out, Mat out, const RecallBatch *batch);

/* The part of the queries whose right class has the largest share, the first of equals. */
double recall_accuracy(Mat out, const RecallBatch *batch);

/* What needs no training: the output of Gaussian attention of these widths (1 x d_q) on the keys as
 * they are shown. Zeros: all keys count alike. Very large: the nearest key alone. 1 / noise: the
 * exact probabilities, since the score is then the logarithm of the query's probability given the
 * key. */
Mat recall_by_width(Arena *step, const RecallBatch *batch, Mat width);

typedef struct {
    int steps, memories; /* so many memories a step, all new */
    double rate;         /* of Adam */
} RecallTraining;

/* Trains the scoring of `at`, whose weights are all of p, on memories drawn from r. trace: rows of
 * (step, loss, accuracy) on the memories of `test`, the first before training, the last after it,
 * in equal distances; at least two rows. */
void recall_train(Attention *at, Params *p, const RecallTask *task, Rng *r, RecallTraining how,
                  const RecallBatch *test, Mat trace);

#endif
