/* order_task - generating the sequences. */
#include "order_task.h"
#include "common/layers.h"

const char *task_name(Task task)
{
    static const char *const names[] = {"copy", "first"};
    require((unsigned)task < TASKS, "task %d", (int)task);
    return names[task];
}

/* Puts the question in front and the two marks at two different places after it. */
static void place_marks(Rng *r, int *tokens, int length)
{
    int a = 1 + rng_below(r, length - 1), b = 1 + rng_below(r, length - 2);
    if (b >= a) b++;
    tokens[0] = QUESTION, tokens[a] = MARK_A, tokens[b] = MARK_B;
}

/* to = from with the two marks exchanged. */
static void exchange_marks(int *to, const int *from, int length)
{
    for (int t = 0; t < length; t++)
        to[t] = from[t] == MARK_A ? MARK_B : from[t] == MARK_B ? MARK_A : from[t];
}

/* 0 when A comes first, 1 when B does. */
static int first_mark(const int *tokens)
{
    while (*tokens != MARK_A && *tokens != MARK_B) tokens++;
    return *tokens == MARK_B;
}

/* Fills one sequence; `before` is the one before it. */
static void draw(Rng *r, Task task, int *tokens, const int *before, int length)
{
    for (int t = 0; t < length; t++) tokens[t] = rng_below(r, SYMBOLS);
    if (task == FIRST) place_marks(r, tokens, length);
    if (task == FIRST && before) exchange_marks(tokens, before, length);
}

Sequences order_draw(Arena *a, Rng *r, Task task, int batch, int length)
{
    require(length >= SHORTEST, "%d tokens, at least %d are needed", length, SHORTEST);
    const size_t size = (size_t)batch * (size_t)length * sizeof(int);
    Sequences s = {batch, length, arena_alloc(a, size), arena_alloc(a, size)};
    for (int b = 0; b < batch; b++) {
        int *tokens = s.tokens + b * length, *targets = s.targets + b * length;
        draw(r, task, tokens, b % 2 ? tokens - length : NULL, length);
        for (int t = 0; t < length; t++)
            targets[t] = task == COPY && t >= LAG ? tokens[t - LAG] : IGNORED_TARGET;
        if (task == FIRST) targets[0] = first_mark(tokens);
    }
    return s;
}

/* The symbol that is most frequent among the tokens other than number `asked`. */
static int most_frequent(const int *tokens, int length, int asked)
{
    int count[VOCABULARY] = {0}, best = 0;
    for (int t = 0; t < length; t++) count[tokens[t]] += t != asked;
    for (int symbol = 1; symbol < SYMBOLS; symbol++)
        if (count[symbol] > count[best]) best = symbol;
    return best;
}

double order_guess(Sequences s)
{
    int asked = 0, right = 0;
    for (int i = 0; i < s.batch * s.length; i++) {
        if (s.targets[i] == IGNORED_TARGET) continue;
        const int *tokens = s.tokens + i / s.length * s.length;
        int guess = tokens[0] == QUESTION ? 0 : most_frequent(tokens, s.length, i % s.length);
        asked++;
        right += guess == s.targets[i];
    }
    return (double)right / asked;
}
