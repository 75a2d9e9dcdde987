/* ch3 - multi-head and self-attention: the program of chapter 3.
 *
 * Without a sub-command it runs every experiment of the notes, in their order. */
#include "main.h"
#include "common/threads.h"

#include <stdlib.h>

static const char epilogue[] = "Results go to build/ch3 unless --out says otherwise.\n"
                               "\n"
                               "  ./ch3\n"
                               "  ./ch3 example\n"
                               "  ./ch3 train --heads 1\n"
                               "  ./ch3 attend the cat that saw the dog saw the mouse\n"
                               "  ./ch3 attend --weights random --heads 8 我爱北京\n";

static const char keys[] =
    "results.txt holds\n"
    "  mh.example.NAME.ROW_COLUMN    the example on paper: q, k, v, s, a, o, y and\n"
    "                                the gradients d_...; those of s and a are NAMEHEAD\n"
    "  mh.parameters                 of the model, the same for any number of heads\n"
    "  mh.chance, mh.counting.QUESTION   what answers without attention are worth\n"
    "  mh.headsH.{previous,match,both}      accuracy after training, mean of three seeds\n"
    "  mh.headsH.{previous,match,both}_sd   and its standard deviation; H: 1, 2, 4\n"
    "  mh.heads1.seedS.QUESTION      which of the two questions one head has chosen\n"
    "  mh.headsH.headK.QUESTION      weight of a head on the token with the answer (seed 1)\n"
    "  mh.headsH.withoutK.QUESTION   accuracy when head K is removed (seed 1)\n"
    "  mh.mistake.NAME.{previous,match,both}   accuracy with a mistake in the program\n"
    "  mh.mistake.NAME.difference    largest difference from the right output\n"
    "  mh.mistake.NAME.{least,most}  sums of the rows of the weights\n"
    "  mh.mistake.NAME.looked_at     tokens that a head looks at (exp of the entropy)\n"
    "  time.mh.{attention,recurrence,convolution}.tT   milliseconds for T tokens\n";

static int command_runs(void *context, int argc, char **argv)
{
    (void)argc, (void)argv;
    const Options *options = context;
    Student two_heads;
    Run run = run_start(&options->run, options);
    say(&run, "Chapter 3. Multi-head and self-attention\n");
    experiment_example(&run);
    experiment_heads(&run, &two_heads);
    experiment_mistakes(&run, &two_heads);
    student_free(&two_heads);
    experiment_cost(&run, options->cost_d_model, options->cost_heads, options->longest);
    heading(&run, "Next");
    say(&run, "Read ch03_multihead/notes.md (make notes: as a page with figures).\n"
              "Try  ./ch3 attend the cat that saw the dog saw the mouse\n"
              "     ./ch3 train --heads 1\n"
              "     make skeleton, for the exercises\n");
    run_finish(&run, "ch03_multihead");
    return EXIT_SUCCESS;
}

static Option option_heads(int *heads)
{
    return (Option){"heads", "H", "number of heads; must divide d", OPTION_INT, heads, 1,
                    1024,    NULL};
}

static Option option_size(int *d_model)
{
    return (Option){"d", "D", "length of a token's vector", OPTION_INT, d_model, 1, 1024, NULL};
}

static int run_command(Options *o, int argc, char **argv)
{
    const Option heads = option_heads(&o->heads), size = option_size(&o->d_model);
    const Option steps = {"steps", "N", "steps of training", OPTION_INT, &o->steps, 1,
                          100000,  NULL};
    Option common[RUN_OPTIONS];
    run_options(common, &o->run);
    const Option attend[] = {
        heads,
        size,
        steps,
        {"weights", "W", "a model trained for a moment, or random weights", OPTION_CHOICE,
         &o->weights, 0, 0, WEIGHTS},
        {"html", "FILE", "the HTML file; without it attention.html in the folder for results",
         OPTION_TEXT, &o->html, 0, 0, NULL},
        {"svg", "FILE", "the SVG file; likewise attention.svg", OPTION_TEXT, &o->svg, 0, 0, NULL},
        {0}};
    const Option train[] = {
        heads,
        size,
        steps,
        {"rate", "R", "learning rate of Adam", OPTION_REAL, &o->rate, ABOVE_ZERO, 10, NULL},
        {"dropout", "P", "share of the attention weights that is dropped in training", OPTION_REAL,
         &o->dropout, 0, 0.99, NULL},
        {0}};
    const Option cost[] = {option_heads(&o->cost_heads),
                           option_size(&o->cost_d_model),
                           {"longest", "T", "most tokens", OPTION_INT, &o->longest, 16, 8192, NULL},
                           {0}};
    const Command commands[] = {
        {"runs", NULL, "every experiment of the notes", command_runs, NULL, keys},
        {"example", NULL, "two heads with numbers, step by step, forward and backward",
         command_example, NULL, NULL},
        {"attend", "TEXT...", "who looks at whom in a sentence: terminal, SVG and HTML",
         command_attend, attend, NULL},
        {"train", NULL, "train the model of the notes and look at its heads", command_train, train,
         NULL},
        {"cost", NULL, "time of attention, recurrence and convolution", command_cost, cost, NULL},
        {0}};
    const Cli cli = {"ch3", "Chapter 3: multi-head and self-attention", commands, common, epilogue};
    return cli_run(&cli, o, argc, argv);
}

int main(int argc, char **argv)
{
    threads_sleep_soon(argv);
    Options options = {.run = {.seed = 1, .folder = "build/ch3", .argv = argv},
                       .heads = 2,
                       .d_model = MODEL_SIZE,
                       .steps = TRAINING_STEPS,
                       .rate = TRAINING_RATE,
                       .cost_heads = 8,
                       .cost_d_model = 128,
                       .longest = 1024};
    return run_command(&options, argc, argv);
}
