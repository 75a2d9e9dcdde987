/* statistics - means, deviations and entropies; see statistics.h. */
#include "statistics.h"

#include <math.h>

#include "fail.h"

double mean_of(const double *x, int n, double *deviation)
{
    double sum = 0, squares = 0;
    require(n >= 2, "%d numbers have no deviation", n);
    for (int i = 0; i < n; i++) sum += x[i];
    for (int i = 0; i < n; i++) squares += pow(x[i] - sum / n, 2);
    *deviation = sqrt(squares / (n - 1));
    return sum / n;
}

//> looked_at
double entropy_of(const float *weights, int n)
{
    double entropy = 0;
    for (int j = 0; j < n; j++)
        if (weights[j] > 0) entropy -= (double)weights[j] * log((double)weights[j]);
    return entropy;
}

double looked_at(const float *weights, int n)
{
    return exp(entropy_of(weights, n));
}
//< looked_at
