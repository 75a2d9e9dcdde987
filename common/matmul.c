/* matmul - first version: three plain loops. */
#include "matmul.h"

static void product(Mat c, float alpha, Mat a, Mat b, float beta, int k, int a_row, int a_col,
                    int b_row, int b_col)
{
    for (int i = 0; i < c.rows; i++)
        for (int j = 0; j < c.cols; j++) {
            float sum = 0;
            for (int p = 0; p < k; p++)
                sum += a.data[(size_t)i * (size_t)a_row + (size_t)p * (size_t)a_col] *
                       b.data[(size_t)p * (size_t)b_row + (size_t)j * (size_t)b_col];
            float *out = mat_row(c, i) + j;
            *out = alpha * sum + (beta == 0 ? 0 : beta * *out);
        }
}

void matmul(Mat c, float alpha, Mat a, Mat b, float beta)
{
    require(a.cols == b.rows && c.rows == a.rows && c.cols == b.cols, "a " SHAPE, SHAPE_OF(a));
    product(c, alpha, a, b, beta, a.cols, a.stride, 1, b.stride, 1);
}

void matmul_nt(Mat c, float alpha, Mat a, Mat b, float beta)
{
    require(a.cols == b.cols && c.rows == a.rows && c.cols == b.rows, "a " SHAPE, SHAPE_OF(a));
    product(c, alpha, a, b, beta, a.cols, a.stride, 1, 1, b.stride);
}

void matmul_tn(Mat c, float alpha, Mat a, Mat b, float beta)
{
    require(a.rows == b.rows && c.rows == a.cols && c.cols == b.cols, "a " SHAPE, SHAPE_OF(a));
    product(c, alpha, a, b, beta, a.rows, 1, a.stride, b.stride, 1);
}
