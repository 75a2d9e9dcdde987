/* What the parts of chapter 3's program share: the options, the run that is under way, and the
 * experiments of the notes. */
#ifndef CH03_MAIN_H
#define CH03_MAIN_H

#include "model.h"
#include "common/run.h"

typedef struct {
    RunOptions run;
    int heads, d_model, steps; /* of train and attend */
    double rate, dropout;
    int weights;                           /* of attend: an index into WEIGHTS */
    const char *html, *svg;                /* files of attend; NULL: in the folder for results */
    int cost_heads, cost_d_model, longest; /* of cost; longest: most tokens */
} Options;

#define WEIGHTS "trained|random"
enum { TRAINED, RANDOM };

/* What the model of the notes is trained with. */
enum { MODEL_SIZE = 32, TRAINING_STEPS = 500, TRAINING_BATCH = 32 };
#define TRAINING_RATE 0.01

/* A model with its weights, where it stays until student_free. */
typedef struct {
    Params params;
    Model model;
    double loss; /* of the last step of training */
} Student;

/* A model of `heads` heads whose weights and training sentences are drawn by the seed. */
void student_new(Student *s, int d_model, int heads, uint64_t seed, Rng *r);
void student_free(Student *s);

/* The sentences that all models are tested with, none of which is drawn in training. */
Sentences test_sentences(Arena *a);

/* A name for each token of a sentence: its word as a letter and its colour as a digit, "f2". */
const char *const *token_names(Arena *a, const Sentences *s, int sentence);

/* What each head looks at, and what breaks without it: printed and reported. Returns a row for each
 * head: the weights on both sources, then the accuracies without it. */
Mat report_heads(Run *run, Student *s, const Sentences *test);

/* The maps of the heads for the first test sentence: headsH_headK.tsv, and in the terminal. */
void report_maps(Run *run, Student *s, const Sentences *test);

/* The experiments, in the order of the notes. */
void experiment_example(Run *run);
void experiment_heads(Run *run, Student *two_heads); /* the caller frees the one it gets */
void experiment_mistakes(Run *run, Student *two_heads);
void experiment_cost(Run *run, int d_model, int heads, int longest);

/* The sub-commands. */
int command_example(void *options, int argc, char **argv);
int command_attend(void *options, int argc, char **argv);
int command_train(void *options, int argc, char **argv);
int command_cost(void *options, int argc, char **argv);

#endif
