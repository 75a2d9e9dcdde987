/* What the parts of chapter 5's program share: the options and the sub-commands. */
#ifndef CH05_MAIN_H
#define CH05_MAIN_H

#include "score.h"
#include "trainer.h"
#include "ch03_multihead/view.h"
#include "common/run.h"

#define PAIRS "numbers|en-fr|en-zh|phonemes" /* TASKS without file */

typedef struct {
    RunOptions run;
    int pair, model;  /* an index into PAIRS, a ModelKind */
    TaskOptions task; /* kind and seed are set by choose_defaults */
    TranslatorShape shape;
    Training training;
    int norm;  /* AUTO_NORM, POST_NORM, PRE_NORM */
    int every; /* steps between two validations */
    bool resume;
    int curve_steps;         /* of curve: the first steps of training */
    int beam, samples, most; /* of score: samples to show, sentences to translate */
    double penalty;
    bool attention;
    const char *html, *svg; /* files of the attention view; NULL: none */
} Options;

enum { AUTO_NORM, POST_NORM, PRE_NORM };

int command_runs(void *options, int argc, char **argv);
int command_bugs(void *options, int argc, char **argv);
int command_data(void *options, int argc, char **argv);
int command_train(void *options, int argc, char **argv);
int command_curve(void *options, int argc, char **argv);
int command_score(void *options, int argc, char **argv);
int command_translate(void *options, int argc, char **argv);

/* The options of a command; ends with a name of NULL. */
typedef struct {
    Option at[32];
} OptionTable;
OptionTable data_options(Options *o), train_options(Options *o), curve_options(Options *o),
    score_options(Options *o), translate_options(Options *o);

/* Replaces every 0 among the options of model and training by what suits the pair. */
void choose_defaults(Options *o);

/* Reads the task that the options name; dies when that is not possible. */
void load_task(Task *t, Arena *a, const TaskOptions *o);

/* How the options search for a translation, for sentences of at most `longest` ids. */
Search search_of(const Options *o, int longest);

/* What the heads of the decoder looked at while it wrote `target` and, unless that is as long as
 * the model can write, END_ID: all layers and heads of a Transformer, the one attention of a
 * recurrent model. From the run's arena. */
AttentionView attention_view(Run *run, Translator *m, const Codec *codec, Sequence source,
                             Sequence target);

/* Says what is trained, and how. */
void describe_training(const Run *run, const Trainer *t, const Task *data);

#endif
