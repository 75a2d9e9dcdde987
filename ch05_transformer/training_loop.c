/* training_loop - step after step, with a bar. */
#include "training_loop.h"
#include "common/interrupt.h"
#include "common/place.h"

#include <unistd.h>

static bool holds(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

void training_starts_in(const char *folder)
{
    if (holds(folder, "last.safetensors"))
        die("%s/last.safetensors: there is a run in this folder; go on with it by --resume, remove "
            "it, or give another folder by --out",
            folder);
    if (holds(folder, "model.safetensors"))
        die("%s/model.safetensors: there is a model in this folder, which would be overwritten; "
            "remove it, or give another folder by --out",
            folder);
}

/* Whether the last step so far was validated. */
static bool is_validated(const TrainingLoop *l)
{
    return l->history->count && history_last(l->history)->step == l->adam->step;
}

/* What --resume may have changed. */
static void check(const TrainingLoop *l)
{
    const int taken = l->adam->step, reached = l->history->count;
    if (l->steps < taken || (l->steps == taken && !is_validated(l)))
        die("--steps %d: the run has taken %d already", l->steps, taken);
    const int coming = l->steps / l->every - taken / l->every + (l->steps % l->every > 0);
    if (l->steps > taken && coming + reached > MOST_MILESTONES)
        die("--every %d: at most %d validations fit into a run, and it has had %d", l->every,
            MOST_MILESTONES, reached);
}

/* Removes what a training left that was killed while it saved. */
static void sweep(const char *folder)
{
    static const char *const names[] = {"last.safetensors", "model.safetensors", "vocabulary.txt",
                                        "results.txt"};
    char path[4096];
    for (int i = 0; folder && i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        place_sweep(path);
    }
}

bool training_loop(Run *run, const TrainingLoop *l)
{
    char label[80] = "training";
    const int first = l->adam->step;
    check(l);
    sweep(run->report.folder);
    Progress bar = report_progress(&run->report, label, l->steps - first);
    interrupt_catch();
    while (l->adam->step < l->steps && !interrupted()) {
        const double loss = l->step(l->context);
        if (!(loss < 1e6))
            die("the loss is %g at step %d: a smaller --rate may help", loss, l->adam->step);
        snprintf(label, sizeof label, "step %d  loss %.3f  %.0f %s/s", l->adam->step, loss,
                 l->history->tokens / l->history->seconds, l->unit);
        progress_show(&bar, l->adam->step - first);
        if (l->adam->step % l->every == 0 || l->adam->step == l->steps) {
            progress_end(&bar);
            l->validate(l->context);
        }
    }
    progress_end(&bar);
    return l->adam->step >= l->steps;
}
