/* Tests of checkpoints: a run that goes on from one is the run that never stopped. */
#include "checkpoint.h"
#include "layers.h"
#include "safetensors.h"
#include "schedule.h"
#include "test_files.h"

#include <math.h>
#include <sys/wait.h>

/* ---- a small run: everything that a training loop can keep -----------------------------------*/

enum { SAMPLES = 10, INPUTS = 3, WIDTH = 8, STEPS = 30, WINDOW = 2 };

/* A network of two layers with dropout, on one shuffled sample a step; Adam moves every WINDOW
 * steps, at a scheduled rate. */
typedef struct {
    Params params;
    Param *w1, *b1, *w2;
    Adam adam;
    Rng shuffle, dropout;
    int step, order[SAMPLES];
    double losses[STEPS], best;
} Run;

static void run_new(Run *r)
{
    Rng rng = rng_new(1);
    *r = (Run){.adam = adam_new(0), .shuffle = rng_new(2), .dropout = rng_new(3), .best = INFINITY};
    r->w1 = params_weight(&r->params, &rng, "first", "weight", INPUTS, WIDTH);
    r->b1 = params_row(&r->params, "first", "bias", WIDTH, 0);
    r->w2 = params_weight(&r->params, &rng, "second", "weight", WIDTH, 1);
}

/* The squared error of one sample, with its gradients added. */
static double forward_and_backward(Run *r, int sample)
{
    Arena a = {0};
    Mat x = mat_new(&a, 1, INPUTS), hidden = mat_new(&a, 1, WIDTH), out = mat_new(&a, 1, 1);
    Mat d_hidden = mat_zeros(&a, 1, WIDTH), d_relu = mat_zeros(&a, 1, WIDTH), none = {0};
    fill_noise(x, (unsigned)sample);
    const Rng dropped = r->dropout;
    rng_next(&r->dropout);
    linear_forward(hidden, x, r->w1->value, r->b1->value);
    relu_forward(hidden, hidden);
    Mat kept = mat_new(&a, 1, WIDTH);
    dropout_forward(kept, hidden, 0.25, dropped);
    linear_forward(out, kept, r->w2->value, none);
    const double error = (double)out.data[0] - (double)(x.data[0] * x.data[1]);
    out.data[0] = (float)(2 * error);
    linear_backward(d_hidden, r->w2->grad, none, kept, r->w2->value, out);
    dropout_backward(d_relu, d_hidden, 0.25, dropped);
    relu_backward(d_relu, hidden);
    linear_backward(none, r->w1->grad, r->b1->grad, x, r->w1->value, d_relu);
    arena_free(&a);
    return error * error;
}

static void run_step(Run *r)
{
    const int position = r->step % SAMPLES;
    if (position == 0) rng_permutation(&r->shuffle, SAMPLES, r->order);
    if (r->step % WINDOW == 0) params_zero_grad(&r->params);
    const double loss = forward_and_backward(r, r->order[position]);
    r->losses[r->step] = loss;
    r->best = fmin(r->best, loss);
    if (++r->step % WINDOW) return;
    r->adam.rate = 0.02 * schedule_linear(r->step / WINDOW, 5, STEPS / WINDOW + 1);
    adam_step(&r->adam, &r->params);
}

enum { STATE_COUNT = 7 };

static Checkpoint checkpoint_of(Run *r, State state[STATE_COUNT])
{
    state[0] = state_rng("shuffle", &r->shuffle);
    state[1] = state_rng("dropout", &r->dropout);
    state[2] = state_ints("step", &r->step, 1);
    state[3] = state_ints("order", r->order, SAMPLES);
    state[4] = state_doubles("losses", r->losses, STEPS);
    state[5] = state_doubles("best", &r->best, 1);
    state[6] = state_text("config", "{\"width\": 8, \"dropout\": 0.25}");
    return (Checkpoint){&r->params, &r->adam, true, state, STATE_COUNT};
}

static bool run_save(Run *r, const char *to, Error *e)
{
    State state[STATE_COUNT];
    const Checkpoint c = checkpoint_of(r, state);
    return checkpoint_save(&c, to, e);
}

static bool run_load(Run *r, const char *from, Error *e)
{
    State state[STATE_COUNT];
    const Checkpoint c = checkpoint_of(r, state);
    return checkpoint_load(&c, from, e);
}

/* A process of its own: starts from the file `from`, if any, runs up to step `until` and saves. */
static void run_in_a_process(const char *from, int until, const char *to)
{
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        Run r;
        Error e;
        run_new(&r);
        if (from && !run_load(&r, from, &e)) die("%s", e.text);
        while (r.step < until) run_step(&r);
        if (!run_save(&r, to, &e)) die("%s", e.text);
        _exit(0);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
}

/* ---- going on --------------------------------------------------------------------------------*/

static size_t bytes_of(const char *file, char *bytes, size_t room)
{
    FILE *f = fopen(file, "rb");
    ck_assert_msg(f != NULL, "%s", file);
    const size_t size = fread(bytes, 1, room, f);
    fclose(f);
    ck_assert_uint_lt(size, room);
    return size;
}

static void assert_same_file(const char *one, const char *other)
{
    static char a[1 << 16], b[1 << 16];
    const size_t size = bytes_of(one, a, sizeof a);
    ck_assert_uint_eq(bytes_of(other, b, sizeof b), size);
    ck_assert_mem_eq(a, b, size);
}

