/* What the parts of chapter 6's program share: the options and the sub-commands. */
#ifndef CH06_MAIN_H
#define CH06_MAIN_H

#include "bert_file.h"
#include "ch03_multihead/view.h"
#include "common/run.h"
#include "prompt.h"

typedef struct {
    RunOptions run;
    int top;                /* of fill-mask: words to show */
    bool vectors;           /* of embed: print them */
    const char *html, *svg; /* files of the attention view; NULL: none */
} Options;

int command_tokenize(void *options, int argc, char **argv);
int command_fill_mask(void *options, int argc, char **argv);
int command_next_sentence(void *options, int argc, char **argv);
int command_embed(void *options, int argc, char **argv);
int command_attend(void *options, int argc, char **argv);

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

/* The prompt of one text or two (second NULL), cut to what the model takes; warns when it is cut.
 * From the run's arena. */
Prompt session_prompt(Session *s, const char *first, const char *second);

/* The encoder's output for a prompt, from the run's arena. */
Mat session_read(Session *s, const Prompt *p);

/* What each head of each layer looked at while the model read the prompt. */
AttentionView session_view(Session *s, const Prompt *p);

#endif
