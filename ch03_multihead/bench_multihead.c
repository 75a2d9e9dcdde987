/* bench_multihead - the time of one step of self-attention, forward and backward, beside
 * torch.nn.MultiheadAttention on the same processor.
 *
 * golden/bench_torch.py runs as a child and takes turns with this program, so that a disturbance
 * meets both. A turn is several steps, since the other side's threads go on waiting busily for a
 * moment; of all steps of each side the fastest counts. Without PyTorch only our own times are
 * measured. BENCH_QUICK=1 measures fewer turns. OPENBLAS_CORETYPE and OPENBLAS_L2_SIZE are unset
 * for the child: PyTorch's matrix product shall choose its best kernel. The last lines are
 * key=value. */
#include "multihead.h"
#include "common/clock.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum { BATCH = 32, HEADS = 8, STEPS = 5 }; /* STEPS: of one turn */
/* The largest first: malloc, which PyTorch takes its memory from, then keeps what the others need.
 */
static const struct {
    int tokens, d;
} sizes[] = {{128, 512}, {64, 512}, {128, 256}, {64, 256}};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* ---- PyTorch ---------------------------------------------------------------------------------*/

typedef struct {
    FILE *to, *from; /* NULL: there is no PyTorch */
    char version[64];
} Torch;

_Noreturn static void run_script(int threads)
{
    char count[16];
    snprintf(count, sizeof count, "%d", threads);
    unsetenv("OPENBLAS_CORETYPE");
    unsetenv("OPENBLAS_L2_SIZE");
    execl("ch03_multihead/golden/bench_torch.py", "bench_torch.py", count, (char *)NULL);
    _exit(127);
}

static Torch torch_start(int threads)
{
    int in[2], out[2];
    Torch t = {0};
    if (pipe(in) || pipe(out)) die("no pipe");
    pid_t child = fork();
    if (child < 0) die("no process for PyTorch");
    if (child == 0) {
        dup2(in[0], STDIN_FILENO), dup2(out[1], STDOUT_FILENO);
        close(in[1]), close(out[0]);
        if (!freopen("/dev/null", "w", stderr)) _exit(127);
        run_script(threads);
    }
    close(in[0]), close(out[1]);
    signal(SIGPIPE, SIG_IGN);
    t.to = fdopen(in[1], "w"), t.from = fdopen(out[0], "r");
    if (t.to && t.from && fscanf(t.from, "ready %63s", t.version) == 1) return t;
    return (Torch){0};
}

/* Seconds of the fastest step of a turn; infinite without PyTorch. */
static double torch_turn(const Torch *t, int tokens, int d)
{
    double seconds = INFINITY;
    if (!t->to) return seconds;
    fprintf(t->to, "%d %d %d %d %d\n", STEPS, BATCH, tokens, d, HEADS);
    fflush(t->to);
    if (fscanf(t->from, "%lf", &seconds) != 1) die("bench_torch.py ended");
    return seconds;
}

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

int main(void)
{
    int threads = 1;
#ifdef _OPENMP
    threads = omp_get_max_threads();
#endif
    const int turns = getenv("BENCH_QUICK") ? 2 : 12;
    double ours[SIZES], theirs[SIZES];
    Torch torch = torch_start(threads);
    printf("multi-head attention, forward and backward, B = %d, %d heads, %d threads\n", BATCH,
           HEADS, threads);
    if (torch.to)
        printf("PyTorch %s takes turns; the fastest of %d steps, in milliseconds\n", torch.version,
               turns * STEPS);
    else
        printf("no PyTorch here (./setup --dev installs it): only our own times\n");
    for (int i = 0; i < SIZES; i++) {
        Bench bench = {0};
        bench_new(&bench, sizes[i].tokens, sizes[i].d);
        ours[i] = theirs[i] = INFINITY;
        for (int k = 0; k < turns; k++) {
            ours[i] = fmin(ours[i], bench_turn(&bench));
            theirs[i] = fmin(theirs[i], torch_turn(&torch, sizes[i].tokens, sizes[i].d));
        }
        printf("  T = %3d, d = %d   ours %7.2f", sizes[i].tokens, sizes[i].d, 1e3 * ours[i]);
        if (torch.to) printf("   PyTorch %7.2f   ratio %.2f", 1e3 * theirs[i], theirs[i] / ours[i]);
        printf("\n");
        fflush(stdout);
        bench_free(&bench);
    }
    for (int i = 0; i < SIZES; i++) {
        printf("multihead.t%d.d%d.ms=%.3f\n", sizes[i].tokens, sizes[i].d, 1e3 * ours[i]);
        if (!torch.to) continue;
        printf("multihead.t%d.d%d.torch_ms=%.3f\n", sizes[i].tokens, sizes[i].d, 1e3 * theirs[i]);
        printf("multihead.t%d.d%d.speedup=%.2f\n", sizes[i].tokens, sizes[i].d,
               theirs[i] / ours[i]);
    }
    return 0;
}
