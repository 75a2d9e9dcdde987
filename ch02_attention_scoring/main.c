/* ch2 - attention scoring functions: the program of chapter 2.
 *
 * Without a sub-command it runs every experiment of the notes, in their order. */
#include "main.h"
#include "common/threads.h"

#include <stdlib.h>

static const char epilogue[] =
    "Results go to build/ch2 unless --out says otherwise; attend writes files only with --out.\n"
    "\n"
    "  ./ch2\n"
    "  ./ch2 attend --scores dot --queries 1:0,1:2 --keys 1:1,2:0,0:1 --values 1,0,2\n"
    "  ./ch2 attend --scores scaled --queries Q.csv --keys K.csv --values V.csv --causal\n"
    "  ./ch2 train --scores additive --task map --constant\n";

static const char attend_help[] =
    "A matrix is a CSV file with a header line, one row for each query, key or\n"
    "value; or numbers: 1:0,1:2 has the rows (1, 0) and (1, 2). Without queries and\n"
    "keys those of the notes are used. Weights that are not given are drawn at\n"
    "random by the seed, but for the width, which is 1.\n";

static const char keys[] =
    "results.txt holds\n"
    "  two_queries.{s,a,o,do,dv,da,ds,dq,dk}ROW_COLUMN, two_queries.loss\n"
    "      the example on paper: scores, weights, outputs and the way back\n"
    "  scale.dD.variance             of q.k with D features: 1, 2, 4, ..., 1024\n"
    "  scale.dD.{dot,scaled}.{looked_at,gradient,median}\n"
    "      keys looked at; norm of the softmax's derivative, mean and median\n"
    "  recall.TASK.SCORES.{accuracy,accuracy_sd,loss,loss_sd}\n"
    "      mean and standard deviation over three seeds. TASK: copy, map, equal.\n"
    "      SCORES: chance, uniform, nearest, exact; gaussian, additive, dot,\n"
    "      bilinear, scaled; constant (additive, queries with a constant feature)\n"
    "  recall.width.{learned,exact}C  the Gaussian's width of feature C, 1 / noise\n"
    "  time.nN.{scaled,additive,ratio}\n"
    "      microseconds; these differ from run to run and are not compared\n"
    "  bug.NAME.{least_sum,largest_sum,by_padding,by_other}, bug.NAME.looked_at\n"
    "      sums of weights; how far outputs move when padding or another query\n"
    "      changes. NAME: right, late_mask, wrong_axis, no_scale\n";

static int command_runs(void *context, int argc, char **argv)
{
    (void)argc, (void)argv;
    const Options *options = context;
    Run run = run_start(&options->run, options);
    say(&run, "Chapter 2. Attention scoring functions\n");
    experiment_example(&run);
    experiment_masks(&run);
    experiment_scale(&run);
    experiment_recall(&run);
    experiment_cost(&run);
    experiment_bugs(&run);
    heading(&run, "Next");
    say(&run, "Read ch02_attention_scoring/notes.md (make notes: as a page with figures).\n"
              "Try  ./ch2 attend --scores gaussian --causal\n"
              "     ./ch2 train --scores additive --task map --constant\n"
              "     make skeleton, for the exercises\n");
    run_finish(&run, "ch02_attention_scoring");
    return EXIT_SUCCESS;
}

static int run_command(Options *o, int argc, char **argv)
{
    Option common[RUN_OPTIONS];
    run_options(common, &o->run);
    const Option scores = {"scores",
                           "S",
                           "the scoring function",
                           OPTION_CHOICE,
                           &o->scores,
                           0,
                           0,
                           "gaussian|additive|dot|bilinear|scaled"};
    const Option attend[] = {
        scores,
        {"queries", "M", "the queries", OPTION_TEXT, &o->queries, 0, 0, NULL},
        {"keys", "M", "the keys", OPTION_TEXT, &o->keys, 0, 0, NULL},
        {"values", "M", "the values, one for each key", OPTION_TEXT, &o->values, 0, 0, NULL},
        {"valid", "N", "only the first N keys are real, the rest is padding (-1: all are real)",
         OPTION_INT, &o->valid, -1, 1e6, NULL},
        {"causal", NULL, "query t sees no key after its own place; the last query sees all",
         OPTION_FLAG, &o->causal, 0, 0, NULL},
        {"width", "M", "gaussian: one row, the width of each feature", OPTION_TEXT, &o->width, 0, 0,
         NULL},
        {"w", "M", "bilinear: the matrix, a row for each feature of a query", OPTION_TEXT, &o->w, 0,
         0, NULL},
        {"w-q", "M", "additive: the matrix of the queries, a row for each feature", OPTION_TEXT,
         &o->w_q, 0, 0, NULL},
        {"w-k", "M", "additive: the matrix of the keys", OPTION_TEXT, &o->w_k, 0, 0, NULL},
        {"w-v", "M", "additive: one row, the weight of each tanh", OPTION_TEXT, &o->w_v, 0, 0,
         NULL},
        {0}};
    const Option train[] = {
        scores,
        {"task", "T",
         "recall of keys from noisy copies, from copies mapped to another size, or of keys of "
         "equal length",
         OPTION_CHOICE, &o->task, 0, 0, "copy|map|equal"},
        {"constant", NULL, "give the queries a feature that is always 1", OPTION_FLAG, &o->constant,
         0, 0, NULL},
        {"steps", "N", "steps of Adam", OPTION_INT, &o->steps, 1, 100000, NULL},
        {"rate", "R", "its learning rate", OPTION_REAL, &o->rate, ABOVE_ZERO, 1, NULL},
        {"size", "N", "additive: number of tanh", OPTION_INT, &o->size, 1, 1024, NULL},
        {0}};
    const Command commands[] = {
        {"runs", NULL, "every experiment of the notes", command_runs, NULL, keys},
        {"attend", NULL, "attention of queries on keys of your own", command_attend, attend,
         attend_help},
        {"train", NULL, "learn a scoring function on noisy associative recall", command_train,
         train, NULL},
        {0}};
    const Cli cli = {"ch2", "Chapter 2: attention scoring functions", commands, common, epilogue};
    return cli_run(&cli, o, argc, argv);
}

int main(int argc, char **argv)
{
    threads_sleep_soon(argv);
    Options options = {.run = {.seed = 1, .folder = "build/ch2", .argv = argv},
                       .scores = SCORE_SCALED_DOT,
                       .valid = -1,
                       .steps = 500,
                       .size = 48,
                       .rate = 0.01};
    return run_command(&options, argc, argv);
}
