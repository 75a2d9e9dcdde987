/* minimise - L-BFGS with a backtracking line search.
 *
 * With s = the last step and y = how the gradient changed over it, the newest curvature is s'y/y'y.
 * The two-loop recursion applies the approximate inverse Hessian that MEMORY such pairs define to a
 * gradient in O(MEMORY n), without any n x n matrix. */
#include "minimise.h"

#include <math.h>

enum { MEMORY = 6, MOST_HALVINGS = 30 };
#define SUFFICIENT 1e-4 /* Armijo: a step of d must gain this part of d'g */

typedef struct {
    Mat step[MEMORY], change[MEMORY]; /* s and y of iteration k at k % MEMORY */
    double curvature[MEMORY];         /* s'y */
    int pairs;                        /* kept so far, all told */
} History;

static double largest(Mat m)
{
    double largest = 0;
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.cols; j++) largest = fmax(largest, fabs((double)mat_row(m, i)[j]));
    return largest;
}

//> two_loops
/* direction = -H^-1 gradient. */
static void find_direction(Mat direction, const History *h, Mat gradient)
{
    double weight[MEMORY] = {0};
    const int oldest = h->pairs > MEMORY ? h->pairs - MEMORY : 0;
    mat_copy(direction, gradient);
    for (int k = h->pairs - 1; k >= oldest; k--) {
        const int i = k % MEMORY;
        weight[i] = mat_dot(h->step[i], direction) / h->curvature[i];
        mat_add_scaled(direction, (float)-weight[i], h->change[i]);
    }
    if (h->pairs) {
        const int i = (h->pairs - 1) % MEMORY;
        mat_scale(direction, (float)(h->curvature[i] / mat_dot(h->change[i], h->change[i])));
    }
    for (int k = oldest; k < h->pairs; k++) {
        const int i = k % MEMORY;
        const double back = mat_dot(h->change[i], direction) / h->curvature[i];
        mat_add_scaled(direction, (float)(weight[i] - back), h->step[i]);
    }
    mat_scale(direction, -1);
}
//< two_loops

/* Where the search is, and where it tries to go. */
typedef struct {
    Mat x, gradient, direction, next, next_gradient;
    double value, next_value;
} Search;

static Search start_search(Arena *a, Mat x, Objective *objective, void *context)
{
    Search s = {.x = x};
    Mat *const mats[] = {&s.gradient, &s.direction, &s.next, &s.next_gradient};
    for (int i = 0; i < 4; i++) *mats[i] = mat_new(a, x.rows, x.cols);
    s.value = objective(context, x, s.gradient);
    return s;
}

/* Halves the step until it gains enough; on success next, next_value and next_gradient are there,
 * and *step is its length. */
static bool search_line(Search *s, double *step, Objective *objective, void *context)
{
    const double slope = mat_dot(s->direction, s->gradient);
    for (int k = 0; k < MOST_HALVINGS; k++, *step /= 2) {
        mat_copy(s->next, s->x);
        mat_add_scaled(s->next, (float)*step, s->direction);
        s->next_value = objective(context, s->next, s->next_gradient);
        if (s->next_value < s->value && s->next_value <= s->value + SUFFICIENT * *step * slope)
            return true;
    }
    return false;
}

/* Remembers the step that search_line found, unless the function does not curve upwards along it:
 * then no inverse Hessian goes with it. */
static void remember(History *h, const Search *s, double step)
{
    const int i = h->pairs % MEMORY;
    const double curvature =
        step * (mat_dot(s->direction, s->next_gradient) - mat_dot(s->direction, s->gradient));
    if (curvature <= 0) return;
    mat_copy(h->step[i], s->direction);
    mat_scale(h->step[i], (float)step);
    mat_copy(h->change[i], s->next_gradient);
    mat_add_scaled(h->change[i], -1, s->gradient);
    h->curvature[i] = curvature;
    h->pairs++;
}

Minimum minimise(Mat x, Objective *objective, void *context, double tolerance, int most)
{
    Arena scratch = {0};
    History h = {0};
    Search s = start_search(&scratch, x, objective, context);
    for (int i = 0; i < MEMORY; i++) {
        h.step[i] = mat_new(&scratch, x.rows, x.cols);
        h.change[i] = mat_new(&scratch, x.rows, x.cols);
    }
    int iterations = 0;
    for (; iterations < most && largest(s.gradient) > tolerance; iterations++) {
        double step = h.pairs ? 1 : 1 / sqrt(mat_dot(s.gradient, s.gradient));
        find_direction(s.direction, &h, s.gradient);
        if (!search_line(&s, &step, objective, context)) break;
        remember(&h, &s, step);
        mat_copy(s.x, s.next);
        mat_copy(s.gradient, s.next_gradient);
        s.value = s.next_value;
    }
    const Minimum m = {iterations, s.value, largest(s.gradient)};
    arena_free(&scratch);
    return m;
}
