/* bilstm - two LSTMs that share an input and write side by side. */
#include "bilstm.h"

#include <stdio.h>

BiLstm bilstm_new(Params *p, Rng *r, const char *prefix, int inputs, int hidden)
{
    char name[96];
    BiLstm l;
    snprintf(name, sizeof name, "%s.forward", prefix);
    l.forward = lstm_new(p, r, name, inputs, hidden, false);
    snprintf(name, sizeof name, "%s.backward", prefix);
    l.backward = lstm_new(p, r, name, inputs, hidden, true);
    return l;
}

BiLstmState bilstm_forward(BiLstm *l, Arena *step, Mat out, Mat x, const int *valid, int batch)
{
    const int n = l->forward.w_h->value.rows;
    const LstmState zero = {0};
    return (BiLstmState){
        lstm_forward(&l->forward, step, mat_cols(out, 0, n), x, valid, batch, zero),
        lstm_forward(&l->backward, step, mat_cols(out, n, n), x, valid, batch, zero)};
}

void bilstm_backward(const BiLstm *l, Arena *step, Mat d_x, Mat d_out, BiLstmState d_last)
{
    const int n = l->forward.w_h->value.rows;
    lstm_backward(&l->forward, step, d_x, mat_cols(d_out, 0, n), d_last.forward);
    lstm_backward(&l->backward, step, d_x, mat_cols(d_out, n, n), d_last.backward);
}
