/* The sub-command curve: the first steps of a training run, without dropout, with all that another
 * program needs to take the same steps: the weights before the first, and the batches. The script
 * golden/curve_torch.py is such a program. Rounding differs, so the curves agree at first and drift
 * apart where training amplifies small differences; an error would part them from the start. */
#include "main.h"

#include <stdlib.h>
#include <string.h>

/* ---- batches as text -------------------------------------------------------------------------*/

static void write_ids(FILE *to, const int *ids, int count, char end)
{
    for (int i = 0; i < count; i++) fprintf(to, i ? " %d" : "%d", ids[i]);
    fputc(end, to);
}

/* A line for each sentence: step, a tab, its source, a tab, its labels, without padding. */
static void write_batch(FILE *to, int step, Batch b)
{
    for (int s = 0; s < b.source.batch; s++) {
        fprintf(to, "%d\t", step);
        write_ids(to, b.source.ids + s * b.source.length, b.source.valid[s], '\t');
        write_ids(to, b.labels + s * b.target.length, b.target.valid[s], '\n');
    }
}

/* Writes the batches of the first steps to FOLDER/batches.txt; they come again afterwards. */
static void write_batches(Run *run, Batches *batches, int steps)
{
    const BatchPosition first = batches->position;
    const char *path = path_in(&run->arena, run->report.folder, "batches.txt");
    FILE *to = fopen(path, "w");
    if (!to) die("%s cannot be written", path);
    for (int step = 1; step <= steps; step++) write_batch(to, step, batches_next(batches));
    const bool failed = ferror(to);
    if (fclose(to) || failed) die("%s cannot be written", path);
    batches_seek(batches, first);
}

/* ---- the curve -------------------------------------------------------------------------------*/

/* What the other program must know besides the shape, which is with the weights. */
static void report_settings(Run *run, const Training *how, int steps)
{
    result(run, steps, "curve.steps");
    result(run, how->steps, "curve.schedule_steps");
    result(run, how->warm_up, "curve.warm_up");
    report_text(&run->report, "curve.schedule",
                how->schedule == LINEAR ? "linear" : "inverse-sqrt");
    result(run, how->rate, "curve.rate");
    result(run, how->smoothing, "curve.smoothing");
    result(run, how->clip, "curve.clip");
}

static void report_steps(Run *run, Mat curve)
{
    const double first = (double)mat_row(curve, 0)[1];
    const double last = (double)mat_row(curve, curve.rows - 1)[1];
    report_series(&run->report, "curve", "step loss", NULL, curve);
    result(run, first, "curve.first");
    result(run, last, "curve.last");
    say(run,
        "  loss of step 1: %.4f, of step %d: %.4f\n\n"
        "The same steps with PyTorch:  ch05_transformer/golden/curve_torch.py %s\n",
        first, curve.rows, last, run->report.folder);
}

static Mat take_steps(Run *run, Trainer *t, int steps)
{
    Mat curve = mat_new(&run->arena, steps, 2);
    Progress bar = report_progress(&run->report, "training", steps);
    for (int i = 0; i < steps; i++) {
        mat_row(curve, i)[0] = (float)(i + 1);
        mat_row(curve, i)[1] = (float)trainer_step(t);
        progress_show(&bar, i + 1);
    }
    progress_end(&bar);
    return curve;
}

int command_curve(void *options, int argc, char **argv)
{
    (void)argc, (void)argv;
    Options *o = options;
    Error e;
    Arena a = {0};
    Task data;
    Translator model;
    o->shape.shape.dropout = 0;
    choose_defaults(o);
    if (o->curve_steps > o->training.steps)
        die("--steps %d: the training has %d", o->curve_steps, o->training.steps);
    load_task(&data, &a, &o->task);
    task_spell(&data, &a, &o->task, NULL);
    Run run = run_start(&o->run, o);
    Rng r = rng_new((uint64_t)o->run.seed);
    o->shape.shape.vocabulary = codec_size(&data.codec);
    translator_new(&model, &r, o->shape);
    Trainer t = trainer_new(&a, &model, &data, &o->task, o->training);
    say(&run, "The first %d steps, without dropout, of this training:\n", o->curve_steps);
    describe_training(&run, &t, &data);
    if (!translator_save(&model, &o->task, run.report.folder, &e)) die("%s", e.text);
    write_batches(&run, &t.batches, o->curve_steps);
    report_settings(&run, &o->training, o->curve_steps);
    report_steps(&run, take_steps(&run, &t, o->curve_steps));
    trainer_free(&t);
    translator_free(&model);
    run_finish(&run, NULL);
    arena_free(&a);
    return EXIT_SUCCESS;
}
