/* rotary - turning queries and keys.
 *
 * y = R x with an orthogonal R, hence dx = R' dy = R^-1 dy: the backward pass turns the gradient
 * back. Nothing is learned and nothing has to be remembered. */
#include "rotary.h"
#include "position.h"
#include "ch02_attention_scoring/mask.h"

#include <math.h>

Rotary rotary_new(Arena *a, int first, int positions, int d_h, Pairing pairing)
{
    require(d_h > 0 && d_h % 2 == 0, "rotary pairs in a head of %d columns", d_h);
    Rotary r = {pairing, mat_new(a, positions, d_h / 2), mat_new(a, positions, d_h / 2)};
    for (int t = 0; t < positions; t++)
        for (int i = 0; i < d_h / 2; i++) {
            double angle = ((double)first + t) * position_frequency(i, d_h);
            mat_row(r.cosine, t)[i] = (float)cos(angle);
            mat_row(r.sine, t)[i] = (float)sin(angle);
        }
    return r;
}

//> turn_head [exercise=4]
/* Turns the d_h columns of one head, in place; cosine and sine: of the angle of each pair. */
static void turn_head(float *x, const float *cosine, const float *sine, int d_h, Pairing pairing,
                      int direction)
{
    for (int i = 0; i < d_h / 2; i++) {
        int a = pairing == ADJACENT ? 2 * i : i;
        int b = pairing == ADJACENT ? 2 * i + 1 : i + d_h / 2;
        float s = (float)direction * sine[i], x_a = x[a], x_b = x[b];
        x[a] = x_a * cosine[i] - x_b * s;
        x[b] = x_a * s + x_b * cosine[i];
    }
}
//< turn_head

//> rotary_turn
void rotary_turn(const void *rotary, Mat rows, int heads, int batch, int direction)
{
    const Rotary *r = rotary;
    const int d_h = 2 * r->cosine.cols, length = rows.rows / batch;
    require(rows.cols == heads * d_h && rows.rows % batch == 0 && length <= r->cosine.rows,
            SHAPE " in %d sequences, %d heads; room for %d positions of %d columns", SHAPE_OF(rows),
            batch, heads, r->cosine.rows, d_h);
    for (int row = 0; row < rows.rows; row++)
        for (int head = 0; head < heads; head++)
            turn_head(mat_row(rows, row) + head * d_h, mat_row(r->cosine, row % length),
                      mat_row(r->sine, row % length), d_h, r->pairing, direction);
}
//< rotary_turn
