/* What the parts of chapter 1's program share: the options, the run that is under way, and the
 * experiments of the notes. */
#ifndef CH01_MAIN_H
#define CH01_MAIN_H

#include "evaluate.h"
#include "learned.h"
#include "common/run.h"

typedef struct {
    RunOptions run;
    const char *data; /* "d2l", "motorcycle" or the path of a CSV file */
    const char *x, *y, *query;
    int kernel, optimiser, steps;
    double bandwidth;   /* NAN: auto */
    double rate, start; /* of training: the learning rate, the first width */
    bool see_itself;
} Options;

/* Samples as they are used: with several features each is divided by its standard deviation, so
 * that one bandwidth means something for all of them. */
typedef struct {
    Dataset set;
    Mat unit; /* 1 x d: what one unit of each feature is in the data; 1 for a single feature */
    bool own; /* from a file of the user's */
} Samples;

/* The samples that --data, --x and --y name: generated, built in, or read from a file, at least
 * `least` of them. Dies with the file and line when they cannot be used. */
Samples load_samples(const Options *options, Arena *a, int least);

/* Dies when x is the same in all samples. */
void refuse_constant(Dataset d);

/* At most `most` of the samples, picked at random by the seed: for what takes n^2 time or memory.
 * Says on stderr when it leaves some out. */
enum { MOST_SAMPLES = 2000, MOST_COMPARED = 400 };
Dataset some_samples(Arena *a, Dataset d, int most, int seed);

/* The mean squared error on D2L's test points. */
double test_mse(const Model *model, Arena *a, Dataset samples);

/* A width trained from `start`, from the arena, and the trace of its training. */
Mat trained(Arena *a, Dataset d, double start, Training how, Mat *trace);

/* Step number, error and width of a training: as a series, and as a plot. */
void report_trace(Run *run, const char *name, Mat trace);
void plot_trace(Run *run, Mat trace);

/* The experiments, in the order of the notes. All use D2L's samples of the options' seed, but for
 * the last, which uses the motorcycle data, and see_itself, which uses both. */
void experiment_example(Run *run);
void experiment_predictors(Run *run);
void experiment_kernels(Run *run);
void experiment_bandwidth(Run *run, Dataset samples, const char *key);
void experiment_smoothing(Run *run);
void experiment_training(Run *run);
void experiment_see_itself(Run *run);
void experiment_features(Run *run);
void experiment_seeds(Run *run);
void experiment_weights(Run *run);
void experiment_compare(Run *run, Dataset samples, const char *key);

/* The sub-commands fit, bandwidth, train and compare. */
int command_fit(void *options, int argc, char **argv);
int command_bandwidth(void *options, int argc, char **argv);
int command_train(void *options, int argc, char **argv);
int command_compare(void *options, int argc, char **argv);

#endif
