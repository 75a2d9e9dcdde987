/* Learning-rate schedules, as factors of the peak rate. `t` counts updates from 1: the first update
 * of warm-up already moves, with the factor 1 / warm_up. */
#ifndef COMMON_SCHEDULE_H
#define COMMON_SCHEDULE_H

/* t / warm_up up to 1, then falling in a straight line to 0 at t = total, and 0 after it. Without
 * warm-up it falls from the start; with warm_up >= total it only rises, and is 0 from t = total on.
 * Source: Devlin et al. 2019, appendix A.2. */
double schedule_linear(long t, long warm_up, long total);

/* min(t / warm_up, sqrt(warm_up / t)): rises to 1 at t = warm_up, then falls with the square root.
 * Vaswani et al. 2017, section 5.3, is this times (d_model warm_up)^-1/2. warm_up >= 1; 0 at t = 0.
 */
double schedule_inverse_sqrt(long t, long warm_up);

#endif
