/* evaluate - fitting the six predictors of the chapter and judging them on samples they did not
 * see. */
#include "evaluate.h"
#include "bandwidth.h"
#include "baseline.h"
#include "learned.h"

#include <math.h>

enum { TRAINING_STEPS = 120, MOST_NEIGHBOURS = 20 };

const char *predictor_name(Predictor predictor)
{
    static const char *const names[] = {"mean", "nearest", "knn", "line", "nw", "learned"};
    require((unsigned)predictor < PREDICTORS, "predictor %d", (int)predictor);
    return names[predictor];
}

/* The k of least leave-one-out error. */
static int choose_k(Arena *scratch, Dataset samples)
{
    int best = 1;
    double least = INFINITY;
    for (int k = 1; k <= MOST_NEIGHBOURS && k < samples.x.rows; k++) {
        double error = model_loo_rmse(&(Model){.predictor = KNN, .k = k}, scratch, samples);
        if (error < least) least = error, best = k;
    }
    return best;
}

double feature_tenth(Mat x, int k)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < x.rows; i++) {
        low = fmin(low, (double)mat_row(x, i)[k]);
        high = fmax(high, (double)mat_row(x, i)[k]);
    }
    return high > low ? (high - low) / 10 : 1;
}

double target_deviation(Mat y)
{
    const double mean = mat_sum(y) / y.rows;
    double squares = 0;
    for (int i = 0; i < y.rows; i++) squares += pow((double)mat_row(y, i)[0] - mean, 2);
    return squares > 0 ? sqrt(squares / y.rows) : 1;
}

/* The trained width, from w = 1 with features in tenths of their spread and y in standard
 * deviations, so that one learning rate fits all data; given back in units of 1/x. */
static void train_width(Arena *scratch, Mat width, Dataset samples)
{
    Params p = {0};
    LearnedKernel l = {.width = params_add(&p, "width", 1, samples.x.cols)};
    Mat x = mat_new(scratch, samples.x.rows, samples.x.cols);
    Mat y = mat_new(scratch, samples.y.rows, 1);
    const double deviation = target_deviation(samples.y);
    Mat trace = mat_new(scratch, TRAINING_STEPS + 1, 1 + x.cols);
    for (int k = 0; k < x.cols; k++)
        for (int i = 0; i < x.rows; i++)
            mat_row(x, i)[k] =
                (float)((double)mat_row(samples.x, i)[k] / feature_tenth(samples.x, k));
    for (int i = 0; i < y.rows; i++)
        y.data[i] = (float)((double)mat_row(samples.y, i)[0] / deviation);
    mat_fill(l.width->value, 1);
    learned_train(&l, &p, x, y, (Training){TRAINING_STEPS, 0.3, ADAM, false}, trace);
    for (int k = 0; k < x.cols; k++)
        width.data[k] = (float)((double)l.width->value.data[k] / feature_tenth(samples.x, k));
    params_free(&p);
}

Model model_fit(Arena *a, Predictor predictor, Dataset samples)
{
    require(samples.x.rows >= 3, "%d samples", samples.x.rows);
    Model model = {.predictor = predictor, .k = 1};
    Mat width = mat_new(a, 1, samples.x.cols);
    Arena mark = *a;
    if (predictor == KNN) model.k = choose_k(a, samples);
    if (predictor == NW)
        mat_fill(width, (float)(1 / bandwidth_select(a, samples.x, samples.y, GAUSSIAN)));
    if (predictor == LEARNED) train_width(a, width, samples);
    arena_release(a, mark);
    model.width = width;
    return model;
}

void model_predict(const Model *model, Arena *scratch, Mat out, Mat queries, Dataset samples)
{
    Arena mark = *scratch;
    Mat weights;
    switch (model->predictor) {
    case MEAN: mean_predict(out, samples.y); break;
    case NEAREST:
    case KNN: nearest_predict(scratch, out, queries, samples.x, samples.y, model->k); break;
    case LINE: line_predict(scratch, out, queries, samples.x, samples.y); break;
    case NW:
    case LEARNED:
        weights = mat_new(scratch, queries.rows, samples.x.rows);
        kernel_weights(weights, queries, samples.x, GAUSSIAN, model->width, false);
        weighted_mean(out, weights, samples.y);
        break;
    default: require(false, "predictor %d", (int)model->predictor);
    }
    arena_release(scratch, mark);
}

