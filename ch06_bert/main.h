/* What the parts of chapter 6's program share: the options and the sub-commands. */
#ifndef CH06_MAIN_H
#define CH06_MAIN_H

#include "bert_file.h"
#include "ch03_multihead/view.h"
#include "common/run.h"
#include "main_finetune.h"
#include "pretrainer.h"
#include "prompt.h"

typedef struct {
    RunOptions run;
    int top;                /* of fill-mask: words to show */
    bool vectors;           /* of embed: print them */
    const char *html, *svg; /* files of the attention view; NULL: none */
    int corpus;             /* an index into CORPORA without file */
    CorpusOptions source;
    int size; /* an index into BERT_SIZES */
    Pretraining pretraining;
    double rate; /* NaN: what suits the size */
    bool alone;  /* without next-sentence prediction */
    int every;   /* steps between two validations */
    bool resume;
    int seeds; /* of compare: runs of each model */
    FinetuneOptions finetune;
} Options;

#define PRETRAIN_CORPORA "notes|notes-zh|austen|help-en|help-zh|handbook-zh|wordnet"

/* Ends the program as after any wrong command line: with the message and status 2. */
_Noreturn void contradiction(const char *why);

int command_runs(void *options, int argc, char **argv);
int command_pretrain(void *options, int argc, char **argv);
int command_compare(void *options, int argc, char **argv);
int command_bugs(void *options, int argc, char **argv);
int command_finetune(void *options, int argc, char **argv);
int command_classify(void *options, int argc, char **argv);

/* The sizes of a BERT for a vocabulary and texts of at most `longest` pieces. */
BertConfig config_of_size(int size, int vocabulary, int longest);

/* Completes the settings of a pretraining by what the options say; dies when they do not fit. */
void pretraining_choose(Options *o);

/* Reads, splits and spells the corpus; dies when that is not possible. With resume, with the pieces
 * of the folder for results. */
void pretraining_read(PretrainingData *data, Arena *a, const Options *o);

/* Writes the model and its tokenizer to the folder for results; dies when that is not possible. */
void save_model(const Run *run, const BertModel *m, const Tokenizer *t);

/* Says what is trained, and how. */
void describe_pretraining(const Run *run, const Pretrainer *t, const PretrainingData *data);

/* Reports the model on a part beside the baselines: masked words and pairs. Keys begin with
 * `key`. */
void report_pretraining(Run *run, Pretrainer *t, const PretrainingData *data, Part part,
                        const char *key);

int command_tokenize(void *options, int argc, char **argv);
int command_fill_mask(void *options, int argc, char **argv);
int command_next_sentence(void *options, int argc, char **argv);
int command_embed(void *options, int argc, char **argv);
int command_attend(void *options, int argc, char **argv);

/* Reads the tokenizer of a model's folder; dies when that is not possible, or it is no folder. */
void model_tokenizer(Tokenizer *t, Arena *a, const char *folder);

/* Dies when a folder's vocab.txt has more pieces than its model; warns when it has fewer. */
void check_vocabulary(const char *folder, int pieces, int of_model);

/* A model with its tokenizer, for questions. */
typedef struct {
    Run run;
    const Options *options;
    BertModel model;
    Tokenizer tokenizer;
    Arena arena; /* what stays */
} Session;

/* Reads a folder; dies when that is not possible, or a part of `need` is missing. */
void session_open(Session *s, Options *o, const char *folder, unsigned need);
void session_close(Session *s);

/* Says how many pieces were cut off, if any. */
void warn_cut(int cut, int longest);

/* The answer, if all of it is finite; dies when it is not, as it may be with finite weights. */
Mat session_checked(Mat answer);

/* Ends the program where an option of every command would be without effect on one that answers:
 * --seed always, --out unless there is a folder for it, --quiet unless there are files. */
void check_answer(const RunOptions *o, bool folder, bool files);

/* The prompt of one text or two (second NULL), cut to what the model takes; warns when it is cut.
 * Dies when the model knows one segment only and there are two texts. From the run's arena. */
Prompt session_prompt(Session *s, const char *first, const char *second);

/* The encoder's output for a prompt, from the run's arena. */
Mat session_read(Session *s, const Prompt *p);

/* The `count` pieces that most probably stand at a place of what was read, the most probable first;
 * fewer when the vocabulary is smaller. Returns how many. */
enum { MOST_GUESSES = 100 };
typedef struct {
    const char *text; /* owned by the tokenizer */
    float p;
} Guess;
int session_guess(Session *s, Mat hidden, int place, Guess best[], int count);

/* What each head of each layer looked at while the model read the prompt. */
AttentionView session_view(Session *s, const Prompt *p);

#endif
