/* torch - a child with two pipes, and what the benchmarks print about its times. */
#include "torch.h"
#include "parallel.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

/* OpenBLAS chooses by the processor's name: for one that it does not know yet it takes its oldest
 * kernels, several times slower than those for AVX-512 that it has. So it is told of these. */
static void choose_kernels(void)
{
    unsetenv("OPENBLAS_CORETYPE");
    unsetenv("OPENBLAS_L2_SIZE");
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) setenv("OPENBLAS_CORETYPE", "SKYLAKEX", 1);
#endif
}

_Noreturn static void run_script(const char *script, int threads)
{
    char count[16];
    snprintf(count, sizeof count, "%d", threads);
    choose_kernels();
    execl(script, script, count, (char *)NULL);
    _exit(127);
}

Torch torch_start(const char *script)
{
    int in[2], out[2];
    Torch t = {.threads = most_threads()};
    if (pipe(in) || pipe(out)) die("no pipe");
    pid_t child = fork();
    if (child < 0) die("no process for PyTorch");
    if (child == 0) {
        dup2(in[0], STDIN_FILENO), dup2(out[1], STDOUT_FILENO);
        close(in[1]), close(out[0]);
        if (!freopen("/dev/null", "w", stderr)) _exit(127);
        run_script(script, t.threads);
    }
    close(in[0]), close(out[1]);
    signal(SIGPIPE, SIG_IGN);
    t.to = fdopen(in[1], "w"), t.from = fdopen(out[0], "r");
    if (t.to && t.from && fscanf(t.from, "ready %63s", t.version) == 1) return t;
    return (Torch){.threads = t.threads};
}

void torch_introduce(const Torch *t)
{
    if (t->to)
        printf("PyTorch %s takes turns; the fastest step, in milliseconds\n", t->version);
    else
        printf("no PyTorch here (./setup --dev installs it): only our own times\n");
    fflush(stdout);
}

double torch_turn(const Torch *t, const char *line, ...)
{
    double seconds = INFINITY;
    va_list args;
    if (!t->to) return seconds;
    va_start(args, line);
    vfprintf(t->to, line, args);
    va_end(args);
    fputc('\n', t->to);
    fflush(t->to);
    if (fscanf(t->from, "%lf", &seconds) != 1) die("the script with PyTorch ended");
    return seconds;
}

void torch_compare(double ours, double theirs)
{
    printf("   ours %7.2f", 1e3 * ours);
    if (isfinite(theirs)) printf("   PyTorch %7.2f   ratio %.2f", 1e3 * theirs, theirs / ours);
    printf("\n");
    fflush(stdout);
}

void torch_report(const char *key, double ours, double theirs)
{
    printf("%s.ms=%.3f\n", key, 1e3 * ours);
    if (!isfinite(theirs)) return;
    printf("%s.torch_ms=%.3f\n", key, 1e3 * theirs);
    printf("%s.speedup=%.2f\n", key, theirs / ours);
}
