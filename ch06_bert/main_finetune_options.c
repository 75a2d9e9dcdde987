/* The options of finetune and classify. */
#include "main_finetune.h"

#include <math.h>
#include <string.h>

FinetuneOptions finetune_defaults(void)
{
    return (FinetuneOptions){.data = "build/data",
                             .model = BERT_CLS,
                             .pieces = 4000,
                             .hidden = 128,
                             .epsilon = 0.1,
                             .alpha = 0.04,
                             .attack_steps = 3,
                             .test_epsilon = 0.1,
                             .attacked = 500,
                             .epochs = 3,
                             .batch = 32,
                             .longest = 64,
                             .seeds = 1,
                             .samples = 5,
                             .rate = NAN,
                             .warm_up = 0.1,
                             .top = 3};
}

void finetune_options(Option at[FINETUNE_OPTIONS], FinetuneOptions *o)
{
    const Option options[] = {
        {"task", "TASK", "what to tell apart", OPTION_CHOICE, &o->task, 0, 0, FINETUNE_TASKS},
        {"file", "FILE", "texts of one's own in its place: a label, a tab, a text", OPTION_TEXT,
         &o->file, 0, 0, NULL},
        {"data", "FOLDER", "where ./setup has put the data", OPTION_TEXT, &o->data, 0, 0, NULL},
        {"texts", "N", "learn from N texts; 0: from all", OPTION_INT, &o->texts, 0, 1e9, NULL},
        {"model", "MODEL", "the design", OPTION_CHOICE, &o->model, 0, 0, TEXT_MODEL_NAMES},
        {"pretrained", "FOLDER", "the BERT to begin with, and its pieces of words", OPTION_TEXT,
         &o->pretrained, 0, 0, NULL},
        {"random", NULL, "random weights in place of the pretrained ones", OPTION_FLAG, &o->random,
         0, 0, NULL},
        {"size", "SIZE", "of a BERT that nothing is pretrained of", OPTION_CHOICE, &o->size, 0, 0,
         BERT_SIZES},
        {"pieces", "N", "of a vocabulary that is not from a folder", OPTION_INT, &o->pieces, 100,
         1e6, NULL},
        {"hidden", "N", "of each direction of the BiLSTM", OPTION_INT, &o->hidden, 1, 4096, NULL},
        {"pooling", "P", "from the BiLSTM's steps to one vector", OPTION_CHOICE, &o->pooling, 0, 0,
         POOLINGS},
        {"adversarial", "A", "attack to learn from", OPTION_CHOICE, &o->adversarial, 0, 0, ATTACKS},
        {"epsilon", "E", "how far it moves a batch's vectors, as a share of their length",
         OPTION_REAL, &o->epsilon, 0, 1e4, NULL},
        {"alpha", "A", "length of a step of pgd, likewise", OPTION_REAL, &o->alpha, 0, 1e4, NULL},
        {"absolute", NULL, "not as shares: as they are", OPTION_FLAG, &o->absolute, 0, 0, NULL},
        {"attack-steps", "K", "steps of pgd", OPTION_INT, &o->attack_steps, 1, 100, NULL},
        {"test-epsilon", "E", "of the attack on each text that the result is judged by",
         OPTION_REAL, &o->test_epsilon, 0, 1e4, NULL},
        {"attacked", "N", "texts to attack then; 0: none", OPTION_INT, &o->attacked, 0, 1e9, NULL},
        {"epochs", "N", "times that every text is read", OPTION_INT, &o->epochs, 1, 1000, NULL},
        {"batch", "N", "texts in a batch", OPTION_INT, &o->batch, 1, 4096, NULL},
        {"longest", "N", "pieces of a text; what is longer is cut", OPTION_INT, &o->longest, 3,
         4096, NULL},
        {"rate", "R", "largest learning rate", OPTION_REAL, &o->rate, ABOVE_ZERO, 1, "auto"},
        {"warm-up", "S", "share of the steps until it is reached", OPTION_REAL, &o->warm_up, 0, 1,
         NULL},
        {"seeds", "N", "runs with different random numbers", OPTION_INT, &o->seeds, 1, MOST_SEEDS,
         NULL},
        {"samples", "N", "mistakes to show", OPTION_INT, &o->samples, 0, 1000, NULL},
        {"alone", NULL, "without the bags of words beside it", OPTION_FLAG, &o->alone, 0, 0, NULL},
        {0}};
    memcpy(at, options, sizeof options);
}

const char *finetune_contradiction(const FinetuneOptions *o)
{
    const FinetuneOptions d = finetune_defaults();
    const bool reads_bert = o->pretrained && o->model != BILSTM;
    const bool pgd = o->alpha != d.alpha || o->attack_steps != d.attack_steps;
    const bool attack = pgd || o->epsilon != d.epsilon || o->absolute;
    const struct {
        bool holds;
        const char *why;
    } all[] = {
        {o->file && o->task != d.task, "--task and --file: one of them is read"},
        {o->random && !reads_bert, "--random: there is no pretrained BERT that it would be like"},
        {reads_bert && o->size != d.size, "--size: the sizes are those of --pretrained"},
        {o->pretrained && o->pieces != d.pieces, "--pieces: they are those of --pretrained"},
        {o->model == BERT_CLS && (o->hidden != d.hidden || o->pooling != d.pooling),
         "--hidden and --pooling are of a BiLSTM: --model bert has none"},
        {!o->adversarial && attack,
         "--epsilon, --alpha, --attack-steps and --absolute are of --adversarial"},
        {o->adversarial == FGM && pgd, "--alpha and --attack-steps are of --adversarial pgd"},
        {!o->attacked && o->test_epsilon != d.test_epsilon,
         "--test-epsilon: no text is to be attacked"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].holds) return all[i].why;
    return NULL;
}

void classify_options(Option at[CLASSIFY_OPTIONS], FinetuneOptions *o)
{
    const Option options[] = {
        {"top", "N", "classes to show for each text", OPTION_INT, &o->top, 1, 1000, NULL}, {0}};
    memcpy(at, options, sizeof options);
}
