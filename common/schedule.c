/* schedule - learning rates that rise at first, while Adam's running means are still unreliable,
 * and fall later, to settle. */
#include "schedule.h"
#include "fail.h"

#include <math.h>

double schedule_linear(long t, long warm_up, long total)
{
    require(t >= 0 && warm_up >= 0, "t = %ld, warm-up %ld", t, warm_up);
    if (t >= total) return 0;
    if (t < warm_up) return (double)t / (double)warm_up;
    return (double)(total - t) / (double)(total - warm_up);
}

double schedule_inverse_sqrt(long t, long warm_up)
{
    require(t >= 0 && warm_up >= 1, "t = %ld, warm-up %ld", t, warm_up);
    double rising = (double)t / (double)warm_up;
    return rising < 1 ? rising : sqrt(1 / rising);
}
