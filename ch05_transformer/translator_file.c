/* translator_file - writes and reads a folder with a trained translator. */
#include "translator_file.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The whole numbers of a shape, by the names they have in the file, with their limits. */
static const struct {
    const char *name;
    size_t offset;
    int least, most;
} whole[] = {{"vocabulary", offsetof(TransformerShape, vocabulary), FIRST_ID + 1, 1 << 20},
             {"layers", offsetof(TransformerShape, layers), 1, MOST_LAYERS},
             {"d_model", offsetof(TransformerShape, d_model), 1, 1 << 14},
             {"heads", offsetof(TransformerShape, heads), 1, 1 << 10},
             {"d_hidden", offsetof(TransformerShape, d_hidden), 1, 1 << 16},
             {"longest", offsetof(TransformerShape, longest), 2, 1 << 16}};
enum { WHOLE = sizeof whole / sizeof *whole };

static const char *const model_names[] = {"transformer", "recurrent"};
static const char *const norm_names[] = {"post", "pre"};

/* A number as text, owned by the arena. */
static const char *text_of_number(Arena *a, double value)
{
    enum { SIZE = 32 };
    char *text = arena_alloc(a, SIZE);
    snprintf(text, SIZE, "%.15g", value);
    return text;
}

int translator_states(State states[MOST_TRANSLATOR_STATES], Arena *a, const TranslatorShape *shape,
                      const TaskOptions *o)
{
    const TransformerShape *s = &shape->shape;
    int n = 0;
    states[n++] = state_text("model", model_names[shape->kind]);
    for (int i = 0; i < WHOLE; i++) {
        const int value = *(const int *)((const char *)s + whole[i].offset);
        states[n++] = state_text(whole[i].name, text_of_number(a, value));
    }
    states[n++] = state_text("norm", norm_names[s->pre_norm]);
    states[n++] = state_text("dropout", text_of_number(a, s->dropout));
    states[n++] = state_text("pair", task_kind_name(o->kind));
    states[n++] = state_text("words", text_of_number(a, o->rules.longest));
    states[n++] = state_text("seed", text_of_number(a, (double)o->seed));
    if (o->path) states[n++] = state_text("file", o->path);
    return n;
}

static const char *copy(Arena *a, const char *text)
{
    return strcpy(arena_alloc(a, strlen(text) + 1), text);
}

char *path_in(Arena *a, const char *folder, const char *name)
{
    return arena_print(a, "%s/%s", folder, name);
}

bool translator_save(Translator *t, const TaskOptions *o, const char *folder, Error *e)
{
    Arena a = {0};
    State states[MOST_TRANSLATOR_STATES];
    const int n = translator_states(states, &a, &t->shape, o);
    bool ok = checkpoint_save(&(Checkpoint){.params = &t->params, .state = states, .count = n},
                              path_in(&a, folder, "model.safetensors"), e);
    arena_free(&a);
    return ok;
}

/* ---- reading ---------------------------------------------------------------------------------*/

static bool text_of(const Safetensors *s, const char *key, const char **text, Error *e)
{
    *text = safetensors_metadata(s, key);
    return *text ||
           fail(e, "%s: not a translator of this chapter: no \"%s\" in its metadata", s->path, key);
}

/* A number between least and most. */
static bool number_of(const Safetensors *s, const char *key, double least, double most,
                      double *value, Error *e)
{
    const char *text;
    char *end;
    if (!text_of(s, key, &text, e)) return false;
    *value = strtod(text, &end);
    if (end == text || *end || !(*value >= least && *value <= most))
        return fail(e, "%s: %s is \"%s\"; a number from %g to %g was expected", s->path, key, text,
                    least, most);
    return true;
}

/* The index of a text among words. */
static bool choice_of(const Safetensors *s, const char *key, const char *const *words, int n,
                      int *value, Error *e)
{
    const char *text;
    if (!text_of(s, key, &text, e)) return false;
    for (*value = 0; *value < n; ++*value)
        if (strcmp(words[*value], text) == 0) return true;
    return fail(e, "%s: unknown %s \"%s\"", s->path, key, text);
}

static bool task_of(const Safetensors *s, TaskOptions *o, Error *e)
{
    const char *names[PAIR_FILE + 1];
    int kind;
    double words, seed;
    for (int k = 0; k <= PAIR_FILE; k++) names[k] = task_kind_name((TaskKind)k);
    if (!choice_of(s, "pair", names, PAIR_FILE + 1, &kind, e) ||
        !number_of(s, "words", 1, 1e6, &words, e) || !number_of(s, "seed", 0, 1e15, &seed, e))
        return false;
    o->kind = (TaskKind)kind;
    o->rules.longest = (int)words;
    o->seed = (uint64_t)seed;
    o->path = safetensors_metadata(s, "file");
    return o->kind != PAIR_FILE || o->path || fail(e, "%s: no \"file\"", s->path);
}

bool translator_shape(const Safetensors *s, TranslatorShape *shape, TaskOptions *o, Error *e)
{
    int kind, norm;
    double value;
    *shape = (TranslatorShape){0};
    for (int i = 0; i < WHOLE; i++) {
        if (!number_of(s, whole[i].name, whole[i].least, whole[i].most, &value, e)) return false;
        *(int *)((char *)&shape->shape + whole[i].offset) = (int)value;
    }
    if (!choice_of(s, "model", model_names, 2, &kind, e) ||
        !choice_of(s, "norm", norm_names, 2, &norm, e) ||
        !number_of(s, "dropout", 0, 0.99, &shape->shape.dropout, e) || !task_of(s, o, e))
        return false;
    shape->kind = (ModelKind)kind;
    shape->shape.pre_norm = norm == 1;
    if (kind == TRANSFORMER && shape->shape.d_model % shape->shape.heads)
        return fail(e, "%s: %d heads do not divide d_model = %d", s->path, shape->shape.heads,
                    shape->shape.d_model);
    return true;
}

/* Builds the model that the file describes, and reads its weights. */
static bool load_weights(Translator *t, const TranslatorShape *shape, const char *path, Error *e)
{
    Rng r = rng_new(0);
    translator_new(t, &r, *shape);
    if (checkpoint_load(&(Checkpoint){.params = &t->params}, path, e)) return true;
    translator_free(t);
    return false;
}

bool translator_load(Translator *t, Codec *codec, TaskOptions *o, Arena *a, const char *folder,
                     Error *e)
{
    Safetensors s;
    TranslatorShape shape;
    const char *path = path_in(a, folder, "model.safetensors");
    if (!safetensors_open(&s, path, e)) return false;
    bool ok = translator_shape(&s, &shape, o, e);
    if (ok && o->path) o->path = copy(a, o->path);
    safetensors_close(&s);
    if (!ok || !codec_load(codec, a, o->kind == PHONEMES, path_in(a, folder, "vocabulary.txt"), e))
        return false;
    if (codec_size(codec) != shape.shape.vocabulary)
        return fail(e, "%s/vocabulary.txt has %d pieces, the model %d", folder, codec_size(codec),
                    shape.shape.vocabulary);
    return load_weights(t, &shape, path, e);
}
