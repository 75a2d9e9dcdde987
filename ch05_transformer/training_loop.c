/* training_loop - step after step, with a bar. */
#include "training_loop.h"
#include "common/interrupt.h"

bool training_loop(Run *run, const TrainingLoop *l)
{
    char label[80] = "training";
    const int first = l->adam->step;
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
