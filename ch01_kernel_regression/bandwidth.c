/* bandwidth - leave-one-out cross-validation.
 *
 * CV(h) = sqrt(1/n sum_i (y_i - f_{-i}(x_i))^2), f_{-i} made without sample i. With sample i left
 * in, h -> 0 would predict every y_i by itself: error 0, nothing learned. */
#include "bandwidth.h"

#include <math.h>

double rmse(Mat out, Mat y)
{
    require(out.rows == y.rows && out.cols == y.cols && y.rows > 0, SHAPE " against " SHAPE,
            SHAPE_OF(out), SHAPE_OF(y));
    double sum = 0;
    for (int i = 0; i < y.rows; i++)
        for (int j = 0; j < y.cols; j++)
            sum += pow((double)mat_row(out, i)[j] - (double)mat_row(y, i)[j], 2);
    return sqrt(sum / (y.rows * (double)y.cols));
}

//> leave_one_out [exercise=4]
void leave_one_out(Arena *scratch, Mat out, Mat x, Mat y, Kernel kernel, Mat width)
{
    Arena mark = *scratch;
    Mat weights = mat_new(scratch, x.rows, x.rows);
    kernel_weights(weights, x, x, kernel, width, true);
    weighted_mean(out, weights, y);
    arena_release(scratch, mark);
}
//< leave_one_out

double leave_one_out_rmse(Arena *scratch, Mat x, Mat y, Kernel kernel, double h)
{
    Arena mark = *scratch;
    Mat out = mat_new(scratch, y.rows, y.cols);
    leave_one_out(scratch, out, x, y, kernel, kernel_width(scratch, x.cols, h));
    double error = rmse(out, y);
    arena_release(scratch, mark);
    return isnan(error) ? INFINITY : error;
}

bool bandwidth_range(Mat x, double *low, double *high)
{
    double smallest = INFINITY, largest = 0;
    for (int i = 0; i < x.rows; i++)
        for (int j = 0; j < i; j++) {
            double squared = 0;
            for (int k = 0; k < x.cols; k++)
                squared += pow((double)mat_row(x, i)[k] - (double)mat_row(x, j)[k], 2);
            if (squared > 0) smallest = fmin(smallest, squared);
            largest = fmax(largest, squared);
        }
    *high = 2 * sqrt(largest);
    *low = fmax(sqrt(smallest) / 2, *high / 2000);
    return largest > 0;
}

double geometric(double low, double high, int k, int n)
{
    return low * pow(high / low, (double)k / (n - 1));
}

//> bandwidth_select
double bandwidth_select(Arena *scratch, Mat x, Mat y, Kernel kernel)
{
    enum { ROUNDS = 4, FIRST = 61, LATER = 21 };
    double low, high, best = 0, least = INFINITY;
    bool apart = bandwidth_range(x, &low, &high);
    require(apart, "all %d keys are the same", x.rows);
    for (int round = 0; round < ROUNDS; round++) {
        int n = round == 0 ? FIRST : LATER;
        for (int k = 0; k < n; k++) {
            double h = geometric(low, high, k, n),
                   error = leave_one_out_rmse(scratch, x, y, kernel, h);
            if (error < least) least = error, best = h;
        }
        double step = pow(high / low, 1.0 / (n - 1)); /* look again between the neighbours */
        low = best / step, high = best * step;
    }
    return best;
}
//< bandwidth_select
