/* bench_matmul - how near the matrix product comes to what the processor can do.
 *
 * The peak is measured, not looked up: multiply-adds on independent registers, which wait for
 * nothing. It is measured again before every shape, because other programs and the clock disturb
 * it. The contestants of a shape take turns, so that a disturbance meets all of them; of the rounds
 * of each, and of all measurements of the peak, the fastest counts: the least disturbed one.
 *
 * usage: bench_matmul [--quick] [--threads N]     (BENCH_QUICK=1 is --quick; 2 threads by default)
 * The last lines are key=value; a mean over shapes is geometric. */
#include "matmul_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef _OPENMP
#include <omp.h>
#endif

typedef void Engine(Form form, Mat c, float alpha, Mat a, Mat b, float beta);
#ifdef USE_CBLAS
static Engine *const engines[] = {matmul_own, matmul_cblas};
#else
static Engine *const engines[] = {matmul_own};
#endif
enum {
    ENGINES = sizeof engines / sizeof *engines,
    D_MODEL = 768,
    CHAINS = VECTOR_BYTES > 32 ? 24 : 12
};

/* Settings, the memory of the matrices, and the peaks so far in GFLOP/s. */
typedef struct {
    bool quick;
    int threads;
    Arena arena;
    double peak_one, peak_all; /* of one and of all threads */
} Bench;

/* The geometric mean of a figure, for every engine. */
typedef struct {
    double logarithms[ENGINES];
    int count;
} Mean;

