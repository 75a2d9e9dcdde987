/* bench_matmul - how near the matrix product comes to what the processor can do.
 *
 * The peak is measured, not looked up: multiply-adds on independent registers, which wait for
 * nothing. Other programs and the clock disturb every measurement. So all products are visited in
 * several passes, in each of which the peak is measured again and the contestants take turns; of
 * all measurements, of the peak as of the products, the fastest counts: the least disturbed one.
 *
 * usage: bench_matmul [--quick] [--threads N]     (BENCH_QUICK=1 is --quick; 2 threads by default)
 * The last lines are key=value; a mean over products is geometric. */
#include "clock.h"
#include "matmul_parts.h"
#include "parallel.h"
#include "peak.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef void Engine(Form form, Mat c, float alpha, Mat a, Mat b, float beta);
#ifdef USE_CBLAS
static Engine *const engines[] = {matmul_own, matmul_cblas};
#else
static Engine *const engines[] = {matmul_own};
#endif
enum { ENGINES = sizeof engines / sizeof *engines, D_MODEL = 768 };

/* `products` products of one size, on windows that lie one after the other in c, a and b. */
typedef struct {
    Form form;
    int products;
    Mat c, a, b;                /* the first product */
    int c_step, a_step, b_step; /* columns to the next */
} Work;

enum { LINEAR, ATTENTION, VECTOR, MAX_ENTRIES = 256 };
typedef struct {
    int group; /* LINEAR, ATTENTION, VECTOR */
    Work work;
    double seconds[ENGINES]; /* the least so far */
} Entry;

typedef struct {
    bool quick;
    int threads;
    double peak_one, peak_all; /* of one and of all threads, in GFLOP/s */
    float *x, *w, *y, *to;     /* memory for every product: windows begin at its corners */
    int count;
    Entry entries[MAX_ENTRIES];
} Bench;

static void run(Engine *engine, Work w)
{
    for (int i = 0; i < w.products; i++) {
        engine(w.form, w.c, 1, w.a, w.b, 0);
        w.c.data += w.c_step;
        w.a.data += w.a_step;
        w.b.data += w.b_step;
    }
}

static int inner(const Work *w)
{
    return w->form == TN ? w->a.rows : w->a.cols;
}

static double flops(const Work *w)
{
    return 2.0 * w->c.rows * w->c.cols * inner(w) * w->products;
}

/* One pass over e: short rounds in turn, two at least. */
static void race(const Bench *bench, Entry *e)
{
    const double begin = clock_seconds(), budget = bench->quick ? 0.01 : 0.03;
    const int times = 1 + (int)(1e8 / flops(&e->work));
    use_threads(e->group == ATTENTION ? 1 : bench->threads);
    for (int round = 0; round < 2 || clock_seconds() - begin < budget; round++)
        for (int i = 0; i < ENGINES; i++) {
            const double start = clock_seconds();
            for (int t = 0; t < times; t++) run(engines[i], e->work);
            e->seconds[i] = fmin(e->seconds[i], (clock_seconds() - start) / times);
        }
}

static void measure(Bench *bench)
{
    for (int pass = 0; pass < (bench->quick ? 1 : 4); pass++)
        for (int i = 0; i < bench->count; i++) {
            bench->peak_one = fmax(bench->peak_one, peak_gflops(1));
            bench->peak_all = fmax(bench->peak_all, peak_gflops(bench->threads));
            race(bench, &bench->entries[i]);
        }
}

static float *noise(Arena *arena, int rows, int cols)
{
    Mat m = mat_new(arena, rows, cols);
    unsigned r = 1;
    for (int i = 0; i < rows * cols; i++) {
        r = r * 1664525 + 1013904223;
        m.data[i] = (float)(r >> 8) / (1 << 24) - 0.5f;
    }
    return m.data;
}

static void add(Bench *bench, int group, Work work)
{
    require(bench->count < MAX_ENTRIES, "%d products", bench->count);
    Entry *e = &bench->entries[bench->count++];
    e->group = group;
    e->work = work;
    for (int i = 0; i < ENGINES; i++) e->seconds[i] = INFINITY;
}

/* The products of a linear layer, forward and backward; the third not for one row. */
static void add_linear(Bench *b, int rows, int in, int out)
{
    const Mat x = mat_of(rows, in, b->x), w = mat_of(in, out, b->w), y = mat_of(rows, out, b->y);
    const Work work[] = {{NN, 1, mat_of(rows, out, b->to), x, w, 0, 0, 0},
                         {NT, 1, mat_of(rows, in, b->to), y, w, 0, 0, 0},
                         {TN, 1, mat_of(in, out, b->to), x, y, 0, 0, 0}};
    for (int f = 0; f < (rows == 1 ? 2 : 3); f++) add(b, rows == 1 ? VECTOR : LINEAR, work[f]);
}

static void add_linears(Bench *b)
{
    const int rows[] = {128, 512, 2048, 8192}, widths[] = {128, 256, 512, 768};
    for (int r = 0; r < (b->quick ? 1 : 4); r++)
        for (int i = 0; i < 4; i += b->quick ? 3 : 1) {
            const int d = widths[i];
            add_linear(b, rows[r], d, d);
            add_linear(b, rows[r], d, widths[3 - i]);
            add_linear(b, rows[r], d, 4 * d);
            add_linear(b, rows[r], 4 * d, d);
        }
}

