/* The sub-command attend: who looks at whom in a sentence of one's own. */
#include "main.h"
#include "tokens.h"
#include "view.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TOKENS = 200 }; /* more than fits any screen */

/* A number for every token: equal words have equal numbers, 0, 1, ... as they come. */
static int *number_words(Arena *a, Tokens t)
{
    int *numbers = arena_alloc(a, (size_t)t.count * sizeof *numbers), next = 0;
    for (int i = 0; i < t.count; i++) {
        numbers[i] = -1;
        for (int j = 0; j < i && numbers[i] < 0; j++)
            if (strcmp(t.text[i], t.text[j]) == 0) numbers[i] = numbers[j];
        if (numbers[i] < 0) numbers[i] = next++;
    }
    return numbers;
}

/* The vectors of a sentence for the trained model: its words are as good as any that the model
 * knows, and get colours at random. */
static Mat embed(const Options *o, const Model *m, Arena *a, Tokens t)
{
    Rng r = rng_new((uint64_t)o->run.seed);
    int *colour = arena_alloc(a, (size_t)t.count * sizeof *colour);
    int *position = arena_alloc(a, (size_t)t.count * sizeof *position);
    for (int i = 0; i < t.count; i++) colour[i] = rng_below(&r, COLOURS), position[i] = i;
    return model_embed(m, a, number_words(a, t), colour, position, t.count);
}

/* The vectors of a sentence without a model: a random one for each word plus one for each place. */
static Mat embed_at_random(const Options *o, Arena *a, Tokens t)
{
    Rng r = rng_new((uint64_t)o->run.seed);
    const int *word = number_words(a, t);
    Mat words = mat_new(a, t.count, o->d_model), x = mat_new(a, t.count, o->d_model);
    fill_normal(words, &r, 1);
    fill_normal(x, &r, 1);
    for (int i = 0; i < t.count; i++) mat_add(mat_rows(x, i, 1), mat_rows(words, word[i], 1));
    return x;
}

static void train(Run *run, Student *s, Rng *r)
{
    const Options *o = run->options;
    say(run, "  training for %d steps ...\n", o->steps);
    model_train(&s->model, &(ModelTraining){.steps = o->steps,
                                            .batch = TRAINING_BATCH,
                                            .rate = TRAINING_RATE,
                                            .params = &s->params,
                                            .rng = r});
}

/* FOLDER/NAME unless the user named a file. */
static const char *place(Run *run, const char *named, const char *name)
{
    if (named) return named;
    size_t size = strlen(run->report.folder) + strlen(name) + 2;
    char *path = arena_alloc(&run->arena, size);
    snprintf(path, size, "%s/%s", run->report.folder, name);
    return path;
}

static void save(Run *run, const AttentionView *v, ViewWriter *writer, const char *path)
{
    Error e;
    if (!view_save(v, writer, path, &e)) die("%s", e.text);
    say(run, "  %s\n", path);
}

static void show(Run *run, const MultiHead *m, Tokens t, const char *note)
{
    const Options *o = run->options;
    Mat *weights = arena_alloc(&run->arena, (size_t)m->heads * sizeof *weights);
    for (int h = 0; h < m->heads; h++) weights[h] = multihead_weights(m, h, 0);
    const AttentionView v = {
        "Who looks at whom", note, 1, m->heads, t.count, t.count, t.text, t.text, weights};
    say(run, "\n  %s\n\n", note);
    view_terminal(&v, &run->term);
    say(run, "  queries down, keys across; written:\n");
    save(run, &v, view_html, place(run, o->html, "attention.html"));
    save(run, &v, view_svg, place(run, o->svg, "attention.svg"));
}

/* The tokens of the text; dies when there are none, or more than the weights can take. */
static Tokens read_text(const Options *o, Arena *a, int argc, char **argv)
{
    const bool trained = o->weights == TRAINED;
    const int most = trained ? POSITIONS : MOST_TOKENS;
    Tokens t = tokens_split(a, run_text(a, argc, argv));
    if (t.count == 0) die("the text holds no word");
    if (t.count > most)
        die("the text has %d tokens; %s", t.count,
            trained ? "the trained model knows 32 places, --weights random takes up to 200"
                    : "--weights random takes up to 200");
    return t;
}

int command_attend(void *context, int argc, char **argv)
{
    const Options *o = context;
    const bool trained = o->weights == TRAINED;
    Arena a = {0};
    Tokens t = read_text(o, &a, argc, argv);
    if (o->d_model % o->heads) die("--heads %d does not divide --d %d", o->heads, o->d_model);
    Run run = run_start(&o->run, o);
    Rng r;
    Student s;
    student_new(&s, o->d_model, o->heads, (uint64_t)o->run.seed, &r);
    if (trained) train(&run, &s, &r);
    Mat x = trained ? embed(o, &s.model, &a, t) : embed_at_random(o, &a, t);
    Mat out = mat_new(&a, x.rows, x.cols);
    multihead_forward(&s.model.attention, &a, out, x, x, &(Mask){0}, 1);
    show(&run, &s.model.attention, t,
         trained ? "Trained on the task of the notes: the token before, the same word again."
                 : "Random weights: what training starts from.");
    student_free(&s);
    run_finish(&run, NULL);
    arena_free(&a);
    return EXIT_SUCCESS;
}
