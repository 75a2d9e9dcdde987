/* ch6 - BERT: the program of chapter 6.
 *
 * Without a sub-command it pretrains a tiny BERT on the book's own notes and shows what it has
 * learned. */
#include "main.h"
#include "common/threads.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char epilogue[] =
    "MODEL is a folder with a BERT as Hugging Face publishes it: config.json,\n"
    "model.safetensors, vocab.txt; pretrain and finetune write such folders.\n"
    "\n"
    "  ./ch6 fill-mask MODEL \"The capital of France is [MASK].\"\n"
    "  ./ch6 next-sentence MODEL \"Where is he?\" \"He went home.\"\n"
    "  ./ch6 embed MODEL \"a cat\" \"a dog\" \"a theorem\"\n"
    "  ./ch6 attend MODEL \"the cat saw the dog\" --html view.html\n";

#define ONLY_PRINTS "It only prints: --seed, --out and --quiet do not go with it.\n"

static const char tokenize_epilogue[] =
    "VOCAB is a vocab.txt or a folder with one. Two lines for every text: its pieces,\n"
    "and their ids. " ONLY_PRINTS;

static const char keys[] =
    "results.txt holds\n"
    "  first.vocabulary               pieces learned from the notes\n"
    "  first.steps, first.valid       of pretraining; validation loss on masked words\n"
    "  first.trained.mlm.accuracy, .mlm.loss   on documents that were held out; beside it\n"
    "  first.trained.unigram.accuracy, .loss   the most frequent piece, by frequency\n"
    "  first.trained.bigram.accuracy           what most often follows the piece before\n"
    "  first.trained.nsp.loss                  does it follow? a coin has 0.693\n"
    "  time.first.seconds             time of the training steps\n";

static const char pretrain_epilogue[] =
    "Ctrl-C saves the state and stops; the same command with --resume goes on, with\n"
    "the same bits as if it had not been stopped. The folder (build/pretrain without\n"
    "--out) then holds\n"
    "  config.json, model.safetensors   the weights with the best validation loss\n"
    "  vocab.txt, tokenizer_config.json the tokenizer\n"
    "  last.safetensors                 the state after the last step\n"
    "  learning.tsv, results.txt\n";

static const char finetune_epilogue[] =
    "The folder (build/finetune without --out) then holds\n"
    "  classifier.json, config.json     what the model is; without BERT the first alone\n"
    "  model.safetensors                the weights with the best validation accuracy\n"
    "  vocab.txt, tokenizer_config.json the tokenizer\n"
    "  learning.tsv                     every epoch of every seed\n"
    "  classes.tsv, confusion.tsv       the saved model on the test part, class by class\n"
    "  right.tsv, wrong.tsv             of a BERT: a text of the test part, drawn at random,\n"
    "    that it labels rightly and one that it does not, piece by piece: what each head of\n"
    "    the last layer looks at (bert: from [CLS]; bert-bilstm: mean over all places), and\n"
    "    the log p that the answer loses when [MASK] hides the piece; the texts are in\n"
    "    results.txt, finetune.right.* and finetune.wrong.*\n"
    "  results.txt                      keys finetune.*, of the model finetune.model.*;\n"
    "    finetune.attacked and .attacked_clean are accuracies on the same\n"
    "    finetune.attacked_texts texts of the test part, with and without the attack\n"
    "\n"
    "Fine-tuning does not resume. Ctrl-C keeps the best model so far, if an epoch is\n"
    "over, but does not test it.\n";

static const char embed_epilogue[] =
    "The vector of a text is the mean of the last layer's vectors over its pieces,\n"
    "[CLS] and [SEP] among them, scaled to length 1. Cosine similarities are shown of\n"
    "at most 40 texts; with --out FOLDER the vectors go to FOLDER/vectors.tsv, a line\n"
    "for each text, and the similarities of at most 1000 texts to\n"
    "FOLDER/similarities.tsv. --seed does not go with it.\n";

static const char attend_epilogue[] =
    "Its files are those of --html and --svg: --seed and --out do not go with it.\n";

enum { TRAINING_OPTIONS = 12, PRETRAIN_OPTIONS = TRAINING_OPTIONS + 4 };

/* The options of pretrain and compare. */
static void training_options(Option at[TRAINING_OPTIONS], Options *o)
{
    Pretraining *p = &o->pretraining;
    const Option all[TRAINING_OPTIONS] = {
        {"corpus", "CORPUS", "what to read", OPTION_CHOICE, &o->corpus, 0, 0, PRETRAIN_CORPORA},
        {"file", "FILE", "texts of one's own: a sentence a line, a blank line between documents",
         OPTION_TEXT, &o->source.path, 0, 0, NULL},
        {"data", "FOLDER", "where ./setup has put the data", OPTION_TEXT, &o->source.data, 0, 0,
         NULL},
        {"vocabulary", "N", "pieces to learn", OPTION_INT, &o->source.vocabulary, 100, 100000,
         NULL},
        {"size", "SIZE", "layers x width: 2x128, 4x256, 4x512", OPTION_CHOICE, &o->size, 0, 0,
         BERT_SIZES},
        {"steps", "N", "steps of training", OPTION_INT, &p->steps, 1, 1e7, NULL},
        {"warm-up", "N", "steps until the rate is reached", OPTION_INT, &p->warm_up, 0, 1e6,
         "auto"},
        {"rate", "R", "largest learning rate", OPTION_REAL, &o->rate, ABOVE_ZERO, 1, "auto"},
        {"decay", "D", "of the weights", OPTION_REAL, &p->decay, 0, 1, NULL},
        {"rows", "N", "texts in a batch", OPTION_INT, &p->rows, 1, 4096, NULL},
        {"longest", "N", "pieces of a text", OPTION_INT, &p->longest, 8, 512, NULL},
        {"every", "N", "steps between two validations", OPTION_INT, &o->every, 1, 1e7, NULL}};
    memcpy(at, all, sizeof all);
}

