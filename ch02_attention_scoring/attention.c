/* attention - attention pooling with any scoring function, forward and backward:
 *
 *     S = score(Q, K)          scores
 *     A = softmax(S) masked    weights
 *     O = A V                  output */
#include "attention.h"
#include "common/layers.h"
#include "common/matmul.h"

//> attention_forward
Mat attention_forward(Attention *at, Arena *step, Mat q, Mat k, Mat v, const Mask *mask, int batch)
{
    require(batch > 0 && v.rows == k.rows, "keys " SHAPE ", values " SHAPE ", %d sequences",
            SHAPE_OF(k), SHAPE_OF(v), batch);
    Mat out = mat_new(step, q.rows, v.cols);
    at->values = v;
    at->weights = mat_new(step, q.rows, k.rows / batch);
    scores_forward(&at->scoring, step, at->weights, q, k, batch);
    for (int b = 0; b < batch; b++) {
        Mat weights = mat_sequence(at->weights, b, batch);
        masked_softmax_forward(weights, weights, mask, b);
        matmul(mat_sequence(out, b, batch), 1, weights, mat_sequence(v, b, batch), 0);
    }
    return out;
}
//< attention_forward

//> attention_backward [exercise=6]
void attention_backward(const Attention *at, Arena *step, Mat d_q, Mat d_k, Mat d_v, Mat d_out)
{
    const int batch = at->scoring.batch;
    Mat d_weights = mat_new(step, at->weights.rows, at->weights.cols);
    Mat d_scores = mat_zeros(step, at->weights.rows, at->weights.cols);
    for (int b = 0; b < batch; b++) {
        Mat weights = mat_sequence(at->weights, b, batch), d_o = mat_sequence(d_out, b, batch);
        Mat d_w = mat_sequence(d_weights, b, batch);
        matmul_tn(mat_sequence(d_v, b, batch), 1, weights, d_o, 1);       /* O = A V */
        matmul_nt(d_w, 1, d_o, mat_sequence(at->values, b, batch), 0);    /* the same */
        softmax_backward(mat_sequence(d_scores, b, batch), weights, d_w); /* A = softmax(S) */
    }
    scores_backward(&at->scoring, step, d_q, d_k, d_scores); /* S = score(Q, K) */
}
//< attention_backward
