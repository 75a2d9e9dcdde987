/* Rotary positions (RoPE): instead of adding a position to a token, turn its query and its key by
 * an angle that grows with the position.
 *
 *     (x_a, x_b) at position p  ->  (x_a cos(p w_i) - x_b sin(p w_i), x_a sin(p w_i) + x_b cos(p
 * w_i))
 *
 * for each pair i of the columns of a head, w_i = 10000^(-2i/d_h). The scalar product of a query at
 * p and a key at r then depends on p - r alone. Source: Su et al. 2021, section 3.2.2. */
#ifndef CH04_ROTARY_H
#define CH04_ROTARY_H

#include "common/mat.h"

/* Which two columns form pair i: 2i and 2i + 1 as in the paper and in Meta's Llama, or i and
 * i + d_h / 2 as in GPT-NeoX and in Hugging Face's Llama. The same but for the order of columns:
 * weights made for one need their columns sorted anew for the other. */
typedef enum { ADJACENT, HALVES } Pairing;

typedef struct {
    Pairing pairing;
    Mat cosine, sine; /* row t: of the angles at position first + t; P x d_h / 2 */
} Rotary;

/* Room for the positions first .. first + positions - 1 of heads of d_h columns, d_h even. Angles
 * in double. Owned by the arena. */
Rotary rotary_new(Arena *a, int first, int positions, int d_h, Pairing pairing);

/* Turns every head of every row, in place: row t of each sequence by the angles of row t. rows:
 * (B T) x (H d_h), T at most the positions there is room for. direction 1: forward; -1: by the
 * opposite angles, which is the backward of forward for gradients, as a rotation's transpose is its
 * inverse. `rotary` is a const Rotary *; fits multihead's turn. */
void rotary_turn(const void *rotary, Mat rows, int heads, int batch, int direction);

#endif