static void pretrain_options(Option at[PRETRAIN_OPTIONS + 1], Options *o)
{
    Pretraining *p = &o->pretraining;
    const Option more[] = {
        {"accumulate", "N", "batches that make one step", OPTION_INT, &p->accumulate, 1, 1000,
         NULL},
        {"whole-words", NULL, "hide words whole", OPTION_FLAG, &p->whole_words, 0, 0, NULL},
        {"alone", NULL, "without next-sentence prediction", OPTION_FLAG, &o->alone, 0, 0, NULL},
        {"resume", NULL, "go on with the run in the folder for results", OPTION_FLAG, &o->resume, 0,
         0, NULL},
        {0}};
    training_options(at, o);
    memcpy(at + TRAINING_OPTIONS, more, sizeof more);
}

static void compare_options(Option at[TRAINING_OPTIONS + 2], Options *o)
{
    const Option more[] = {{"seeds", "N", "runs of each model, with different random numbers",
                            OPTION_INT, &o->seeds, 1, MOST_SEEDS, NULL},
                           {0}};
    training_options(at, o);
    memcpy(at + TRAINING_OPTIONS, more, sizeof more);
}

void contradiction(const char *why)
{
    fprintf(stderr, "error: %s\n", why);
    exit(2);
}

int command_finetune(void *options, int argc, char **argv)
{
    (void)argc, (void)argv;
    const Options *o = options;
    const char *why = finetune_contradiction(&o->finetune);
    if (why) contradiction(why);
    return finetune_run(&o->run, &o->finetune);
}

int command_classify(void *options, int argc, char **argv)
{
    const Options *o = options;
    return classify_run(&o->run, &o->finetune, argc, argv);
}

static int run_command(Options *o, int argc, char **argv)
{
    Option common[RUN_OPTIONS];
    run_options(common, &o->run);
    const Option fill[] = {
        {"top", "N", "words to show for every hole", OPTION_INT, &o->top, 1, MOST_GUESSES, NULL},
        {0}};
    const Option attend[] = {
        {"html", "FILE", "write the view to point at", OPTION_TEXT, &o->html, 0, 0, NULL},
        {"svg", "FILE", "write the view as a picture", OPTION_TEXT, &o->svg, 0, 0, NULL},
        {0}};
    Option pretrain[PRETRAIN_OPTIONS + 1], compare[TRAINING_OPTIONS + 2];
    Option finetune[FINETUNE_OPTIONS], classify[CLASSIFY_OPTIONS];
    pretrain_options(pretrain, o);
    compare_options(compare, o);
    finetune_options(finetune, &o->finetune);
    classify_options(classify, &o->finetune);
    const Command commands[] = {
        {"runs", NULL, "a BERT that reads this book", command_runs, NULL, keys},
        {"pretrain", NULL, "pretrain a BERT on a corpus", command_pretrain, pretrain,
         pretrain_epilogue},
        {"compare", NULL, "the masked model beside a left-to-right one and two LSTMs",
         command_compare, compare, NULL},
        {"bugs", NULL, "mistakes, and what they look like", command_bugs, NULL, NULL},
        {"finetune", NULL, "train a text classifier, attacked or not", command_finetune, finetune,
         finetune_epilogue},
        {"classify", "MODEL [TEXT...]", "label texts, or lines of standard input", command_classify,
         classify, ONLY_PRINTS},
        {"tokenize", "VOCAB [TEXT...]", "cut texts, or lines of standard input, into pieces",
         command_tokenize, NULL, tokenize_epilogue},
        {"fill-mask", "MODEL [TEXT...]", "what may stand at every [MASK]", command_fill_mask, fill,
         ONLY_PRINTS},
        {"next-sentence", "MODEL TEXT TEXT", "does the second text follow the first?",
         command_next_sentence, NULL, ONLY_PRINTS},
        {"embed", "MODEL [TEXT...]", "vectors of texts and how similar they are", command_embed,
         NULL, embed_epilogue},
        {"attend", "MODEL TEXT [TEXT]", "who looks at whom in a text, or in two", command_attend,
         attend, attend_epilogue},
        {0}};
    return cli_run(&(Cli){"ch6", "Chapter 6: BERT", commands, common, epilogue}, o, argc, argv);
}

int main(int argc, char **argv)
{
    threads_sleep_soon(argv);
    Options o = {.run = {.seed = 1, .argv = argv, .folder = "build/ch6"},
                 .top = 5,
                 .corpus = CORPUS_AUSTEN,
                 .source = {.data = "build/data", .vocabulary = 8000},
                 .pretraining = {.steps = 5000,
                                 .warm_up = INT_MIN,
                                 .decay = 0.01,
                                 .clip = 1,
                                 .rows = 32,
                                 .longest = 64,
                                 .accumulate = 1},
                 .rate = NAN,
                 .every = 500,
                 .seeds = 1,
                 .finetune = finetune_defaults()};
    return run_command(&o, argc, argv);
}
