/* The sub-command classify: what kind of text a text is, with probabilities. */
#include "main.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
    const FinetuneOptions *o;
    TextClassifier model;
    Tokenizer tokenizer;
    Arena fixed, step;
} ClassifySession;

/* Prints the likeliest classes, each with its probability, and then the text. */
static void show(const ClassifySession *s, float *log_probs, const char *text)
{
    const BertConfig *c = &s->model.bert.config;
    for (int k = 0; k < s->o->top && k < c->label_count; k++) {
        int best = 0;
        for (int i = 1; i < c->label_count; i++)
            if (log_probs[i] > log_probs[best]) best = i;
        printf("%.4f %s\t", exp((double)log_probs[best]), c->labels[best]);
        log_probs[best] = -INFINITY; /* shown */
    }
    printf("%s\n", text);
    fflush(stdout);
}

static void classify(void *session, const char *text)
{
    Error e;
    ClassifySession *s = session;
    Prompt p;
    const int longest = s->model.bert.config.shape.positions;
    if (!prompt_new(&p, &s->step, &s->tokenizer, text, NULL, &e)) die("%s", e.text);
    const int cut = prompt_cut(&p, longest);
    warn_cut(cut, longest);
    Mat log_probs = mat_new(&s->step, 1, s->model.bert.config.label_count);
    text_classifier_predict(&s->model, &s->step, log_probs, prompt_input(&p));
    show(s, session_checked(log_probs).data, text);
    arena_reset(&s->step);
}

int classify_run(const RunOptions *r, const FinetuneOptions *o, int argc, char **argv)
{
    Error e;
    ClassifySession s = {.o = o};
    check_answer(r, false, false);
    model_tokenizer(&s.tokenizer, &s.fixed, argv[0]);
    if (!text_classifier_load(&s.model, argv[0], &e)) die("%s", e.text);
    check_vocabulary(argv[0], s.tokenizer.vocabulary.count, s.model.bert.config.shape.vocabulary);
    s.tokenizer.rules.specials = false;
    run_texts(argc - 1, argv + 1, classify, &s);
    text_classifier_free(&s.model);
    arena_free(&s.step);
    arena_free(&s.fixed);
    return EXIT_SUCCESS;
}
