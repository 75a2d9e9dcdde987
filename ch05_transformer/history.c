/* history - milestones of a training run: kept, saved with it, and drawn. */
#include "history.h"

#include <limits.h>
#include <math.h>

History history_new(Arena *a)
{
    return (History){.milestones = arena_zeros(a, MOST_MILESTONES * sizeof(Milestone))};
}

void history_step(History *h, double nll, double labels, double seconds)
{
    h->nll += nll, h->labels += labels;
    h->tokens += labels, h->seconds += seconds;
}

bool history_add(History *h, double step, double valid)
{
    require(h->count < MOST_MILESTONES, "more than %d milestones", MOST_MILESTONES);
    const bool best = isfinite(valid) && (!h->count || valid < history_least(h));
    h->milestones[h->count++] = (Milestone){step, h->seconds, h->tokens, h->nll / h->labels, valid};
    h->nll = h->labels = 0;
    return best;
}

const Milestone *history_last(const History *h)
{
    require(h->count > 0, "no milestone");
    return &h->milestones[h->count - 1];
}

double history_least(const History *h)
{
    double least = INFINITY;
    for (int i = 0; i < h->count; i++) least = fmin(least, h->milestones[i].valid);
    return least;
}

int history_states(State *s, History *h)
{
    enum { NUMBERS = MOST_MILESTONES * (int)(sizeof(Milestone) / sizeof(double)) };
    int n = 0;
    s[n++] = state_doubles("milestones", &h->milestones->step, NUMBERS);
    s[n++] = state_ints("milestone_count", &h->count, 1);
    s[n++] = state_doubles("nll", &h->nll, 1);
    s[n++] = state_doubles("labels", &h->labels, 1);
    s[n++] = state_doubles("seconds", &h->seconds, 1);
    s[n++] = state_doubles("tokens", &h->tokens, 1);
    return n;
}

static bool is_sum(double x)
{
    return isfinite(x) && x >= 0;
}

/* The losses of a run that went astray may be no numbers; none is below 0. */
static bool check_milestones(const History *h, int step, const char *folder, Error *e)
{
    double after = 0;
    for (int i = 0; i < h->count; i++) {
        const Milestone m = h->milestones[i];
        if (!is_sum(m.seconds) || !is_sum(m.tokens) || m.train < 0 || m.valid < 0 ||
            !(m.step >= after && m.step <= step))
            return fail(e,
                        "%s/last.safetensors: milestone %d: step %g, %g seconds, %g labels, losses "
                        "%g and %g",
                        folder, i + 1, m.step, m.seconds, m.tokens, m.train, m.valid);
        after = m.step;
    }
    return true;
}

bool history_check(const History *h, int step, int epoch, const char *folder, Error *e)
{
    const double sums[] = {h->nll, h->labels, h->seconds, h->tokens};
    bool sound = h->count >= 0 && h->count <= MOST_MILESTONES && step >= 0 && epoch >= 0;
    for (int i = 0; i < 4; i++) sound = sound && is_sum(sums[i]);
    if (!sound || epoch == INT_MAX)
        return fail(e,
                    "%s/last.safetensors: step %d of epoch %d after %g seconds, with %d milestones",
                    folder, step, epoch, h->seconds, h->count);
    return check_milestones(h, step, folder, e);
}

void history_report(Run *run, const History *h)
{
    Mat curve = mat_new(&run->arena, h->count, 5);
    for (int i = 0; i < h->count; i++) {
        const Milestone m = h->milestones[i];
        float *row = mat_row(curve, i);
        row[0] = (float)m.step, row[1] = (float)m.seconds, row[2] = (float)m.tokens;
        row[3] = (float)m.train, row[4] = (float)m.valid;
    }
    report_series(&run->report, "learning", "step seconds tokens train valid", NULL, curve);
    const TermSeries series[] = {
        {"training", mat_cols(curve, 0, 1), mat_cols(curve, 3, 1), false},
        {"validation", mat_cols(curve, 0, 1), mat_cols(curve, 4, 1), false}};
    if (h->count > 1)
        term_plot(&run->term, &(TermPlot){"Loss", "step", "-log p", series, 2, false, 12});
}
