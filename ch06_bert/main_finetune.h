/* The sub-commands finetune and classify: their options, and what their files share. */
#ifndef CH06_MAIN_FINETUNE_H
#define CH06_MAIN_FINETUNE_H

#include "fine_tuner.h"
#include "text_classifier_file.h"
#include "common/run.h"

#define FINETUNE_TASKS "glosses|help-en|help-zh|foods" /* LABEL_TASK_NAMES without file */
#define BERT_SIZES "tiny|mini|small"

typedef struct {
    int task;               /* an index into FINETUNE_TASKS */
    const char *file;       /* labelled texts of one's own, in place of a task; NULL: none */
    const char *data;       /* where ./setup puts what it fetches */
    int texts;              /* of the training part, at most; 0: all */
    int model;              /* a TextModel */
    const char *pretrained; /* a folder with a BERT; NULL: none */
    bool random;            /* not its weights, but random ones of its sizes */
    int size, pieces;       /* without a folder: an index into BERT_SIZES; of the vocabulary */
    int pooling, hidden;    /* of the BiLSTM */
    int adversarial;        /* an AttackKind */
    double epsilon, alpha;
    bool absolute; /* epsilon and alpha are not shares of the vectors' length */
    int attack_steps;
    double test_epsilon; /* of the attack that every model is judged by */
    int attacked;        /* texts that it is judged by, at most */
    int epochs, batch, longest, seeds, samples;
    double rate, warm_up; /* rate NaN: what suits the model */
    bool alone;           /* without the models that read a bag of words */
    int top;              /* of classify: classes to show */
} FinetuneOptions;

/* What the options hold before the command line is read. */
FinetuneOptions finetune_defaults(void);

/* Why an option would be without effect beside the others, or NULL. One that has its default counts
 * as not given. */
const char *finetune_contradiction(const FinetuneOptions *o);

/* The tables of options, each with its end. */
enum { FINETUNE_OPTIONS = 27, CLASSIFY_OPTIONS = 2 };
void finetune_options(Option at[FINETUNE_OPTIONS], FinetuneOptions *o);
void classify_options(Option at[CLASSIFY_OPTIONS], FinetuneOptions *o);

/* The commands. finetune writes to --out, or else to build/finetune: the model of the seed that
 * does best on the validation part, its tokenizer, results.txt and series. classify takes a MODEL
 * and texts. Both return the exit status, and die when a file is missing or wrong. */
int finetune_run(const RunOptions *r, const FinetuneOptions *o);
int classify_run(const RunOptions *r, const FinetuneOptions *o, int argc, char **argv);

/* ---- parts of finetune -----------------------------------------------------------------------*/

enum { MOST_SEEDS = 20 };

/* A line of the table: a model on the test part, once for each seed. */
typedef struct {
    char name[64], key[32]; /* for the eye, for results.txt */
    ClassScores scores[MOST_SEEDS];
    int runs;
} ScoreLine;

typedef struct {
    const FinetuneOptions *o;
    Run run;
    Arena arena;
    LabelTask labelled;
    Tokenizer tokenizer;
    TextTask task; /* the same as ids */
    FineTuning how;
    ScoreLine line;     /* of the model */
    int attacked_texts; /* how many of the test part are attacked, and the accuracy */
    double attacked[MOST_SEEDS], attacked_clean[MOST_SEEDS]; /* on them with and without that */
    double weights;                                          /* how many numbers the model is */
    Mat learning;                                            /* a row for each epoch of each seed */
    double best_valid; /* validation accuracy of the saved model, and its seed */
    int best_seed;
    int *predicted; /* of the saved model for the test part */
} Finetune;

/* Reads the task and the folder's tokenizer, or one learned from the training part; dies when that
 * is not possible. Then the texts as ids, cut to `longest` pieces. */
void finetune_read(Finetune *f, uint64_t seed);
void finetune_spell(Finetune *f, int longest);

/* The labels of a part, from the arena. */
int *finetune_labels(Finetune *f, Part part);

/* Scores majority, naive Bayes and logistic regression on bags of words; their settings are those
 * that do best on the validation part. */
enum { BASELINES = 3 };
void finetune_baselines(Finetune *f, ScoreLine lines[BASELINES]);

/* Reports a line of the table; the results of the whole run; some texts that it gets wrong; and,
 * of a model on a BERT, two texts piece by piece: right.tsv and wrong.tsv. */
void finetune_report_line(Finetune *f, const ScoreLine *line);
void finetune_report(Finetune *f);
void finetune_show_mistakes(Finetune *f);
void finetune_look_closer(Finetune *f);

#endif
