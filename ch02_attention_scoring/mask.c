/* mask - hiding keys before the softmax.
 *
 * A hidden score is -infinity, and e^-infinity = 0: the weights of what remains still sum to one.
 * Setting weights to zero after the softmax would not do: such rows sum to less than one. */
#include "mask.h"
#include "common/layers.h"

#include <math.h>

Mat mat_sequence(Mat stack, int b, int batch)
{
    require(batch > 0 && stack.rows % batch == 0 && b >= 0 && b < batch, "%d of %d in " SHAPE, b,
            batch, SHAPE_OF(stack));
    return mat_rows(stack, b * (stack.rows / batch), stack.rows / batch);
}

Mat mat_packed(Mat stack, int b, int batch, const int *start)
{
    if (!start) return mat_sequence(stack, b, batch);
    return mat_rows(stack, start[b], start[b + 1] - start[b]);
}

/* How many keys query t may see at most: padding and the future come after them. */
static int reach(const Mask *mask, int b, int t, int queries, int keys)
{
    int valid = mask->valid ? mask->valid[b] : keys;
    int causal = mask->causal ? t + 1 + keys - queries : keys;
    require(valid >= 0 && valid <= keys, "%d valid of %d keys", valid, keys);
    return causal < valid ? (causal > 0 ? causal : 0) : valid;
}

/* The row of the arbitrary mask for query t of sequence b, or NULL. */
static const float *allowed_row(const Mask *mask, int b, int t, int queries, int keys)
{
    Mat m = mask->allowed;
    if (!m.data) return NULL;
    bool shared = m.rows == queries;
    require(m.cols == keys && (shared || (b + 1) * queries <= m.rows), "mask " SHAPE, SHAPE_OF(m));
    return mat_row(m, shared ? t : b * queries + t);
}

bool mask_allows(const Mask *mask, int b, int t, int j, int queries, int keys)
{
    const float *row = allowed_row(mask, b, t, queries, keys);
    return j < reach(mask, b, t, queries, keys) && (!row || row[j] != 0);
}

//> masked_softmax_forward [exercise=5]
void masked_softmax_forward(Mat out, Mat scores, const Mask *mask, int b)
{
    require(out.rows == scores.rows && out.cols == scores.cols, SHAPE " from " SHAPE, SHAPE_OF(out),
            SHAPE_OF(scores));
    for (int t = 0; t < scores.rows; t++) {
        const int visible = reach(mask, b, t, scores.rows, scores.cols);
        const float *allowed = allowed_row(mask, b, t, scores.rows, scores.cols);
        const float *score = mat_row(scores, t);
        float *row = mat_row(out, t);
        for (int j = 0; j < visible; j++)
            row[j] = !allowed || allowed[j] != 0 ? score[j] : -INFINITY;
        for (int j = visible; j < scores.cols; j++) row[j] = 0;
        Mat seen = mat_block(out, t, 0, 1, visible);
        softmax_forward(seen, seen);
    }
}
//< masked_softmax_forward
