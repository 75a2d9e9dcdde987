/* Attention with linear biases (ALiBi): no position in any vector; a score falls with the distance
 * of query and key, in each head at a pace of its own.
 *
 *     s_ij = q_i k_j / sqrt(d_h) - m_h |i - j|        m_h = 2^(-8h/H), h = 1 .. H
 *
 * The paper's model looks at the past only, where |i - j| = i - j. A model that looks both ways
 * cannot tell left from right by a distance alone; alibi_one_sided gives it heads for either side.
 * Source: Press, Smith and Lewis 2022, section 3. */
#ifndef CH04_ALIBI_H
#define CH04_ALIBI_H

#include "common/mat.h"

/* slopes: 1 x H. When H is no power of two: the slopes of the largest power n below it, then the
 * first, third, fifth ... of the slopes of 2n heads, as in the paper's code. H >= 1. */
void alibi_slopes(Mat slopes);

/* bias = -m_h |i + Tk - Tq - j| for every head h, query i and key j: the last query stands at the
 * last key. bias: (H Tq) x Tk, head by head, as multihead's score_bias; slopes: 1 x H. It is a
 * constant: the gradient of the scores passes through unchanged. */
void alibi_fill(Mat bias, Mat slopes);

/* Hides from the heads 0, 2, 4 ... what comes after a query and from the heads 1, 3, 5 ... what
 * comes before it: score -INFINITY. Each query sees itself in all heads. bias: (H Tq) x Tk. */
void alibi_one_sided(Mat bias, int heads);

#endif
