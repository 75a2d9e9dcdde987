/* ch4 - positional encoding: the program of chapter 4.
 *
 * Without a sub-command it runs every experiment of the notes, in their order. */
#include "main.h"
#include "common/threads.h"

#include <stdlib.h>

Mat counting(Arena *a, int n)
{
    Mat m = mat_new(a, n, 1);
    for (int i = 0; i < n; i++) m.data[i] = (float)i;
    return m;
}

static const char epilogue[] =
    "Results go to build/ch4 unless --out says otherwise; show and rotate write files only with\n"
    "--out.\n"
    "\n"
    "  ./ch4\n"
    "  ./ch4 show --kind alibi --positions 24\n"
    "  ./ch4 rotate --delta 3 --d 6\n"
    "  ./ch4 train --task first --kind learned --length 20\n";

static const char keys[] =
    "results.txt holds\n"
    "  pe.example.pP.cC, pe.example.m.RC    PE with d = 4; M_1, row R, column C\n"
    "  pe.example.rotary.{0_2,5_7,0_3}      the scores of the example on paper\n"
    "  pe.frequency.{ratio,longest}         d = 64: of neighbours; longest wave\n"
    "  pe.float.pP.error                    angles in float32: error up to P\n"
    "  pe.shift.difference                  largest |M PE(p) - PE(p + delta)|\n"
    "  pe.dots.{spread,kK}                  products at distance K, over d/2\n"
    "  pe.projected.{sinusoidal,rotary}.{mean,deviation}\n"
    "      scores at one distance after random projections\n"
    "  pe.alibi.hH.{slope,half}             slope of head H; tokens to half weight\n"
    "  pe.TASK.guess.LENGTH                 possible without order: copy, first\n"
    "  pe.TASK.KIND.LENGTH.{accuracy,deviation}\n"
    "      mean and deviation over three seeds. KIND: none, sinusoidal, learned,\n"
    "      rotary, alibi, symmetric, sides\n"
    "  pe.TASK.KIND.shiftS                  accuracy when positions begin with S\n"
    "  pe.first.KIND.{near,far}             128 tokens: first mark within 32 or not\n"
    "  pe.copy.KIND.weight_{seen,unseen}    on the right token, by position\n"
    "  pe.bug.*                             the bugs of the notes\n";

static int command_runs(void *context, int argc, char **argv)
{
    (void)argc, (void)argv;
    const Options *options = context;
    Trained copy[KINDS] = {0};
    Run run = run_start(&options->run, options);
    say(&run, "Chapter 4. Positional encoding\n");
    experiment_example(&run);
    experiment_table(&run);
    experiment_frequencies(&run);
    experiment_precision(&run);
    experiment_shift(&run);
    experiment_dots(&run);
    experiment_projected(&run);
    experiment_alibi(&run);
    experiment_order(&run, copy);
    experiment_maps(&run, copy);
    experiment_bugs(&run, copy);
    for (int kind = 0; kind < KINDS; kind++) params_free(&copy[kind].params);
    heading(&run, "Next");
    say(&run, "Read ch04_positional_encoding/notes.md (make notes: as a page with figures).\n"
              "Try  ./ch4 rotate --delta 3 --d 6\n"
              "     ./ch4 train --task first --kind rotary\n"
              "     make skeleton, for the exercises\n");
    run_finish(&run, "ch04_positional_encoding");
    return EXIT_SUCCESS;
}

static int run_command(Options *o, int argc, char **argv)
{
    Option common[RUN_OPTIONS];
    run_options(common, &o->run);
    const Option show[] = {
        {"kind", "K", "what to show", OPTION_CHOICE, &o->shown, 0, 0, "sinusoidal|rotary|alibi"},
        {"d", "N", "columns; alibi has none", OPTION_INT, &o->show_d, 1, 1024, NULL},
        {"positions", "N", "how many positions", OPTION_INT, &o->positions, 1, 512, NULL},
        {"first", "P", "the first of them; alibi does not depend on it", OPTION_INT, &o->first, 0,
         1e6, NULL},
        {0}};
    const Option rotate[] = {
        {"d", "N", "columns of the encoding, even", OPTION_INT, &o->rotate_d, 2, 64, NULL},
        {"delta", "K", "the shift", OPTION_REAL, &o->delta, -1e6, 1e6, NULL},
        {0}};
    const Option train[] = {
        {"task", "T", "the task", OPTION_CHOICE, &o->task, 0, 0, "copy|first"},
        {"kind", "K", "how positions enter", OPTION_CHOICE, &o->kind, 0, 0,
         "none|sinusoidal|learned|rotary|alibi|symmetric|sides"},
        {"length", "N", "tokens of the longest training sequence", OPTION_INT, &o->length, SHORTEST,
         64, NULL},
        {"steps", "N", "steps of Adam", OPTION_INT, &o->steps, 10, 100000, NULL},
        {"rate", "R", "its learning rate", OPTION_REAL, &o->rate, ABOVE_ZERO, 10, NULL},
        {0}};
    const Command commands[] = {
        {"runs", NULL, "every experiment of the notes", command_runs, NULL, keys},
        {"show", NULL, "an encoding as a picture", command_show, show, NULL},
        {"rotate", NULL, "the matrix that shifts every position by delta", command_rotate, rotate,
         NULL},
        {"train", NULL, "train a small model on a task where order is everything", command_train,
         train, NULL},
        {0}};
    const Cli cli = {"ch4", "Chapter 4: positional encoding", commands, common, epilogue};
    return cli_run(&cli, o, argc, argv);
}

int main(int argc, char **argv)
{
    threads_sleep_soon(argv);
    Options options = {.run = {.seed = 1, .folder = "build/ch4", .argv = argv},
                       .show_d = 32,
                       .rotate_d = 4,
                       .positions = 40,
                       .delta = 1,
                       .kind = ROTARY,
                       .length = 16,
                       .steps = 400,
                       .rate = 0.005};
    return run_command(&options, argc, argv);
}