/* Predicts the samples listed in `held_out` from the samples listed in `kept`. */
static void predict_rows(const Model *model, Arena *scratch, Mat out, Dataset samples, Dataset kept,
                         const int *held_out, int n)
{
    Dataset queries = dataset_rows(scratch, samples, held_out, n);
    Mat predicted = mat_new(scratch, n, 1);
    model_predict(model, scratch, predicted, queries.x, kept);
    for (int i = 0; i < n; i++) mat_row(out, held_out[i])[0] = predicted.data[i];
}

/* The samples that are not among order[from .. to-1], in the order of `order`. */
static Dataset without(Arena *a, Dataset samples, const int *order, int from, int to)
{
    int n = samples.x.rows, kept = 0;
    int *index = arena_alloc(a, (size_t)n * sizeof *index);
    for (int i = 0; i < n; i++)
        if (i < from || i >= to) index[kept++] = order[i];
    return dataset_rows(a, samples, index, kept);
}

double model_loo_rmse(const Model *model, Arena *scratch, Dataset samples)
{
    Arena mark = *scratch;
    int n = samples.x.rows, *order = arena_alloc(scratch, (size_t)n * sizeof *order);
    Mat out = mat_new(scratch, n, 1);
    for (int i = 0; i < n; i++) order[i] = i;
    for (int i = 0; i < n; i++) {
        Arena fold = *scratch;
        Dataset kept = without(scratch, samples, order, i, i + 1);
        predict_rows(model, scratch, out, samples, kept, order + i, 1);
        arena_release(scratch, fold);
    }
    double error = rmse(out, samples.y);
    arena_release(scratch, mark);
    return error;
}

/* Predicts the rows order[from .. to-1] from all others, with a model fitted to those others. */
static void predict_fold(Predictor predictor, Mat out, Dataset samples, const int *order, int from,
                         int to)
{
    Arena scratch = {0};
    Dataset kept = without(&scratch, samples, order, from, to);
    Model model = model_fit(&scratch, predictor, kept);
    predict_rows(&model, &scratch, out, samples, kept, order + from, to - from);
    arena_free(&scratch);
}

/* One round of cross-validation: fold f holds out rows f n / folds .. (f + 1) n / folds of order.
 */
static double fold_rmse(Arena *scratch, Predictor predictor, Dataset samples, int folds,
                        const int *order)
{
    Arena mark = *scratch;
    int n = samples.x.rows;
    Mat out = mat_new(scratch, n, 1);
#pragma omp parallel for schedule(dynamic)
    for (int f = 0; f < folds; f++)
        predict_fold(predictor, out, samples, order, f * n / folds, (f + 1) * n / folds);
    double error = rmse(out, samples.y);
    arena_release(scratch, mark);
    return error;
}

double model_fold_rmse(Arena *scratch, Predictor predictor, Dataset samples, int folds, int repeats,
                       Rng *r, double *deviation)
{
    require(folds >= 2 && folds <= samples.x.rows && repeats >= 2, "%d folds, %d repeats", folds,
            repeats);
    Arena mark = *scratch;
    int *order = arena_alloc(scratch, (size_t)samples.x.rows * sizeof *order);
    double sum = 0, squares = 0;
    for (int t = 0; t < repeats; t++) {
        rng_permutation(r, samples.x.rows, order);
        double error = fold_rmse(scratch, predictor, samples, folds, order);
        sum += error, squares += error * error;
    }
    arena_release(scratch, mark);
    double mean = sum / repeats;
    *deviation = sqrt(fmax(0, (squares - repeats * mean * mean) / (repeats - 1)));
    return mean;
}
