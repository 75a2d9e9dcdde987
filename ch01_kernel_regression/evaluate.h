/* Comparing predictors: each chooses what it leaves open from the samples it is given, and is
 * judged on samples it has not seen. */
#ifndef CH01_EVALUATE_H
#define CH01_EVALUATE_H

#include "dataset.h"
#include "kernel.h"

typedef enum { MEAN, NEAREST, KNN, LINE, NW, LEARNED, PREDICTORS } Predictor;

/* What a predictor has chosen. */
typedef struct {
    Predictor predictor;
    int k;     /* neighbours: 1 for NEAREST, chosen by leave-one-out for KNN */
    Mat width; /* 1/h of the Gaussian kernel: one h by leave-one-out for NW, a trained w_k for each
                  feature for LEARNED; owned by the arena given to model_fit */
} Model;

/* "mean", "nearest", "knn", "line", "nw", "learned" */
const char *predictor_name(Predictor predictor);

/* Units in which one learning rate fits all data: a tenth of the spread of feature k of x, and the
 * standard deviation of y (n x 1); 1 where all values are the same. */
double feature_tenth(Mat x, int k);
double target_deviation(Mat y);

/* Chooses k or the width from the samples alone. At least 3 samples, not all at the same x. */
Model model_fit(Arena *a, Predictor predictor, Dataset samples);

/* out = the predictions for queries (m x d), out: m x 1. */
void model_predict(const Model *model, Arena *scratch, Mat out, Mat queries, Dataset samples);

/* Root mean squared error with each sample predicted from all the others, the model's choices being
 * made once, from all samples: what was minimised over k or h. */
double model_loo_rmse(const Model *model, Arena *scratch, Dataset samples);

/* The honest figure: `folds`-fold cross-validation, `repeats` times with new folds; the choices are
 * made again on the training part of every fold. Returns the mean over repeats of the root mean
 * squared error, and its standard deviation over repeats (repeats >= 2). */
double model_fold_rmse(Arena *scratch, Predictor predictor, Dataset samples, int folds, int repeats,
                       Rng *r, double *deviation);

#endif
