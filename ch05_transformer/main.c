/* ch5 - a Transformer that translates: the program of chapter 5.
 *
 * Without a sub-command it learns numbers in words and shows what the notes say about it. */
#include "main.h"
#include "common/threads.h"

#include <math.h>
#include <stdlib.h>

static const char epilogue[] = "Results go to build/ch5 unless --out says otherwise.\n"
                               "\n"
                               "  ./ch5\n"
                               "  ./ch5 data --pair en-fr\n"
                               "  ./ch5 train --pair en-fr --out build/en-fr\n"
                               "  ./ch5 score build/en-fr\n"
                               "  ./ch5 translate build/en-fr \"Click the button.\" --attention\n";

static const char keys[] =
    "results.txt holds\n"
    "  numbers.train, numbers.test    pairs to learn from, numbers never seen\n"
    "  numbers.overlaps               of the latter that are among the former: 0\n"
    "  numbers.weights, numbers.steps of the model, of training\n"
    "  numbers.valid                  loss of the validation part after training\n"
    "  numbers.exact, numbers.bleu    share of test numbers exactly right; BLEU\n"
    "  time.numbers.seconds           time of the training steps\n";

static const char train_epilogue[] =
    "0 and auto mean: what suits the pair; the run says what it takes.\n"
    "\n"
    "Ctrl-C saves the state and stops; the same command with --resume goes on, with\n"
    "the same bits as if it had not been stopped. The folder then holds\n"
    "  model.safetensors   the weights with the best validation loss\n"
    "  last.safetensors    the state after the last step\n"
    "  vocabulary.txt      the pieces of words\n"
    "  learning.tsv, results.txt\n";

static const char curve_epilogue[] =
    "0 and auto mean: what suits the pair; the run says what it takes.\n"
    "\n"
    "There is no dropout. The folder then holds\n"
    "  model.safetensors   the weights before the first step\n"
    "  batches.txt         step, source and target of every sentence, as ids\n"
    "  curve.tsv           the mean of -log p of every step\n"
    "  results.txt         the settings\n"
    "ch05_transformer/golden/curve_torch.py FOLDER takes the same steps with PyTorch\n"
    "and writes curve_torch.tsv beside it.\n";

static int run_command(Options *o, int argc, char **argv)
{
    Option common[RUN_OPTIONS];
    run_options(common, &o->run);
    const OptionTable data = data_options(o), train = train_options(o), curve = curve_options(o),
                      score = score_options(o), translate = translate_options(o);
    const Command commands[] = {
        {"runs", NULL, "numbers in words, learned from nothing", command_runs, NULL, keys},
        {"bugs", NULL, "four mistakes and how they show", command_bugs, NULL, NULL},
        {"data", NULL, "what there is to learn from, and samples", command_data, data.at, NULL},
        {"train", NULL, "train a model", command_train, train.at, train_epilogue},
        {"curve", NULL, "the first steps of training, to compare with PyTorch's", command_curve,
         curve.at, curve_epilogue},
        {"score", "MODEL", "translate the held-out part and score it", command_score, score.at,
         NULL},
        {"translate", "MODEL [TEXT...]", "translate texts, or lines of standard input",
         command_translate, translate.at, NULL},
        {0}};
    return cli_run(
        &(Cli){"ch5", "Chapter 5: a Transformer that translates", commands, common, epilogue}, o,
        argc, argv);
}

int main(int argc, char **argv)
{
    threads_sleep_soon(argv);
    Options o = {.run = {.seed = 1, .argv = argv, .out = "build/ch5"},
                 .task = {.data = "build/data", .rules = {.longest = 24, .ratio = 2.5}},
                 .shape.shape.dropout = NAN,
                 .training = {.rate = NAN, .smoothing = NAN, .clip = 1},
                 .curve_steps = 300,
                 .beam = 4,
                 .penalty = 0.6,
                 .samples = 5,
                 .most = 1000000};
    return run_command(&o, argc, argv);
}
