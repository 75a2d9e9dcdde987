/* embedding - a table of vectors, read by number: the first layer of every model of language. */
#include "layers.h"

#include <string.h>

static void require_id(int id, Mat table)
{
    require(id >= 0 && id < table.rows, "id %d, the table has %d rows", id, table.rows);
}

void embedding_forward(Mat out, Mat table, const int *ids)
{
    require(out.cols == table.cols, SHAPE " from " SHAPE, SHAPE_OF(out), SHAPE_OF(table));
    for (int i = 0; i < out.rows; i++) {
        require_id(ids[i], table);
        memcpy(mat_row(out, i), mat_row(table, ids[i]), (size_t)out.cols * sizeof(float));
    }
}

void embedding_backward(Mat d_table, const int *ids, Mat d_out)
{
    require(d_out.cols == d_table.cols, SHAPE " to " SHAPE, SHAPE_OF(d_out), SHAPE_OF(d_table));
    for (int i = 0; i < d_out.rows; i++) {
        require_id(ids[i], d_table);
        mat_add(mat_rows(d_table, ids[i], 1), mat_rows(d_out, i, 1));
    }
}
