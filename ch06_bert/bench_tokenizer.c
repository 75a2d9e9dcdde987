/* bench_tokenizer - megabytes of text a second through the tokenizer, and the time to learn a
 * vocabulary, beside the package tokenizers (Hugging Face).
 *
 * The text is this book's notes, English and Chinese. golden/bench_tokenizers.py is the other side:
 * it learns from the same lines and reads them with the vocabulary learned here, each line by
 * itself, as we do, and takes turns with this program (common/torch.h). Both use one thread.
 * Without the package only our own times are measured. BENCH_QUICK=1 measures fewer turns. The last
 * lines are key=value. */
#include "tokenizer.h"
#include "common/clock.h"
#include "common/text.h"
#include "common/torch.h"

#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIZE = 8000, PASSES = 3 };

typedef struct {
    const char *language, *files;
    double encode, train, their_encode, their_train; /* seconds, of the fastest turn */
    size_t bytes;
    int pieces;
} Case;

typedef struct {
    Arena arena;
    const char **lines;
    size_t count, bytes;
    Tokenizer tokenizer;
} Bench;

/* ---- the text --------------------------------------------------------------------------------*/

static void add_file(Bench *b, const char *path)
{
    TextLines t;
    Error e;
    if (!text_read(&t, &b->arena, path, &e)) die("%s", e.text);
    const char **lines = arena_alloc(&b->arena, (b->count + t.count) * sizeof *lines);
    if (b->count) memcpy(lines, b->lines, b->count * sizeof *lines);
    b->lines = lines;
    for (size_t i = 0; i < t.count; i++) {
        lines[b->count++] = t.lines[i];
        b->bytes += strlen(t.lines[i]) + 1;
    }
}

static void read_notes(Bench *b, const char *files)
{
    glob_t found;
    *b = (Bench){.tokenizer = {.rules = {true, true, true, true}}};
    if (glob(files, 0, NULL, &found)) die("%s: no such file; run from the top folder", files);
    for (size_t i = 0; i < found.gl_pathc; i++) add_file(b, found.gl_pathv[i]);
    globfree(&found);
}

/* ---- turns -----------------------------------------------------------------------------------*/

static double train(Bench *b)
{
    const double start = clock_seconds();
    pieces_train(&b->tokenizer.vocabulary, &b->arena, b->lines, b->count, b->tokenizer.rules, SIZE);
    return clock_seconds() - start;
}

static double encode(const Bench *b)
{
    Arena scratch = {0};
    const double start = clock_seconds();
    for (size_t i = 0; i < b->count; i++) {
        tokenizer_encode(&b->tokenizer, &scratch, b->lines[i], strlen(b->lines[i]));
        arena_reset(&scratch);
    }
    const double seconds = clock_seconds() - start;
    arena_free(&scratch);
    return seconds;
}

/* Leaves the vocabulary where the other side finds it. */
static void save_vocabulary(const Bench *b, const char *path)
{
    Error e;
    if (!pieces_save(&b->tokenizer.vocabulary, path, &e)) die("%s", e.text);
}

static void race(const Torch *other, Case *c, int turns, const char *vocabulary)
{
    Bench b;
    read_notes(&b, c->files);
    c->bytes = b.bytes;
    c->encode = c->train = c->their_encode = c->their_train = INFINITY;
    for (int i = 0; i < turns; i++) {
        c->train = fmin(c->train, train(&b));
        save_vocabulary(&b, vocabulary);
        for (int pass = 0; pass < PASSES; pass++) c->encode = fmin(c->encode, encode(&b));
        c->their_train = fmin(c->their_train, torch_turn(other, "train %d %s", SIZE, c->files));
        c->their_encode =
            fmin(c->their_encode, torch_turn(other, "encode %s %s", vocabulary, c->files));
    }
    c->pieces = b.tokenizer.vocabulary.count;
    arena_free(&b.arena);
}

/* ---- results ---------------------------------------------------------------------------------*/

static double rate(const Case *c, double seconds)
{
    return 1e-6 * (double)c->bytes / seconds;
}

static void show(const Case *c)
{
    printf("  %s  %.2f MB: %.1f MB/s, %d pieces learned in %.0f ms", c->language, rate(c, 1),
           rate(c, c->encode), c->pieces, 1e3 * c->train);
    if (isfinite(c->their_encode))
        printf("; theirs %.1f MB/s, %.0f ms", rate(c, c->their_encode), 1e3 * c->their_train);
    printf("\n");
}

static void report(const Case *c)
{
    printf("tokenizer.%s.mb_per_second=%.2f\n", c->language, rate(c, c->encode));
    printf("tokenizer.%s.train_ms=%.1f\n", c->language, 1e3 * c->train);
    if (!isfinite(c->their_encode)) return;
    printf("tokenizer.%s.reference_mb_per_second=%.2f\n", c->language, rate(c, c->their_encode));
    printf("tokenizer.%s.reference_train_ms=%.1f\n", c->language, 1e3 * c->their_train);
    printf("tokenizer.%s.speedup=%.2f\n", c->language, c->their_encode / c->encode);
}

int main(void)
{
    Case cases[] = {{.language = "en", .files = "ch0?_*/notes.md"},
                    {.language = "zh", .files = "ch0?_*/notes.zh.md"}};
    enum { CASES = sizeof cases / sizeof *cases };
    const int turns = getenv("BENCH_QUICK") ? 2 : 6;
    char vocabulary[] = "/tmp/vocab_XXXXXX";
    const int file = mkstemp(vocabulary);
    if (file < 0) die("no file in /tmp");
    close(file);
    const Torch other = torch_start("ch06_bert/golden/bench_tokenizers.py");
    printf("tokenizer, one thread; the package tokenizers %s\n",
           other.to ? other.version : "is not here: only our own times");
    for (int i = 0; i < CASES; i++) race(&other, &cases[i], turns, vocabulary);
    unlink(vocabulary);
    for (int i = 0; i < CASES; i++) show(&cases[i]);
    for (int i = 0; i < CASES; i++) report(&cases[i]);
    return 0;
}