static void assert_resumes_at(int step)
{
    char never_stopped[200], half[200];
    snprintf(never_stopped, sizeof never_stopped, "%s/never_stopped", folder);
    snprintf(half, sizeof half, "%s/half", folder);
    run_in_a_process(NULL, STEPS, never_stopped);
    run_in_a_process(NULL, step, half);
    run_in_a_process(half, STEPS, path);
    assert_same_file(path, never_stopped); /* weights, means, losses, generators: everything */
    unlink(never_stopped);
    unlink(half);
}

START_TEST(a_resumed_run_equals_one_that_never_stopped)
{
    assert_resumes_at(STEPS / 3 * 2); /* between two epochs, 20 */
    assert_resumes_at(1);
}
END_TEST

START_TEST(a_run_resumes_in_the_middle_of_an_epoch)
{
    assert_resumes_at(16);
}
END_TEST

START_TEST(a_run_resumes_between_the_backward_passes_of_a_step)
{
    assert_resumes_at(15);
}
END_TEST

START_TEST(a_loaded_checkpoint_is_saved_as_the_same_bytes)
{
    char again[200];
    snprintf(again, sizeof again, "%s/again", folder);
    run_in_a_process(NULL, 7, path);
    run_in_a_process(path, 7, again);
    assert_same_file(path, again);
    unlink(again);
}
END_TEST

START_TEST(every_number_comes_back_as_it_was)
{
    Params none = {0};
    int ints[] = {0, -1, 2147483647, -2147483647 - 1}, got_ints[4];
    double doubles[] = {1.0 / 3, -0.0, INFINITY, NAN, 5e-324}, got_doubles[5];
    Rng rng = {{UINT64_MAX, 0, 1, UINT64_C(1) << 63}}, got_rng = rng_new(1);
    State saved[] = {state_ints("i", ints, 4), state_doubles("d", doubles, 5),
                     state_rng("r", &rng)};
    State loaded[] = {state_ints("i", got_ints, 4), state_doubles("d", got_doubles, 5),
                      state_rng("r", &got_rng)};
    Error e;
    ck_assert(
        checkpoint_save(&(Checkpoint){.params = &none, .state = saved, .count = 3}, path, &e));
    ck_assert(
        checkpoint_load(&(Checkpoint){.params = &none, .state = loaded, .count = 3}, path, &e));
    ck_assert_mem_eq(got_ints, ints, sizeof ints);
    ck_assert_mem_eq(got_doubles, doubles, sizeof doubles);
    ck_assert_mem_eq(&got_rng, &rng, sizeof rng);
}
END_TEST

/* ---- weights alone ---------------------------------------------------------------------------*/

START_TEST(published_weights_are_loaded_without_any_state)
{
    SafetensorsOut out = {0};
    Run r;
    Error e;
    run_new(&r);
    Mat w1 = mat_new(&arena, INPUTS, WIDTH), b1 = mat_new(&arena, 1, WIDTH),
        w2 = mat_new(&arena, WIDTH, 1);
    fill_noise(w1, 5), fill_noise(b1, 6), fill_noise(w2, 7);
    safetensors_add(&out, "first.weight", 2, w1);
    safetensors_add(&out, "first.bias", 1, b1);
    safetensors_add(&out, "second.weight", 2, w2);
    safetensors_add_metadata(&out, "format", "pt");
    ck_assert_msg(safetensors_save(&out, path, &e), "%s", e.text);
    safetensors_free(&out);
    ck_assert_msg(checkpoint_load(&(Checkpoint){.params = &r.params}, path, &e), "%s", e.text);
    assert_mat_close(r.w1->value, w1, 0);
    assert_mat_close(r.b1->value, b1, 0);
    assert_mat_close(r.w2->value, w2, 0);
    params_free(&r.params);
}
END_TEST

START_TEST(the_weights_of_a_checkpoint_are_loaded_without_the_rest)
{
    Run trained, r;
    Error e;
    run_new(&trained);
    while (trained.step < 9) run_step(&trained);
    ck_assert_msg(run_save(&trained, path, &e), "%s", e.text);
    run_new(&r);
    ck_assert_msg(checkpoint_load(&(Checkpoint){.params = &r.params}, path, &e), "%s", e.text);
    assert_mat_close(r.w1->value, trained.w1->value, 0);
    ck_assert(mat_dot(r.w1->mean, r.w1->mean) == 0 && mat_dot(r.w1->grad, r.w1->grad) == 0);
    ck_assert(mat_dot(trained.w1->mean, trained.w1->mean) > 0);
    params_free(&trained.params);
    params_free(&r.params);
}
END_TEST

static TCase *going_on(void)
{
    TCase *t = tcase_create("going on");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, a_resumed_run_equals_one_that_never_stopped);
    tcase_add_test(t, a_run_resumes_in_the_middle_of_an_epoch);
    tcase_add_test(t, a_run_resumes_between_the_backward_passes_of_a_step);
    tcase_add_test(t, a_loaded_checkpoint_is_saved_as_the_same_bytes);
    tcase_add_test(t, every_number_comes_back_as_it_was);
    return t;
}

static TCase *weights_alone(void)
{
    TCase *t = tcase_create("weights alone");
    tcase_add_checked_fixture(t, start, end);
    tcase_add_test(t, published_weights_are_loaded_without_any_state);
    tcase_add_test(t, the_weights_of_a_checkpoint_are_loaded_without_the_rest);
    return t;
}

int main(void)
{
    Suite *s = suite_create("checkpoint");
    suite_add_tcase(s, going_on());
    suite_add_tcase(s, weights_alone());
    return run_suite(s);
}
