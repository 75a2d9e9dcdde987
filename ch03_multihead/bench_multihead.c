/* bench_multihead - the time of one step of self-attention, forward and backward, beside
 * torch.nn.MultiheadAttention on the same processor.
 *
 * golden/bench_torch.py is the other side and takes turns with this program (common/torch.h).
 * Without PyTorch only our own times are measured. BENCH_QUICK=1 measures fewer turns. The last
 * lines are key=value. */
#include "multihead.h"
#include "common/clock.h"
#include "common/torch.h"

#include <math.h>
#include <stdlib.h>

enum { BATCH = 32, HEADS = 8, STEPS = 5 }; /* STEPS: of one turn */
/* The largest first: malloc, which PyTorch takes its memory from, then keeps what the others need.
 */
static const struct {
    int tokens, d;
} sizes[] = {{128, 512}, {64, 512}, {128, 256}, {64, 256}};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* ---- ours ------------------------------------------------------------------------------------*/

typedef struct {
    Params params;
    Arena fixed, step;
    MultiHead m;
    Mat x, out, d_out, d_x;
} Bench;

static void bench_new(Bench *b, int tokens, int d)
{
    Rng r = rng_new(1);
    const int rows = BATCH * tokens;
    b->m = multihead_new(&b->params, &r, "m", d, HEADS);
    b->x = mat_new(&b->fixed, rows, d), b->d_out = mat_new(&b->fixed, rows, d);
    b->out = mat_new(&b->fixed, rows, d), b->d_x = mat_new(&b->fixed, rows, d);
    fill_normal(b->x, &r, 1);
    fill_normal(b->d_out, &r, 1);
}

static double bench_step(Bench *b)
{
    double start = clock_seconds();
    arena_reset(&b->step);
    params_zero_grad(&b->params);
    mat_fill(b->d_x, 0);
    multihead_forward(&b->m, &b->step, b->out, b->x, b->x, &(Mask){0}, BATCH);
    multihead_backward(&b->m, &b->step, b->d_x, b->d_x, b->d_out);
    return clock_seconds() - start;
}

/* Seconds of the fastest step of a turn. */
static double bench_turn(Bench *b)
{
    double fastest = INFINITY;
    for (int i = 0; i < STEPS; i++) fastest = fmin(fastest, bench_step(b));
    return fastest;
}

static void bench_free(Bench *b)
{
    params_free(&b->params);
    arena_free(&b->fixed);
    arena_free(&b->step);
}

/* Floating-point operations of the matrix products of one step: a backward pass does twice those of
 * the forward pass. What bench_matmul prints as the peak of the processor is the limit of both
 * sides.
 */
static double operations(int tokens, int d)
{
    const double rows = (double)BATCH * tokens;
    return 3 * (4 * 2 * rows * d * d + 2 * 2 * rows * tokens * d);
}

int main(void)
{
    const int turns = getenv("BENCH_QUICK") ? 2 : 12;
    double ours[SIZES], theirs[SIZES];
    const Torch torch = torch_start("ch03_multihead/golden/bench_torch.py");
    printf("multi-head attention, forward and backward, B = %d, %d heads, %d threads\n", BATCH,
           HEADS, torch.threads);
    torch_introduce(&torch);
    for (int i = 0; i < SIZES; i++) {
        const int tokens = sizes[i].tokens, d = sizes[i].d;
        Bench bench = {0};
        bench_new(&bench, tokens, d);
        ours[i] = theirs[i] = INFINITY;
        for (int k = 0; k < turns; k++) {
            ours[i] = fmin(ours[i], bench_turn(&bench));
            theirs[i] = fmin(theirs[i],
                             torch_turn(&torch, "%d %d %d %d %d", STEPS, BATCH, tokens, d, HEADS));
        }
        printf("  T = %3d, d = %d", tokens, d);
        torch_compare(ours[i], theirs[i]);
        bench_free(&bench);
    }
    for (int i = 0; i < SIZES; i++) {
        char key[64];
        snprintf(key, sizeof key, "multihead.t%d.d%d", sizes[i].tokens, sizes[i].d);
        torch_report(key, ours[i], theirs[i]);
        printf("%s.gflops=%.1f\n", key, 1e-9 * operations(sizes[i].tokens, sizes[i].d) / ours[i]);
    }
    return 0;
}