static double mean_of(const Mean *m, int engine)
{
    return exp(m->logarithms[engine] / m->count);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void set_threads(int n)
{
#ifdef _OPENMP
    omp_set_num_threads(n);
#else
    (void)n;
#endif
}

/* `steps` times CHAINS vector multiply-adds; the result is for the compiler, which must not know
 * the numbers. */
static float multiply_add(long steps, float seed)
{
    Vec sum[CHAINS], x = {0}, y = {0};
    x += 1 - seed;
    y += seed;
    foreach (i, CHAINS) sum[i] = y * (float)i;
    for (long s = 0; s < steps; s++)
        foreach (i, CHAINS) sum[i] = sum[i] * x + y;
    foreach (i, CHAINS) y += sum[i];
    return y[0];
}

static double peak(int threads)
{
    enum { STEPS = 100000 };
    volatile float seed = 1e-3f, sink = 0;
    const float known = seed;
    float total = 0;
    const double start = now();
#ifdef _OPENMP
#pragma omp parallel for schedule(static) num_threads(threads) reduction(+ : total)
#endif
    for (int t = 0; t < threads; t++) total += multiply_add(STEPS, known);
    const double seconds = now() - start;
    sink = total;
    (void)sink;
    return 2e-9 * STEPS * CHAINS * LANES * threads / seconds;
}

static void measure_peak(Bench *bench)
{
    bench->peak_one = fmax(bench->peak_one, peak(1));
    bench->peak_all = fmax(bench->peak_all, peak(bench->threads));
}

static Mat noise(Arena *arena, int rows, int cols)
{
    Mat m = mat_new(arena, rows, cols);
    unsigned r = 1;
    for (int i = 0; i < rows * cols; i++) {
        r = r * 1664525 + 1013904223;
        m.data[i] = (float)(r >> 8) / (1 << 24) - 0.5f;
    }
    return m;
}

/* `products` products of one size, on windows that lie one after the other in c, a and b. */
typedef struct {
    Form form;
    int products;
    Mat c, a, b;                /* the first product */
    int c_step, a_step, b_step; /* columns to the next */
} Work;

static Mat next(Mat m, int columns)
{
    m.data += columns;
    return m;
}

static void run(Engine *engine, Work w)
{
    for (int i = 0; i < w.products; i++) {
        engine(w.form, w.c, 1, w.a, w.b, 0);
        w.c = next(w.c, w.c_step);
        w.a = next(w.a, w.a_step);
        w.b = next(w.b, w.b_step);
    }
}

static double flops(const Work *w)
{
    const int k = w->form == TN ? w->a.rows : w->a.cols;
    return 2.0 * w->c.rows * w->c.cols * k * w->products;
}

/* The seconds of each engine for w: the best of short rounds, three at least. */
static void race(const Bench *bench, const Work *w, double seconds[ENGINES])
{
    const double begin = now(), budget = bench->quick ? 0.02 : 0.15;
    const int times = 1 + (int)(1e8 / flops(w));
    for (int e = 0; e < ENGINES; e++) seconds[e] = INFINITY;
    for (int round = 0; round < 3 || now() - begin < budget; round++)
        for (int e = 0; e < ENGINES; e++) {
            const double start = now();
            for (int t = 0; t < times; t++) run(engines[e], *w);
            seconds[e] = fmin(seconds[e], (now() - start) / times);
        }
}

/* Times w, adds `amount` / seconds of every engine to the mean, and prints this engine's own
 * figure, as a fraction of `peak` when there is one, and the ratio to the other engine. */
static void measure(const Bench *bench, const Work *w, double amount, double peak, Mean *mean)
{
    double seconds[ENGINES];
    race(bench, w, seconds);
    for (int e = 0; e < ENGINES; e++) mean->logarithms[e] += log(amount / seconds[e]);
    mean->count++;
    printf(" | %s %6.1f", (const char *[]){"NN", "NT", "TN"}[w->form], amount / seconds[0]);
    if (peak > 0) printf(" %.2f", amount / seconds[0] / peak);
    if (ENGINES > 1) printf(" (x%.2f)", seconds[ENGINES - 1] / seconds[0]);
    fflush(stdout);
}

/* The three products of a linear layer of `rows` inputs. */
static void bench_linear(Bench *bench, int rows, int in, int out, Mean *mean)
{
    Mat x = noise(&bench->arena, rows, in), w = noise(&bench->arena, in, out);
    Mat y = noise(&bench->arena, rows, out), to = mat_zeros(&bench->arena, rows + in, in + out);
    Mat to_y = mat_of(rows, out, to.data), to_x = mat_of(rows, in, to.data);
    Mat to_w = mat_of(in, out, to.data);
    const Work work[] = {
        {NN, 1, to_y, x, w, 0, 0, 0}, {NT, 1, to_x, y, w, 0, 0, 0}, {TN, 1, to_w, x, y, 0, 0, 0}};
    measure_peak(bench);
    printf("linear %4d x %4d x %4d", rows, in, out);
    for (int f = 0; f < 3; f++)
        measure(bench, &work[f], 1e-9 * flops(&work[f]), bench->peak_all, mean);
    printf("\n");
    arena_reset(&bench->arena);
}

static void bench_linears(Bench *bench, Mean *mean)
{
    const int rows[] = {128, 512, 2048, 8192}, widths[] = {128, 256, 512, 768};
    for (int r = 0; r < (bench->quick ? 2 : 4); r++)
        for (int i = 0; i < 4; i += bench->quick ? 3 : 1) {
            const int d = widths[i];
            bench_linear(bench, rows[r], d, d, mean);
            bench_linear(bench, rows[r], d, widths[3 - i], mean);
            bench_linear(bench, rows[r], d, 4 * d, mean);
            bench_linear(bench, rows[r], 4 * d, d, mean);
        }
}

/* The products of attention over `tokens` tokens, for all heads of a row of D_MODEL: the scores
 * Q K', the output W V and the gradient W' dO. */
static void bench_attention(Bench *bench, int tokens, int d, Mean *mean)
{
    const int heads = D_MODEL / d;
    Mat q = noise(&bench->arena, tokens, D_MODEL), k = noise(&bench->arena, tokens, D_MODEL);
    Mat o = mat_new(&bench->arena, tokens, D_MODEL), s = noise(&bench->arena, tokens, tokens);
    Mat to_s = mat_new(&bench->arena, tokens, tokens);
    Mat q_head = mat_cols(q, 0, d), k_head = mat_cols(k, 0, d), o_head = mat_cols(o, 0, d);
    const Work work[] = {{NT, heads, to_s, q_head, k_head, 0, d, d},
                         {NN, heads, o_head, s, k_head, d, 0, d},
                         {TN, heads, o_head, s, k_head, d, 0, d}};
    measure_peak(bench);
    printf("attention %3d tokens, d %2d", tokens, d);
    set_threads(1);
    for (int f = 0; f < 3; f++)
        measure(bench, &work[f], 1e-9 * flops(&work[f]), bench->peak_one, mean);
    set_threads(bench->threads);
    printf("\n");
    arena_reset(&bench->arena);
}

/* One row times a matrix: limited by reading the matrix, so counted in GB/s of it. */
static void bench_vector(Bench *bench, int in, int out, Mean *mean)
{
    Mat x = noise(&bench->arena, 1, in), w = noise(&bench->arena, in, out);
    Mat y = noise(&bench->arena, 1, out);
    const Work work[] = {{NN, 1, mat_new(&bench->arena, 1, out), x, w, 0, 0, 0},
                         {NT, 1, mat_new(&bench->arena, 1, in), y, w, 0, 0, 0}};
    printf("one row x %4d x %4d, GB/s", in, out);
    for (int f = 0; f < 2; f++)
        measure(bench, &work[f], 1e-9 * (double)sizeof(float) * in * out, 0, mean);
    printf("\n");
    arena_reset(&bench->arena);
}

static void report(const Bench *bench, const Mean *linear, const Mean *attention,
                   const Mean *vector)
{
    printf("matmul.peak.gflops.threads1=%.1f\n", bench->peak_one);
    if (bench->threads > 1)
        printf("matmul.peak.gflops.threads%d=%.1f\n", bench->threads, bench->peak_all);
    printf("matmul.linear.gflops=%.1f\n", mean_of(linear, 0));
    printf("matmul.linear.fraction_of_peak=%.3f\n", mean_of(linear, 0) / bench->peak_all);
    printf("matmul.attention.fraction_of_peak=%.3f\n", mean_of(attention, 0) / bench->peak_one);
    printf("matmul.vector.gbytes_per_s=%.1f\n", mean_of(vector, 0));
    if (ENGINES == 1) return;
    const int blas = ENGINES - 1;
    printf("matmul.linear.ratio_to_blas=%.3f\n", mean_of(linear, 0) / mean_of(linear, blas));
    printf("matmul.attention.ratio_to_blas=%.3f\n",
           mean_of(attention, 0) / mean_of(attention, blas));
    printf("matmul.vector.ratio_to_blas=%.3f\n", mean_of(vector, 0) / mean_of(vector, blas));
}

static bool read_arguments(Bench *bench, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0)
            bench->quick = true;
        else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
            bench->threads = atoi(argv[++i]);
        else
            return false;
    }
    return bench->threads >= 1;
}

int main(int argc, char **argv)
{
    const char *quick = getenv("BENCH_QUICK");
    Bench bench = {.quick = quick && strcmp(quick, "1") == 0, .threads = 2};
    if (!read_arguments(&bench, argc, argv)) {
        fprintf(stderr, "usage: %s [--quick] [--threads N]\n", argv[0]);
        return 2;
    }
#ifndef _OPENMP
    bench.threads = 1;
#endif
    Mean linear = {0}, attention = {0}, vector = {0};
    printf("%s: tiles of %d x %d, vectors of %d bytes, %d threads\n", __VERSION__, TILE_ROWS,
           TILE_COLS, VECTOR_BYTES, bench.threads);
    set_threads(bench.threads);
    for (int i = 0; i < 20; i++) measure_peak(&bench);
    bench_linears(&bench, &linear);
    for (int tokens = 64; tokens <= 128; tokens *= 2)
        for (int d = 32; d <= 64; d *= 2) bench_attention(&bench, tokens, d, &attention);
    bench_vector(&bench, 768, 768, &vector);
    bench_vector(&bench, 768, 3072, &vector);
    bench_vector(&bench, 3072, 768, &vector);
    report(&bench, &linear, &attention, &vector);
    arena_free(&bench.arena);
}