/* Attention's products, for all heads in rows of D_MODEL: the scores Q K', the output W V and the
 * gradient W' dO. */
static void add_attention(Bench *b, int tokens, int d)
{
    const int heads = D_MODEL / d;
    const Mat q = mat_cols(mat_of(tokens, D_MODEL, b->x), 0, d);
    const Mat k = mat_cols(mat_of(tokens, D_MODEL, b->w), 0, d);
    const Mat o = mat_cols(mat_of(tokens, D_MODEL, b->to), 0, d);
    const Mat s = mat_of(tokens, tokens, b->y), to_s = mat_of(tokens, tokens, b->to);
    const Work work[] = {{NT, heads, to_s, q, k, 0, d, d},
                         {NN, heads, o, s, k, d, 0, d},
                         {TN, heads, o, s, k, d, 0, d}};
    for (int f = 0; f < 3; f++) add(b, ATTENTION, work[f]);
}

/* What is counted: GFLOP, but for one row GB of the matrix, whose reading limits it. */
static double amount(const Entry *e)
{
    const double numbers = (double)e->work.b.rows * e->work.b.cols;
    return 1e-9 * (e->group == VECTOR ? (double)sizeof(float) * numbers : flops(&e->work));
}

/* The geometric mean of a group's amount / seconds with one of the engines. */
static double mean(const Bench *b, int group, int engine)
{
    double sum = 0;
    int count = 0;
    for (const Entry *e = b->entries; e < b->entries + b->count; e++) {
        if (e->group != group) continue;
        sum += log(amount(e) / e->seconds[engine]);
        count++;
    }
    return exp(sum / count);
}

static void print_table(const Bench *b)
{
    const char *names[] = {"linear", "attention", "one row"}, *forms[] = {"NN", "NT", "TN"};
    for (const Entry *e = b->entries; e < b->entries + b->count; e++) {
        const double speed = amount(e) / e->seconds[0];
        const double peak = e->group == LINEAR ? b->peak_all : b->peak_one;
        const Work *w = &e->work;
        printf("%-9s %s %4d x %4d x %4d  ", names[e->group], forms[w->form], w->c.rows, inner(w),
               w->c.cols);
        if (e->group == VECTOR)
            printf("%6.1f GB/s", speed);
        else
            printf("%6.1f GFLOP/s, %.2f of peak", speed, speed / peak);
        if (ENGINES > 1) printf(", %.2f of CBLAS", e->seconds[ENGINES - 1] / e->seconds[0]);
        printf("\n");
    }
}

static void print_results(const Bench *b)
{
    const char *names[] = {"linear", "attention", "vector"};
    const double linear = mean(b, LINEAR, 0);
    printf("matmul.peak.gflops.threads1=%.1f\n", b->peak_one);
    if (b->threads > 1) printf("matmul.peak.gflops.threads%d=%.1f\n", b->threads, b->peak_all);
    printf("matmul.linear.gflops=%.1f\n", linear);
    printf("matmul.linear.fraction_of_peak=%.3f\n", linear / b->peak_all);
    printf("matmul.attention.fraction_of_peak=%.3f\n", mean(b, ATTENTION, 0) / b->peak_one);
    printf("matmul.vector.gbytes_per_s=%.1f\n", mean(b, VECTOR, 0));
    for (int g = LINEAR; g <= VECTOR && ENGINES > 1; g++)
        printf("matmul.%s.ratio_to_blas=%.3f\n", names[g], mean(b, g, 0) / mean(b, g, ENGINES - 1));
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
    static Bench bench = {.threads = 2};
    bench.quick = quick && strcmp(quick, "1") == 0;
    if (!read_arguments(&bench, argc, argv)) {
        fprintf(stderr, "usage: %s [--quick] [--threads N]\n", argv[0]);
        return 2;
    }
#ifndef _OPENMP
    bench.threads = 1;
#endif
    Arena arena = {0};
    const int rows = bench.quick ? 768 : 8192; /* the longest of each memory */
    bench.x = noise(&arena, rows, 4 * D_MODEL);
    bench.y = noise(&arena, rows, 4 * D_MODEL);
    bench.w = noise(&arena, D_MODEL, 4 * D_MODEL);
    bench.to = noise(&arena, rows, 4 * D_MODEL);
    add_linears(&bench);
    for (int tokens = 64; tokens <= 128; tokens *= 2)
        for (int d = 32; d <= 64; d *= 2) add_attention(&bench, tokens, d);
    add_linear(&bench, 1, D_MODEL, D_MODEL);
    add_linear(&bench, 1, D_MODEL, 4 * D_MODEL);
    add_linear(&bench, 1, 4 * D_MODEL, D_MODEL);
    printf("compiler %s; tiles of %d x %d in vectors of %d bytes; %d threads\n", __VERSION__,
           TILE_ROWS, TILE_COLS, VECTOR_BYTES, bench.threads);
    measure(&bench);
    print_table(&bench);
    print_results(&bench);
    arena_free(&arena);
}
