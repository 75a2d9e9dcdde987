/* alibi - slopes and biases.
 *
 * A score of -m |i - j| is a factor e^(-m |i - j|) on the weight before it is normalised: a head
 * with slope m forgets by half every log(2) / m tokens. */
#include "alibi.h"
#include "ch02_attention_scoring/mask.h"

#include <math.h>
#include <stdlib.h>

//> alibi_slopes [exercise=3]
void alibi_slopes(Mat slopes)
{
    const int heads = slopes.cols;
    int power = 1;
    while (2 * power <= heads) power *= 2;
    for (int h = 0; h < heads; h++) {
        double exponent = h < power ? 8.0 * (h + 1) / power : 4.0 * (2 * (h - power) + 1) / power;
        slopes.data[h] = (float)pow(2, -exponent);
    }
}
//< alibi_slopes

/* The place of query i among the keys: the last query stands at the last key. */
static int place(Mat bias, int i)
{
    return i + bias.cols - bias.rows;
}

//> alibi_fill [exercise=3]
void alibi_fill(Mat bias, Mat slopes)
{
    const int heads = slopes.cols;
    for (int h = 0; h < heads; h++) {
        Mat of_head = mat_sequence(bias, h, heads);
        for (int i = 0; i < of_head.rows; i++)
            for (int j = 0; j < of_head.cols; j++)
                mat_row(of_head, i)[j] = -slopes.data[h] * (float)abs(place(of_head, i) - j);
    }
}
//< alibi_fill

//> alibi_one_sided
void alibi_one_sided(Mat bias, int heads)
{
    for (int h = 0; h < heads; h++) {
        Mat of_head = mat_sequence(bias, h, heads);
        for (int i = 0; i < of_head.rows; i++)
            for (int j = 0; j < of_head.cols; j++) {
                int ahead = j - place(of_head, i);
                if (h % 2 == 0 ? ahead > 0 : ahead < 0) mat_row(of_head, i)[j] = -INFINITY;
            }
    }
}
//< alibi_one_sided
