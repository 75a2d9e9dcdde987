/* The sub-command train: one model, and what its heads have learned. */
#include "main.h"

#include <stdlib.h>

typedef struct {
    Progress progress;
    Student *student;
} Bar;

static void show_step(void *context, int step, double loss)
{
    Bar *bar = context;
    bar->student->loss = loss;
    progress_show(&bar->progress, step);
}

int command_train(void *context, int argc, char **argv)
{
    (void)argc, (void)argv;
    const Options *o = context;
    if (o->d_model % o->heads) die("--heads %d does not divide --d %d", o->heads, o->d_model);
    Rng r, drops = rng_new((uint64_t)o->run.seed + 1);
    Student s;
    Run run = run_start(&o->run, o);
    Bar bar = {report_progress(&run.report, "training", o->steps), &s};
    Sentences test = test_sentences(&run.arena);
    student_new(&s, o->d_model, o->heads, (uint64_t)o->run.seed, &r);
    s.model.attention.dropout = o->dropout, s.model.attention.rng = &drops;
    model_train(&s.model, &(ModelTraining){o->steps, TRAINING_BATCH, o->rate, &s.params, &r,
                                           show_step, &bar});
    progress_end(&bar.progress);
    s.model.attention.rng = NULL;
    Accuracy a = model_accuracy(&s.model, &run.arena, &test);
    say(&run,
        "  %d heads, d = %d: after %d steps the loss is %.4f\n"
        "  right on new sentences: previous %.3f, match %.3f, both %.3f\n",
        o->heads, o->d_model, o->steps, s.loss, a.question[PREVIOUS], a.question[MATCH], a.both);
    result(&run, s.loss, "train.loss");
    for (int q = 0; q < QUESTIONS; q++)
        result(&run, a.question[q], "train.%s", question_name((Question)q));
    result(&run, a.both, "train.both");
    report_heads(&run, &s, &test);
    report_maps(&run, &s, &test);
    student_free(&s);
    run_finish(&run, NULL);
    return EXIT_SUCCESS;
}
