/* The sub-command show: an encoding as a picture. */
#include "main.h"
#include "alibi.h"
#include "position.h"

#include <math.h>
#include <stdlib.h>

static void show(Run *run, const char *title, Mat values, bool is_signed)
{
    term_heat(&run->term, &(TermHeat){.title = title,
                                      .values = values,
                                      .is_signed = is_signed,
                                      .low = is_signed ? -1 : 0,
                                      .high = is_signed ? 1 : 0});
}

static void show_sinusoidal(Run *run, int d)
{
    const Options *o = run->options;
    Mat table = mat_new(&run->arena, o->positions, d);
    sinusoidal_fill(table, o->first);
    show(run, "the encoding: positions down, columns across", table, true);
    report_matrix(run, "show", "row", counting(&run->arena, o->positions), 'c', table);
}

/* The angles of every pair. */
static void show_rotary(Run *run, int d_h)
{
    const Options *o = run->options;
    Rotary r = rotary_new(&run->arena, o->first, o->positions, d_h, ADJACENT);
    show(run, "cosines of the angles: positions down, pairs across", r.cosine, true);
    show(run, "sines", r.sine, true);
    report_matrix(run, "show", "row", counting(&run->arena, o->positions), 'c', r.cosine);
}

/* The weights of 8 heads whose scores are otherwise equal, as the last query sees the keys. */
static void show_alibi(Run *run)
{
    const Options *o = run->options;
    const int keys = o->positions;
    Mat slopes = mat_new(&run->arena, 1, HEADS), bias = mat_new(&run->arena, HEADS, keys);
    static const char *const heads[] = {"head 1", "head 2", "head 3", "head 4",
                                        "head 5", "head 6", "head 7", "head 8"};
    alibi_slopes(slopes);
    alibi_fill(bias, slopes);
    for (int h = 0; h < HEADS; h++)
        for (int j = 0; j < keys; j++) mat_row(bias, h)[j] = expf(mat_row(bias, h)[j]);
    term_heat(&run->term, &(TermHeat){.title = "e^-(m distance) of 8 heads: the last query, keys "
                                               "across",
                                      .values = bias,
                                      .row_labels = heads});
    report_matrix(run, "show", "head", counting(&run->arena, HEADS), 'k', bias);
}

int command_show(void *context, int argc, char **argv)
{
    (void)argc, (void)argv;
    const Options *o = context;
    const int d = o->show_d;
    if (o->shown == SHOW_ROTARY && d % 2)
        die("--d %d: rotary positions turn pairs of columns; use an even number", d);
    Run run = run_start_printing(&o->run, o);
    if (o->shown == SHOW_SINUSOIDAL) show_sinusoidal(&run, d);
    if (o->shown == SHOW_ROTARY) show_rotary(&run, d);
    if (o->shown == SHOW_ALIBI) show_alibi(&run);
    run_finish(&run, NULL);
    return EXIT_SUCCESS;
}
